package publish

import (
	"errors"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// original returns the folder with the engine as it is.
func original(t *testing.T) string {
	t.Helper()
	dir, err := engineSource(".")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// flags returns the flags that put the changed engine in place, and the project's folder.
func flags(t *testing.T) ([]string, string) {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	list, err := engineFlags(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return list, root
}

// run runs a command of go in a folder and returns what it prints.
func run(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// write writes a file, and its folder.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestChangesGiveTidySources(t *testing.T) {
	for _, c := range engineChanges {
		changed, err := c.apply(string(read(t, original(t), c.file)))
		if err != nil {
			t.Error(err)
			continue
		}
		if tidy, err := format.Source([]byte(changed)); err != nil || string(tidy) != changed {
			t.Errorf("%s is not formatted (%v)", c.file, err)
		}
		notice := strings.HasPrefix(changed, "// Changed for Conelab: "+c.why+"\n")
		if !notice || !strings.Contains(changed, "// Licensed under the Apache License") {
			t.Errorf("%s does not say that it was changed, or its licence", c.file)
		}
	}
}

func TestChangesRefuseAnotherEngine(t *testing.T) {
	for name, c := range map[string]struct {
		source, sum string
		edits       []edit
	}{
		"another file": {"package a\n", hash([]byte("package b\n")), nil},
		"no place":     {"abc", hash([]byte("abc")), []edit{{"x", "", ""}}},
		"two places":   {"a b a", hash([]byte("a b a")), []edit{{"a", "", ""}}},
		"no end":       {"abc", hash([]byte("abc")), []edit{{"a", "d", ""}}},
	} {
		if _, err := (&change{sum: c.sum, edits: c.edits}).apply(c.source); !errors.Is(err, errEngine) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := change{sum: hash([]byte("a(b)c")), why: "so.", edits: []edit{{"(", ")", "[]"}, {"c", "", "d"}}}
	if changed, err := c.apply("a(b)c"); err != nil || changed != "// Changed for Conelab: so.\n\na[]d" {
		t.Errorf("%q, %v", changed, err)
	}
}

// TestShadersAreCompiled looks at what the build makes of the shaders: each has a text for the vertices and one for the pixels, and the pictures
// ask for no other.
func TestShadersAreCompiled(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := engineFlags(root, dir); err != nil {
		t.Fatal(err)
	}
	text := string(read(t, dir, "compiled.go"))
	sources, err := shaderSources(root)
	if err != nil {
		t.Fatal(err)
	}
	// The engine's own: two filters, three addresses, with and without a colour matrix; one for the screen and one to clear.
	if got, want := strings.Count(text, "#version 300 es"), 2*(len(sources)+2*3*2+2); got != want {
		t.Errorf("there are %d texts, not %d", got, want)
	}
	painter := string(read(t, root, shaderFolder+"/painter.go"))
	for name := range sources {
		if !strings.Contains(text, "\t{\""+name+"\", shaderir.Program{") || !strings.Contains(painter, "\""+name+"\":") {
			t.Errorf("%s is not compiled, or not asked for", name)
		}
	}
	if asked := strings.Count(painter[:strings.Index(painter, "ebiten.NewShader")], ": &p."); asked != len(sources) {
		t.Errorf("the pictures ask for %d shaders, and there are %d", asked, len(sources))
	}
}

// TestProgramIsLean looks for packages that have been kept out of the program, because they are large or bring what is large.
func TestProgramIsLean(t *testing.T) {
	list, root := flags(t)
	args := slices.Concat([]string{"list", "-deps"}, list, []string{"./" + program})
	linked := strings.Fields(run(t, root, []string{"GOOS=js", "GOARCH=wasm"}, args...))
	for _, pkg := range []string{
		"archive/zip", "compress/gzip", "go/ast", "go/constant", "math/big", "gonum.org/v1/gonum/mat", "html/template", "net/http", "regexp", "text/template",
	} {
		if slices.Contains(linked, pkg) {
			t.Errorf("the program contains %s", pkg)
		}
	}
}

// TestProgramNeedsTheChangedEngine compiles a program in a project whose engine cannot be changed: in a worker it would not start.
func TestProgramNeedsTheChangedEngine(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module other\n\ngo 1.26\n")
	write(t, filepath.Join(dir, program, "main.go"), "package main\n\nfunc main() {}\n")
	for _, pkg := range innerLoops {
		write(t, filepath.Join(dir, pkg, "empty.go"), "package empty\n")
	}
	t.Setenv("GOWORK", "off")
	if err := compiler(dir)("./"+program, filepath.Join(t.TempDir(), "program.wasm")); err == nil {
		t.Error("it was compiled with another engine")
	}
}
