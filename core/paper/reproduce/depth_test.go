package reproduce

import (
	"math"
	"testing"
)

// TestDepths: on a drawing that one layer cannot fit, two layers are more accurate; every layer is certified, accuracies are shares of the
// test points, and the report's counts add up.
func TestDepths(t *testing.T) {
	e, _ := Find("depth")
	l := lab()
	done := Results{}
	for _, p := range e.Pieces(l)[1:3] { // moons and the checkerboard
		r, err := p.Run(l)
		if err != nil {
			t.Fatal(err)
		}
		done[p.Name] = r
		one, two := r.cell(modelOf(stackModel, 1)), r.cell(modelOf(stackModel, 2))
		if !(two.mean() > one.mean()+0.02) || len(r.Cells) != 7 {
			t.Errorf("%s: %g with one layer, %g with two, %d cells", p.Name, one.mean(), two.mean(), len(r.Cells))
		}
		for _, c := range r.Cells {
			for _, v := range c.Folds {
				if v < 0 || v > 1 || math.Abs(200*v-math.Round(200*v)) > 1e-9 {
					t.Errorf("%s, %s: an accuracy of %g of 200 points", p.Name, c.Model, v)
				}
			}
			if c.Gap > 1e-8 || len(c.Folds) != 2 || !(c.Seconds > 0) {
				t.Errorf("%s: %+v", p.Name, c)
			}
		}
	}
	report := e.Report(l, done)
	checkReport(t, report)
	if len(report.Grids[0].Rows) != 6 || len(report.Claims) != 3 {
		t.Errorf("%+v", report)
	}
}

// TestStandardised: test rows are scaled by the training rows' mean and deviation.
func TestStandardised(t *testing.T) {
	a, b := drawnFrame("moons", 20, 1), drawnFrame("moons", 10, 2)
	one, err := standardised(a, b)
	if err != nil {
		t.Fatal(err)
	}
	scale := (a.X[1][0] - a.X[0][0]) / (one.train.X[1][0] - one.train.X[0][0])
	if got := (b.X[3][0] - a.X[0][0]) / scale; math.Abs(got-(one.test.X[3][0]-one.train.X[0][0])) > 1e-12 {
		t.Errorf("a row to test on is scaled to %g, expected %g", one.test.X[3][0]-one.train.X[0][0], got)
	}
}
