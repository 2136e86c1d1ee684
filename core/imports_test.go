//go:build !js

// Package core_test holds the rule of who may import whom.
package core_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const ebiten = "github.com/hajimehoshi/ebiten/"

// rules name, for the files below a folder, what they must not import; the longest folder that matches decides. Tests may import what
// they like, except across the parts.
var rules = []struct {
	folder    string
	forbidden []string
	why       string
}{
	{"core", []string{"syscall/js", ebiten, "conelab/wasm", "conelab/www", "os", "time", "net", "io/fs", "log",
		"gonum.org/v1/plot"}, "core is pure: no browser, no clock, no files, no plots; only cmd has those"},
	{"core/cmd", []string{"syscall/js", ebiten, "conelab/wasm", "conelab/www"}, "the command line is the core alone"},
	{"core/scene", []string{"syscall/js", ebiten, "conelab/wasm", "conelab/www", "os", "time", "net", "encoding/json", "gonum.org/", "conelab/core/session",
		"conelab/core/solve", "conelab/core/document"}, "scene goes into the view, which is small and knows no mathematics of training"},
	{"core/mesh", []string{"syscall/js", "fmt", "gonum.org/", "conelab/"}, "mesh goes into the view"},
	{"core/wire", []string{"encoding/json", "gonum.org/", "conelab/"}, "wire goes into the view"},
	{"wasm", []string{"conelab/www", "syscall/js"}, "only bridge touches raw JavaScript values"},
	{"wasm/bridge", []string{"conelab/www", ebiten, "conelab/core"}, "bridge knows nothing of what it carries"},
	{"wasm/solver", []string{"conelab/www", ebiten, "syscall/js"}, "the solver draws nothing"},
	{"wasm/view", []string{"conelab/www", "syscall/js", "encoding/json", "gonum.org/", ebiten + "v2/text", ebiten + "v2/ebitenutil"},
		"the view is small: labels are the page's, mathematics is the core's"},
	{"www", []string{"conelab/wasm", "syscall/js", ebiten}, "www builds and serves the programs, it does not contain them"},
}

func TestWhoImportsWhom(t *testing.T) {
	files := 0
	for _, root := range []string{".", "../wasm", "../www"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files++
			checkFile(t, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 40 {
		t.Errorf("only %d files were seen", files)
	}
}

func checkFile(t *testing.T, path string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	place := strings.TrimPrefix(filepath.ToSlash(filepath.Join("core", path)), "core/../")
	rule := -1
	for i, r := range rules {
		if strings.HasPrefix(place, r.folder+"/") && (rule < 0 || len(r.folder) > len(rules[rule].folder)) {
			rule = i
		}
	}
	if rule < 0 {
		t.Fatalf("%s: no rule", place)
	}
	for _, spec := range parsed.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		for _, bad := range rules[rule].forbidden {
			if name == bad || strings.HasPrefix(name, strings.TrimSuffix(bad, "/")+"/") {
				t.Errorf("%s imports %s: %s", place, name, rules[rule].why)
			}
		}
	}
}
