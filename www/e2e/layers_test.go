package e2e

import (
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
	v.Click("#deepen")
	v.Await("document.querySelectorAll('[name=\"lens-layer\"]').length === 2")
	v.Click("#layers-more")
	v.Click("#layers-more")
	v.Await("document.querySelectorAll('[name=\"lens-layer\"]').length === 4")
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
	for range 3 {
		v.Click("#layers-less")
	}
	v.Await("document.getElementById('layers-count').textContent === '1' && document.getElementById('tile-network').hidden")
	v.Rest()
	if now := right(); now > one+1 {
		t.Errorf("%g right with one layer, before %g", now, one)
	}
}

// TestLayersOnAPhone shows an example of several layers: the network is one of the pictures, and nothing is out of sight.
func TestLayersOnAPhone(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Phone(844, 1))
	evaluate[any](v, "void document.querySelector('[data-preset=\"moons\"]').click()")
	v.Await("document.querySelectorAll('[name=\"lens-layer\"]').length === 3 && !document.getElementById('tile-network').hidden")
	v.Rest()
	if wide := evaluate[float64](v, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %g wide", wide)
	}
	if ink := v.Look("#area-network").Ink(); ink < 0.05 {
		t.Errorf("the network has %g of its tile in colour", ink)
	}
}
