package session

import (
	"context"
	"math"
	"testing"

	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// patches returns the patches of a sample.
func patches(a *document.Architecture, x []float64) (out [][]float64) {
	lifted, _ := a.Lift(len(x))
	operator, shape := lifted.New(context.Background(), lift.ReLU, x, 1, len(x)), lifted.Shape(len(x))
	for k := range shape.Blocks * shape.Patches {
		out = append(out, operator.Patch(0, k/shape.Patches, k%shape.Patches))
	}
	return out
}

// TestConvolutionsAreProved compares what the page and the panel of samples say of convolutions with sums over patches of the raw data.
func TestConvolutionsAreProved(t *testing.T) {
	d := drive(t)
	for preset, kinds := range map[string][]string{
		"bump": {`"pool":1`, `"pool":"global"`, `"filter":4,"stride":2`, `"filter":3,"stride":1,"padding":1`, `"pool":5`,
			`"input":[2,5],"filter":2`},
		"edge": {`"filter":10,"padding":0,"pool":1`, `"filter":1,"stride":3`},
		"bars": {`"filter":3`, `"filter":2,"padding":1,"stride":2`, `"input":[25],"filter":5`},
	} {
		d.do(`{"do":"loadPreset","name":%q}`, preset)
		for _, sizes := range kinds {
			d.do(`{"do":"architecture","kind":"convolutional",%s}`, sizes)
			page := d.Page()
			if page.Status != "optimal" {
				t.Fatalf("%s %s: %s", preset, sizes, page.Message)
			}
			p := d.Problem()
			all := patches(&p.Architecture, p.Data.X[0])
			c := page.Convolution
			pool := max(1, c.Pool)
			if c.Pool < 0 {
				pool = len(all)
			}
			if c.Patches != len(all) || c.Size != len(all[0]) || c.Order != c.Size+1 || c.Matrices != 2*len(all)/pool || c.Blocks*pool != c.Patches {
				t.Errorf("%s %s: %d patches of %d numbers, but the page says %+v", preset, sizes, len(all), len(all[0]), c)
			}
			d.checkSamples()
		}
	}
	d.do(`{"do":"loadPreset","name":"bars"}`)
	d.do(`{"do":"architecture","kind":"dense"}`)
	if doc := d.samplesDoc("samples 0"); doc.Filter != [2]int{5, 5} || len(doc.Corners) != 1 || len(doc.Picked.Product[0]) != 1 {
		t.Errorf("dense: %v %v", doc.Filter, doc.Corners)
	}
}

// checkProof compares the facts of the proof with the documents.
func (d driver) checkProof(problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	page := d.Page()
	m := page.Proof
	if m == nil {
		d.t.Fatal("there is a solution, and no facts about it")
	}
	scale := math.Max(math.Abs(solution.Objective), 1e-300)
	if math.Abs(m.Loss+m.Penalty-solution.Objective) > 1e-9*scale || math.Abs(m.Penalty-problem.Beta*m.Weight) > 1e-12*scale {
		d.t.Fatalf("loss %g and penalty %g make the cost %g", m.Loss, m.Penalty, solution.Objective)
	}
	if len(solution.Network.Neurons) > m.Width {
		d.t.Fatalf("%d neurons, and at most %d are said to be needed", len(solution.Network.Neurons), m.Width)
	}
}

// pathCount is the number of values of beta on a path, from package solve.
const pathCount = 12
