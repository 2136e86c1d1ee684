package loss

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// rows draws outputs, a one-hot label and a probability vector w, in the form v = y - w.
func rows(t *rapid.T) (f, y, v []float64) {
	n := rapid.IntRange(2, 6).Draw(t, "C")
	f, y, v = make([]float64, n), make([]float64, n), make([]float64, n)
	y[rapid.IntRange(0, n-1).Draw(t, "class")] = 1
	for c := range f {
		f[c], v[c] = rapid.Float64Range(-20, 20).Draw(t, "f"), rapid.Float64Range(-20, 20).Draw(t, "w")
	}
	SoftmaxTo(v, v)
	for c := range v {
		v[c] = y[c] - v[c]
	}
	return f, y, v
}

func TestSoftmaxFenchelYoung(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, y, v := rows(t)
		want := SoftmaxValue(f, y) - SoftmaxDual(v, y)
		for c := range f {
			want += v[c] * f[c]
		}
		got := SoftmaxFenchelYoung(f, v, y)
		if got < 0 || math.Abs(got-want) > 1e-12 {
			t.Errorf("%g, want %g", got, want)
		}
		SoftmaxTo(v, f)
		tolerance := 0.0
		for c := range v {
			tolerance += y[c] * 1e-31 / v[c] // v near 1 cannot represent the distance
			v[c] = y[c] - v[c]
		}
		if got := SoftmaxFenchelYoung(f, v, y); got > tolerance {
			t.Errorf("%g at v = -slope, want 0", got)
		}
	})
}

// TestSoftmaxOfTwoIsLogistic ties the rows to the scalars: with f = (f, 0) and y = (1, 0) the loss is log(1 + exp(-f)).
func TestSoftmaxOfTwoIsLogistic(t *testing.T) {
	first, second := []float64{1, 0}, []float64{0, 1}
	for _, f := range []float64{-1e3, -700, -30, -1, 0, 1e-300, 1, 30, 700, 1e3} {
		for _, v := range []float64{0, 1e-300, 1e-20, 1e-6, 0.3, 0.9, 1} {
			row, dual, other := []float64{f, 0}, []float64{v, -v}, []float64{-v, v}
			for _, c := range []struct {
				name      string
				got, want float64
			}{
				{"value", SoftmaxValue(row, first), Logistic.Value(f, 1)},
				{"other value", SoftmaxValue(row, second), Logistic.Value(f, -1)},
				{"dual", SoftmaxDual(dual, first), Logistic.Dual(v, 1)},
				{"other dual", SoftmaxDual(other, second), Logistic.Dual(-v, -1)},
				{"divergence", SoftmaxFenchelYoung(row, dual, first), Logistic.FenchelYoung(f, v, 1)},
				{"other divergence", SoftmaxFenchelYoung(row, other, second), Logistic.FenchelYoung(f, -v, -1)},
			} {
				if math.Abs(c.got-c.want) > 1e-12*math.Abs(c.want) {
					t.Errorf("%s at f = %g, v = %g: %g, want %g", c.name, f, v, c.got, c.want)
				}
			}
		}
	}
}

func TestSoftmaxDomain(t *testing.T) {
	y := []float64{0, 1, 0}
	for _, v := range [][]float64{{-0.5, 1, -0.6}, {0.1, 0.1, -0.2}, {0, 0, 0.1}, {math.NaN(), 0, 0}, {0, math.Inf(-1), 0}} {
		if dual, divergence := SoftmaxDual(v, y), SoftmaxFenchelYoung(y, v, y); !math.IsInf(dual, -1) || !math.IsInf(divergence, 1) {
			t.Errorf("%v: %g and %g, want -Inf and +Inf", v, dual, divergence)
		}
	}
	for _, v := range [][]float64{{0, 0, 0}, {-1, 1, 0}, {1e-16, -1e-16, 0}, {-0.1, 0.3, -0.2}} {
		if dual, divergence := SoftmaxDual(v, y), SoftmaxFenchelYoung(y, v, y); math.IsInf(dual, 0) || !(divergence >= 0) ||
			math.IsInf(divergence, 0) {
			t.Errorf("%v: %g and %g, want finite numbers", v, dual, divergence)
		}
	}
}

func TestSoftmaxDerivatives(t *testing.T) {
	f, y := []float64{0.3, -1.2, 2, 0.1}, []float64{0, 0, 1, 0}
	const h = 1e-5
	p, low, high, root := make([]float64, 4), make([]float64, 4), make([]float64, 4), make([]float64, 16)
	SoftmaxTo(p, f)
	SoftmaxFactorTo(root, p)
	for c := range f {
		moved := append([]float64(nil), f...)
		moved[c] = f[c] + h
		SoftmaxTo(high, moved)
		up := SoftmaxValue(moved, y)
		moved[c] = f[c] - h
		SoftmaxTo(low, moved)
		if got, want := p[c]-y[c], (up-SoftmaxValue(moved, y))/(2*h); math.Abs(got-want) > 1e-9 {
			t.Errorf("slope %d is %g, want %g", c, got, want)
		}
		for r := range f {
			got, want := product(root[r*4:r*4+4], root[c*4:c*4+4]), (high[r]-low[r])/(2*h)
			if math.Abs(got-want) > 1e-9 {
				t.Errorf("curvature %d, %d is %g, want %g", r, c, got, want)
			}
		}
	}
}

// TestSoftmaxFactor: B B' = diag(p) - p p', also for probabilities that are nearly zero or one.
func TestSoftmaxFactor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "C")
		p, factor := make([]float64, n), make([]float64, n*n)
		reach := rapid.SampledFrom([]float64{0, 1, 30, 1000}).Draw(t, "reach")
		for c := range p {
			p[c] = rapid.Float64Range(-reach, reach).Draw(t, "f")
		}
		SoftmaxTo(p, p)
		SoftmaxFactorTo(factor, p)
		for a := range n {
			for b := range n {
				want := -p[a] * p[b]
				if a == b {
					want = p[a] * (1 - p[a])
				}
				scale := math.Sqrt(p[a])*math.Sqrt(p[b]) + 1e-290 // where squares underflow
				if got := product(factor[a*n:(a+1)*n], factor[b*n:(b+1)*n]); math.Abs(got-want) > 1e-14*scale {
					t.Errorf("B B' at %d, %d is %g, want %g", a, b, got, want)
				}
			}
		}
	})
}

func product(x, y []float64) float64 {
	total := 0.0
	for i, v := range x {
		total += v * y[i]
	}
	return total
}
