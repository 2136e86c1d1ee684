package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/dense"
)

// TestLatticeComesNearTheTarget draws what the last bits of a dual vector do to the entries of a quadratic function. The sum of whole multiples is
// compared with the target itself, beside which rounding each number by itself would leave as much as the vectors are long.
func TestLatticeComesNearTheTarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range []int{2, 4, 7} {
		t.Run(fmt.Sprintf("d=%d", d), func(t *testing.T) {
			equations := d * (d + 1) / 2
			count := roundUnknowns * equations
			vectors := make([]float64, 0, count*equations)
			for range count {
				x := random(rng, d)
				bit := math.Ldexp(1, rng.IntN(4)-53)
				for i := range x {
					for j := range i + 1 {
						vectors = append(vectors, bit*x[i]*x[j])
					}
				}
			}
			length := math.Sqrt(dense.Dot(vectors, vectors) / float64(count))
			target := random(rng, equations)
			dense.Scale(length, target)
			l := newLattice(vectors, count, equations, latticeWeights[0]*length)
			l.reduce()
			for i, times := range l.nearest(target) {
				if times != math.Round(times) || math.Abs(times) > 0x1p40 {
					t.Fatalf("%g is not a whole number of moderate size", times)
				}
				dense.Axpy(-times, vectors[i*equations:(i+1)*equations], target)
			}
			if left := math.Sqrt(dense.Dot(target, target)); !(left < 1e-3*length) {
				t.Errorf("%.1e is left, vectors are %.1e long", left, length)
			}
		})
	}
}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}
