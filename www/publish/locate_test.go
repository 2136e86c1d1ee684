package publish

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReportsAreLocated gives every offset in two functions a line: each is one of the function's own, their calls in the order of the source.
func TestReportsAreLocated(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module deep\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"deep/down\"\n\nfunc main() { down.Under(down.Both[string]) }\n")
	if err := os.Mkdir(filepath.Join(dir, "down"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "down", "down.go"), strings.Join([]string{
		"package down",
		"",
		"//go:noinline",
		"func Under(call func(string, func(string))) {",
		"\tcall(\"a\", func(s string) { println(s) })",
		"\tcall(\"b\", nil)",
		"}",
		"",
		"//go:noinline",
		"func Both[T any](value T, call func(T)) {",
		"\tcall(value)",
		"\tcall(value)",
		"}",
	}, "\n"))
	file := filepath.Join(dir, "deep.wasm")
	run(t, dir, []string{"GOOS=js", "GOARCH=wasm", "GOWORK=off"}, "build", "-trimpath", "-o", file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, calls := range map[string][]int{"deep/down.Under()": {5, 6}, "deep/down.Both[...](...)": {11, 12}, "created by deep/down.Under in goroutine 1": {5, 6}} {
		var lines []int
		for offset := 1; ; offset++ {
			got, err := locate(whole, fmt.Sprintf("panic: fault\n\n%s\n\t?:0 +%#x\nmore\n", name, offset))
			if err != nil {
				t.Fatal(err)
			}
			line := 0
			if _, err := fmt.Sscanf(got, "panic: fault\n\n"+strings.ReplaceAll(name, "%", "%%")+"\n\tdeep/down/down.go:%d", &line); err != nil {
				break // behind the end of the function
			}
			if lines = append(lines, line); line < calls[0]-1 || line > calls[1]+1 {
				t.Errorf("%s+%d is in line %d", name, offset, line)
			}
		}
		first, second := slices.Index(lines, calls[0]), slices.Index(lines, calls[1])
		if first < 0 || second < first {
			t.Errorf("the lines of %s are %v", name, lines)
		}
	}
	for _, text := range []string{"", "fault", "deep/down.Missing()\n\t?:0 +0x1", "deep/down.Under()\n\t?:0 +0xfffffff", "deep/down.Under()\n\t?:0 +0xffffffffffffffff", "deep/down.Under()\n\tother.go:1 +0x1"} {
		if got, err := locate(whole, text); got != text || err != nil {
			t.Errorf("%q becomes %q, %v", text, got, err)
		}
	}
	for i := range 8 {
		if _, err := locate(whole[:i*len(whole)/8], "deep/down.Under()\n\t?:0 +0x1"); !errors.Is(err, errProgram) {
			t.Errorf("%d eighths of it give %v", i, err)
		}
	}
}
