package publish

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestProgramLosesItsLines takes the lines out of a program: the names of its own functions and of the runtime's stay, others go, and what is not
// as expected is refused. That such a program runs, with all that the garbage collector needs of the tables, every test of the page in a browser shows.
func TestProgramLosesItsLines(t *testing.T) {
	program := deep(t, map[string]string{
		"main.go":      "package main\n\nimport (\n\t\"deep/down\"\n\t\"os\"\n)\n\nfunc main() { down.Under(os.Getenv) }\n",
		"down/down.go": "package down\n\n//go:noinline\nfunc Under(name func(string) string) { panic(name(\"deep\")) }\n",
	})
	stripped, err := stripLines(program, "deep")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := stripLines(stripped, "deep"); err != nil || !bytes.Equal(again, stripped) {
		t.Errorf("a second time it changes again (%v)", err)
	}
	for name, stays := range map[string]bool{"main.main": true, "deep/down.Under": true, "runtime.gopanic": true, "os.Getenv": false} {
		name := append([]byte(name), 0)
		if !bytes.Contains(program, name) || bytes.Contains(stripped, name) != stays {
			t.Errorf("of the name %s it should be %t that it stays", name, stays)
		}
	}
	if !bytes.Contains(program, []byte("runtime/panic.go")) || bytes.Contains(stripped, []byte("runtime/panic.go")) {
		t.Error("the names of the files are still there, or never were")
	}
	for i := range 8 {
		if _, err := stripLines(program[:i*len(program)/8], "deep"); !errors.Is(err, errProgram) {
			t.Errorf("%d eighths of it give %v", i, err)
		}
	}
	if _, err := stripLines(bytes.Replace(program, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}, []byte{0xf2, 0xff, 0xff, 0xff, 0, 0, 1, 8}, 1), "deep"); !errors.Is(err, errProgram) {
		t.Errorf("other tables give %v", err)
	}
}

// deep compiles a module called deep for the browser, given its files.
func deep(t *testing.T, files map[string]string) []byte {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module deep\n\ngo 1.26\n")
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), content)
	}
	file := filepath.Join(dir, "deep.wasm")
	run(t, dir, []string{"GOOS=js", "GOARCH=wasm", "GOWORK=off"}, "build", "-trimpath", "-o", file)
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}
