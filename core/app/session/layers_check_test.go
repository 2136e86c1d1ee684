package session

import (
	"math"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/format/convert"
	"conelab/core/network/stack"
)

// checkLayers compares the answer with the raw data.
func checkLayers(t testing.TB, d driver) {
	t.Helper()
	page, problem, solution := d.Page(), d.Problem(), d.Solution()
	if page.Stale || page.Busy || solution == nil || len(solution.Layers) != page.Layers.Count || page.Layers.Shown != page.Layers.Count {
		t.Fatalf("stale %v, busy %v, %+v", page.Stale, page.Busy, page.Layers)
	}
	if check := convert.Check(problem, solution); check.Pass != page.Strip.Certified {
		t.Errorf("%s: certified is %v, the check says %+v", page.Preset, page.Strip.Certified, check)
	}
	chosen := page.Layers.Chosen
	layer := solution.Layers[chosen]
	if page.Strip.Cost != layer.Objective || page.Strip.Bound != layer.LowerBound || page.Strip.Neurons != len(layer.Network.Neurons) {
		t.Errorf("the strip says %+v, layer %d has %g", page.Strip, chosen, layer.Objective)
	}
	var all stack.Pass
	x := []float64{}
	for _, row := range problem.Data.X {
		x = append(x, row...)
	}
	network := convert.StackNetwork(problem, solution)
	all.Run(network, x)
	checkFit(t, d, page, all.Outputs[chosen])
	checkProgram(t, d, page, &all)
	checkField(t, d, network)
}

// checkFit counts the correct predictions.
func checkFit(t testing.TB, d driver, page *protocol.Page, outputs []float64) {
	t.Helper()
	fit, problem := page.Strip.Fit, d.Problem()
	if fit.Right == nil {
		return
	}
	right, n := 0, len(problem.Data.Y)
	for i, y := range problem.Data.Y {
		best := 0
		for o := range y {
			if outputs[o*n+i] > outputs[best*n+i] {
				best = o
			}
		}
		if len(y) == 1 && outputs[i]*y[0] > 0 || len(y) > 1 && y[best] == 1 {
			right++
		}
	}
	if right != *fit.Right || page.Strip.Certified && !strings.Contains(fit.Says, "given the layers below") {
		t.Errorf("%d are right, the page says %d: %s", right, *fit.Right, fit.Says)
	}
}

// checkProgram compares the chosen layer's pictures with its features: its certificate touches the bounds at its neurons.
func checkProgram(t testing.TB, d driver, page *protocol.Page, all *stack.Pass) {
	t.Helper()
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	program := snap.Program(protocol.PictureCertificate)
	if program == &snap || len(program.Neurons) != len(page.Neurons) || snap.Program(protocol.PictureData) != &snap {
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
			t.Errorf("layer %d: g is %g at a neuron, beta %g", page.Layers.Chosen, g, program.Beta)
		}
	}
	h := all.Inputs[page.Layers.Chosen]
	if d.now().Holdouts() == 0 && program.Dimension == 2 && (program.Points[1].X[0] != h[2] || program.Points[1].X[1] != h[3]) {
		t.Errorf("the layer's points are not its features")
	}
}

// checkField evaluates the network at some places of the picture of the data, on the coarse and on the fine grid.
func checkField(t testing.TB, d driver, network *stack.Network) {
	t.Helper()
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	f := &snap.Layers.Field
	if d.now().Features() == 3 && d.now().Drawable() {
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
		return []float64{a, b}[:t.Features()]
	}
	plane := d.work.Plane()
	axes := plane.Axes()
	for k, v := range plane.Origin() {
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
