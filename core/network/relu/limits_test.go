package relu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestExtremeNumbersEndHonestly: they fail, or are certified.
func TestExtremeNumbersEndHonestly(t *testing.T) {
	for _, size := range []float64{1e31, 1e200, 1e-200} {
		for _, l := range losses {
			x, y := sample("plain", 8, 2, rand.New(rand.NewPCG(27, 28)))
			for i := range x {
				x[i] *= size
			}
			p := certify.Problem{X: x, Y: y, D: 2, Loss: l, Beta: 1, Sigma: lift.Piecewise{}}
			var j Job
			r := j.Run(p)
			v, optimal := certify.Check(p, p.Claim(r), NewBruteForce(&p)), r.Status == certify.Optimal
			if optimal && !v.Pass || !optimal && r.Message == "" {
				t.Errorf("%v, numbers of size %g: %s %q: %+v", l, size, r.Status, r.Message, v.Findings)
			}
		}
	}
}

// TestRefusesWhatIsTooLarge looks at the sentences.
func TestRefusesWhatIsTooLarge(t *testing.T) {
	for _, c := range []struct {
		want string
		p    certify.Problem
	}{
		{"there are 4 features, expected one to three for the certified optimum of a ReLU network",
			certify.Problem{X: make([]float64, 4), Y: []float64{1}, D: 4, Beta: 1}},
		{"there are 61 samples, expected at most 60 with 3 features for the certified optimum of a ReLU network",
			certify.Problem{X: make([]float64, 183), Y: make([]float64, 61), D: 3, Beta: 1}},
		{"the loss is huber, expected squared, logistic or hinge for a ReLU network",
			certify.Problem{X: make([]float64, 4), Y: []float64{1}, D: 4, Beta: 1, Loss: loss.Huber}},
		{"Sigma.Slope is 1, expected 0, -1, or a number between 0 and 1",
			certify.Problem{X: []float64{1}, Y: []float64{1}, D: 1, Beta: 1, Sigma: lift.Piecewise{Slope: 1}}},
		{"Beta is 0, expected a finite number above 0",
			certify.Problem{X: []float64{1}, Y: []float64{1}, D: 1}},
		{"data.y[0][0] is 2, expected 1 or -1 for the hinge loss",
			certify.Problem{X: []float64{1}, Y: []float64{2}, D: 1, Beta: 1, Loss: loss.Hinge}},
		{"X has 3 numbers, expected a multiple of D = 2",
			certify.Problem{X: make([]float64, 3), Y: []float64{1}, D: 2, Beta: 1}},
		{"data.x[0][0] is +Inf, expected a finite number",
			certify.Problem{X: []float64{math.Inf(1)}, Y: []float64{1}, D: 1, Beta: 1}},
		{"Tolerance is 2, expected a number above 0 and below 1, or 0 for 1e-08",
			certify.Problem{X: []float64{1}, Y: []float64{1}, D: 1, Beta: 1, Tolerance: 2}},
		{"there are 1001 samples, expected at most 1000 with 1 features for the certified optimum of a ReLU network",
			certify.Problem{X: make([]float64, 1001), Y: make([]float64, 1001), D: 1, Beta: 1}},
	} {
		p := c.p
		if p.Sigma == nil {
			p.Sigma = lift.Piecewise{}
		}
		var j Job
		if r := j.Run(p); r.Status != certify.Failed || r.Message != "The problem cannot be solved: "+c.want+"." {
			t.Errorf("got %q, want %q", r.Message, c.want)
		}
	}
}

// TestLargestBeta: from there on the network is empty, a little below it is not.
func TestLargestBeta(t *testing.T) {
	for _, l := range losses {
		x, y := sample("plain", 15, 2, rand.New(rand.NewPCG(25, 26)))
		p := certify.Problem{X: x, Y: y, D: 2, Loss: l, Sigma: lift.Piecewise{}}
		most := LargestBeta(&p)
		var j Job
		p.Beta = most * 1.0001
		if len(j.Run(p).Neurons) != 0 {
			t.Errorf("%v: neurons above the largest beta", l)
		}
		p.Beta = most * 0.999
		if len(j.Run(p).Neurons) == 0 {
			t.Errorf("%v: no neurons below the largest beta", l)
		}
	}
	if !math.IsNaN(LargestBeta(&certify.Problem{D: 9, Sigma: lift.Piecewise{}})) {
		t.Error("no NaN without data")
	}
}

// TestEqualPointsOfOtherLabels: at equal points of different labels the dual vector nearly cancels. The check must not take the rounding of
// its entries for that of their sum.
func TestEqualPointsOfOtherLabels(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 11))
	for _, beta := range []float64{1e-3, 1e-4} {
		p := certify.Problem{D: 2, Loss: loss.Hinge, Beta: beta}
		for range 120 {
			p.X = append(p.X, float64(rng.IntN(5))/2-1, float64(rng.IntN(5))/2-1)
			p.Y = append(p.Y, float64(2*rng.IntN(2)-1))
		}
		p.Sigma = lift.Piecewise{}
		checkSolved(t, fmt.Sprintf("beta %g", beta), &p, new(Job).Run(p))
	}
}
