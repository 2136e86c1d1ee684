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
	p := Problem{D: d, Outputs: 1, Architecture: lift.Architecture{Kind: kind}, Sigma: lift.ReLU, Loss: l, Beta: 0.05}
	p.X, p.Y = make([]float64, n*d), make([]float64, n)
	normal(rng, p.X, 1)
	normal(rng, p.Y, 1)
	for i := range p.X {
		p.X[i] *= math.Pow(10, float64(i%d%3-1))
	}
	copy(p.X[rng.IntN(n)*d:], p.X[:d])
	clear(p.X[n/2*d : (n/2+rng.IntN(2))*d])
	if l > loss.L1 {
		relabel(&p)
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
