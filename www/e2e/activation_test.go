package e2e

import (
	"strings"

	"github.com/chromedp/chromedp"
)

// chooseReLU chooses ReLU beside the layers, and finds what belongs to the polynomial explained. That it is undone, linked and dragged is
// proved of the session.
func (v *user) chooseReLU() {
	v.t.Helper()
	v.Preset(2, "parabola")
	v.Click(`#activation-field label:has([value="relu"])`)
	v.Await("document.documentElement.dataset.activation === 'relu' && !$('notice').hidden && $('notice-text').textContent.includes('hinge')")
	v.Click("#undo") // what was said of the loss goes with it
	v.Await("document.documentElement.dataset.activation === undefined")
	if !evaluate[bool](v, "$('notice').hidden") {
		v.t.Errorf("over the polynomial stands %s", v.text("#notice-text"))
	}
	v.Click("#redo")
	v.Await("document.documentElement.dataset.activation === 'relu'")
	v.verify()
	if ink := v.Look("#area-certificate").Ink(); ink < 0.05 {
		v.t.Errorf("the map of the lines has %g of its tile in colour", ink)
	}
	x, y := v.Place("#area-certificate").At(0, 0.1)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	v.Await("document.querySelector('#tile-certificate header p').textContent.startsWith('A neuron here')")
	if name := v.text("#cost-name"); !strings.Contains(name, "hinge") {
		v.t.Errorf("the cost of the hinge loss is called %q", name)
	}
	if evaluate[bool](v, "['lorentz', 'spectrahedron', 'neural'].some((name) => $('name-' + name).checkVisibility())") {
		v.t.Error("a picture of matrices is offered, and there are none")
	}
	v.Click(`[name="activation"][value="polynomial"]`)
	v.Await("document.documentElement.dataset.activation === undefined")
	v.verify()
}
