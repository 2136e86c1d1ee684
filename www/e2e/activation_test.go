package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/format/document"
	"conelab/www/visit"
)

// TestReLU chooses ReLU beside the layers, drags a point, follows its link, finds what belongs to the polynomial explained, and goes back
// by that.
func TestReLU(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small())
	v.Preset(2, "parabola")
	v.Click(`#activation-field label:has([value="relu"])`)
	v.Await("document.documentElement.dataset.activation === 'relu' && !$('notice').hidden && $('notice-text').textContent.includes('hinge')")
	v.Click("#undo") // what was said of the loss goes with it
	v.Await("document.documentElement.dataset.activation === undefined")
	if !evaluate[bool](v, "$('notice').hidden") {
		t.Errorf("over the polynomial stands %s", v.text("#notice-text"))
	}
	v.Click("#redo")
	v.Await("document.documentElement.dataset.activation === 'relu'")
	before := v.verify()
	if ink := v.Look("#area-certificate").Ink(); ink < 0.05 {
		t.Errorf("the map of the lines has %g of its tile in colour", ink)
	}
	p := before.Data.X[0]
	x, y := v.Place("#area-data").Square().At(p[0]/1.15, p[1]/1.15)
	v.straight(chromedp.ButtonLeft, x, y, x+20, y+10, 5)
	after := v.verify()
	if sameProblem(before, after) {
		t.Error("dragging a point changes nothing")
	}
	x, y = v.Place("#area-certificate").At(0, 0.1)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	v.Await("document.querySelector('#tile-certificate header p').textContent.startsWith('A neuron here')")
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, 2, 2))
	if there := follow(t, v.copyLink()).verify(); !sameProblem(there, after) {
		t.Errorf("the link leads to %s", there.JSON())
	}
	if name := v.text("#cost-name"); !strings.Contains(name, "hinge") {
		t.Errorf("the cost of the hinge loss is called %q", name)
	}
	if evaluate[bool](v, "['lorentz', 'spectrahedron', 'neural'].some((name) => $('name-' + name).checkVisibility())") {
		t.Error("a picture of matrices is offered, and there are none")
	}
	v.Click(`[name="activation"][value="polynomial"]`)
	v.Await("document.documentElement.dataset.activation === undefined")
	v.verify()
	v.Click("#undo")
	v.Await("document.documentElement.dataset.activation === 'relu'")
	v.verify()
}

// sameProblem reports whether two problems are the same.
func sameProblem(p, q *document.Problem) bool { return string(p.JSON()) == string(q.JSON()) }
