//go:build !js

package core_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadmeProgram compiles and runs the program that README shows, as a package of this module that is there for the compiler alone.
func TestReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(readme), "\n```go\n")[1:]
	if len(blocks) == 0 {
		t.Fatal("README has no program")
	}
	for _, block := range blocks {
		source, _, _ := strings.Cut(block, "\n```")
		dir := t.TempDir()
		file, err := filepath.Abs("readme/main.go")
		if err != nil {
			t.Fatal(err)
		}
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: filepath.Join(dir, "main.go")}})
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{"main.go": source + "\n", "overlay.json": string(overlay)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command("go", "run", "-overlay", filepath.Join(dir, "overlay.json"), "./readme").CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), "certified: true, cost ") || strings.Count(string(out), "\n") != 2 {
			t.Errorf("%v: %s", err, out)
		}
	}
}
