package kind

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestKindsDoWhatTheySay trains random problems of both kinds: the result is certified, passes the check and the comparison, its outputs
// are those of the points, its dual vector proves its bound, and with the largest beta there are no neurons.
func TestKindsDoWhatTheySay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 24 {
		p := certify.Problem{D: 1 + trial%3, Outputs: 1, Sigma: lift.Polynomial{A: 0.5, B: -1, C: 0.3}}
		if trial%2 == 0 {
			p.Sigma = lift.Piecewise{Slope: []float64{0, 0.2, -1}[rng.IntN(3)]}
		}
		k := Of(&p)
		for p.Loss = loss.Loss(rng.IntN(len(loss.Names()))); !k.Takes(p.Loss) || p.Loss.Labels() == loss.OneHot; {
			p.Loss = loss.Loss(rng.IntN(len(loss.Names())))
		}
		for range 15 {
			for range p.D {
				p.X = append(p.X, rng.NormFloat64())
			}
			p.Y = append(p.Y, float64(2*rng.IntN(2)-1))
		}
		most := k.BetaMax(&p)
		p.Beta = most * (0.05 + 0.5*rng.Float64())
		job := k.NewTrainer()
		job.Solve(p)
		r := job.Result()
		if at := job.Progress(); r.Status != certify.Optimal || at.Share != 1 {
			t.Errorf("%+v: %s, gap %g, progress %g", p, r.Status, r.Gap, at.Share)
		}
		if v := k.Check(p, p.Claim(r)); !v.Pass {
			t.Errorf("%+v: %+v", p, v.Findings)
		}
		if c := k.Compare(p, r.Neurons, r); !c.Pass || c.DualPeak > 1+1e-3 && !p.Loss.Nonsmooth() {
			t.Errorf("%+v: %+v", p, c)
		}
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%s is %.12g, want %.12g", what, got, want)
			}
		}
		fit, points := make([]float64, len(p.Y)), k.Evaluator(&p)
		near("the cost", points.Cost(fit, r.Neurons), r.Objective)
		for i, f := range k.Predict(&p, r.Neurons, p.X) {
			near("an output", f, r.Fit[i])
			near("an output of the cost", f, fit[i])
		}
		_, lower, quadratics := points.Bound(r.Certificate.Dual)
		near("the bound", lower, r.Lower)
		if (quadratics != nil) != p.HasMatrices() {
			t.Errorf("quadratics %v", quadratics)
		}
		for _, n := range r.Neurons {
			if want := p.D + k.BiasInputs; len(n.U) != want {
				t.Errorf("a direction has %d numbers, want %d", len(n.U), want)
			}
		}
		m := r.Measure(p)
		near("the terms of the cost", m.Loss+p.Beta*m.Weight, r.Objective)
		job.Restart(1.001 * most)
		if empty := job.Result(); len(empty.Neurons) != 0 {
			t.Errorf("%v: %d neurons above the largest beta, %+v gap %g", p.Loss, len(empty.Neurons), empty.Neurons, empty.Gap)
		}
	}
}
