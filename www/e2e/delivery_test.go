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

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// between puts something between a host and its visitors, which answers for it where it wants to, from the host's own answer.
func between(wants func(*http.Request) bool, answer func(http.ResponseWriter, *http.Request, []byte)) func(http.Handler) http.Handler {
	return func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			own := httptest.NewRecorder()
			if host.ServeHTTP(own, r); own.Code == http.StatusOK && wants(r) {
				maps.Copy(w.Header(), own.Header())
				w.Header().Del("Content-Length")
				answer(w, r, own.Body.Bytes())
				return
			}
			maps.Copy(w.Header(), own.Header())
			w.WriteHeader(own.Code)
			w.Write(own.Body.Bytes())
		})
	}
}

// cached reports whether a bad proxy may answer: to everybody who does not ask past all caches, but for the page itself where it is opened,
// without which nothing begins.
func cached(r *http.Request) bool {
	return r.URL.Path != "/sw.js" && r.Header.Get("Sec-Fetch-Dest") != "document" && r.Header.Get("Cache-Control") != "no-cache"
}

// failing reports whether a file is asked for whose path has a part in it, as long as it fails.
func failing(part string, fails *atomic.Bool) func(*http.Request) bool {
	return func(r *http.Request) bool { return fails.Load() && strings.Contains(r.URL.Path, part) }
}

// login answers with a page, as the router of a hotel does.
func login(w http.ResponseWriter, _ *http.Request, _ []byte) {
	w.Header().Del("Content-Encoding")
	w.Header().Set("Content-Type", "text/html")
	w.Write([]byte("<!doctype html><title>Log in</title>"))
}

// half sends half of a file, and then nothing.
func half(w http.ResponseWriter, r *http.Request, whole []byte) {
	w.Write(whole[:len(whole)/2])
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// gone answers that there is no such file.
func gone(w http.ResponseWriter, r *http.Request, _ []byte) {
	w.Header().Del("Content-Encoding")
	http.NotFound(w, r)
}

// digestsKept gives the SHA-256 of every file that the service worker keeps, by the file's name.
const digestsKept = `caches.keys().then((names) => caches.open(names[0])).then(async (cache) =>
	Object.fromEntries(await Promise.all((await cache.keys()).map(async (request) => {
	const digest = await crypto.subtle.digest('SHA-256', await (await cache.match(request)).arrayBuffer());
	return [new URL(request.url).pathname.split('/').at(-1) || 'index.html', Array.from(new Uint8Array(digest), (byte) =>
		byte.toString(16).padStart(2, '0')).join('')];
}))))`

// TestSpoiledFilesAreFetchedAnew sends every file spoiled, one after the other as half of it, with other bytes in it, and as a page with the
// status 200, all of which may be cached for ever: the page starts, and its service worker keeps what was built.
func TestSpoiledFilesAreFetchedAnew(t *testing.T) {
	t.Parallel()
	s := twin(t)
	s.Plain() // else a browser sees half a file by its compression
	var spoiled atomic.Int64
	s.Intercept(between(cached, func(w http.ResponseWriter, r *http.Request, whole []byte) {
		switch spoiled.Add(1) % 3 {
		case 0:
			w.Write(whole[:len(whole)/2])
		case 1:
			whole[len(whole)/2] ^= 0xff
			w.Write(whole)
		default:
			login(w, r, whole)
		}
	}))
	v := visitor(t, s.OpenKept(t, visit.Small(), visit.WithoutPictures()))
	v.Await("navigator.serviceWorker.ready.then(() => true)")
	v.IgnoreErrors("valid digest", "MIME type")
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
	s.GoOffline()
	v.Load()
	v.Await("$('verdict-word').textContent === 'Certified'")
	v.verify()
}

// TestMissingProgramIsSaid has the host answer for the program with an error that browsers may keep for ever, as when another build is
// published: a sentence says so, and once the host has the program again, the page starts at a request, and at another visit.
func TestMissingProgramIsSaid(t *testing.T) {
	t.Parallel()
	s := twin(t)
	var missing atomic.Bool
	var code atomic.Int64
	s.Intercept(between(failing(".wasm", &missing), func(w http.ResponseWriter, _ *http.Request, _ []byte) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.WriteHeader(int(code.Load()))
	}))
	const failed, works = "$('notice-action')?.textContent === 'Try again'", "$('verdict-word')?.textContent === 'Certified'"
	missing.Store(true)
	code.Store(http.StatusNotFound)
	v := visitor(t, s.OpenUntil(t, "", failed, visit.Small(), visit.WithoutPictures()))
	v.IgnoreErrors("status of")
	if text := v.text("#notice-text"); text != "The program of this version of the page is no longer on the server." {
		t.Errorf("the sentence is %q", text)
	}
	code.Store(http.StatusServiceUnavailable)
	v.Do(chromedp.Navigate(v.Site + "?second"))
	v.Await(failed)
	missing.Store(false)
	v.Click("#notice-action")
	v.Await(works)
	missing.Store(true)
	v.Do(chromedp.Navigate(v.Site + "?third"))
	v.Await(failed + " || " + works) // the program may be kept
	missing.Store(false)
	v.Do(chromedp.Navigate(v.Site + "?fourth"))
	v.Await(works)
}

