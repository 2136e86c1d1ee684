package relu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
)

// BenchmarkDrag moves one of n samples in the plane, those of a disc and those around it, by a little and back, and follows.
func BenchmarkDrag(b *testing.B) {
	for _, n := range []int{80, 200} {
		for _, of := range losses {
			b.Run(fmt.Sprintf("%v/%d", of, n), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(31, 32))
				x, y := sample("plain", n, 2, rng)
				p := certify.Problem{X: x, Y: y, D: 2, Loss: of, Beta: 0.1, Sigma: lift.Piecewise{}}
				var j Job
				j.Run(p)
				for b.Loop() {
					i := rng.IntN(2 * n)
					before := x[i]
					x[i] += 0.03 * rng.NormFloat64()
					j.follow(p)
					x[i] = before
				}
			})
		}
	}
}
