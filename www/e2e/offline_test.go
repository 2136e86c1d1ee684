package e2e

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// openKept opens a site and waits until the browser keeps it for the time without a network.
func openKept(t *testing.T, s *visit.Site, steps ...visit.Step) *user {
	t.Helper()
	v := visitor(t, s.OpenKept(t, append(steps, visit.Small())...))
	v.Await("navigator.serviceWorker.ready.then(() => true)")
	return v
}

func TestPageWorksOffline(t *testing.T) {
	t.Parallel()
	s := twin(t)
	v := openKept(t, s, visit.Undrawn())
	s.GoOffline()
	for range 2 { // the second time the service worker was in charge from the beginning
		v.Load()
		v.Await("$('loading').hidden && conelab.stats().frames > 0")
		v.Preset(2, "ring")
		v.verify()
	}
	for _, name := range []string{"record.html", "embed.html", "teacher.html"} {
		v.Do(chromedp.Navigate(v.Site + name))
		v.Await("document.readyState === 'complete' && document.querySelector('h1') !== null && getComputedStyle(document.body).margin === '0px'")
	}
}

// TestUpdateIsOffered publishes another build while the page is open, and then one between two visits, which comes from the network:
// without one it is the same.
func TestUpdateIsOffered(t *testing.T) {
	t.Parallel()
	s := twin(t)
	v := openKept(t, s, visit.WithoutPictures())
	v.Preset(2, "stripe")
	build := evaluate[string](v, "$('build').content")
	republish(t, s, build, "anotherbuild")
	evaluate[any](v, "void navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
	v.Await("document.querySelector('.offer') !== null")
	if now := evaluate[string](v, "$('build').content"); now != build {
		t.Error("the update was not offered but made")
	}
	v.Seek(1e6)
	if n := evaluate[int](v, "document.querySelectorAll('.offer').length"); n != 1 {
		t.Errorf("there are %d offers", n)
	}
	evaluate[any](v, "void (window.stale = true)")
	v.Click(`[data-offer="accept"]`)
	v.awaitReload()
	v.Await("conelab.ready.then(() => $('build').content === 'anotherbuild')")
	v.Await("document.querySelector('[data-preset=stripe]').getAttribute('aria-pressed') === 'true'")
	v.Await("caches.keys().then((names) => names.length === 1 && names[0].endsWith(' anotherbuild'))")
	if evaluate[bool](v, "document.querySelector('.offer') !== null") {
		t.Error("there is an offer after the update")
	}
	republish(t, s, "anotherbuild", "thirdbuild")
	v.Load()
	v.Await("caches.keys().then((names) => names.length === 1 && names[0].endsWith(' thirdbuild'))")
	s.GoOffline()
	v.Load()
	v.Await("conelab.ready.then(() => $('build').content === 'thirdbuild')")
	if evaluate[bool](v, "document.querySelector('.offer') !== null") {
		t.Error("the same build is offered")
	}
}

// republish makes a site another build.
func republish(t *testing.T, s *visit.Site, build, another string) {
	t.Helper()
	for _, name := range []string{"index.html", "sw.js"} {
		path := filepath.Join(s.Folder(), name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path + ".gz"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), build, another)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
