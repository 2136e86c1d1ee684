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

// TestRowsAreForms: the outputs of a neuron in the reduced form are those of its matrix, and the slopes are central differences of them,
// which are exact for quadratic forms.
func TestRowsAreForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for name, a := range architectures {
		s := a.New(context.Background(), ReLU, random(rng, 9*a.features), 9, a.features)
		r := NewRows(s, nil)
		d, p, n := s.Dimension(), s.Order(), r.Len()
		for k := range s.Blocks() {
			c, last := random(rng, d), 0.7
			at := func(c []float64, t float64) []float64 {
				y, z, out := append(append([]float64(nil), c...), t)[:p], make([]float64, p*p), make([]float64, n)
				for i := range z {
					z[i] = -2 * y[i/p] * y[i%p]
				}
				r.AddApply(out, z, k)
				return out
			}
			got, want := make([]float64, n), at(c, last)
			r.AddForm(got, 0, -2, k, c, last)
			slope := make([]float64, d)
			for i := range n {
				if math.Abs(got[i]-want[i]) > 1e-12*(1+math.Abs(want[i])) {
					t.Fatalf("%s: output %d is %g, want %g", name, i, got[i], want[i])
				}
				inLast := r.SlopeTo(slope, i, k, -2, c, last)
				for j := range d + 1 {
					up, down, upper, lower := append([]float64(nil), c...), append([]float64(nil), c...), last, last
					is := inLast
					if j < d {
						up[j], down[j], is = up[j]+1, down[j]-1, slope[j]
					} else {
						upper, lower = last+1, last-1
					}
					if difference := (at(up, upper)[i] - at(down, lower)[i]) / 2; math.Abs(is-difference) > 1e-11*(1+math.Abs(difference)) {
						t.Fatalf("%s: slope %d of row %d is %g, want %g", name, j, i, is, difference)
					}
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
