// Package page tests the sources of the page as text; the page itself is TypeScript.
package page

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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

// below says which folders the modules of a folder may import from: those that it needs, never the other way.
var below = map[string]string{
	"platform": "", "platform/workers": "platform", "shell": "platform", "stage": "platform shell", "panels": "platform shell", "data": "platform shell",
	"learn": "platform shell", "present": "platform shell", "share": "platform shell learn present", "messages": "platform",
}

var imports = regexp.MustCompile(`(?m)^(?:import|export)[^'\n]*(?:\n[^'\n]*)*? from '(\.[^']*)'`)

// TestImports checks that imports go one way. main.ts joins all parts, start.ts starts them, and unit tests them.
func TestImports(t *testing.T) {
	for path, text := range sources(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		if path == "shell/main.ts" || path == "shell/start.ts" || path == "messages.ts" || folder == "unit" {
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
