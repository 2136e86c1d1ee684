package loss

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestCheckLabels(t *testing.T) {
	for _, c := range []struct {
		l        Loss
		y        [][]float64
		sentence string
	}{
		{Squared, [][]float64{{0.5, -3}, {1e9, 0}}, ""},
		{Hinge, [][]float64{{1, -1}, {-1, -1}}, ""},
		{Softmax, [][]float64{{0, 1, 0}, {1, 0, 0}}, ""},
		{Hinge, [][]float64{{1}, {-1}, {1}, {0.5}}, "data.y[3][0] is 0.5, expected 1 or -1 for the hinge loss"},
		{Logistic, [][]float64{{1, 0}}, "data.y[0][1] is 0, expected 1 or -1 for the logistic loss"},
		{Logistic, [][]float64{{math.NaN()}}, "data.y[0][0] is NaN, expected 1 or -1 for the logistic loss"},
		{L1, [][]float64{{1}, {math.Inf(-1)}}, "data.y[1][0] is -Inf, expected a finite number"},
		{Huber, [][]float64{{math.NaN()}}, "data.y[0][0] is NaN, expected a finite number"},
		{Softmax, [][]float64{{1}}, "data.y[0] has one number, expected one for each class for the softmax loss"},
		{Softmax, [][]float64{{1, 0}, {-1, 1}}, "data.y[1][0] is -1, expected 0 or 1 for the softmax loss"},
		{Softmax, [][]float64{{0, 0}}, "data.y[0] has 0 ones, expected a single 1 and otherwise 0 for the softmax loss"},
		{Softmax, [][]float64{{1, 0}, {1, 1}}, "data.y[1] has 2 ones, expected a single 1 and otherwise 0 for the softmax loss"},
	} {
		got := ""
		if err := c.l.CheckLabels(len(c.y), len(c.y[0]), func(i, o int) float64 { return c.y[i][o] }); err != nil {
			got = err.Error()
		}
		if got != c.sentence {
			t.Errorf("%v %v:\n got %s\nwant %s", c.l, c.y, got, c.sentence)
		}
	}
}

var separable = []Loss{Squared, Huber, L1, Hinge, Logistic}

// label draws a label that is valid for the loss.
func label(t *rapid.T, l Loss) float64 {
	if l == Hinge || l == Logistic {
		return rapid.SampledFrom([]float64{-1, 1}).Draw(t, "y")
	}
	return rapid.Float64Range(-20, 20).Draw(t, "y")
}

// interior draws v from the domain, including its ends.
func interior(t *rapid.T, l Loss, y float64) float64 {
	low, high := l.Domain(y)
	return rapid.Float64Range(math.Max(low, -30), math.Min(high, 30)).Draw(t, "v")
}

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*(1+math.Abs(want))
}

func TestFenchelYoung(t *testing.T) {
	for _, l := range separable {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) {
			y := label(t, l)
			f, v := rapid.Float64Range(-30, 30).Draw(t, "f"), interior(t, l, y)
			divergence := l.FenchelYoung(f, v, y)
			if want := l.Value(f, y) - l.Dual(v, y) + v*f; divergence < 0 || math.Abs(divergence-want) > 1e-12*(1+math.Abs(v*f)+v*v) {
				t.Errorf("%g, want %g", divergence, want)
			}
			tolerance := 1e-28 * (1 + y*y + f*f)
			if l == Logistic {
				tolerance = 1e-31 / l.Curvature(f, y) // v near 1 or -1 cannot represent the distance
			}
			if best := l.FenchelYoung(f, -l.Slope(f, y), y); best > tolerance {
				t.Errorf("%g at v = -slope, want 0", best)
			}
		}))
	}
}

// TestDualIsTheConjugate compares with a numerical infimum of the convex function loss(f, y) + v f.
func TestDualIsTheConjugate(t *testing.T) {
	for _, l := range separable {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) {
			y := label(t, l)
			v := interior(t, l, y)
			low, high := -200.0, 200.0
			for range 200 {
				a, b := low+(high-low)/3, high-(high-low)/3
				if l.Value(a, y)+v*a <= l.Value(b, y)+v*b {
					high = b
				} else {
					low = a
				}
			}
			if got, want := l.Dual(v, y), l.Value(low, y)+v*low; !near(got, want, 1e-9) {
				t.Errorf("dual(%g, %g) = %g, want %g", v, y, got, want)
			}
		}))
	}
}

