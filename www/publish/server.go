package publish

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Handler serves a built folder like a good static host: compressed forms to clients that accept them, unlimited caching of
// hashed names, and the content security policy.
func Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "only GET and HEAD are answered", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		if name == "/" {
			name = "/index.html"
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(file); err != nil || info.IsDir() {
			http.NotFound(w, r)
			return
		}
		setHeaders(w.Header(), name)
		f, err := os.Open(file + negotiate(w.Header(), r.Header.Get("Accept-Encoding"), file))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer f.Close()
		r.Header.Del("Range") // a range would be one of the compressed form
		http.ServeContent(w, r, "", time.Time{}, f)
	})
}

// setHeaders sets the headers that depend only on the name.
func setHeaders(h http.Header, name string) {
	h.Set("Content-Type", cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream"))
	h.Set("Content-Security-Policy", policyOf(name)+"; frame-ancestors "+ancestorsOf(name))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Permissions-Policy", permissions)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	if immutable(name) {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
}

// permissions refuses what the page never asks for, so that no script in it could.
const permissions = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

// ancestorsOf returns who may show a file in a frame: the page, anybody, also from a file; everything else this site only.
func ancestorsOf(name string) string {
	if path.Base(name) == "index.html" {
		return "* file:"
	}
	return "'self'"
}

// policyOf returns the content security policy of a file.
func policyOf(name string) string {
	if base := path.Base(name); base == recordPage || slices.Contains(coursePages, base) {
		return scriptlessPolicy
	}
	return policy
}

// contentTypes are the media types of the site's files by their endings. The machine's own table differs between machines.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".json": "application/json", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png",
}

// negotiate returns the suffix of the smallest available form of the file that a browser accepts, and sets the headers for it.
func negotiate(h http.Header, accept, file string) string {
	h.Set("Vary", "Accept-Encoding")
	for _, form := range []form{brotliForm, gzipForm} {
		if _, err := os.Stat(file + form.suffix); err == nil && slices.Contains(strings.Split(accept, ", "), form.encoding) {
			h.Set("Content-Encoding", form.encoding)
			return form.suffix
		}
	}
	return ""
}

// headersName is a file in which some static hosts look for the headers to send; SECURITY.md describes them for others.
const headersName = "_headers"

// headers writes it: the headers that Handler sends, path by path, since hosts join the headers of two rules for the same path.
// It runs last.
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
