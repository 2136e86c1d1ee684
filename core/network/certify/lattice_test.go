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

// TestRoundingOneAfterTheOther: with hardly more numbers than equations, and all samples far from zero, the multiples still leave much less of the
// target than rounding each number by itself.
func TestRoundingOneAfterTheOther(t *testing.T) {
	const d, much = 10, 0.3
	rng := rand.New(rand.NewPCG(2, 2))
	equations := d * (d + 1) / 2
	count := equations * 21 / 20
	centre := random(rng, d)
	dense.Scale(3, centre)
	vectors, alone := make([]float64, 0, count*equations), make([]float64, equations)
	target := make([]float64, equations)
	for range count {
		x := random(rng, d)
		dense.Axpy(1, centre, x)
		at := len(vectors)
		bit := math.Ldexp(1, rng.IntN(4)-53)
		for i := range x {
			for j := range i + 1 {
				vectors = append(vectors, bit*x[i]*x[j])
			}
		}
		part := rng.Float64() - 0.5 // what is missing of this number, in bits
		dense.Axpy(part, vectors[at:], target)
		dense.Axpy(part, vectors[at:], alone)
	}
	l := newLattice(vectors, count, equations, 0x1p-90)
	l.arrange()
	for i, times := range l.nearest(target) {
		dense.Axpy(-times, vectors[i*equations:(i+1)*equations], target)
	}
	if left, before := dense.Dot(target, target), dense.Dot(alone, alone); !(left < much*much*before) {
		t.Errorf("%.1e is left, %.1e if each is rounded by itself", math.Sqrt(left), math.Sqrt(before))
	}
}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}
