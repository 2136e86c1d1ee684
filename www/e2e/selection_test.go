package e2e

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/draw/scene"
	"conelab/core/format/document"
)

// selected returns how many points the page says are selected, once it says something else than before.
func (v *user) selected(n int) {
	v.t.Helper()
	if n == 0 {
		v.Await("document.getElementById('selection').hidden || !/[0-9]/.test(document.getElementById('selection-note').textContent)")
		return
	}
	v.Await(fmt.Sprintf("document.getElementById('selection-note').textContent.startsWith('%d of ')", n))
}

// inside returns the points in a rectangle of the plane.
func inside(p *document.Problem, x0, y0, x1, y1 float64) (indices []int) {
	for i, x := range p.Data.X {
		if x[0] >= x0 && x[0] <= x1 && x[1] >= y0 && x[1] <= y1 {
			indices = append(indices, i)
		}
	}
	return indices
}

// TestPointsAreSelectedInThePicture draws a rectangle, moves what is in it, and does everything else by keys; each is one step.
func TestPointsAreSelectedInThePicture(t *testing.T) {
	t.Parallel()
	v := openBeside(t)
	m := v.preset(2, "ring")
	v.Click(`#tool input[value="select"] + span`)
	v.Await(`!document.getElementById('selection').hidden`)
	b := v.Place("#area-data")
	plane := scene.DataTransform(rect(b), m.snapshot.Window, 2)
	want := inside(m.problem, -1.1, 0, 0, 1.1)
	x0, y0 := plane.Pixel(-1.1, 0)
	x1, y1 := plane.Pixel(0, 1.1)
	v.Settle()
	before := v.Look("#area-data")
	v.straight(chromedp.ButtonLeft, x0, y1, x1, y0, 4)
	v.selected(len(want))
	v.differs("the selection", "#area-data", before)
	if covers := evaluate[bool](v, `(() => { const [a, b] = ['selection', 'area-data'].map((id) => document.getElementById(id).getBoundingClientRect());
		return a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right })()`); covers || v.Place("#area-data") != b {
		t.Error("what is done with the selection lies over the points, or takes room from them")
	}

	// The table has the same rows chosen.
	v.Click("#table-open")
	v.Await(fmt.Sprintf("document.getElementById('table-note').textContent.endsWith('%d chosen')", len(want)))
	v.Click("#table-close")
	v.Click(`#modes [value="explore"]`)
	v.Settle()
	b = v.Place("#area-data") // the page has scrolled
	plane = scene.DataTransform(rect(b), m.snapshot.Window, 2)

	// A drag of one moves all.
	i := want[0]
	px, py := plane.Pixel(m.problem.Data.X[i][0], m.problem.Data.X[i][1])
	tx, ty := plane.Pixel(m.problem.Data.X[i][0]+0.1, m.problem.Data.X[i][1]+0.05)
	v.straight(chromedp.ButtonLeft, px, py, tx, ty, 3)
	v.Rest()
	after := v.verify()
	dx, dy := after.Data.X[i][0]-m.problem.Data.X[i][0], after.Data.X[i][1]-m.problem.Data.X[i][1]
	if math.Abs(dx-0.1) > 0.02 || math.Abs(dy-0.05) > 0.02 {
		t.Errorf("the point moved by (%g, %g)", dx, dy)
	}
	moved := map[int]bool{}
	for _, k := range want {
		moved[k] = true
	}
	for k, x := range after.Data.X {
		a, b := x[0]-m.problem.Data.X[k][0], x[1]-m.problem.Data.X[k][1]
		if moved[k] && math.Hypot(a-dx, b-dy) > 3e-4 || !moved[k] && (a != 0 || b != 0) {
			t.Errorf("point %d moved by (%g, %g)", k, a, b)
		}
	}
	v.Click("#undo")
	v.Await("document.getElementById('redo').disabled === false")
	v.Rest()
	v.unchanged("undo", m.problem)
	v.selected(len(want))

	// Keys.
	key := func(keys string, modifiers ...chromedp.KeyOption) {
		t.Helper()
		v.Focus("#area-data")
		v.Do(chromedp.KeyEvent(keys, modifiers...))
		v.Rest()
	}
	points := func() int { t.Helper(); p, _ := v.documents(); return len(p.Data.X) }
	key("d", chromedp.KeyModifiers(2))
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.x.length === %d)", 80+len(want)))
	v.selected(len(want))
	key(kb.ArrowRight)
	moveds, _ := v.documents()
	key(kb.Delete)
	v.Await("conelab.get().then((p) => p.data.x.length === 80)")
	v.Click("#undo")
	v.Await(fmt.Sprintf("conelab.get().then((p) => p.data.x.length === %d)", 80+len(want)))
	if again, _ := v.documents(); !reflect.DeepEqual(again.Data, moveds.Data) {
		t.Error("undo does not bring the points back")
	}
	key("a", chromedp.KeyModifiers(2))
	v.selected(80 + len(want))
	key(kb.Escape)
	v.selected(0)
	if points() != 80+len(want) {
		t.Error("choosing changed the points")
	}

	// Clicks, with Shift and Ctrl; relabelled by a button.
	v.Click("#undo")
	v.Click("#undo")
	v.Await("conelab.get().then((p) => p.data.x.length === 80)")
	v.Rest()
	for n, k := range []int{0, 40, 41} {
		x, y := plane.Pixel(m.problem.Data.X[k][0], m.problem.Data.X[k][1])
		modifier := []chromedp.MouseOption{chromedp.ButtonLeft}
		if n > 0 {
			modifier = append(modifier, chromedp.ButtonModifiers(map[int]chromedp.Modifier{1: 8, 2: 2}[n]))
		}
		v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MousePressed, x, y, modifier...),
			chromedp.MouseEvent(chromedp.MouseReleased, x, y, modifier...))
		v.selected(n + 1)
	}
	v.Click(`#label label:nth-of-type(2)`)
	v.Click(`[data-selected="label"]`)
	v.Await("conelab.get().then(({data: {y}}) => y[0][0] === -1 && y[40][0] === -1 && y[41][0] === -1)")
}

// TestPointsAreCopiedAndPasted copies by keys and pastes what a table gives.
func TestPointsAreCopiedAndPasted(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.Preset(2, "xor")
	evaluate[any](v, `(() => { window.copied = ''; navigator.clipboard.write = async ([item]) => { copied = await (await item.getType('text/plain')).text() };
		navigator.clipboard.readText = async () => '0.5\t0.25\t1\n-0.5\t0.25\t-1\n' })()`)
	v.Click(`#tool input[value="select"] + span`)
	v.Focus("#area-data")
	v.Do(chromedp.KeyEvent("a", chromedp.KeyModifiers(2)))
	v.selected(80)
	v.Do(chromedp.KeyEvent("c", chromedp.KeyModifiers(2)))
	v.Await("copied.split('\\n').length === 81 && copied.split('\\n')[0].split('\\t').length === 3")
	v.Click(`[data-selected="paste"]`)
	v.Await("conelab.get().then(({data: {x, y}}) => x.length === 82 && x[81][0] === -0.5 && y[81][0] === -1)")
	v.selected(2)
	v.Click("#undo")
	v.Await("conelab.get().then(({data: {x}}) => x.length === 80)")
}
