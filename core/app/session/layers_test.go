package session

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/stack"
)

// TestLayersAreCertifiedFromTheData trains stacks in all forms; each answer is compared with the raw data, see checkLayers.
func TestLayersAreCertifiedFromTheData(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, preset := range []string{"moons", "largest", "interval", "shell"} {
		d := drive(t)
		d.do(`{"do":"loadPreset","name":"%s","layers":%d}`, preset, 2+rng.IntN(3))
		if skip := d.Page().Layers.Skip; skip != "input" {
			t.Errorf("%s: layers read %q unless another choice is made", preset, skip)
		}
		d.do(`{"do":"hold","value":%d}`, 10*rng.IntN(3))
		for _, in := range []string{
			`{"do":"layers","value":3,"skip":"none"}`, `{"do":"layers","value":2,"skip":"all"}`, `{"do":"layers","value":4}`,
			`{"do":"beta","value":0.3}`, `{"do":"editRows","name":"remove","indices":[3]}`, `{"do":"outputView","layer":0}`,
		} {
			d.do("%s", in)
		}
		for layer := range 4 {
			d.do(`{"do":"outputView","layer":%d}`, layer)
		}
	}
}

// TestTheFieldIsSharpAtRest compares the grid on which several layers are evaluated during a drag with the finer one afterwards.
func TestTheFieldIsSharpAtRest(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"moons","layers":3}`)
	snap := d.Snapshot()
	sharp := snap.Layers.Field.Columns
	d.tell(`{"do":"press","at":[0.9,0.9],"radius":0.01}`)
	snap = d.Snapshot()
	if coarse := snap.Layers.Field.Columns; coarse*3 > sharp || d.HasBackgroundWork() {
		t.Errorf("%d columns while a point is drawn, %d at rest", coarse, sharp)
	}
	d.do(`{"do":"release"}`)
	d.do(`{"do":"extent","wide":1.5,"high":1}`)
	snap = d.Snapshot()
	if f := &snap.Layers.Field; f.Columns < sharp*7/5 || f.Rows < sharp || f.Left > -1.5*snap.Window.Half {
		t.Errorf("of a wide picture %d by %d places from %g on", f.Columns, f.Rows, f.Left)
	}
}

// checkLayers compares the answer with the raw data.
func checkLayers(t testing.TB, d driver) {
	t.Helper()
	page, problem, solution := d.Page(), d.Problem(), d.Solution()
	if page.Stale || page.Busy || solution == nil || len(solution.Layers) != page.Layers.Count || page.OutputView.Layers != page.Layers.Count {
		t.Fatalf("stale %v, busy %v, %+v", page.Stale, page.Busy, page.Layers)
	}
	if check := document.CheckSolution(problem, solution); check.Pass != page.Strip.Certified {
		t.Errorf("%s: certified is %v, the check says %+v", page.Preset, page.Strip.Certified, check)
	}
	chosen := page.OutputView.Layer
	layer := solution.Layers[chosen]
	if page.Objective != layer.Objective || page.LowerBound != layer.LowerBound || page.OutputView.Neurons != len(layer.Network.Neurons) {
		t.Errorf("the page says %g of layer %d, which has %g", page.Objective, chosen, layer.Objective)
	}
	var all stack.Pass
	x := []float64{}
	for _, row := range problem.Data.X {
		x = append(x, row...)
	}
	network := document.StackNetwork(problem, solution)
	all.Run(network, x)
	checkFit(t, d, page, all.Outputs[chosen])
	checkProgram(t, d, page, &all, network)
	checkField(t, d, network)
}

// checkFit counts the correct predictions.
func checkFit(t testing.TB, d driver, page *protocol.Page, outputs []float64) {
	t.Helper()
	if page.Train.Accuracy == nil {
		return
	}
	right, says := measureFit(d.Problem(), outputs).right, page.Strip.Fit.Says
	if right != page.Train.Right() || page.Strip.Certified && !strings.Contains(says, "given the layers below") {
		t.Errorf("%d are right, the page says %d: %s", right, page.Train.Right(), says)
	}
}

// checkProgram compares the chosen layer's pictures with its features: its certificate touches the bounds at its neurons.
func checkProgram(t testing.TB, d driver, page *protocol.Page, all *stack.Pass, network *stack.Network) {
	t.Helper()
	snap := d.Snapshot()
	program := snap.Program(protocol.PictureCertificate)
	if program == snap || len(program.Neurons) != len(page.Neurons) || snap.Program(protocol.PictureData) != snap {
		t.Fatalf("the pictures have %d neurons, the page %d", len(program.Neurons), len(page.Neurons))
	}
	for i := range snap.Points {
		if q := d.now().Point(i); snap.Dimension == 2 && !snap.Plane && (snap.Points[i].X[0] != q[0] || snap.Points[i].X[1] != q[1]) {
			t.Fatalf("point %d is drawn at %v", i, snap.Points[i].X)
		}
	}
	if program.Plane || program.Dimension == 0 {
		return
	}
	for _, n := range program.Neurons {
		if g := program.Certificate.At(n.U); math.Abs(g-math.Copysign(program.Beta, n.Alpha)) > 1e-3*program.Beta {
			t.Errorf("layer %d: g is %g at a neuron, beta %g", page.OutputView.Layer, g, program.Beta)
		}
	}
	h := all.Input(network, page.OutputView.Layer)
	if d.now().Holdouts() == 0 && program.Dimension == 2 && (program.Points[1].X[0] != h[2] || program.Points[1].X[1] != h[3]) {
		t.Errorf("the layer's points are not its features")
	}
}

// checkField evaluates the network at some places of the picture of the data, on the coarse and on the fine grid.
func checkField(t testing.TB, d driver, network *stack.Network) {
	t.Helper()
	snap := d.Snapshot()
	f := &snap.Layers.Field
	if d.now().D == 3 && d.now().Drawable() {
		if len(snap.Layers.Points) != len(snap.Points)*snap.Outputs {
			t.Errorf("%d values at %d points", len(snap.Layers.Points), len(snap.Points))
		}
		return
	}
	for _, k := range []int{0, f.Places() / 3, f.Places() - 1} {
		x := d.placeAt(f.Left+f.Step*float64(k%f.Columns), f.Low+f.Step*float64(k/f.Columns))
		for o, want := range forward(network, x) {
			if got := float64(f.At(o, k%f.Columns, k/f.Columns)); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("output %d at %v is %g, drawn %g", o, x, want, got)
			}
		}
	}
}

// placeAt returns the features at a place of the picture of the data.
func (d driver) placeAt(a, b float64) (x []float64) {
	t := d.now()
	if t.Drawable() {
		return t.RowsWithBias([]float64{a, b}[:t.D])
	}
	return onPlane(t.Frame(d.work.View.Axes, nil), a, b)
}

// onPlane returns the features at a place of a plane.
func onPlane(plane *workspace.Frame, a, b float64) (x []float64) {
	axes := plane.Axes
	for k, v := range plane.Origin {
		x = append(x, v+a*axes[0][k]+b*axes[1][k])
	}
	return x
}

// forward evaluates a stack at one place.
func forward(n *stack.Network, x []float64) (outputs []float64) {
	var pass stack.Pass
	pass.Run(n, x)
	return pass.Outputs[len(pass.Outputs)-1]
}

// TestLayersOnAConvolution stacks layers on convolutions of signals and images, in all forms and sizes: each layer is certified
// from the raw data, and the answer describes that network.
func TestLayersOnAConvolution(t *testing.T) {
	d := drive(t)
	for preset, kinds := range map[string][]string{
		"bump": {`"pool":1`, `"filter":4,"stride":2`, `"filter":3,"stride":1,"padding":1`},
		"bars": {`"filter":2,"padding":1,"stride":2`},
	} {
		d.do(`{"do":"loadPreset","name":%q}`, preset)
		d.do(`{"do":"layers","by":1}`)
		for i, sizes := range kinds {
			d.do(`{"do":"architecture","kind":"convolutional",%s}`, sizes)
			d.do(`{"do":"layers","value":%d,"skip":%q}`, 2+i%2, []string{"input", "all", "none"}[i%3])
			for layer := range d.Page().Layers.Count {
				d.do(`{"do":"outputView","layer":%d}`, layer)
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
	snap := d.Snapshot()
	first := snap.Layers.Columns[0]
	if len(first.Units) != len(s.Layers[0].Network.Neurons) || len(snap.Layers.Inputs) != 1 {
		d.t.Fatalf("%d filters are drawn of %d, and %d samples", len(first.Units), len(s.Layers[0].Network.Neurons), len(snap.Layers.Inputs))
	}
	for j, unit := range first.Units {
		drawnAs(d.t, unit.Map, s.Layers[0].Network.Neurons[j].U)
	}
	drawnAs(d.t, snap.Layers.Inputs[0], p.Data.X[snap.Layers.Pictured])
	doc := d.samplesDoc("samples 3")
	for i, x := range p.Data.X {
		want := forward(document.StackNetwork(p, d.Solution()), x)[0]
		if !near(doc.Outputs[i][0], want) || doc.Right[i] != ((want > 0) == (p.Data.Y[i][0] > 0)) {
			d.t.Fatalf("sample %d is said to be %g, want %g", i, doc.Outputs[i][0], want)
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