func TestDerivatives(t *testing.T) {
	for _, l := range separable {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) {
			y, f := label(t, l), rapid.Float64Range(-30, 30).Draw(t, "f")
			const h = 1e-4
			for _, kink := range []float64{y, y - 1, y + 1, 1 / y} {
				if math.Abs(f-kink) < 2*h {
					t.Skip("a kink is near")
				}
			}
			slope := (l.Value(f+h, y) - l.Value(f-h, y)) / (2 * h)
			if got := l.Slope(f, y); math.Abs(got-slope) > 1e-7 {
				t.Errorf("slope %g, want %g", got, slope)
			}
			curvature := (l.Slope(f+h, y) - l.Slope(f-h, y)) / (2 * h)
			if got := l.Curvature(f, y); math.Abs(got-curvature) > 1e-7 {
				t.Errorf("curvature %g, want %g", got, curvature)
			}
		}))
	}
}

func TestKinks(t *testing.T) {
	for _, c := range []struct {
		l           Loss
		f, y, slope float64
	}{
		{Huber, 3, 2, 2}, {Huber, 1, 2, -2}, {Huber, 2, 2, 0}, {L1, 2, 2, 0}, {L1, 2.5, 2, 1}, {L1, 1.5, 2, -1},
		{Hinge, 1, 1, -0.5}, {Hinge, -1, -1, 0.5}, {Hinge, 2, 1, 0}, {Hinge, 0, -1, 1}, {Logistic, 0, 1, -0.5},
	} {
		if got := c.l.Slope(c.f, c.y); got != c.slope {
			t.Errorf("%v: slope at %g of label %g is %g, want %g", c.l, c.f, c.y, got, c.slope)
		}
		if got := c.l.FenchelYoung(c.f, -c.slope, c.y); got != 0 {
			t.Errorf("%v: %g at the kink %g of label %g, want 0", c.l, got, c.f, c.y)
		}
	}
}

func TestOutsideTheDomain(t *testing.T) {
	for _, l := range separable[1:] {
		for _, y := range []float64{-1, 1} {
			low, high := l.Domain(y)
			for _, v := range []float64{math.Nextafter(low, -9), math.Nextafter(high, 9), math.NaN(), math.Inf(1)} {
				if got := l.Dual(v, y); !math.IsInf(got, -1) {
					t.Errorf("%v: dual at %g is %g, want -Inf", l, v, got)
				}
				if got := l.FenchelYoung(1, v, y); !math.IsInf(got, 1) {
					t.Errorf("%v: divergence at %g is %g, want +Inf", l, v, got)
				}
			}
		}
	}
}

// TestSmallGaps checks what a subtraction cannot give: the divergence of a v with an error of 1e-12 among labels of 1e5.
func TestSmallGaps(t *testing.T) {
	y := 1e5
	for _, l := range []Loss{Squared, Huber} {
		f := y - 0.25
		v := -l.Slope(f, y)
		if got, off := l.FenchelYoung(f, v+1e-12, y), (v+1e-12)-v; !near(got/(off*off/4), 1, 1e-12) {
			t.Errorf("%v: %g, want %g", l, got, off*off/4)
		}
	}
	for _, z := range []float64{-1, 0, 3, 20} { // near p the divergence is off^2 / 2 p (1 - p)
		p, q := sigmoid(-z)
		v := p * (1 + 1e-6*q)
		if got, off := Logistic.FenchelYoung(z, v, 1), v-p; !near(got*2*p*q/(off*off), 1, 1e-5) {
			t.Errorf("logistic at %g: %g, want %g", z, got, off*off/2/p/q)
		}
	}
	if got := L1.FenchelYoung(y-1e-9, 0.75, y); math.Abs(got/0.25e-9-1) > 1e-2 || got != 0.25*(y-(y-1e-9)) {
		t.Errorf("l1: %g, want 0.25e-9", got)
	}
}

