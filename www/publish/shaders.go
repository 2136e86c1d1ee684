package publish

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The engine normally compiles shaders from its language Kage to GLSL when a program runs. Here a program inside a copy of the unpatched
// engine compiles them once, when the page is built. So the page need not contain the compiler, which is a tenth of the download.

const (
	// shaderFolder holds the sources of the shaders. shaderList holds their names, each with the files that its source is concatenated from,
	// since Kage has no other way to share code.
	shaderFolder = "wasm/view"
	shaderList   = "shaders.txt"
	// shaderProgram is the path, within the engine, of the program that compiles them, and compiledFile its output.
	shaderProgram = "internal/conelab"
	compiledFile  = "internal/graphics/compiled.go"
)

// shaderCompiler is the source of that program.
//
//go:embed shaders.go.txt
var shaderCompiler []byte

// shaderSources returns the Kage sources of the page's shaders by name.
func shaderSources(root string) (map[string]string, error) {
	folder := filepath.Join(root, filepath.FromSlash(shaderFolder))
	list, err := os.ReadFile(filepath.Join(folder, shaderList))
	if err != nil {
		return nil, err
	}
	sources := map[string]string{}
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		var source strings.Builder
		for _, part := range words[1:] {
			text, err := os.ReadFile(filepath.Join(folder, part+".kage"))
			if err != nil {
				return nil, err
			}
			source.Write(text)
		}
		sources[words[0]] = source.String()
	}
	return sources, nil
}

// compileShaders compiles the page's shaders, and those of the engine in the folder original, into a Go file in dir, whose path it returns.
// modules is the go.mod that replaces the engine by engineFolder.
func compileShaders(root, original, modules, dir string) (string, error) {
	sources, err := shaderSources(root)
	if err != nil {
		return "", err
	}
	input, err := json.Marshal(sources)
	if err != nil {
		return "", err
	}
	work := filepath.Join(dir, "shaders")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return "", err
	}
	program := filepath.Join(work, "main.go")
	if err := os.WriteFile(program, shaderCompiler, 0o644); err != nil {
		return "", err
	}
	list, err := overlay(original, work, func(replace map[string]string) error {
		replace[inEngine(shaderProgram+"/main.go")] = program
		return nil
	})
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", "-modfile="+modules, "-overlay="+list, engine+"/"+shaderProgram)
	var faults bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stderr = root, bytes.NewReader(input), &faults
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=") // it runs on this machine, whatever the target
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("compiling the shaders: %w\n%s", err, faults.Bytes())
	}
	path := filepath.Join(dir, "compiled.go")
	return path, os.WriteFile(path, text, 0o644)
}
