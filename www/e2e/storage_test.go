package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// kept is a promise of the work that was kept last, as text, an empty one for none.
const kept = `new Promise((resolve) => { const open = indexedDB.open('conelab', 1), works = [];
	open.onupgradeneeded = () => { open.transaction.abort() };
	open.onerror = () => resolve('');
	open.onsuccess = () => { const walk = open.result.transaction('texts').objectStore('texts').openCursor();
		walk.onsuccess = () => {
			if (!walk.result) { open.result.close(); works.sort((a, b) => parseInt(b) - parseInt(a));
				return resolve((works[0] ?? '').replace(/^\d+ /, '')) }
			if (String(walk.result.key).startsWith('work:')) works.push(walk.result.value);
			walk.result.continue() } } })`

// TestFileHoldsTheLook opens a file with a theme and hidden panels, which has the form of a link; a wrong look does not keep the work away.
func TestFileHoldsTheLook(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Mode("lab"))
	v.Preset(2, "ring")
	v.Theme("dark")
	v.Rest()
	v.catchFiles(false)
	v.Click("#save-file")
	v.Await("files['conelab-work.json'] !== undefined")
	work := strings.Replace(evaluate[string](v, "files['conelab-work.json']"), `"hidden":[]`, `"hidden":["check"]`, 1)
	v.Preset(2, "xor")
	v.Theme("light")
	v.drop("conelab-work.json", strings.Replace(work, `"theme":"dark"`, `"theme":"url(x)"`, 1))
	v.Await(pressed("ring") + " && $('notice-text').textContent.startsWith('The work is open; the appearance')")
	v.Await("document.documentElement.dataset.theme === 'light'")
	v.drop("conelab-work.json", work)
	v.Await("document.documentElement.dataset.theme === 'dark' && document.documentElement.dataset.hide === 'check'")
}

// points is the number of points that are drawn.
const points = "conelab.get().then((problem) => problem.data.x.length, () => 0)"

// slow makes the store of long texts one that does not answer before the page has gone.
const slow = "IDBFactory.prototype.open = () => ({})"

// leaveAfterPoint draws a point, and leaves the page in the event that ends the press, before the solver has it.
func (v *user) leaveAfterPoint() {
	v.t.Helper()
	x, y := v.Place("#area-data").Square().At(-0.94, -0.94) // where there are no points
	evaluate[any](v, slow)
	v.Press(x, y, chromedp.ButtonLeft)
	evaluate[any](v, "addEventListener('pointerup', () => { location.href = './blank' })")
	v.Release(x, y, chromedp.ButtonLeft)
	v.Await("location.pathname.endsWith('/blank')")
	v.Load()
	v.Await(offered)
}

// TestLeavingAtOnceLosesNothing draws a point and leaves the page at once: where nothing was stored before, and on top of stored
// work with more points than are written after each change.
func TestLeavingAtOnceLosesNothing(t *testing.T) {
	for name, begin := range map[string]func(v *user) (before int){
		"first": func(v *user) int { return evaluate[int](v, points) },
		"many": func(v *user) int {
			const n = 3000
			evaluate[any](v, fmt.Sprintf(`conelab.get().then((p) => conelab.set({...p, title: 'many', data: {
				x: Array.from({length: %d}, (_, i) => [Math.sin(i), Math.cos(i)]), y: Array.from({length: %d}, (_, i) =>
					[i %% 2 ? 1 : -1])}})).then(() => null)`, n, n))
			v.Await(kept + ".then((work) => work.includes('\"many\"'))")
			return n
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := openPlain(t)
			v.Await("$('loading').hidden")
			before := begin(v)
			v.leaveAfterPoint()
			if n := evaluate[int](v, points); n == before+1 {
				t.Fatal("the point is there before the work was asked for")
			}
			v.Click(`[data-offer="accept"]`)
			v.Await(fmt.Sprintf("%s.then((n) => n === %d)", points, before+1))
			v.Click("#undo")
			v.Await(fmt.Sprintf("%s.then((n) => n === %d)", points, before))
		})
	}
}

// TestHiddenPageKeepsItsWork hides the page right after a change, and comes back after the browser has discarded it.
func TestHiddenPageKeepsItsWork(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	evaluate[any](v, slow)
	v.Preset(2, "xor")
	v.choose("#beta-number", "0.5")
	evaluate[any](v, `(() => {
		addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true); // a discarded page hears of nothing
		Object.defineProperty(document, 'hidden', {get: () => true});
		document.dispatchEvent(new Event('visibilitychange'));
	})()`)
	v.Load()
	v.Await(offered)
	v.Click(`[data-offer="accept"]`)
	v.Await(pressed("xor"))
	v.Await("$('beta-number').value === '0.5'")
	v.Click("#undo")
	v.Click("#undo")
	v.Await(pressed("parabola"))
}

