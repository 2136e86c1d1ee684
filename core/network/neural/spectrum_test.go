package neural

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/dense"
)

func TestSpectrum(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{1, 2, 3, 7, 40, 90} {
		for kind := range 4 {
			q, h := make([]float64, n*n), make([]float64, n)
			for i := range n {
				h[i] = rng.NormFloat64()
				for j := range i + 1 {
					v := rng.NormFloat64()
					q[i*n+j], q[j*n+i] = v, v
				}
			}
			switch kind {
			case 1: // low rank, and a part of h only: the hard case
				clear(q)
				for i := range min(3, n) {
					q[i*n+i] = 1
				}
				for i := range h {
					h[i] *= 0.1
					if i < 3 {
						h[i] = 0
					}
				}
			case 2:
				clear(h)
			case 3: // many equal eigenvalues
				clear(q)
				for i := range n {
					q[i*n+i] = float64(1 - 2*(i%2))
				}
			}
			s, sphere := NewSpectrum(n), newFullSphere(n)
			s.Decompose(q)
			sphere.Decompose(q)
			for _, sign := range []float64{1, -1} {
				u := make([]float64, n)
				got, lambda := s.Best(u, h, sign)
				want, wantLambda, _ := sphere.Best(h, sign)
				if math.Abs(got-want) > 1e-12*(1+math.Abs(want)) || math.Abs(lambda-wantLambda) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("n = %d, kind %d, sign %g: %.17g at %.17g, expected %.17g at %.17g", n, kind, sign, got, lambda, want, wantLambda)
				}
				value := sign * dense.Dot(h, u)
				for i := range n {
					value += sign * u[i] * dense.Dot(q[i*n:(i+1)*n], u)
				}
				if math.Abs(value-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("n = %d, kind %d, sign %g: u has %g, expected %g", n, kind, sign, value, want)
				}
				for k, v := range s.Vectors(sign, 5) {
					at := k
					if sign > 0 {
						at = n - 1 - k
					}
					for i := range n {
						if r := dense.Dot(q[i*n:(i+1)*n], v) - sphere.values[at]*v[i]; math.Abs(r) > 1e-10*float64(n) {
							t.Fatalf("n = %d, kind %d: eigenvector %d misses by %g", n, kind, at, r)
						}
					}
				}
			}
		}
	}
}
