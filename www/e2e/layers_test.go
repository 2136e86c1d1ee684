package e2e

import (
	"fmt"
	"testing"

	"conelab/www/visit"
)

// layers waits until so many layers are on the stage, each certified.
func (v *user) layers(n int) {
	v.t.Helper()
	v.Await(fmt.Sprintf("document.querySelectorAll('[name=\"output-layers\"]').length === %d", n))
	v.Rest()
	for _, gap := range evaluate[[]float64](v, "conelab.solution().then((s) => s.layers.map((l) => l.gap))") {
		if gap > 1e-8 {
			v.t.Errorf("of %d layers one has the gap %g", n, gap)
		}
	}
	if ink := v.Look("#area-network").Ink(); ink < 0.05 {
		v.t.Errorf("the network has %g of its tile in colour", ink)
	}
}

// TestKindsOfNetworks has several layers, ReLU, and a network of sums.
func TestKindsOfNetworks(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small())
	v.addLayers()
	v.chooseReLU()
	v.openSums()
}

// addLayers follows the offer of another layer, chooses their number from the list, also as many as help, and goes back to one; and
// puts a layer on a convolution. That they follow a dragged point is proved of the workspace.
func (v *user) addLayers() {
	v.t.Helper()
	v.Preset(2, "spiral")
	one := v.shown("right")
	v.Await("!$('add-layers').hidden") // once it was found that it helps
	v.Click("#add-layers")
	v.Await("document.querySelectorAll('[name=\"output-layers\"]').length > 1")
	v.choose("#layers-count", "2")
	v.layers(2)
	v.choose("#layers-count", "3")
	v.layers(3)
	if now := v.shown("right"); now <= one {
		v.t.Errorf("%g right with one layer, %g with three", one, now)
	}
	v.choose("#layers-count", "auto")
	v.Await("$('layers-count').value !== 'auto'")
	v.Rest()
	found := evaluate[int](v, "Number($('layers-count').value)")
	v.layers(found)
	v.choose("#layers-count", "1")
	v.Await("$('layers-count').value === '1' && $('tile-network').hidden")
	v.verify()
	// With layers, too, samples are where other data have their picture.
	evaluate[any](v, "void document.querySelector('[data-preset=bump]').click()")
	v.Await("$('samples').checkVisibility()")
	v.Rest()
	v.choose("#layers-count", "2")
	v.layers(2)
	v.Await("$('samples').checkVisibility() && !$('area-data').checkVisibility()")
	v.choose("#layers-count", "1")
	v.Await("$('tile-network').hidden && document.querySelectorAll('#stage > #samples').length === 1")
	v.verify()
}
