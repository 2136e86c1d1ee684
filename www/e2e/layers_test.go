package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// TestLayersOnTheSpiral follows the offer of another layer, drags a point, goes to the proof of the first layer, and back to one.
func TestLayersOnTheSpiral(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small())
	v.Preset(2, "spiral")
	right := func() float64 {
		return evaluate[float64](v, `Number(document.querySelector('[data-out="right"]').dataset.value)`)
	}
	one := right()
	v.Await("!document.getElementById('deepen').hidden") // once it was found that it helps
	v.Click("#deepen")
	v.Await("document.querySelectorAll('[name=\"output-layers\"]').length > 1")
	evaluate[any](v, `(() => { const count = document.getElementById('layers-count'); count.value = '2'; count.dispatchEvent(new Event('change')) })()`)
	v.Await("document.querySelectorAll('[name=\"output-layers\"]').length === 2")
	v.Click("#layers-more")
	v.Click("#layers-more")
	v.Await("document.querySelectorAll('[name=\"output-layers\"]').length === 4")
	v.Rest()
	if now := right(); now <= one || evaluate[bool](v, "document.getElementById('tile-network').hidden") {
		t.Errorf("%g right with one layer, %g with four", one, now)
	}
	if ink := v.Look("#area-network").Ink(); ink < 0.05 {
		t.Errorf("the network has %g of its tile in colour", ink)
	}
	b := v.Place("#area-data")
	v.Click("#tool [value=move]")
	v.stats()
	x, y := b.At(0.3, 0.3)
	v.Press(x, y, chromedp.ButtonLeft)
	for i := range 5 {
		v.Drag(x+4*float64(i), y, chromedp.ButtonLeft)
	}
	v.Release(x+20, y, chromedp.ButtonLeft)
	v.Rest()
	for _, layers := range evaluate[[]float64](v, "conelab.solution().then((s) => s.layers.map((l) => l.gap))") {
		if layers > 1e-8 {
			t.Errorf("a layer has the gap %g", layers)
		}
	}
	evaluate[any](v, `(() => { const count = document.getElementById('layers-count'); count.value = 'auto'; count.dispatchEvent(new Event('change')) })()`)
	v.Await("document.getElementById('layers-count').value !== 'auto'")
	v.Rest()
	found := evaluate[int](v, "conelab.solution().then((s) => s.layers.length)")
	if count := evaluate[int](v, "Number(document.getElementById('layers-count').value)"); count != found || found < 2 {
		t.Errorf("%d layers help, the page says %d", found, count)
	}
	for range found - 1 {
		v.Click("#layers-less")
	}
	v.Await("document.getElementById('layers-count').value === '1' && document.getElementById('tile-network').hidden")
	v.Rest()
	if now := right(); now > one+1 {
		t.Errorf("%g right with one layer, before %g", now, one)
	}
}

// TestLayersOnAConvolution adds a layer to a convolution of signals, draws on one, looks at both layers, undoes, and takes the
// layer away, on a phone.
func TestLayersOnAConvolution(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Phone(844, 1))
	evaluate[any](v, "void document.querySelector('[data-preset=bump]').click()")
	v.Await("document.getElementById('samples').checkVisibility()")
	v.Rest()
	v.Click("#layers-more")
	v.Await("document.querySelectorAll('[name=\"output-layers\"]').length === 2 && document.getElementById('area-network').checkVisibility()")
	v.Rest()
	before := v.verify()
	if ink := v.Look("#area-network").Ink(); ink < 0.05 {
		t.Errorf("the network has %g of its tile in colour", ink)
	}
	gaps := func() []float64 {
		return evaluate[[]float64](v, "conelab.solution().then((s) => s.layers.map((l) => l.gap))")
	}
	for _, gap := range gaps() {
		if gap > 1e-8 {
			t.Errorf("a layer has the gap %g", gap)
		}
	}

	// The samples are where other data have their picture.
	v.Click("#name-data")
	v.Await("document.getElementById('samples').checkVisibility() && !document.getElementById('area-data').checkVisibility()")
	x, y := v.inSample(40, 74)
	v.Press(x, y, chromedp.ButtonLeft)
	x, y = v.inSample(200, 30)
	v.Drag(x, y, chromedp.ButtonLeft)
	v.Release(x, y, chromedp.ButtonLeft)
	v.Rest()
	after := v.verify()
	if fmt.Sprint(after.Data.X[0]) == fmt.Sprint(before.Data.X[0]) || after.Stack == nil {
		t.Errorf("the sample is still %v, with the stack %+v", after.Data.X[0], after.Stack)
	}
	v.Click("#undo")
	v.Rest()
	if now := v.verify(); fmt.Sprint(now.Data.X) != fmt.Sprint(before.Data.X) {
		t.Error("undo does not lead back")
	}

	// The first layer has no other picture than the network; the second has all.
	v.Click("#name-network")
	v.Click("[name=output-layers][value=\"0\"] + span")
	v.Await("document.getElementById('name-certificate').hidden && document.querySelector('[data-out=neurons]').dataset.value === String(document.querySelectorAll('#filter-list li').length)")
	v.Click("[name=output-layers][value=\"1\"] + span")
	v.Await("!document.getElementById('name-certificate').hidden")
	v.Click("#name-certificate")
	v.Rest()
	if ink := v.Look("#area-certificate").Ink(); ink < 0.01 {
		t.Errorf("the certificate has %g of its tile in colour", ink)
	}
	if wide, most := evaluate[float64](v, "document.documentElement.scrollWidth"), evaluate[float64](v, "innerWidth"); wide > most {
		t.Errorf("the page is %g wide", wide)
	}
	v.Click("#layers-less")
	v.Await("document.getElementById('tile-network').hidden && document.querySelectorAll('#stage > #samples').length === 1")
	v.Rest()
	v.verify()
}
