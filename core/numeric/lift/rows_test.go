package lift

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestLargeSums: sums over many samples of few features, in which products of blocks take the place of those of short rows, are
// the sums of the A_i.
func TestLargeSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	for _, d := range []int{2, short - 1, short, 40} {
		n := largeWork/(d*d) + 100
		for _, kind := range []Kind{Dense, Quadratic} {
			x, v := make([]float64, n*d), make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			s := (&Architecture{Kind: kind}).New(context.Background(), ReLU, x, n, d)
			if !s.large() {
				t.Fatalf("%d samples of %d features are few", n, d)
			}
			got := make([]float64, s.Order()*s.Order())
			s.AdjointTo(got, v, 0)
			for range 20 { // < u u', sum v_i A_i > is the sum of the v_i sigma(x_i'u), of u with a 1 behind
				u, want, form := make([]float64, s.Order()), 0.0, 0.0
				for j := range u {
					u[j] = rng.NormFloat64()
				}
				if s.HasTrace() {
					u[d] = 1
				}
				for i, w := range v {
					t := 0.0
					for j, xj := range x[i*d : (i+1)*d] {
						t += xj * u[j]
					}
					want += w * s.Activation().At(t)
				}
				for j, a := range u {
					for l, b := range u {
						form += a * b * got[j*s.Order()+l]
					}
				}
				if math.Abs(form-want) > 1e-9*float64(n) {
					t.Fatalf("d = %d, %v: %g, expected %g", d, kind, form, want)
				}
			}
		}
	}
}

// TestIndependent: samples that determine the matrices are told from those on a line, which do not.
func TestIndependent(t *testing.T) {
	for _, kind := range []Kind{Dense, Quadratic} {
		for _, line := range []bool{false, true} {
			x := random(rand.New(rand.NewPCG(6, 6)), 80)
			for i := 1; line && i < len(x); i += 2 {
				x[i] = 2 * x[i-1]
			}
			s := (&Architecture{Kind: kind}).New(context.Background(), ReLU, x, 40, 2)
			if got := NewRows(s, nil).Independent(1e-4); got == line {
				t.Errorf("kind %d: samples on a line: %t, independent: %t", kind, line, got)
			}
		}
	}
}