// TestProgramIsTakenFromItsCompressedFile has a host that serves no file of the program's kind: the compressed one beside it is taken.
func TestProgramIsTakenFromItsCompressedFile(t *testing.T) {
	t.Parallel()
	s := twin(t)
	s.Intercept(between(func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, ".wasm") }, gone))
	v := visitor(t, s.Open(t, visit.Small(), visit.WithoutPictures()))
	v.IgnoreErrors("status of 404")
	v.verify()
}

// TestMissingStyleIsSaid has the style sheet missing or not come: the page says so, works, and looks as usual once it is loaded
// again. One that comes as a page is fetched anew, see TestSpoiledFilesAreFetchedAnew.
func TestMissingStyleIsSaid(t *testing.T) {
	for name, fail := range map[string]func(http.ResponseWriter, *http.Request, []byte){"missing": gone, "stalled": half} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := twin(t)
			var fails atomic.Bool
			fails.Store(true)
			s.Intercept(between(failing("/style.", &fails), fail))
			const late = "document.querySelector('.late')"
			v := visitor(t, s.OpenUntil(t, "blank", "true", visit.Small(), visit.WithoutPictures()))
			evaluate[any](v, "void setTimeout(() => { location.href = './' })") // a browser takes a page for loaded when its style sheet has come
			v.Await(late + "?.checkVisibility() && " + late + ".textContent.startsWith('The style sheet')")
			v.IgnoreErrors("status of 404", "MIME type", "valid digest", "Failed to load resource")
			v.Await("window.conelab?.ready.then(() => true)")
			v.Click("[data-preset=xor]")
			v.Await(pressed("xor") + " && $('verdict-word').textContent === 'Certified' && $('loading').hidden")
			if !evaluate[bool](v, late+".checkVisibility()") {
				t.Error("that the style sheet is missing is no longer said")
			}
			fails.Store(false)
			evaluate[any](v, "void setTimeout(() => "+late+".querySelector('a').click())")
			v.Await(late + "?.hidden && getComputedStyle(document.body).margin === '0px' && window.conelab?.ready.then(() => true)")
		})
	}
}

