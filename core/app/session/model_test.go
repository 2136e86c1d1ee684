package session

import (
	"context"
	"math"
	"strings"
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

// TestBias trains networks with a bias, of one layer and of two. The cost is not above that without; the documents have the feature of
// ones, the data and their pictures do not; and the switch is undone, and survives links, saved work and problem documents.
func TestBias(t *testing.T) {
	for _, c := range []struct {
		preset string
		layers int
	}{{"parabola", 1}, {"ring", 1}, {"shell", 1}, {"blobs", 1}, {"masked", 1}, {"ring", 2}, {"parabola", 2}} {
		d := drive(t)
		d.do(`{"do":"loadPreset","name":%q}`, c.preset)
		if !d.now().Biasable() {
			if d.Page().Bias != nil || d.Apply([]byte(`{"do":"bias","on":true}`)) == nil {
				t.Errorf("%s has a bias", c.preset)
			}
			continue
		}
		d.do(`{"do":"coefficients","a":1,"b":0,"c":0}`)
		before, features := d.Page(), d.now().D
		d.do(`{"do":"bias","on":true}`)
		if c.layers > 1 {
			d.do(`{"do":"layers","value":%d}`, c.layers)
		}
		page, problem := d.Page(), d.Problem()
		if page.Bias == nil || !*page.Bias || page.Dimension != features || !problem.Columns.Bias || len(problem.Data.X[0]) != features+1 {
			t.Fatalf("%+v: bias %v of %d features, %+v", c, page.Bias, page.Dimension, problem.Columns)
		}
		if c.layers == 1 && page.Objective > before.Objective*(1+1e-7) {
			t.Errorf("%+v: with a bias the cost is %g, without %g", c, page.Objective, before.Objective)
		}
		d.elsewhere()
		for _, name := range []string{"points", "data.csv", "python"} {
			written, err := d.Document(name)
			if err != nil || name == "data.csv" && strings.Count(strings.SplitN(string(written), "\n", 2)[0], ",x")+1 != features {
				t.Errorf("%+v: %s: %v: %.100s", c, name, err, written)
			}
		}
		d.do(`{"do":"loadProblem","problem":%s}`, problem.JSON())
		if d.now().D != features ||
			string(d.Problem().JSON()) != string(problem.JSON()) {
			t.Errorf("%+v: the document comes back as another", c)
		}
		for range 1 + c.layers {
			d.do(`{"do":"undo"}`)
		}
		if p := d.Page(); *p.Bias || math.Abs(p.Objective-before.Objective) > 1e-6*before.Objective {
			t.Errorf("%+v: undone, bias %t and cost %g", c, *p.Bias, p.Objective)
		}
	}
}

// TestBiasOfManyFeatures adds a bias to data that are shown in a plane, of numbers and of classes, and to a quadratic network.
func TestBiasOfManyFeatures(t *testing.T) {
	for _, outputs := range []int{1, 3} {
		d := drive(t)
		setWide(d, 5, 40, 5, outputs)
		d.do(`{"do":"bias","on":true}`)
		d.do(`{"do":"outputView","features":[1,3]}`)
		if d.Page().Dimension != 5 || d.Page().OutputView.Features != [2]int{2, 4} {
			t.Errorf("%d features in the plane of %v", d.Page().Dimension, d.Page().OutputView.Features)
		}
		d.do(`{"do":"loadPreset","name":"ring"}`)
		d.do(`{"do":"coefficients","a":1,"b":0,"c":0}`)
		d.do(`{"do":"architecture","kind":"quadratic"}`)
		d.do(`{"do":"bias","on":true}`)
		shown := d.pictures.Plain()
		d.checkFunctions(shown, d.Problem(), d.Solution())
		if shown.Dimension != 2 || shown.Function.X == 0 && shown.Function.C == 0 {
			t.Errorf("of %d features %+v is drawn", shown.Dimension, shown.Function)
		}
	}
}
