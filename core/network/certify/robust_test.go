package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// scaled returns the problem with features multiplied by x and labels by y.
func scaled(p Problem, x, y float64) Problem {
	p.X, p.Y = append([]float64(nil), p.X...), append([]float64(nil), p.Y...)
	for i := range p.X {
		p.X[i] *= x
	}
	for i := range p.Y {
		p.Y[i] *= y
	}
	return p
}

// columns multiplies the features by alternating factors.
func columns(p Problem, factors ...float64) Problem {
	p = scaled(p, 1, 1)
	for i := range p.X {
		p.X[i] *= factors[i%p.D%len(factors)]
	}
	return p
}

// constant returns the problem with all rows equal to the first, or all labels equal to value.
func sameRows(p Problem) Problem {
	p = scaled(p, 1, 1)
	for i := p.D; i < len(p.X); i++ {
		p.X[i] = p.X[i%p.D]
	}
	return p
}

func sameLabels(p Problem, value float64) Problem {
	p = scaled(p, 1, 1)
	for i := range p.Y {
		p.Y[i] = value
	}
	return p
}

// collinear puts all points on a line through the origin.
func collinear(p Problem) Problem {
	p = scaled(p, 1, 1)
	for i := range p.X {
		p.X[i] = p.X[i/p.D*p.D] * float64(i%p.D+1)
	}
	return p
}

// TestRobustness runs what users bring: every problem ends optimal and proved, or says honestly how far it got. Where must is set, only
// optimal will do.
func TestRobustness(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	base := problemOf(dataset.Ball(rng, 40, 3), lift.ReLU, 0.01)
	type row struct {
		name string
		p    Problem
		must bool
	}
	rows := []row{
		{"all points equal", sameRows(base), true}, {"collinear", collinear(base), true}, {"all labels equal", sameLabels(base, 1), true},
		{"zero labels", sameLabels(base, 0), true}, {"zero data", scaled(base, 0, 1), true}, {"data times 1e-6", scaled(base, 1e-6, 1), true},
		{"data times 1e3", scaled(base, 1e3, 1), true}, {"data times 1e6", scaled(base, 1e6, 1), false},
		{"labels times 1e6", scaled(base, 1, 1e6), false}, {"labels times 1e-6", scaled(base, 1, 1e-6), true},
		{"columns 1e4 and 1e-4", columns(base, 1e4, 1e-4), false}, {"columns 1e2 and 1e-2", columns(base, 1e2, 1e-2), true},
		{"columns 1, 0", columns(base, 1, 0), true},
	}
	for _, beta := range []float64{1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6} {
		p := base
		p.Beta = beta
		rows = append(rows, row{fmt.Sprintf("beta %g", beta), p, beta >= 1e-8})
	}
	sizes := []int{1, 2, 3, 20, 1000}
	if testing.Short() {
		sizes = sizes[:4]
	}
	for _, n := range sizes {
		rows = append(rows, row{fmt.Sprintf("n=%d", n), problemOf(dataset.Ball(rng, n, 2), lift.ReLU, 0.01), true})
	}
	for _, d := range []int{1, 2, 5, 20} {
		rows = append(rows, row{fmt.Sprintf("d=%d", d), problemOf(dataset.Ball(rng, 30, d), lift.ReLU, 0.01), true})
	}
	twice := problemOf(dataset.Ball(rng, 15, 2), lift.ReLU, 0.01)
	twice.X, twice.Y = append(twice.X, twice.X...), append(twice.Y, twice.Y...)
	rows = append(rows, row{"duplicates", twice, true})
	contrary := scaled(twice, 1, 1)
	for i := range contrary.Y[:15] {
		contrary.Y[i] = -contrary.Y[i+15]
	}
	rows = append(rows, row{"duplicates with opposite labels", contrary, true})
	if !testing.Short() {
		rows = append(rows, row{"n=20000, d=10", problemOf(dataset.Ball(rng, 20000, 10), lift.ReLU, 0.1), true},
			row{"n=100, d=60", problemOf(dataset.Ball(rng, 100, 60), lift.ReLU, 0.1), true})
	}
	var job Job
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if r := judge(t, &job, row.p); row.must && r.Status != Optimal {
				t.Errorf("%s: %s", r.Status, r.Message)
			}
		})
	}
}

// judge solves p and checks that what is said of the result is true.
func judge(t *testing.T, job *Job, p Problem) *Result {
	t.Helper()
	r := job.Run(p)
	t.Logf("%s, objective %.6g, gap %.1e, %d neurons, %d iterations", r.Status, r.Objective, r.Gap, len(r.Neurons), r.Iterations)
	if r.Status == Optimal {
		certify(t, p, r, 1e-8)
		return r
	}
	empty := 0.0
	for i, y := range p.Y {
		if p.Loss != loss.Softmax {
			empty += p.Loss.Value(0, y)
		} else if i < p.Samples() {
			empty += math.Log(float64(p.Outputs))
		}
	}
	if !(r.Objective <= empty*(1+1e-12)) || !(r.Gap > 1e-8) || r.Message == "" || !(r.Lower <= r.Objective) {
		t.Errorf("%s with objective %g (without neurons %g), bound %g, gap %g, message %q", r.Status, r.Objective, empty, r.Lower, r.Gap, r.Message)
	}
	return r
}

// TestRobustnessOfLosses crosses the losses with the degenerate data, and takes up to ten outputs.
func TestRobustnessOfLosses(t *testing.T) {
	var job Job
	rng := rand.New(rand.NewPCG(11, 11))
	widths, betas := []int{1, 2, 10}, []float64{1e-4, 0.1, 10}
	if testing.Short() {
		widths, betas = []int{2}, []float64{1e-4}
	}
	for _, name := range loss.Names() {
		kind, _ := loss.Parse(name)
		for _, outputs := range widths {
			if kind == loss.Softmax && outputs == 1 {
				continue
			}
			base := labelled(rng, 25, 3, outputs, kind)
			for _, c := range []struct {
				name string
				p    Problem
			}{
				{"plain", base}, {"collinear", collinear(base)}, {"one place", sameRows(base)}, {"zero data", scaled(base, 0, 1)},
				{"small", scaled(base, 1e-6, 1)}, {"large", scaled(base, 1e2, 1)}, {"columns", columns(base, 1e2, 1e-2)},
			} {
				for _, beta := range betas {
					t.Run(fmt.Sprintf("%s,C=%d,%s,beta=%g", name, outputs, c.name, beta), func(t *testing.T) {
						c.p.Beta = beta
						judge(t, &job, c.p)
					})
				}
			}
		}
	}
}

// TestRoundingBehindTheKink: outputs that rounding takes to where the hinge loss is zero are evaluated again with more digits; the cost of these networks
// is 1e-8 above what doubles say.
func TestRoundingBehindTheKink(t *testing.T) {
	var job Job
	for _, number := range []int{342, 888} {
		p, what := unscaledProblem(77032, number, loss.Hinge)
		r := job.Run(p)
		if cost := exactCost(&p, p.operator(), r.Neurons); math.Abs(cost-r.Objective) > 1e-10*cost {
			t.Errorf("%s: objective %.15g, in truth %.15g", what, r.Objective, cost)
		}
	}
}
