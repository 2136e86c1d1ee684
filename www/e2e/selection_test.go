package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/draw/scene"
	"conelab/www/visit"
)

// selected waits until the page says that so many points are selected.
func (v *user) selected(n int) {
	v.t.Helper()
	if n == 0 {
		v.Await("$('selection').hidden || !/[0-9]/.test($('selection-note').textContent)")
		return
	}
	v.Await(fmt.Sprintf("$('selection-note').textContent.startsWith('%d of ')", n))
}

// TestPointsAreSelectedInThePicture draws a rectangle, moves what is in it, clicks with Shift and Ctrl, and uses keys. What is done with selected
// points is proved of the workspace.
func TestPointsAreSelectedInThePicture(t *testing.T) {
	t.Parallel()
	v := drawn(t, visit.Small())
	m := v.preset(2, "ring")
	v.Click(`#tool input[value="select"] + span`)
	v.Await(`!$('selection').hidden`)
	b := v.Place("#area-data")
	plane := scene.DataTransform(rect(b), m.snapshot.Window, 2)
	inside := map[int]bool{}
	one := 0
	for i, x := range m.problem.Data.X {
		if x[0] >= -1.1 && x[0] <= 0 && x[1] >= 0 && x[1] <= 1.1 {
			inside[i], one = true, i
		}
	}
	x0, y0 := plane.Pixel(-1.1, 0)
	x1, y1 := plane.Pixel(0, 1.1)
	v.AwaitStill()
	before := v.Look("#area-data")
	v.straight(chromedp.ButtonLeft, x0, y1, x1, y0, 4)
	v.selected(len(inside))
	v.differs("the selection", "#area-data", before)
	if covers := evaluate[bool](v, `(() => { const [a, b] = ['selection', 'area-data'].map((id) => $(id).getBoundingClientRect());
		return a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right })()`); covers || v.Place("#area-data") != b {
		t.Error("what is done with the selection lies over the points, or takes room from them")
	}

	// A drag of one moves all.
	at := m.problem.Data.X[one]
	px, py := plane.Pixel(at[0], at[1])
	tx, ty := plane.Pixel(at[0]+0.1, at[1]+0.05)
	v.straight(chromedp.ButtonLeft, px, py, tx, ty, 3)
	for k, x := range v.verify().Data.X {
		was := m.problem.Data.X[k]
		if moved := x[0] != was[0] || x[1] != was[1]; moved != inside[k] {
			t.Errorf("point %d went from %v to %v", k, was, x)
		}
	}
	v.Click("#undo")
	v.Await("!$('redo').disabled")
	v.Rest()
	v.unchanged("undo", m.problem)
	v.selected(len(inside))

	// Keys.
	key := func(keys string, points, selected int, modifiers ...chromedp.KeyOption) {
		t.Helper()
		v.Focus("#area-data")
		v.keys(keys, modifiers...)
		v.samples(points)
		v.selected(selected)
	}
	ctrl := chromedp.KeyModifiers(chromedp.ModifierCtrl)
	key("d", 80+len(inside), len(inside), ctrl)
	key(kb.Delete, 80, 0)
	key("a", 80, 80, ctrl)
	key(kb.Escape, 80, 0)

	// Clicks, with Shift and Ctrl, after which the table has the same rows chosen; relabelled by a button.
	for n, modifier := range []chromedp.Modifier{0, chromedp.ModifierShift, chromedp.ModifierCtrl} {
		x, y := plane.Pixel(m.problem.Data.X[39+n][0], m.problem.Data.X[39+n][1])
		v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y),
			chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ButtonModifiers(modifier)),
			chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ButtonModifiers(modifier)))
		v.selected(n + 1)
	}
	v.Click(`#label label:nth-of-type(2)`)
	v.Click(`[data-selected="label"]`)
	v.Await("conelab.get().then(({data: {y}}) => y[39][0] === -1 && y[40][0] === -1 && y[41][0] === -1)")
	v.Click("#table-open")
	v.Await("$('table-note').textContent.endsWith('3 chosen')")
}

// TestPointsAreCopiedAndPasted copies by keys and pastes what a table gives.
func TestPointsAreCopiedAndPasted(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Mode("lab"))
	v.Preset(2, "xor")
	v.catchFiles(false)
	evaluate[any](v, `void (navigator.clipboard.readText = async () => '0.5\t0.25\t1\n-0.5\t0.25\t-1\n')`)
	v.Click(`#tool input[value="select"] + span`)
	v.Focus("#area-data")
	v.keys("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	v.selected(80)
	v.keys("c", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	v.Await("window.copied?.split('\\n').length === 81 && copied.split('\\n')[0].split('\\t').length === 3")
	v.Click(`[data-selected="paste"]`)
	v.Await("conelab.get().then(({data: {x, y}}) => x.length === 82 && x[81][0] === -0.5 && y[81][0] === -1)")
	v.selected(2)
}
