package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// parabola is y = x^2, which no network of squares without a bias is.
const parabola = `conelab.set({format: 'conelab/problem/1', architecture: {kind: 'dense'}, activation: {a: 0.09, b: 0.5, c: 0.47}, loss: 'squared',
	beta: 0.01, data: {x: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => [k / 4]), y: [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => [k * k - 3])}})`

// TestBias follows the suggestion of a bias, drags a point of a network that has one, follows its link, and undoes it. Near zero the gap is
// absolute. ReLU has no switch.
func TestBias(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small())
	evaluate[any](v, parabola)
	v.Await("document.getElementById('fit-whole').textContent.split('With a bias').length === 2")
	v.mode("lab")
	v.Click("#bias")
	v.Await("conelab.get().then((p) => p.columns?.bias === true && p.data.x[0].length === 2)")
	v.Rest()
	before := v.verify()
	if r2 := v.shown("right"); r2 < 0.99 {
		t.Errorf("with a bias R2 is %g", r2)
	}
	v.mode("explore")
	v.Click("#tool [value=move]")
	b := v.Place("#area-data")
	data := v.Look("#area-data")
	x, y := b.At(0, 0)
	v.straight(chromedp.ButtonLeft, x, y-b.Height/5, x, y, 3) // draws nothing: there is no point
	if p := v.verify(); !sameProblem(p, before) {
		t.Error("a press beside the points changes them")
	}
	if ink := data.Ink(); ink < 0.005 {
		t.Errorf("the picture of the data has %g of its tile in colour", ink)
	}
	w := follow(t, v.copyLink())
	w.Rest()
	if there := w.verify(); !sameProblem(there, before) {
		t.Errorf("the link leads to %s", there.JSON())
	}
	v.mode("lab")
	v.Slide("#beta", -6)
	v.Await("document.getElementById('gap-kind').textContent === 'Absolute ' && document.getElementById('gap-kind').className === ''")
	v.Click("#undo")
	v.Click("#undo")
	v.Await("!document.getElementById('bias').checked")
	v.Rest()
	if p := v.verify(); p.Columns != nil && p.Columns.Bias || len(p.Data.X[0]) != 1 || v.text("#gap-kind") != "Relative" {
		t.Errorf("undone, the problem is %s", p.JSON())
	}
	v.choose("#activation-kind", "relu")
	v.Await("document.getElementById('bias-field').hidden")
	if text := v.text("#fit-whole"); strings.Contains(text, "bias") {
		t.Errorf("with ReLU it says %q", text)
	}
}
