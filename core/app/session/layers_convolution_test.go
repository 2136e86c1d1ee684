package session

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
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

// TestConvolvedLayersTravel draws a sample, undoes it, saves the work and opens it: all layers are solved again, and the sizes stay.
func TestConvolvedLayersTravel(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bump"}`)
	d.do(`{"do":"architecture","kind":"convolutional","filter":4,"pool":"global"}`)
	d.do(`{"do":"layers","by":1}`)
	d.do(`{"do":"layers","by":1}`)
	before := d.Solution()
	x := append([]float64(nil), d.Problem().Data.X[2]...)
	for k := range x {
		x[k] = -x[k] + 0.3
		d.do(`{"do":"row","index":2,"values":%s,"final":%v}`, row(x, 1), k == len(x)-1)
	}
	drawn := d.Solution()
	for l := range before.Layers {
		if drawn.Layers[l].Objective == before.Layers[l].Objective {
			t.Errorf("layer %d was not solved again", l+1)
		}
	}
	for name, text := range map[string]string{"shared": string(d.Share()), "work": string(d.Keep())} {
		other := drive(t)
		other.do(`{"do":"open","%s":%s}`, name, text)
		page := other.Page()
		if got := other.Solution(); page.Layers.Count != 3 || page.Convolution == nil || page.Convolution.Filter != 4 || got.Objective != drawn.Objective {
			t.Errorf("%s: %+v, cost %g for %g", name, page.Layers, page.Objective, drawn.Objective)
		}
		other.checkConvolved(2)
	}
	d.do(`{"do":"undo"}`)
	if d.Solution().Objective != before.Objective {
		t.Error("undo does not lead back")
	}
	d.do(`{"do":"architecture","kind":"dense"}`)
	if page := d.Page(); page.Layers.Count != 3 || page.Convolution != nil {
		t.Errorf("dense again there is %+v", page.Layers)
	}
	d.do(`{"do":"undo"}`)
	d.checkConvolved(2)
	d.do(`{"do":"set","problem":%s}`, string(d.Problem().JSON()))
	d.checkConvolved(2)
}

// TestDocumentsOfConvolvedLayers requests all documents of a stack on a convolution, then of a network that cannot be stacked.
func TestDocumentsOfConvolvedLayers(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"preset","name":"bars","layers":3}`)
	for name, want := range map[string]string{
		"report": "Of the network as a whole nothing is proved.", "python": "def ", "go": "func ", "javascript": "function ", "latex": `\sigma`,
		"drawing 480 320": `"points"`, "neurons.csv": "alpha", "problem": `"stack"`, "solution": `"layers"`,
	} {
		if text, err := d.Document(name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %q: %v\n%s", name, want, err, text)
		}
	}
	d.do(`{"do":"architecture","kind":"quadratic"}`)
	if page := d.Page(); page.Layers.Count != 1 || d.Problem().Architecture.Kind != document.KindQuadratic {
		t.Errorf("a quadratic network has %+v", page.Layers)
	}
	if err := d.Session.Apply([]byte(`{"do":"layers","by":1}`)); err == nil {
		t.Error("layers were put on a quadratic network")
	}
}
