package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// drawProblem draws a small problem of the kind: dense, quadratic, convolutional with one window of all patches, or of two.
func drawProblem(rng *rand.Rand, kind, outputs int, l loss.Loss) Problem {
	n, d := 2+rng.IntN(30), 1+rng.IntN(5)
	p := Problem{Sigma: lift.ReLU, Loss: l, Beta: math.Pow(10, -2+2*rng.Float64()), Outputs: outputs}
	switch kind {
	case 1:
		p.Architecture.Kind = lift.Quadratic
	case 2, 3:
		d = 6
		p.Architecture = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 6, 1}, Signal: true, Filter: 3, Stride: 1, Pool: lift.GlobalPool}
		if kind == 3 {
			p.Architecture.Pool = 2
		}
	}
	p.D = d
	p.X, p.Y = make([]float64, n*d), make([]float64, n*outputs)
	for i := range p.X {
		p.X[i] = rng.NormFloat64()
	}
	for i := range p.Y {
		p.Y[i] = math.Sin(2*p.X[i%n*d]) + 0.3*rng.NormFloat64()
		if l == loss.Hinge || l == loss.Logistic {
			p.Y[i] = math.Copysign(1, p.Y[i])
		}
	}
	if l == loss.Softmax {
		clear(p.Y)
		for i := range n {
			p.Y[rng.IntN(outputs)*n+i] = 1
		}
	}
	return p
}

// TestMethodsAgree: both methods certify their networks, and these cost the same.
func TestMethodsAgree(t *testing.T) {
	seeds := uint64(4)
	if testing.Short() {
		seeds = 1
	}
	for kind, name := range []string{"dense", "quadratic", "global pool", "pool of two"} {
		for l := loss.Squared; l <= loss.Softmax; l++ {
			for seed := range seeds {
				rng := rand.New(rand.NewPCG(seed+10, uint64(kind)))
				outputs := 1 + rng.IntN(3)
				if l == loss.Softmax {
					outputs = max(2, outputs)
				}
				p := drawProblem(rng, kind, outputs, l)
				t.Run(fmt.Sprintf("%s/%v/%d", name, l, seed), func(t *testing.T) {
					p.Tolerance = 1e-7
					p.Method = InteriorPoint
					one := *new(Job).Run(p)
					p.Method = Corrective
					two := *new(Job).Run(p)
					if one.Status != Optimal || two.Status != Optimal {
						t.Errorf("interior-point: %s at %.2g; corrective: %s at %.2g after %d rounds", one.Status, one.Gap, two.Status, two.Gap, two.Iterations)
					}
					if math.Abs(one.Objective-two.Objective) > 1e-7*(one.Objective) {
						t.Errorf("the objectives are %.12g and %.12g", one.Objective, two.Objective)
					}
				})
			}
		}
	}
}
