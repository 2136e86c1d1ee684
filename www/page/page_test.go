// Package page tests the sources of the page as text; the page itself is TypeScript.
package page

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"conelab/www/publish"
)

// sources returns the page's TypeScript by path.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".ts" {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(path)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	looksUp = regexp.MustCompile(`byId\('([\w-]+)'(?:, (\w+))?\)`)
	hasID   = regexp.MustCompile(`<(\w+)[^<>]*? id="([\w-]+)"`)
)

// kinds are the classes of elements that have one of their own, by their tags.
var kinds = map[string]string{
	"HTMLButtonElement": "button", "HTMLInputElement": "input", "HTMLSelectElement": "select", "HTMLTextAreaElement": "textarea", "HTMLDialogElement": "dialog",
	"HTMLTableElement": "table", "HTMLTableSectionElement": "tbody", "HTMLDetailsElement": "details", "HTMLProgressElement": "progress", "SVGUseElement": "use",
	"SVGSVGElement": "svg", "HTMLMetaElement": "meta",
}

// made are the elements that the page makes, rather than index.html.
var made = map[string]bool{"table-all": true}

// TestElementsAreThere compares the elements that the modules look up with those of index.html.
func TestElementsAreThere(t *testing.T) {
	index, err := publish.Page("../..", "index.html", nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	tags := map[string]string{}
	for _, found := range hasID.FindAllStringSubmatch(string(index), -1) {
		tags[found[2]] = found[1]
	}
	lookups := 0
	for path, text := range sources(t) {
		if path == "share/host.ts" { // the script of another page
			continue
		}
		for _, found := range looksUp.FindAllStringSubmatch(text, -1) {
			id, kind := found[1], found[2]
			tag, ok := tags[id]
			lookups++
			switch isSVG := tag == "svg" || tag == "use"; {
			case made[id]:
			case !ok:
				t.Errorf("%s looks for #%s, which index.html does not have", path, id)
			case kind == "" && isSVG || kind != "" && kinds[kind] != tag:
				t.Errorf("%s takes #%s, a <%s>, for a %s", path, id, tag, kind)
			}
		}
	}
	if lookups < 150 {
		t.Errorf("only %d lookups were found", lookups)
	}
}

// below says which folders the modules of a folder may import from: those that it needs, never the other way.
var below = map[string]string{
	"platform": "", "platform/workers": "platform", "shell": "platform", "stage": "platform shell", "panels": "platform shell", "data": "platform shell",
	"learn": "platform shell", "present": "platform shell", "share": "platform shell learn present", "messages": "platform",
}

var imports = regexp.MustCompile(`(?m)^(?:import|export)[^'\n]*(?:\n[^'\n]*)*? from '(\.[^']*)'`)

// TestImports checks that imports go one way. main.ts joins all parts, and unit tests them.
func TestImports(t *testing.T) {
	for path, text := range sources(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		if path == "shell/main.ts" || path == "messages.ts" || folder == "unit" {
			continue
		}
		for _, found := range imports.FindAllStringSubmatch(text, -1) {
			target := filepath.ToSlash(filepath.Join(folder, found[1]))
			other := filepath.ToSlash(filepath.Dir(target))
			if other == folder || target == "messages" || strings.HasPrefix(target, "../../assets") {
				continue
			}
			if !strings.Contains(" "+below[folder]+" ", " "+other+" ") {
				t.Errorf("%s imports %s", path, target)
			}
		}
	}
}
