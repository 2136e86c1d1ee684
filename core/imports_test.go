//go:build !js

// Package core_test holds the rule of who may import whom.
package core_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows draws who imports whom in core. On the left a group, or a package whose row then stands in place of its group's; on the right the
// groups and packages that it may import. A package without a row, an import without an arrow and an arrow without an import fail.
var arrows = map[string]string{
	"numeric":      "numeric",                     // linear algebra, losses, the interior-point method
	"network":      "numeric network data/fault",  // networks and their certificates
	"data":         "data",                        // parsers know neither networks nor documents
	"data/dataset": "data numeric/lift",           // planted data have an architecture
	"data/fault":   "",                            // what all readers share lies below everything
	"format":       "numeric network data format", // documents in and out
	// The parts of the session, each above those that it knows.
	"app/protocol":  "data/strictjson numeric/loss", // goes into the view, too
	"app/messages":  "app/protocol data/fault",
	"app/workspace": "app/protocol app/messages numeric network data format",
	"app/solve":     "app/protocol app/messages app/workspace numeric network format",
	"app/verify":    "app/protocol app/messages app/workspace app/solve numeric network format",
	"app/view":      "app/protocol app/messages app/workspace app/solve numeric network",
	"app/store":     "app/protocol app/messages app/workspace app/solve app/verify app/view data numeric network format",
	"app/session":   "app/protocol app/messages app/workspace app/solve app/verify app/view app/store data/strictjson format",
	"draw":          "",                                   // goes into the view, which is small
	"draw/canvas":   "draw/mesh data/fault",               // the drawing kit knows nothing of networks
	"draw/scene":    "draw/mesh draw/canvas app/protocol", // draws what the session says
	"paper":         "numeric network data",
	"cmd/conelab":   "numeric network data format",
	"cmd/reproduce": "data network paper", // the experiments are no part of the product
}

// maxGroups bounds the folders at the top of core: a newcomer can name them.
const maxGroups = 8

const ebiten = "github.com/hajimehoshi/ebiten/"

// bans name, for the files below a folder, what they must not import; the longest folder that matches decides. Tests may import what they
// like.
var bans = []struct {
	folder    string
	forbidden []string
	why       string
}{
	{"core", []string{"syscall/js", ebiten, "conelab/wasm", "conelab/www", "os", "time", "net", "io/fs", "log",
		"gonum.org/v1/plot"}, "core is pure: no browser, no clock, no files, no plots; only cmd has those"},
	{"core/cmd", []string{"syscall/js", ebiten, "conelab/wasm", "conelab/www"}, "the command line is the core alone"},
	{"core/draw", []string{"syscall/js", ebiten, "conelab/wasm", "conelab/www", "os", "time", "net", "encoding/json", "gonum.org/"},
		"draw is for the view, which knows no mathematics of training"},
	{"core/draw/mesh", []string{"syscall/js", "fmt", "gonum.org/"}, "mesh goes into the view"},
	{"core/app/protocol", []string{"gonum.org/"}, "protocol goes into the view: what it computes about its own values needs no library"},
	{"wasm", []string{"conelab/www", "syscall/js"}, "only bridge touches raw JavaScript values"},
	{"wasm/bridge", []string{"conelab/www", ebiten, "conelab/core"}, "bridge knows nothing of what it carries"},
	{"wasm/solver", []string{"conelab/www", ebiten, "syscall/js"}, "the solver draws nothing"},
	{"wasm/view", []string{"conelab/www", "syscall/js", "encoding/json", "gonum.org/", ebiten + "v2/text", ebiten + "v2/ebitenutil"},
		"the view is small: labels are the page's, mathematics is the core's"},
	{"www", []string{"conelab/wasm", "syscall/js", ebiten, "conelab/core/paper"}, "www builds and serves the program, it does not contain it"},
}

// TestArrows compares the imports of all packages of core with the drawing.
func TestArrows(t *testing.T) {
	used := map[string]map[string]bool{}
	for path, imports := range goFiles(t, ".") {
		from := row(filepath.ToSlash(filepath.Dir(path)))
		if from == "" {
			t.Errorf("%s belongs to no row of the drawing", path)
			continue
		}
		if used[from] == nil {
			used[from] = map[string]bool{}
		}
		for _, name := range imports {
			to, ours := strings.CutPrefix(name, "conelab/core/")
			if !ours {
				continue
			}
			allowed := false
			for _, target := range strings.Fields(arrows[from]) {
				if within(to, target) {
					used[from][target], allowed = true, true
				}
			}
			if !allowed {
				t.Errorf("%s imports %s, but there is no arrow from %s to it", path, to, from)
			}
		}
	}
	for from, targets := range arrows {
		if used[from] == nil {
			t.Errorf("the row %s has no package", from)
		}
		for _, target := range strings.Fields(targets) {
			if !used[from][target] {
				t.Errorf("the arrow from %s to %s is not used", from, target)
			}
		}
	}
}

// TestGroups counts the folders at the top of core.
func TestGroups(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	groups := 0
	for _, entry := range entries {
		if entry.IsDir() {
			groups++
		}
	}
	if groups > maxGroups {
		t.Errorf("%d folders at the top of core, expected at most %d", groups, maxGroups)
	}
}

// row returns the row of the drawing that decides for a package, or "".
func row(folder string) string {
	best := ""
	for from := range arrows {
		if within(folder, from) && len(from) > len(best) {
			best = from
		}
	}
	return best
}

// within reports whether the folder is the other one or below it.
func within(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}

// TestBans looks for imports that do not belong where they stand.
func TestBans(t *testing.T) {
	files := 0
	for _, root := range []string{".", "../wasm", "../www"} {
		for path, imports := range goFiles(t, root) {
			files++
			checkFile(t, strings.TrimPrefix(filepath.ToSlash(filepath.Join("core", path)), "core/../"), imports)
		}
	}
	if files < 40 {
		t.Errorf("only %d files were seen", files)
	}
}

func checkFile(t *testing.T, place string, imports []string) {
	t.Helper()
	rule := -1
	for i, r := range bans {
		if strings.HasPrefix(place, r.folder+"/") && (rule < 0 || len(r.folder) > len(bans[rule].folder)) {
			rule = i
		}
	}
	if rule < 0 {
		t.Fatalf("%s: no rule", place)
	}
	for _, name := range imports {
		if slices.ContainsFunc(bans[rule].forbidden, func(bad string) bool { return within(name, strings.TrimSuffix(bad, "/")) }) {
			t.Errorf("%s imports %s: %s", place, name, bans[rule].why)
		}
	}
}

// goFiles returns the imports of the Go files below root, tests aside.
func goFiles(t *testing.T, root string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files[path] = nil
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			files[path] = append(files[path], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