func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"value far on the right side", Logistic.Value(1e3, 1), 0},
		{"value far on the wrong side", Logistic.Value(-1e3, 1), 1e3},
		{"value before underflow", Logistic.Value(700, 1), math.Exp(-700)},
		{"slope on the wrong side", Logistic.Slope(-1e3, 1), -1},
		{"slope on the right side", Logistic.Slope(-700, -1), math.Exp(-700)},
		{"curvature", Logistic.Curvature(700, -1), math.Exp(-700)},
		{"no curvature", Logistic.Curvature(-1e3, 1), 0},
		{"entropy of almost nothing", Logistic.Dual(1e-300, 1), 1e-300 * (300*math.Ln10 + 1)},
		{"entropy of a rounding error", Logistic.Dual(1e-17, 1), 1e-17 * (17*math.Ln10 + 1)},
		{"divergence of v = 0", Logistic.FenchelYoung(700, 0, 1), math.Exp(-700)},
		{"divergence of v = 1", Logistic.FenchelYoung(1e3, 1, 1), 1e3},
		{"divergence of a small v", Logistic.FenchelYoung(1e3, 1e-300, 1), 1e-300 * (1e3 - 300*math.Ln10 - 1)},
		{"divergence with tiny f", Logistic.FenchelYoung(1e-300, 0.5, 1), 0},
		{"squared of tiny", Squared.FenchelYoung(1e-160, 0, 0), 1e-320},
		{"hinge", Hinge.FenchelYoung(1e3, -1, -1), 0},
	} {
		if math.Abs(c.got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%s: %g, want %g", c.name, c.got, c.want)
		}
	}
}

func TestLabelsOf(t *testing.T) {
	for name, c := range map[string]struct {
		y    []float64
		n    int
		want Labels
	}{
		"signs":             {[]float64{1, -1, 1}, 3, Signs},
		"one class":         {[]float64{1, 1}, 2, Signs},
		"numbers":           {[]float64{1, 0.5}, 2, Numbers},
		"zero and one":      {[]float64{1, 0}, 2, Numbers},
		"one-hot":           {[]float64{1, 0, 0, 1}, 2, OneHot},
		"one of two signs":  {[]float64{1, -1, -1, 1}, 2, OneHot},
		"two of two signs":  {[]float64{1, -1, 1, 1}, 2, Signs},
		"a row without":     {[]float64{1, 0, 1, 0}, 2, Numbers},
		"minus in one-hot":  {[]float64{1, 0, -1, 1}, 2, Numbers},
		"same number twice": {[]float64{1, -1, 1, -1}, 2, Signs},
	} {
		if got := LabelsOf(c.y, c.n); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// TestPredicted checks that the class predicted is the one that is right, and that it is the first of a tie. A point with several labels is
// right if all are.
func TestPredicted(t *testing.T) {
	for _, c := range []struct {
		outputs []float64
		class   int
	}{
		{[]float64{-0.5}, 0}, {[]float64{0.5}, 1}, {[]float64{0}, 0},
		{[]float64{1, 3, 2}, 1}, {[]float64{-3, -1, -2}, 1}, {[]float64{2, 2, 1}, 0}, {[]float64{1, 2, 2}, 1},
	} {
		if got := Predicted(c.outputs); got != c.class {
			t.Errorf("%v: class %d, want %d", c.outputs, got, c.class)
		}
		classes := max(2, len(c.outputs))
		for class := range classes {
			encoding, labels := Signs, []float64{float64(2*class - 1)}
			if len(c.outputs) > 1 {
				encoding, labels = OneHot, make([]float64, classes)
				labels[class] = 1
			}
			if got, want := encoding.Right(c.outputs, labels, 0, 1), class == c.class; got != want {
				t.Errorf("%v of class %d: right is %v, want %v", c.outputs, class, got, want)
			}
		}
	}
	fit, labels := []float64{-1, 1, 2, -1, 0, 1}, []float64{-1, 1, 1, -1, 1, 1}
	for i, want := range []bool{true, false, true} {
		if got := Signs.Right(fit, labels, i, 3); got != want {
			t.Errorf("point %d of two labels: right is %v", i, got)
		}
	}
}

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