// TestChangeWhileLoadingIsKept makes a change before the program has come.
func TestChangeWhileLoadingIsKept(t *testing.T) {
	t.Parallel()
	s := twin(t)
	come := make(chan struct{})
	comes := sync.OnceFunc(func() { close(come) })
	t.Cleanup(comes)
	s.Intercept(func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, ".wasm") {
				<-come
			}
			host.ServeHTTP(w, r)
		})
	})
	v := visitor(t, s.OpenUntil(t, "", "document.querySelector('.late')?.hidden", visit.Small(), visit.WithoutPictures()))
	v.Click(`[data-preset="ring"]`)
	comes()
	v.Await(kept + ".then((work) => work.includes('\"ring\"'))")
}

// TestLeavingASceneLosesNothing draws points into a scene, and leaves the page before they are stored: they are in the scene when
// the work is restored, and not in the work.
func TestLeavingASceneLosesNothing(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.Await("$('loading').hidden")
	work := evaluate[int](v, points)
	v.addScene(1)
	v.Await(kept + ".then((work) => work.includes('\"scenes\"'))")
	v.mode("present")
	v.scene("scene 1 / 1")
	v.Rest()
	evaluate[any](v, slow) // from here on nothing is stored but at the last moment
	v.Stroke(v.Place("#area-data"), [2]float64{-0.75, 0.9}, [2]float64{-0.6, 0.9})
	v.Rest()
	v.Answered()
	drawn := evaluate[int](v, points)
	v.Load()
	v.Await(offered)
	v.Click(`[data-offer="accept"]`)
	v.Await("!document.querySelector('[data-offer=\"accept\"]')")
	v.Answered()
	v.Rest()
	v.Await(fmt.Sprintf("%s.then((n) => n === %d)", points, work))
	v.mode("present")
	v.scene("scene 1 / 1")
	v.Await(fmt.Sprintf("%s.then((n) => n === %d && n > %d)", points, drawn, work))
}

// offered says that work is offered.
const offered = "document.querySelector('.offer') !== null && $('loading').hidden"

// pressed says that an example is what is drawn.
func pressed(name string) string {
	return fmt.Sprintf("document.querySelector('[data-preset=%s]').getAttribute('aria-pressed') === 'true'", name)
}

// TestPagesKeepTheirOwnWork draws in two pages of one browser, and in a third one: none writes over what another has, what was
// left is in the list of works, and comes back on top of what was drawn meanwhile.
func TestPagesKeepTheirOwnWork(t *testing.T) {
	t.Parallel()
	beside := func(v *user) *user {
		w := visitor(t, site.OpenBeside(t, v.Visit, visit.Small(), visit.WithoutPictures()))
		return w
	}
	first := openPlain(t)
	first.Preset(2, "ring")
	first.Await(kept + ".then((work) => work.includes('\"ring\"'))")
	second := beside(first)
	second.Await("$('loading').hidden")
	if evaluate[bool](second, offered) {
		t.Error("work that another page has open is offered")
	}
	second.Preset(2, "xor")
	second.Await(kept + ".then((work) => work.includes('\"xor\"'))")
	first.Preset(2, "blobs")
	first.Await(kept + ".then((work) => work.includes('\"blobs\"'))")
	first.Do(visit.Leave())

	third := beside(second)
	third.Await("$('loading').hidden")
	third.Preset(2, "stripe")
	third.Await(kept + ".then((work) => work.includes('\"stripe\"'))")
	third.Click("#page-open")
	third.Click("#works-open")
	third.Await("[...document.querySelectorAll('#works-list strong')].map((node) => " +
		"node.textContent.split(',')[0]).sort().join() === 'Blobs,Xor'")
	third.Click("#works-list li:nth-child(1) .work")
	third.Await(pressed("blobs"))
	third.Click("#undo")
	third.Await(pressed("ring"))
}

// TestRefusedStorageIsSaid visits where nothing can be kept: every store throws, is full, or never answers. The page says so once
// there is work, and offers the file.
func TestRefusedStorageIsSaid(t *testing.T) {
	full := "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };"
	for name, script := range map[string]string{
		"refused": `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
			Object.defineProperty(window, name, {get() { throw new DOMException('refused', 'SecurityError') }})`,
		"full":  full + "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
		"hangs": full + "IDBFactory.prototype.open = () => ({})",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := open(t, visit.Small(), visit.WithoutPictures(), visit.OnNewDocument(script))
			v.Preset(2, "ring")
			v.Await("!$('notice').hidden && $('notice-action').textContent === 'Save as file'")
			want := "This browser cannot keep your work (refused, or too large): save it as a file before you leave."
			if text := evaluate[string](v, "$('notice-text').textContent"); text != want {
				t.Errorf("the sentence is %q", text)
			}
			v.catchFiles(false)
			v.Click("#notice-action")
			v.Await("files['conelab-work.json']?.includes('\"ring\"')")
		})
	}
}
