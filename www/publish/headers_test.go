package publish

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

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
	for _, header := range []string{"Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff", "Cross-Origin-Opener-Policy: same-origin", "immutable"} {
		if !strings.Contains(rules, header) {
			t.Errorf("no path has %s", header)
		}
	}
}

// TestPolicyIsThatOfTheDocumentation: hosts that are set up by hand get the policy from SECURITY.md.
func TestPolicyIsThatOfTheDocumentation(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	if text := string(read(t, root, "SECURITY.md")); strings.Count(text, policy) < 4 {
		t.Errorf("SECURITY.md has the policy %d times; it is %s", strings.Count(text, policy), policy)
	}
}
