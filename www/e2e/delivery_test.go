package e2e

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"conelab/www/visit"
)

// spoiled returns what a bad proxy makes of a host: whatever spoil changes comes so to everybody who does not ask past all caches, but for the page
// itself where it is opened, without which nothing begins.
func spoiled(spoil func(w http.ResponseWriter, whole []byte)) func(http.Handler) http.Handler {
	return func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/sw.js" || r.Header.Get("Sec-Fetch-Dest") == "document" || r.Header.Get("Cache-Control") == "no-cache" {
				host.ServeHTTP(w, r)
				return
			}
			answer := httptest.NewRecorder()
			host.ServeHTTP(answer, r)
			if answer.Code != http.StatusOK {
				host.ServeHTTP(w, r)
				return
			}
			for name, values := range answer.Header() {
				if name != "Content-Length" {
					w.Header()[name] = values
				}
			}
			spoil(w, answer.Body.Bytes())
		})
	}
}

// digestsKept gives the SHA-256 of every file that the service worker keeps, by the file's name.
const digestsKept = `caches.keys().then((names) => caches.open(names[0])).then(async (cache) => Object.fromEntries(await Promise.all((await cache.keys()).map(async (request) => {
	const digest = await crypto.subtle.digest('SHA-256', await (await cache.match(request)).arrayBuffer());
	return [new URL(request.url).pathname.split('/').at(-1) || 'index.html', Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')];
}))))`

// TestSpoiledFilesAreFetchedAnew sends every file as half of it, with other bytes in it, and as a page with the status 200, all of which may be
// cached for ever: the page starts, and its service worker keeps what was built.
func TestSpoiledFilesAreFetchedAnew(t *testing.T) {
	for name, spoil := range map[string]func(w http.ResponseWriter, whole []byte){
		"half":  func(w http.ResponseWriter, whole []byte) { w.Write(whole[:len(whole)/2]) },
		"other": func(w http.ResponseWriter, whole []byte) { whole[len(whole)/2] ^= 0xff; w.Write(whole) },
		"page": func(w http.ResponseWriter, _ []byte) {
			w.Header().Del("Content-Encoding")
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<!doctype html><title>Log in</title>"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := twin(t)
			s.Plain() // else a browser sees half a file by its compression
			s.Meddle(spoiled(spoil))
			v := &user{s.OpenKept(t, visit.Small(), visit.WithoutPictures()), t}
			t.Cleanup(v.Close)
			v.Await("navigator.serviceWorker.ready.then(() => true)")
			v.Forgive("valid digest", "MIME type")
			v.Await("getComputedStyle(document.body).margin === '0px'")
			kept := evaluate[map[string]string](v, digestsKept)
			for file, digest := range kept {
				data, err := os.ReadFile(filepath.Join(s.Folder(), file))
				if err != nil || fmt.Sprintf("%x", sha256.Sum256(data)) != digest {
					t.Errorf("what is kept as %s is not what was built (%v)", file, err)
				}
			}
			for _, name := range []string{"index.html", "record.html", "manifest.webmanifest", "icon-192.png"} {
				if kept[name] == "" {
					t.Errorf("%s is not kept", name)
				}
			}
			s.Vanish()
			v.Load()
			v.Await("document.getElementById('verdict-word').textContent === 'Certified'")
			v.verify()
		})
	}
}

// TestMissingProgramIsSaid takes the program away, as a host does that has published another build: a sentence says so, and another try starts the
// page once there is one.
func TestMissingProgramIsSaid(t *testing.T) {
	t.Parallel()
	s := twin(t)
	var missing atomic.Bool
	missing.Store(true)
	s.Meddle(without(".wasm", &missing))
	v := &user{s.OpenUntil(t, "", "document.getElementById('notice-action').textContent === 'Try again'", visit.Small(), visit.WithoutPictures()), t}
	t.Cleanup(v.Close)
	want := "The page is of another version than its program, which is no longer there."
	v.Forgive("status of 404")
	if text := evaluate[string](v, "document.getElementById('notice-text').textContent"); text != want {
		t.Errorf("the sentence is %q", text)
	}
	missing.Store(false)
	v.Click("#notice-action")
	v.Await("document.getElementById('verdict-word')?.textContent === 'Certified'")
}

// without leaves a part of a host away as long as it is missing.
func without(part string, missing *atomic.Bool) func(http.Handler) http.Handler {
	return func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if missing.Load() && strings.Contains(r.URL.Path, part) {
				http.NotFound(w, r)
				return
			}
			host.ServeHTTP(w, r)
		})
	}
}

// TestStalledProgramIsSaid lets half of a file that the solver needs come, and then nothing: after a while, which the browser's clock makes short, the page says
// so, and another try starts it. Without its script a line says that it has not started, and how to load it again.
func TestStalledProgramIsSaid(t *testing.T) {
	for _, part := range []string{".wasm", "/worker."} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			stalled(t, part)
		})
	}
}

func stalled(t *testing.T, part string) {
	t.Helper()
	s := twin(t)
	var stalls atomic.Bool
	stalls.Store(true)
	end := make(chan struct{})
	t.Cleanup(func() { close(end) })
	s.Meddle(func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !stalls.Load() || !strings.Contains(r.URL.Path, part) {
				host.ServeHTTP(w, r)
				return
			}
			answer := httptest.NewRecorder()
			host.ServeHTTP(answer, r)
			maps.Copy(w.Header(), answer.Header())
			w.Write(answer.Body.Bytes()[:answer.Body.Len()/2])
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
			case <-end:
			}
		})
	})
	hurry := visit.OnNewDocument("window.setTimeout = ((set) => (run, ms, ...more) => set(run, ms === 15000 ? 1500 : ms, ...more))(setTimeout)")
	v := &user{s.OpenUntil(t, "", "!document.getElementById('notice').hidden", visit.Small(), visit.WithoutPictures(), hurry), t}
	t.Cleanup(v.Close)
	if text := evaluate[string](v, "document.getElementById('notice-text').textContent"); text != "Nothing more of the program has come for a while." {
		t.Errorf("the sentence is %q", text)
	}
	stalls.Store(false)
	v.Click("#notice-action")
	v.Await("document.getElementById('verdict-word')?.textContent === 'Certified' && document.getElementById('notice').hidden")
}

// TestPageWithoutItsScriptSaysSo takes the page's script away, as it is for a page that a browser has kept when another build is published.
func TestPageWithoutItsScriptSaysSo(t *testing.T) {
	t.Parallel()
	s := twin(t)
	var missing atomic.Bool
	missing.Store(true)
	s.Meddle(without("/main.", &missing))
	seen := "document.readyState === 'complete' && getComputedStyle(document.querySelector('.late')).visibility === 'visible'"
	hurry := visit.OnNewDocument(`addEventListener('load', () => document.querySelector('.late')?.getAnimations().forEach((animation) => animation.finish()))`)
	v := &user{s.OpenUntil(t, "", seen, visit.Small(), visit.WithoutPictures(), hurry), t}
	t.Cleanup(v.Close)
	v.Forgive("status of 404")
	missing.Store(false)
	evaluate[any](v, "void setTimeout(() => document.querySelector('.late a').click())") // the page goes, and with it the answer to a click
	v.Await("document.getElementById('verdict-word')?.textContent === 'Certified' && getComputedStyle(document.querySelector('.late')).display === 'none'")
}
