package publish

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestOverlayFitsTheStandardLibrary(t *testing.T) {
	root, err := goroot(".")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(root, templateFile))
	if err != nil {
		t.Fatal(err)
	}
	changed, err := withoutMethods(string(source))
	if err != nil {
		t.Fatalf("%v: the view will be a third larger", err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "exec.go", changed, 0); err != nil {
		t.Error(err)
	}
	if _, err := withoutMethods(changed); err == nil {
		t.Error("a source without the look-up must be refused")
	}
}

// TestOnlyTheEngineUsesTemplates watches over what makes the overlay harmless.
func TestOnlyTheEngineUsesTemplates(t *testing.T) {
	const format = `{{$p := .ImportPath}}{{range .Imports}}{{if or (eq . "text/template") (eq . "html/template")}}{{$p}} {{end}}{{end}}`
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-deps", "-f", format, "./wasm/...")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, user := range strings.Fields(string(out)) {
		if user != "github.com/hajimehoshi/ebiten/v2/internal/builtinshader" {
			t.Errorf("%s uses templates: see that they call no methods", user)
		}
	}
}