// TestPartOfABuildIsNotKept has a file missing for the service worker, which then keeps nothing, and leaves no error uncaught: another
// visit tries again.
func TestPartOfABuildIsNotKept(t *testing.T) {
	t.Parallel()
	s := twin(t)
	var missing atomic.Bool
	missing.Store(true)
	s.Intercept(between(failing("/style.", &missing), gone))
	v := visitor(t, s.OpenKept(t, visit.Small(), visit.WithoutPictures()))
	v.IgnoreErrors("status of 404", "MIME type")
	reported := make(chan string, 100)
	if err := chromedp.Listen(v.Tab, func(event any) {
		if e, is := event.(*serviceworker.EventWorkerErrorReported); is && strings.HasPrefix(e.ErrorMessage.ErrorMessage, "Uncaught") {
			reported <- e.ErrorMessage.ErrorMessage
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(v.Tab, serviceworker.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	const install = `navigator.serviceWorker.register('sw.js').then(({installing}) => new Promise((resolve) => {
		installing.onstatechange = () => resolve(installing.state) }), String)`
	if state := evaluate[string](v, install); state != "redundant" {
		t.Errorf("without the style sheet the service worker is %s", state)
	}
	missing.Store(false)
	if state := evaluate[string](v, install); state != "installed" {
		t.Errorf("with all files it is %s", state)
	}
	for len(reported) > 0 {
		t.Errorf("the service worker reports %q", <-reported)
	}
}

// TestStalledProgramIsSaid lets half of a file that the solver needs come, and then nothing: after a while, which the browser's
// clock makes short, the page says so, and another try starts it. Without its script a line says that it has not started, and how
// to load it again.
func TestStalledProgramIsSaid(t *testing.T) {
	for _, part := range []string{".wasm", "/worker."} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			s := twin(t)
			var stalls atomic.Bool
			stalls.Store(true)
			s.Intercept(between(failing(part, &stalls), half))
			hurry := visit.OnNewDocument("window.setTimeout = ((set) => (run, ms, ...more) => set(run, ms === 15000 ? 1500 : ms, " +
				"...more))(setTimeout)")
			v := visitor(t, s.OpenUntil(t, "", "!$('notice').hidden", visit.Small(), visit.WithoutPictures(), hurry))
			if text := evaluate[string](v, "$('notice-text').textContent"); text != "The download has stalled." {
				t.Errorf("the sentence is %q", text)
			}
			stalls.Store(false)
			v.Click("#notice-action")
			v.Await("$('verdict-word')?.textContent === 'Certified' && $('notice').hidden")
		})
	}
}

// TestPageWithoutItsScriptSaysSo takes the page's script away, as it is for a page that a browser has kept when another build is
// published, or has it not come.
func TestPageWithoutItsScriptSaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request, []byte)
		line   string
	}{"missing": {gone, "[data-late] .late"}, "stalled": {half, ":root:not([data-late]) .late"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := twin(t)
			var missing atomic.Bool
			missing.Store(true)
			s.Intercept(between(failing("/main.", &missing), c.answer))
			v := visitor(t, s.OpenUntil(t, "blank", "true", visit.Small(), visit.WithoutPictures()))
			evaluate[any](v, "void setTimeout(() => { location.href = './' })") // a browser takes a page for loaded when its script has come
			v.Await(fmt.Sprintf("document.querySelector(%q)?.checkVisibility({visibilityProperty: true})", c.line))
			v.IgnoreErrors("status of 404")
			missing.Store(false)
			evaluate[any](v, "void setTimeout(() => document.querySelector('.late a').click())") // the page goes, and with it the answer to a click
			v.Await("$('verdict-word')?.textContent === 'Certified' && getComputedStyle(document.querySelector('.late')).display === 'none'")
		})
	}
}

// twin returns a site that a test may change and take off the network.
func twin(t *testing.T) *visit.Site {
	t.Helper()
	s, err := site.Twin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// shifting makes the page add up how much of it moves without being asked to, and note whether a film plays: window.moved and
// window.played.
func shifting() visit.Step {
	return visit.OnNewDocument(`Object.assign(window, {moved: [], played: false});
		new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved.push([entry.value,
			...entry.sources.map(({node}) => node?.id || node?.nodeName)]) })
			.observe({type: 'layout-shift', buffered: true});
		new MutationObserver(() => { played ||= $('play')?.ariaLabel === 'Pause' }).observe(document, {subtree: true, attributes: true,
			childList: true})`)
}

// TestFirstLoadIsStill loads the page on several screens, over a line on which its parts come one after the other: it does not
// move, no film begins by itself, and the program, which is fetched before it is asked for, is fetched once.
func TestFirstLoadIsStill(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		name := fmt.Sprintf("%d x %d", size[0], size[1])
		v := site.OpenFirst(t, "", window(size[0], size[1]), visit.Moving(), visit.Line(10, 40), shifting())
		v.Await("$('stage').dataset.live !== undefined && $('loading').hidden")
		v.Frames(10)
		if sum := visit.Evaluate[float64](v, "moved.reduce((sum, [value]) => sum + value, 0)"); sum > 0.05 {
			t.Errorf("%s: the first load moves the page by %g: %s", name, sum, visit.Evaluate[string](v, "moved.join('; ')"))
		}
		if visit.Evaluate[bool](v, "played") {
			t.Errorf("%s: a film has begun by itself", name)
		}
		if programs := visit.Evaluate[int](v, "performance.getEntriesByType('resource').filter((e) => "+
			"/\\.wasm$/.test(e.name)).length"); programs != 1 {
			t.Errorf("%s: the program was fetched %d times", name, programs)
		}
		v.Close()
	}
}
