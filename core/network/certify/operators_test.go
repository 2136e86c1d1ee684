package certify

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// fewSamples draws a problem with fewer samples than features, where some samples repeat and some features are far larger than others.
func fewSamples(rng *rand.Rand, kind lift.Kind, l loss.Loss) Problem {
	d := spanLeast + rng.IntN(15)
	n := 1 + rng.IntN(int(spanShare*float64(d))-1)
	p := Problem{D: d, Architecture: lift.Architecture{Kind: kind}, Sigma: lift.ReLU, Loss: l, Beta: 0.05}
	for i := range n {
		row := make([]float64, d)
		for k := range row {
			row[k] = rng.NormFloat64() * math.Pow(10, float64(k%3-1))
		}
		if i > 0 && rng.IntN(4) == 0 {
			copy(row, p.X[:d]) // the same as the first sample, or nothing
			if rng.IntN(2) == 0 {
				clear(row)
			}
		}
		p.X = append(p.X, row...)
		y := rng.NormFloat64()
		if l == loss.Logistic || l == loss.Hinge {
			y = math.Copysign(1, y)
		}
		p.Y = append(p.Y, y)
	}
	return p
}

// TestSpan: matrices of the span have the same outputs and trace condition as the matrices that they expand to, and solutions are certified
// from the raw data, also for another beta.
func TestSpan(t *testing.T) {
	for seed := range uint64(12) {
		for _, kind := range []lift.Kind{lift.Dense, lift.Quadratic} {
			rng := rand.New(rand.NewPCG(seed, uint64(kind)))
			for l := loss.Squared; l < loss.Softmax; l++ {
				p := fewSamples(rng, kind, l)
				var job Job
				job.Run(p)
				for _, beta := range []float64{p.Beta, p.Beta / 3} {
					p.Beta = beta
					if beta < 0.05 {
						job.Restart(beta)
					}
					if r := job.Result(); r.Status != Optimal {
						t.Errorf("seed %d, %v, kind %v, n %d, d %d: %s, gap %g", seed, l, kind, p.Samples(), p.D, r.Status, r.Gap)
					} else if c := neural.Cost(make([]float64, len(p.Y)), r.Neurons, p.Operator(), p.Y, p.Beta, p.Loss); math.Abs(c-r.Objective) > 1e-9*c {
						t.Errorf("the network costs %g, not %g", c, r.Objective)
					}
				}
			}
		}
	}
}
