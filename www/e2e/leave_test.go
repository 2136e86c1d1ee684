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

// TestLeavingAtOnceLosesNothing draws a point and leaves the page at once: where nothing was stored before, and on top of stored work with more
// points than are written after each change.
func TestLeavingAtOnceLosesNothing(t *testing.T) {
	for name, begin := range map[string]func(v *user) (before int){
		"first": func(v *user) int { return evaluate[int](v, points) },
		"many": func(v *user) int {
			const n = 3000
			evaluate[any](v, fmt.Sprintf(`conelab.get().then((p) => conelab.set({...p, title: 'many', data: {
				x: Array.from({length: %d}, (_, i) => [Math.sin(i), Math.cos(i)]), y: Array.from({length: %d}, (_, i) => [i %% 2 ? 1 : -1])}})).then(() => null)`, n, n))
			v.Await(kept + ".then((work) => work.includes('\"many\"'))")
			return n
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := openBesideUndrawn(t)
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
	evaluate[any](v, `(() => {
		addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true); // a discarded page hears of nothing
		Object.defineProperty(document, 'hidden', {get: () => true});
		document.dispatchEvent(new Event('visibilitychange'));
	})()`)
	v.Load()
	v.Await(offered)
	v.Click(`[data-offer="accept"]`)
	v.Await(pressed("xor"))
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
	s.Meddle(func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, ".wasm") {
				<-come
			}
			host.ServeHTTP(w, r)
		})
	})
	v := &user{s.OpenUntil(t, "", "'started' in document.documentElement.dataset", visit.Small(), visit.WithoutPictures()), t}
	t.Cleanup(v.Close)
	v.Click(`[data-preset="ring"]`)
	comes()
	v.Await(kept + ".then((work) => work.includes('\"ring\"'))")
}

// openBesideUndrawn is openBeside with nothing drawn in the pictures.
func openBesideUndrawn(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Small(), visit.Undrawn())
}

// TestLeavingASceneLosesNothing draws points into a scene, and leaves the page before they are stored: they are in the scene when the work is
// restored, and not in the work.
func TestLeavingASceneLosesNothing(t *testing.T) {
	t.Parallel()
	v := openBesideUndrawn(t)
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
