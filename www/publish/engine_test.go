package publish

import (
	"encoding/json"
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

// printShaders is a program within the engine: it prints the built-in shaders, and the GLSL that they are compiled to.
const printShaders = `package main

import (
	"fmt"

	"github.com/hajimehoshi/ebiten/v2/internal/builtinshader"
	"github.com/hajimehoshi/ebiten/v2/internal/graphics"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl"
)

func main() {
	for i, source := range builtinshader.AppendShaderSources(nil) {
		program, err := graphics.CompileShader(source)
		if err != nil {
			panic(err)
		}
		vertex, fragment := glsl.Compile(program, glsl.GLSLVersionES300)
		fmt.Printf("shader %d, unit %d\n%s\n%s\n%s\n", i, program.Unit, source, vertex, fragment)
	}
}
`

// withProgram returns the flags for the engine with a program added at internal/added, and with its files as they are unless changed.
func withProgram(t *testing.T, program string, changed bool) []string {
	t.Helper()
	list, _ := flags(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(read(t, strings.TrimPrefix(list[1], "-overlay=")), &overlay); err != nil {
		t.Fatal(err)
	}
	overlay.Replace[filepath.Join(engineFolder, "internal", "added", "main.go")] = file
	for _, c := range engineChanges {
		if path := filepath.Join(engineFolder, c.file); overlay.Replace[path] == "" {
			t.Fatalf("%s is not replaced", c.file)
		} else if !changed {
			overlay.Replace[path] = filepath.Join(original(t), c.file)
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, program)
	write(t, filepath.Join(dir, "overlay.json"), string(text))
	return []string{list[0], "-overlay=" + filepath.Join(dir, "overlay.json")}
}

// TestChangedEngineHasTheSameShaders compares, letter by letter, the built-in shaders of the changed engine and of the original, in which
// the template makes them, for all filters, addresses and colour matrices; and the GLSL that they are compiled to.
func TestChangedEngineHasTheSameShaders(t *testing.T) {
	_, root := flags(t)
	var texts [2]string
	for i, changed := range []bool{false, true} {
		list := withProgram(t, printShaders, changed)
		texts[i] = run(t, root, nil, slices.Concat([]string{"run"}, list, []string{engine + "/internal/added"})...)
	}
	// Two filters, three addresses, with and without a colour matrix; one for the screen and one to clear.
	if n := strings.Count("\n"+texts[0], "\nshader "); n != 2*3*2+2 {
		t.Errorf("%d shaders", n)
	}
	want, got := strings.Split(texts[0], "\n"), strings.Split(texts[1], "\n")
	for i, line := range want {
		if i == len(got) || got[i] != line {
			t.Fatalf("after the lines\n%s\nthe changed engine goes on otherwise", strings.Join(want[max(0, i-20):i+1], "\n"))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d lines, not %d", len(got), len(want))
	}
}

// TestChangedEngineCompilesShaders runs the engine's own tests of its shader compiler, from Kage to GLSL, on the changed engine.
func TestChangedEngineCompilesShaders(t *testing.T) {
	list, root := flags(t)
	binary := filepath.Join(t.TempDir(), "shader.test")
	run(t, root, nil, slices.Concat([]string{"test", "-c", "-vet=off", "-o", binary}, list, []string{engine + "/internal/shader"})...)
	cmd := exec.Command(binary)
	cmd.Dir = filepath.Join(original(t), "internal", "shader") // it reads its testdata
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "PASS\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestProgramIsLean looks for packages that have been kept out of the program, because they are large or bring what is large.
func TestProgramIsLean(t *testing.T) {
	list, root := flags(t)
	args := slices.Concat([]string{"list", "-deps"}, list, []string{"./" + program})
	linked := strings.Fields(run(t, root, []string{"GOOS=js", "GOARCH=wasm"}, args...))
	for _, pkg := range []string{
		"archive/zip", "compress/gzip", "gonum.org/v1/gonum/mat", "html/template", "net/http", "regexp", "text/template",
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
