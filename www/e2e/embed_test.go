package e2e

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// article opens the example of a page that embeds this one, in whose frame the test can look: both are of one origin.
func article(t *testing.T, steps ...visit.Step) *user {
	t.Helper()
	v := openAround(t, "embed.html", "!document.querySelector('[data-problem]').disabled", steps...)
	evaluate[any](v, "void (window.inside = $('conelab').contentWindow)")
	if n := evaluate[int](v, "inside.conelab.get().then((p) => p.data.x.length)"); n != 4 {
		t.Errorf("the article is about four points, its frame has %d", n)
	}
	return v
}

// insideBox is where an element of the frame is on the screen.
func (v *user) insideBox(selector string) visit.Box {
	v.t.Helper()
	frame := v.Place("#conelab")
	b := evaluate[visit.Box](v, fmt.Sprintf(`(() => { const {x, y, width, height} = inside.document.querySelector(%q).getBoundingClientRect();
		return {X: x, Y: y, Width: width, Height: height} })()`, selector))
	b.X, b.Y = b.X+frame.X+1, b.Y+frame.Y+1 // the frame has a border of one pixel
	return b
}

// wheel turns the wheel over a place, with modifiers.
func (v *user) wheel(x, y, by float64, modifiers int64) {
	v.t.Helper()
	v.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 1e-6, DeltaY: by, Modifiers: modifiers, // zero would be left out
		})
		return err
	}))
}

// TestExampleSetsProblemsAndShowsTheGap presses the buttons of the article, whose frame keeps nobody out.
func TestExampleSetsProblemsAndShowsTheGap(t *testing.T) {
	t.Parallel()
	v := article(t, visit.Small(), visit.WithoutPictures())
	for _, fault := range auditOf(v.Visit).Structure() {
		if fault.Rule == "scrolling" { // of the rest, each page around a frame has its own
			t.Errorf("around it: %v", fault)
		}
	}
	for _, button := range []string{"[data-problem=xor]", "[data-problem=ring]"} {
		evaluate[any](v, "void ($('host-answer').textContent = '')")
		v.Click(button)
		v.Await("$('host-answer').textContent.includes('relative gap')")
		v.Await("Number($('host-gap').textContent) <= 1e-8 && $('host-status').textContent === 'optimal'")
	}
	v.Click("[data-problem=wrong]")
	v.Await("$('host-answer').textContent.startsWith('The problem cannot be read')")
	if said := evaluate[string](v, "$('host-answer').textContent"); !strings.Contains(said, "beta is") || !strings.HasSuffix(said, ".") {
		t.Errorf("a wrong problem is answered by %q", said)
	}
	// What is drawn in the frame comes to the article without being asked for.
	cost := evaluate[string](v, "$('host-cost').textContent")
	v.Stroke(v.insideBox("#area-data"), [2]float64{-0.3, -0.7}, [2]float64{0, -0.7})
	v.Await(fmt.Sprintf("$('host-cost').textContent !== %q", cost))
	// The link to the whole page holds what was drawn.
	want := evaluate[string](v, "inside.conelab.get().then(JSON.stringify)")
	evaluate[any](v, "void inside.document.getElementById('embed-open-page').dispatchEvent(new Event('focus'))")
	v.Await("inside.document.getElementById('embed-open-page').href.includes('/#1=')")
	w := follow(t, evaluate[string](v, "new URL(inside.document.getElementById('embed-open-page').href).hash"))
	if got := evaluate[string](w, "conelab.get().then(JSON.stringify)"); got != want {
		t.Errorf("%s became %s", want, got)
	}
	if kept := evaluate[int](v, "localStorage.length + sessionStorage.length"); kept != 0 {
		t.Errorf("the frame keeps %d things", kept)
	}
	if worker := evaluate[bool](v, "navigator.serviceWorker.getRegistration().then(Boolean)"); worker {
		t.Error("the frame installs a service worker")
	}
	v.Do(chromedp.Navigate(v.Site + "?embed"))
	v.Await("window.conelab?.ready.then(() => true)")
	report{t, map[fault]bool{}}.add("frame", auditOf(v.Visit).Structure())
}

// stands waits until the article has come to the end of its scrolling.
func (v *user) stands() {
	v.t.Helper()
	v.Await("(async () => { const y = scrollY; await conelabVisit.frames(12); return y === scrollY })()")
}

