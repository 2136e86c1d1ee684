package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The pictures are drawn with Ebitengine. More than a third of it is never used in the page but cannot be removed by the linker, and it does
// not start in a worker. So the program is compiled with a copy of the engine in which a few files are changed: see engineChanges. Everything
// else, including tests, uses the unpatched engine.
//
// The copy exists only for the compiler. A separate go.mod replaces the engine by a folder of the project, and go build -overlay says which
// files are in that folder: those of the original, except for the changed ones.
const (
	engine = "github.com/hajimehoshi/ebiten/v2"
	// engineFolder is relative to the project, because the compiled program records it and must not depend on the machine.
	engineFolder = "build/ebitengine"
)

// errEngine means that the engine is not the version for which the changes were made.
var errEngine = errors.New("the engine is not as expected")

// engineFlags returns the flags of go build, run in the project's folder root, that replace the engine by the changed one. The files that
// they name are written into dir.
func engineFlags(root, dir string) ([]string, error) {
	original, err := engineSource(root)
	if err != nil {
		return nil, err
	}
	modules, err := redirect(root, dir)
	if err != nil {
		return nil, err
	}
	compiled, err := compileShaders(root, original, modules, dir)
	if err != nil {
		return nil, err
	}
	list, err := overlay(original, dir, func(replace map[string]string) error { return changeEngine(original, dir, compiled, replace) })
	if err != nil {
		return nil, err
	}
	return []string{"-modfile=" + modules, "-overlay=" + list}, nil
}

// engineSource returns the folder with the version of the engine that the project requires, downloading it if necessary.
func engineSource(root string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", engine)
	cmd.Dir = root
	out, err := cmd.Output()
	var module struct{ Dir, Error string }
	if json.Unmarshal(out, &module) == nil && module.Error != "" {
		return "", fmt.Errorf("go mod download: %s", module.Error)
	}
	if err != nil {
		return "", fmt.Errorf("go mod download: %w", err)
	}
	return module.Dir, nil
}

// redirect writes into dir a go.mod that replaces the engine by engineFolder, with its go.sum, and returns its path.
func redirect(root, dir string) (string, error) {
	modules, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	modules = fmt.Appendf(modules, "\nreplace %s => ./%s\n", engine, engineFolder)
	if err := os.WriteFile(filepath.Join(dir, "engine.sum"), sums, 0o644); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "engine.mod")
	return path, os.WriteFile(path, modules, 0o644)
}

// overlay writes into dir the list for go build -overlay and returns its path. The list maps each path in engineFolder to the original file
// of the engine, except where change changes the map.
func overlay(original, dir string, change func(replace map[string]string) error) (string, error) {
	replace := map[string]string{}
	err := filepath.WalkDir(original, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(original, path)
		replace[inEngine(filepath.ToSlash(relative))] = path
		return err
	})
	if err != nil {
		return "", err
	}
	if err := change(replace); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}

// inEngine returns the path that a file of the engine has for the compiler.
func inEngine(file string) string {
	return filepath.Join(filepath.FromSlash(engineFolder), filepath.FromSlash(file))
}

// changeEngine writes the changed files of the engine into dir, maps their paths to them, and adds the compiled shaders.
func changeEngine(original, dir, compiled string, replace map[string]string) error {
	for _, c := range engineChanges {
		changed := filepath.Join(dir, strings.ReplaceAll(c.file, "/", "_"))
		if err := c.write(original, changed); err != nil {
			return err
		}
		replace[inEngine(c.file)] = changed
	}
	for _, file := range engineLeaves {
		delete(replace, inEngine(file))
	}
	replace[inEngine(compiledFile)] = compiled
	return nil
}

// change is a list of edits of one file of the engine, with the reason.
type change struct {
	// file is relative to the engine's folder; sum is the SHA-256 of the original.
	file, sum string
	why       string
	edits     []edit
}

// edit replaces text by with: from the only occurrence of from to the end of the next to, or to the end of from if to is empty.
type edit struct{ from, to, with string }

// write writes the changed form of a file of the engine, found in the folder original, to path.
func (c *change) write(original, path string) error {
	source, err := os.ReadFile(filepath.Join(original, filepath.FromSlash(c.file)))
	if err != nil {
		return err
	}
	changed, err := c.apply(string(source))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(changed), 0o644)
}

// apply returns the changed form of the source. The engine's licence requires a notice in it.
func (c *change) apply(source string) (string, error) {
	if hash([]byte(source)) != c.sum {
		return "", fmt.Errorf("%w: %s is another", errEngine, c.file)
	}
	for _, e := range c.edits {
		before, rest, found := strings.Cut(source, e.from)
		if !found || strings.Contains(rest, e.from) {
			return "", fmt.Errorf("%w: %s has not one place with %q", errEngine, c.file, e.from)
		}
		if _, rest, found = strings.Cut(rest, e.to); !found {
			return "", fmt.Errorf("%w: %s lacks %q", errEngine, c.file, e.to)
		}
		source = before + e.with + rest
	}
	return "// Changed for Conelab: " + c.why + "\n\n" + source, nil
}
