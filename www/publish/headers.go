package publish

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// headersName is a file in which some static hosts look for the headers to send; SECURITY.md describes them for others.
const headersName = "_headers"

// headers writes it: the headers that Handler sends, path by path, since hosts join the headers of two rules for the same path. It runs last.
func (b *builder) headers() error {
	var text strings.Builder
	rule := func(path, name string) {
		h := http.Header{}
		setHeaders(h, name)
		fmt.Fprintln(&text, path)
		for _, header := range slices.Sorted(maps.Keys(h)) {
			fmt.Fprintf(&text, "  %s: %s\n", header, h.Get(header))
		}
	}
	rule("/", "index.html")
	err := filepath.WalkDir(b.Out, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(b.Out, path)
		if ending := filepath.Ext(name); err != nil || entry.IsDir() || ending == ".gz" || ending == ".br" {
			return err
		}
		rule("/"+filepath.ToSlash(name), name)
		return nil
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.Out, headersName), []byte(text.String()), 0o644)
}
