package certify

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// pooledProblem returns n images of side by side pixels, many of them dark, whose patches are pooled.
func pooledProblem(rng *rand.Rand, n, side int, kind loss.Loss) Problem {
	p := Problem{
		X: make([]float64, n*side*side), Y: make([]float64, n), D: side * side, Sigma: lift.ReLU, Loss: kind, Beta: 1e-3,
		Architecture: lift.Architecture{Kind: lift.Convolutional, Input: [3]int{side, side, 1}, Filter: 2, Stride: 1, Pool: lift.GlobalPool},
	}
	for i := range p.X {
		if rng.IntN(2) > 0 {
			p.X[i] = rng.Float64()
		}
	}
	for i := range p.Y {
		p.Y[i] = math.Copysign(1, rng.NormFloat64())
	}
	if kind == loss.Softmax {
		p.Outputs, p.Y = 3, make([]float64, 3*n)
	}
	relabel(&p)
	return p
}

// TestPooledProblems: networks on pooled samples are certified, by a judge that reads every patch, for all losses, globally and
// partly pooled, with betas down to where sums cancel to a millionth of their terms.
func TestPooledProblems(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	var job Job
	for kind := loss.Squared; kind <= loss.Softmax; kind++ {
		for _, beta := range []float64{1, 1e-3, 1e-6} {
			for _, pool := range []int{lift.GlobalPool, 32} {
				p := pooledProblem(rng, 30, 9, kind)
				p.Beta, p.Architecture.Pool = beta, pool
				if err := p.Validate(); err != nil || !p.Operator().Pooled() {
					t.Fatalf("not pooled: %v", err)
				}
				certify(t, p, job.Run(p), 1e-8)
			}
		}
	}
}

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
