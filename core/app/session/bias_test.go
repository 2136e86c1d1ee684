package session

import (
	"math"
	"strings"
	"testing"
)

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
		shown := d.Plain()
		d.checkFunctions(shown, d.Problem(), d.Solution())
		if shown.Dimension != 2 || shown.Function.X == 0 && shown.Function.C == 0 {
			t.Errorf("of %d features %+v is drawn", shown.Dimension, shown.Function)
		}
	}
}

// TestBiasHelps fits a parabola that the network without a bias cannot, and tries ReLU, which has its own.
func TestBiasHelps(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"dimension","value":1}`)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"addRows","add":[[-1,1.2],[-0.5,0.7],[0,0.2],[0.5,-0.3],[1,-0.8]]}`)
	d.do(`{"do":"coefficients","a":1,"b":0,"c":0}`)
	for d.IdleWork() {
		d.Work(func() bool { return false })
	}
	if before := d.Page().Strip.Fit; strings.Count(strings.Join(before.Helps, " "), "With a bias the optimum explains 99.") != 1 {
		t.Errorf("what helps is %q", before.Helps)
	}
	d.do(`{"do":"bias","on":true}`)
	if after := d.Page(); *after.Train.R2 < 0.99 {
		t.Errorf("with a bias R2 is %g", *after.Train.R2)
	}
	d.do(`{"do":"activation","name":"relu"}`)
	if p := d.Page(); p.Bias != nil {
		t.Errorf("with ReLU there is a switch: %t", *p.Bias)
	}
}

// TestQuadraticBeforeDense asks for the page between a quadratic network of two features and a dense one of one feature, whose matrices
// are of the same size.
func TestQuadraticBeforeDense(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"ring"}`)
	d.do(`{"do":"coefficients","a":1,"b":0,"c":0}`)
	d.do(`{"do":"architecture","kind":"quadratic"}`)
	if err := d.Apply([]byte(`{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[1],[2],[3]],"y":[[1],[-1],[2]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":0.1,"b":0.5,"c":0.2},"loss":"squared","beta":0.5}}`)); err != nil {
		t.Fatal(err)
	}
	d.Page()
	d.solve()
	d.check()
}
