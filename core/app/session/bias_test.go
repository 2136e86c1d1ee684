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
		shown := d.pictures.Plain()
		d.checkFunctions(shown, d.Problem(), d.Solution())
		if shown.Dimension != 2 || shown.Function.X == 0 && shown.Function.C == 0 {
			t.Errorf("of %d features %+v is drawn", shown.Dimension, shown.Function)
		}
	}
}
