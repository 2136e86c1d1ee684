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

// BenchmarkDrag moves one of n samples of a ring in the plane by a little, back and forth, and follows.
func BenchmarkDrag(b *testing.B) {
	for _, n := range []int{80, 200} {
		for _, of := range losses {
			b.Run(fmt.Sprintf("%v/%d", of, n), func(b *testing.B) {
				p, rng := ring(n, of), rand.New(rand.NewPCG(1, 1))
				var j Job
				j.Run(p)
				for b.Loop() {
					i := rng.IntN(2 * n)
					x := p.X[i]
					p.X[i] += 0.03 * rng.NormFloat64()
					j.follow(p)
					p.X[i] = x
				}
			})
		}
	}
}

// BenchmarkSolve solves from the empty network.
func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{80, 200} {
		for _, of := range losses {
			b.Run(fmt.Sprintf("%v/%d", of, n), func(b *testing.B) {
				p := ring(n, of)
				var j Job
				for b.Loop() {
					j.Run(p)
				}
			})
		}
	}
}

// BenchmarkOracle finds the largest |g| at the optimum.
func BenchmarkOracle(b *testing.B) {
	for _, n := range []int{80, 200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := ring(n, loss.Squared)
			var j Job
			j.Run(p)
			part := j.outputs[0]
			for b.Loop() {
				part.run(b.Context(), part.outputLoss.v, p.Beta)
			}
		})
	}
}

// ring returns n samples, of which those near a circle have the label 1, and a tenth the other one.
func ring(n int, of loss.Loss) certify.Problem {
	rng := rand.New(rand.NewPCG(31, 32))
	p := certify.Problem{D: 2, Loss: of, Beta: 0.1, Piecewise: &lift.Piecewise{}}
	for range n {
		x, y, label := 2*rng.Float64()-1, 2*rng.Float64()-1, 1.0
		if r := math.Hypot(x, y); (r < 0.35 || r > 0.75) != (rng.IntN(10) == 0) {
			label = -1
		}
		p.X, p.Y = append(p.X, x, y), append(p.Y, label)
	}
	return p
}
