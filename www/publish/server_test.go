package publish

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// served is a small built folder.
func served(t *testing.T) http.Handler {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "<!doctype html>", "a.0123456789ab.wasm": "plain", "a.0123456789ab.wasm.gz": "zip", "a.0123456789ab.wasm.br": "br",
		"only.css": "plain", "only.css.gz": "zip", "licences.txt": "plain",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Handler(dir)
}

func TestHandler(t *testing.T) {
	const forEver, checked = "public, max-age=31536000, immutable", "no-cache"
	tests := []struct {
		path, accept                       string
		status                             int
		body, contentType, encoding, cache string
	}{
		{"/", "", 200, "<!doctype html>", "text/html; charset=utf-8", "", checked},
		{"/a.0123456789ab.wasm", "gzip, deflate, br", 200, "br", "application/wasm", "br", forEver},
		{"/a.0123456789ab.wasm", "gzip", 200, "zip", "application/wasm", "gzip", forEver},
		{"/a.0123456789ab.wasm", "", 200, "plain", "application/wasm", "", forEver},
		{"/a.0123456789ab.wasm.gz", "gzip, br", 200, "zip", "application/octet-stream", "", forEver},
		{"/only.css", "br", 200, "plain", "text/css; charset=utf-8", "", checked},
		{"/licences.txt", "gzip", 200, "plain", "text/plain; charset=utf-8", "", checked},
		{"/missing.js", "", 404, "", "", "", ""},
		{"/../../etc/passwd", "", 404, "", "", "", ""},
	}
	handler := served(t)
	for _, test := range tests {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path = test.path
		r.Header.Set("Accept-Encoding", test.accept)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%s: status %d", test.path, w.Code)
		}
		if test.status != 200 {
			continue
		}
		h := w.Header()
		if w.Body.String() != test.body || h.Get("Content-Type") != test.contentType || h.Get("Content-Encoding") != test.encoding ||
			h.Get("Cache-Control") != test.cache || !strings.HasPrefix(h.Get("Content-Security-Policy"), policy+"; frame-ancestors ") {
			t.Errorf("%s (%s): %q with %v", test.path, test.accept, w.Body, h)
		}
	}
}

// TestHeadersFileSaysWhatTheServerSends reads the file for static hosts and asks our own server for each path of it.
func TestHeadersFileSaysWhatTheServerSends(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	m := buildSite(t, Options{Out: out, Quick: true})
	handler, sent, paths := Handler(out), http.Header{}, map[string]bool{}
	for line := range strings.Lines(string(read(t, out, headersName))) {
		line = strings.TrimRight(line, "\n")
		if path, isPath := strings.CutPrefix(line, "/"); isPath {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, "/"+path, nil)
			if handler.ServeHTTP(w, r); w.Code != http.StatusOK {
				t.Errorf("/%s: status %d", path, w.Code)
			}
			sent, paths[path] = w.Header(), true
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "  "), ": ")
		if !ok || sent.Get(name) != value {
			t.Errorf("%q, and the server sends %q", line, sent.Get(name))
		}
	}
	for _, f := range m.Files {
		if !paths[f.Path] {
			t.Errorf("there is no rule for %s", f.Path)
		}
	}
	if !paths[""] || !paths["embed.html"] || !paths[recordPage] {
		t.Errorf("there are rules for %d paths only", len(paths))
	}
	rules := string(read(t, out, headersName))
	for _, header := range []string{"Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
		"Cross-Origin-Opener-Policy: same-origin", "immutable",
		"frame-ancestors * file:", "frame-ancestors 'self'", "Cross-Origin-Resource-Policy: cross-origin", "Permissions-Policy: camera=()"} {
		if !strings.Contains(rules, header) {
			t.Errorf("no path has %s", header)
		}
	}
}

// TestPolicyIsThatOfTheDocumentation: hosts that are set up by hand get the policy from SECURITY.md.
func TestPolicyIsThatOfTheDocumentation(t *testing.T) {
	root := projectRoot(t)
	if text := string(read(t, root, "SECURITY.md")); strings.Count(text, policy) < 4 {
		t.Errorf("SECURITY.md has the policy %d times; it is %s", strings.Count(text, policy), policy)
	}
}