// TestFrameTrapsNothing scrolls, zooms, and goes through the frame with the Tab key, both ways.
func TestFrameTrapsNothing(t *testing.T) {
	t.Parallel()
	v := article(t, visit.Small(), visit.Undrawn())
	v.Await("inside.conelab.stats().frames > 0")
	if id := evaluate[string](v, "document.activeElement.tagName"); id != "BODY" {
		t.Errorf("the focus was taken to %s", id)
	}
	evaluate[any](v, "inside.document.getElementById('name-lorentz').click()")
	v.Await("inside.document.getElementById('area-lorentz').dataset.camera !== undefined")
	evaluate[any](v, "inside.document.getElementById('play').getAttribute('aria-label') === 'Pause' && "+
		"inside.document.getElementById('play').click()")
	b := v.insideBox("#area-lorentz")
	x, y := b.At(0, 0)
	camera := evaluate[string](v, "inside.conelabView.state()")
	at := evaluate[float64](v, "scrollY")
	v.wheel(x, y, 60, 0)
	v.Await(fmt.Sprintf("scrollY > %g", at))
	if now := evaluate[string](v, "inside.conelabView.state()"); now != camera {
		t.Error("the wheel zoomed although the picture has no focus")
	}
	v.stands()
	b = v.insideBox("#area-lorentz")
	x, y = b.At(0, 0)
	at = evaluate[float64](v, "scrollY")
	v.wheel(x, y, 60, int64(chromedp.ModifierCtrl))
	v.Await(fmt.Sprintf("inside.conelabView.state() !== %q", camera))
	camera = evaluate[string](v, "inside.conelabView.state()")
	v.Press(x, y, chromedp.ButtonLeft)
	v.Release(x, y, chromedp.ButtonLeft)
	v.Await("inside.document.activeElement.id === 'area-lorentz'")
	v.wheel(x, y, 60, 0)
	v.Await(fmt.Sprintf("inside.conelabView.state() !== %q", camera))
	if now := evaluate[float64](v, "scrollY"); now != at {
		t.Errorf("the article scrolled by %g while the picture was zoomed", now-at)
	}
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.Await("inside.document.activeElement.tagName === 'BODY'")

	evaluate[any](v, "document.querySelector('[data-problem=wrong]').focus()")
	through := func(modifiers ...chromedp.KeyOption) (stops int) {
		for range 60 {
			v.Do(chromedp.KeyEvent(kb.Tab, modifiers...))
			if evaluate[string](v, "document.activeElement.id") == "conelab" {
				stops++
			} else if stops > 0 {
				break
			}
		}
		return stops
	}
	if stops := through(); stops < 8 || stops > 50 || evaluate[string](v, "document.activeElement.tagName") != "A" {
		t.Errorf("Tab stopped %d times in the frame and came to %s", stops, evaluate[string](v, "document.activeElement.outerHTML"))
	}
	if through(chromedp.KeyModifiers(chromedp.ModifierShift)); evaluate[string](v, "document.activeElement.dataset.problem ?? ''") != "wrong" {
		t.Errorf("Shift+Tab came to %s", evaluate[string](v, "document.activeElement.outerHTML"))
	}
}

// TestFingerScrollsTheArticle moves a finger over the frame, taps to draw, draws, and gives the finger back.
func TestFingerScrollsTheArticle(t *testing.T) {
	t.Parallel()
	v := article(t, visit.Phone(844, 1), visit.Undrawn())
	v.Await("inside.conelab.stats().frames > 0")
	const data = "inside.conelab.get().then((p) => JSON.stringify(p.data))"
	points := func() string { return evaluate[string](v, data) }
	finger := func(x, y, dx, dy float64) {
		v.Touch(input.DispatchTouchEventTypeTouchStart, x, y)
		for i := 1.0; i <= 8; i++ {
			v.Touch(input.DispatchTouchEventTypeTouchMove, x+dx*i/8, y+dy*i/8)
		}
		v.Touch(input.DispatchTouchEventTypeTouchEnd)
	}
	before := points()
	b := v.insideBox("#area-data")
	x, y := b.At(0, 0)
	at := evaluate[float64](v, "scrollY")
	finger(x, y, 0, -120)
	v.Await(fmt.Sprintf("scrollY > %g + 50", at))
	if now := points(); now != before {
		t.Error("scrolling changed the points")
	}
	v.stands()
	x, y = v.insideBox("#area-data").At(0.5, 0.6)
	finger(x, y, 0, 0)
	v.Await("inside.document.getElementById('stage').hasAttribute('data-active')")
	v.Await("inside.document.getElementById('embed-touch').textContent === 'Done drawing' && " +
		"inside.document.getElementById('embed-touch').offsetHeight >= 30")
	if now := points(); now != before {
		t.Error("the tap changed the points")
	}
	b = v.insideBox("#area-data")
	at = evaluate[float64](v, "scrollY")
	x, y = b.At(-0.6, 0.8)
	finger(x, y, 60, -20)
	v.Await(fmt.Sprintf("%s.then((now) => now !== %q)", data, before)) // a point was there, or is now
	if now := evaluate[float64](v, "scrollY"); now != at {
		t.Error("drawing scrolled the article")
	}
	v.Await("inside.conelab.settled().then(() => true)") // what is said of the new data may take more room
	v.stands()
	// What a browser makes of a finger on a button is a click: whether it takes a touch for one is its affair, and depends on the time.
	v.Do(chromedp.MouseClickXY(v.insideBox("#embed-touch").At(0, 0)))
	v.Await("!inside.document.getElementById('stage').hasAttribute('data-active')")
}

// refused makes the browser refuse all storage, as for frames of other sites.
var refused = visit.OnNewDocument(`for (const name of ['localStorage', 'sessionStorage']) {
	Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError') } }) }`)

// TestWithoutStorageNothingIsLost draws where storage is refused, and restarts the pictures, for which the page is loaded again: a frame
// carries its state in its address; a page of its own, whose way back would be lost, offers the work as a file first.
func TestWithoutStorageNothingIsLost(t *testing.T) {
	t.Parallel()
	for _, link := range []string{"", "?embed"} {
		v := openLink(t, link, visit.Small(), visit.Undrawn(), refused)
		v.Await("$('loading').hidden && conelab.stats().frames > 0")
		v.Seek(1e6)
		v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.5, -0.9}, [2]float64{0, -0.9})
		before := v.verify()
		evaluate[any](v, "document.querySelector('#stage canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
		v.Await("document.querySelector('[data-action=\"restart\"]') !== null")
		evaluate[any](v, "void (window.stale = true)")
		v.Click(`[data-action="restart"]`)
		if link == "" {
			v.Await("$('notice-text').textContent.includes('save it as a file')") // the autosave may say so, too
			if after := v.verify(); !reflect.DeepEqual(after.Data, before.Data) {
				t.Error("other data are there")
			}
			continue
		}
		v.awaitReload()
		v.Await("conelab.ready.then(() => conelab.stats().frames > 0)")
		v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.x.length === %d)", len(before.Data.X)))
		if after := v.verify(); !reflect.DeepEqual(after.Data, before.Data) {
			t.Error("other data came back")
		}
	}
}
