package loss

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestDomains(t *testing.T) {
	for _, l := range separable {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) {
			y := label(t, l)
			low, high := l.Domain(y)
			ends := 0
			for _, end := range []float64{low, high} {
				if !math.IsInf(end, 0) {
					ends++
				}
			}
			if middle := l.Middle(y, 1); ends != l.Ends() || ends == 2 && middle != (low+high)/2 || !(low < middle && middle < high) {
				t.Errorf("from %g to %g with middle %g, %d ends", low, high, middle, l.Ends())
			}
		}))
	}
	y := []float64{0, 1, 0, 0}
	v := make([]float64, len(y))
	for c := range y {
		v[c] = Softmax.Middle(y[c], len(y))
	}
	if got := SoftmaxDual(v, y); !near(got, math.Log(4), 1e-15) {
		t.Errorf("softmax has the entropy %g in the middle, want log 4", got)
	}
}

// TestDualDerivatives compares with finite differences of the dual.
func TestDualDerivatives(t *testing.T) {
	for _, l := range separable {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) {
			y, f := label(t, l), rapid.Float64Range(-30, 30).Draw(t, "f")
			low, high := l.Domain(y)
			low, high = math.Max(low, -3), math.Min(high, 3)
			v := low + (high-low)*rapid.Float64Range(0.1, 0.9).Draw(t, "share")
			const h = 1e-4
			before, now, after := l.Dual(v-h, y), l.Dual(v, y), l.Dual(v+h, y)
			if got, want := l.Residual(f, v, y, v-low, high-v), f-(after-before)/(2*h); math.Abs(got-want) > 1e-6 {
				t.Errorf("residual %g, want %g", got, want)
			}
			if got, want := l.DualCurvature(v-low, high-v), (2*now-before-after)/(h*h); math.Abs(got-want) > 1e-4 {
				t.Errorf("curvature %g, want %g", got, want)
			}
		}))
	}
}

// TestPreciseValue compares with exact arithmetic, or for the logistic loss with the value at an output that can be represented.
func TestPreciseValue(t *testing.T) {
	exact := map[Loss]func(x *big.Float, y float64) *big.Float{ // of x = f - y
		Squared: func(x *big.Float, _ float64) *big.Float { return x.Mul(x, x) },
		Huber: func(x *big.Float, _ float64) *big.Float {
			one := big.NewFloat(1)
			x.Abs(x)
			if x.Cmp(one) > 0 {
				return x.Sub(x.Add(x, x), one)
			}
			return x.Mul(x, x)
		},
		L1: func(x *big.Float, _ float64) *big.Float { return x.Abs(x) },
		Hinge: func(x *big.Float, y float64) *big.Float { // 1 - y f = -y x for y = 1 or -1
			x.Mul(x, big.NewFloat(-y))
			if x.Sign() < 0 {
				return new(big.Float)
			}
			return x
		},
	}
	for _, l := range separable {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) {
			y := label(t, l)
			size := rapid.SampledFrom([]float64{0, 1e-13, 1e-8, 1, 10}).Draw(t, "size")
			f := y + size*rapid.Float64Range(-1, 1).Draw(t, "offset")
			if l == Logistic {
				low := rapid.Float64Range(-1e-9, 1e-9).Draw(t, "low")
				low = (f + low) - f
				if value, rest := l.PreciseValue(f, low, y); !near(value+rest, l.Value(f+low, y), 1e-15) {
					t.Errorf("%g + %g, want %g", value, rest, l.Value(f+low, y))
				}
				return
			}
			low := rapid.Float64Range(-0.5, 0.5).Draw(t, "low") * (math.Nextafter(f, 1e9) - f)
			x := new(big.Float).SetPrec(2200).SetFloat64(f)
			x.Sub(x.Add(x, big.NewFloat(low)), big.NewFloat(y))
			value, rest := l.PreciseValue(f, low, y)
			if want, _ := exact[l](x, y).Float64(); math.Abs(value+rest-want) > 1e-15*want {
				t.Errorf("%g + %g, want %g", value, rest, want)
			}
		}))
	}
}

func TestNearKink(t *testing.T) {
	for _, c := range []struct {
		l           Loss
		f, y, reach float64
		want        bool
	}{
		{L1, 2, 2, 1e-9, true}, {Hinge, 1.5, 1, 0.6, true}, {Hinge, 1.5, 1, 0.4, false}, {Hinge, -1, -1, 0, true}, {Hinge, -2, -1, 0.5, false},
		{Squared, 2, 2, 1, false}, {Huber, 2, 2, 1, false}, {Logistic, 1000, 1, 1, false},
	} {
		if got := c.l.NearKink(c.f, c.y, c.reach); got != c.want {
			t.Errorf("%v at %g of label %g within %g: %t", c.l, c.f, c.y, c.reach, got)
		}
	}
}
