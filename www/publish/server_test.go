package publish

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
		{"/a.0123456789ab.wasm", "br;q=0, gzip;q=0.5", 200, "zip", "application/wasm", "gzip", forEver},
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
			h.Get("Cache-Control") != test.cache || h.Get("Content-Security-Policy") != policy {
			t.Errorf("%s (%s): %q with %v", test.path, test.accept, w.Body, h)
		}
	}
}

func TestHandlerRefusesOtherMethods(t *testing.T) {
	w := httptest.NewRecorder()
	served(t).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("status %d", w.Code)
	}
}

func TestListenTakesTheNextFreePort(t *testing.T) {
	first, err := Listen(18080, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := Listen(18080, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if first.Addr().String() == second.Addr().String() {
		t.Error("one port twice")
	}
}
