package publish

import (
	"go/format"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"conelab/core/draw/shader"
)

// changedFlags returns the flags that put the changed engine in place and the folder with the files that they name.
func changedFlags(t *testing.T) (list []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	list, err := engineFlags(projectRoot(t), dir)
	if err != nil || len(list) == 0 {
		t.Fatal("the engine is not changed", err)
	}
	return list, dir
}

func projectRoot(t *testing.T) string {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	return root
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

func TestChangesGiveTidySources(t *testing.T) {
	_, dir := changedFlags(t)
	for _, c := range engineChanges {
		changed := string(read(t, dir, strings.ReplaceAll(c.file, "/", "_")))
		if tidy, err := format.Source([]byte(changed)); err != nil || string(tidy) != changed {
			t.Errorf("%s is not formatted (%v)", c.file, err)
		}
		notice := strings.HasPrefix(changed, "// Changed for Conelab: "+c.why+"\n")
		if !notice || !strings.Contains(changed, "// Licensed under the Apache License") {
			t.Errorf("%s does not say that it was changed, or its licence", c.file)
		}
	}
}

// TestShadersAreCompiled counts what the build makes of the shaders: each has a text for the vertices and one for the pixels.
func TestShadersAreCompiled(t *testing.T) {
	_, dir := changedFlags(t)
	text := string(read(t, dir, "compiled.go"))
	// The engine's own: two filters, three addresses, with and without a colour matrix; one for the screen and one to clear.
	if got, want := strings.Count(text, "#version 300 es"), 2*(len(shader.Sources())+2*3*2+2); got != want {
		t.Errorf("there are %d texts, not %d", got, want)
	}
}

// TestProgramIsLean looks for packages that have been kept out of the program, because they are large or bring what is large.
func TestProgramIsLean(t *testing.T) {
	list, _ := changedFlags(t)
	args := slices.Concat([]string{"list", "-deps"}, list, []string{"./" + program})
	linked := strings.Fields(run(t, projectRoot(t), []string{"GOOS=js", "GOARCH=wasm"}, args...))
	for _, pkg := range []string{"go/ast", "gonum.org/v1/gonum/mat", "html/template", "net/http", "regexp", "text/template"} {
		if slices.Contains(linked, pkg) {
			t.Errorf("the program contains %s", pkg)
		}
	}
}
