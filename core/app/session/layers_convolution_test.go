package session

import (
	"math"
	"testing"

	"conelab/core/app/protocol"
)

// TestLayersOnAConvolution stacks layers on convolutions of signals and images, in all forms and sizes: each layer is certified from the raw data,
// and the answer describes that network.
func TestLayersOnAConvolution(t *testing.T) {
	d := drive(t)
	for preset, kinds := range map[string][]string{
		"bump": {`"pool":1`, `"filter":4,"stride":2`, `"filter":3,"stride":1,"padding":1`},
		"bars": {`"filter":2,"padding":1,"stride":2`},
	} {
		d.do(`{"do":"preset","name":%q}`, preset)
		d.do(`{"do":"layers","by":1}`)
		for i, sizes := range kinds {
			d.do(`{"do":"architecture","kind":"convolutional",%s}`, sizes)
			d.do(`{"do":"layers","value":%d,"form":%q,"skip":%q}`, 2+i%2, []string{"features", "residual"}[i%2], []string{"input", "all", "none"}[i%3])
			for layer := range d.Page().Layers.Count {
				d.do(`{"do":"lens","layer":%d}`, layer)
				d.checkConvolved(layer)
			}
		}
	}
}

// checkConvolved compares the picture of the network and the panel of samples with the documents.
func (d driver) checkConvolved(layer int) {
	d.t.Helper()
	page, p, s := d.Page(), d.Problem(), d.Solution()
	if !page.Strip.Certified || page.Layers.Most < 2 || page.Signals == nil || page.Convolution == nil || !page.Drawable {
		d.t.Fatalf("%s: %+v, certified %v", page.Preset, page.Layers, page.Strip.Certified)
	}
	for i := range protocol.Pictures {
		id := protocol.Pictures[i].ID
		own := id == protocol.PictureData || id == protocol.PictureNetwork
		if offered := page.Tiles[id].Offered; own && !offered || offered && !own && layer == 0 {
			d.t.Errorf("of layer %d the picture %s is offered: %v", layer, page.Tiles[id].Title, offered)
		}
	}
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	first := snap.Layers.Columns[0]
	if len(first.Units) != len(s.Layers[0].Network.Neurons) || len(snap.Layers.Inputs) != 1 {
		d.t.Fatalf("%d filters are drawn of %d, and %d samples", len(first.Units), len(s.Layers[0].Network.Neurons), len(snap.Layers.Inputs))
	}
	if size := len(patches(&p.Architecture, p.Data.X[0])[0]); first.Filter[0]*first.Filter[1] != size || snap.Layers.Sample[0]*snap.Layers.Sample[1] != len(p.Data.X[0]) {
		d.t.Errorf("filters of %v, of %d numbers; samples of %v", first.Filter, size, snap.Layers.Sample)
	}
	for j, unit := range first.Units {
		drawnAs(d.t, unit.Map, s.Layers[0].Network.Neurons[j].U)
	}
	drawnAs(d.t, snap.Layers.Inputs[0], p.Data.X[snap.Layers.Pictured])
	doc, network := d.samplesDoc("samples 3"), s.Layers
	if len(doc.Neurons) != len(network[0].Network.Neurons) {
		d.t.Fatalf("the panel has %d filters", len(doc.Neurons))
	}
	for i, x := range p.Data.X {
		if want := forward(d.layers.Result().Network, x)[0]; !near(doc.F[i][0], want) || doc.Right[i] != (want*p.Data.Y[i][0] > 0) {
			d.t.Fatalf("sample %d is said to be %g, want %g", i, doc.F[i][0], want)
		}
	}
}

// drawnAs compares the bytes of one channel with the numbers that they show.
func drawnAs(t testing.TB, m []byte, values []float64) {
	t.Helper()
	largest := 0.0
	for _, v := range values {
		largest = math.Max(largest, math.Abs(v))
	}
	for k, v := range values {
		if math.Abs(float64(m[k])-128-127*v/largest) > 0.51 {
			t.Fatalf("entry %d is drawn as %d, it is %g of %g", k, m[k], v, largest)
		}
	}
}
