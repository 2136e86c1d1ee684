package activation

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// TestPaper reproduces the paper's coefficients, which are printed with two digits.
func TestPaper(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
		want      lift.Polynomial
	}{
		{"relu", -5, 5, lift.ReLU},
		{"relu", -4, 4, lift.Polynomial{A: 0.12, B: 0.5, C: 0.38}},
		{"swish", -5, 5, lift.Swish},
	} {
		f, err := Find(c.name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Fit(f.At, c.low, c.high, Points)
		a := got.Activation
		if err != nil || math.Abs(a.A-c.want.A) > 0.005 || math.Abs(a.B-c.want.B) > 0.005 || math.Abs(a.C-c.want.C) > 0.005 {
			t.Errorf("%s on [%g, %g]: %v, %v, want %v", c.name, c.low, c.high, got, err, c.want)
		}
	}
}

// TestFunctions: every function is finite wherever it is asked, and can be fitted.
func TestFunctions(t *testing.T) {
	for _, f := range functions {
		for _, s := range []float64{-1e3, 1e3, 0, 1e-300} {
			if got := f.At(s); !dense.Finite(got) {
				t.Errorf("%s(%g) = %g", f.Name, s, got)
			}
		}
		if fitted, err := Fit(f.At, Low, High, Points); err != nil || fitted.RMS > fitted.Max {
			t.Errorf("%s: %v, %v", f.Name, fitted, err)
		}
	}
	if _, err := Find("maxout"); err == nil {
		t.Error("found an activation that is not there")
	}
}

// TestExactZeros: coefficients that are zero by symmetry are exactly zero.
func TestExactZeros(t *testing.T) {
	for _, name := range []string{"tanh", "sine", "identity", "softsign"} {
		f, _ := Find(name)
		for _, n := range []int{3, 4, 1000, 1001} {
			if got, err := Fit(f.At, -3.3, 3.3, n); err != nil || got.Activation.A != 0 || got.Activation.C != 0 {
				t.Errorf("%s at %d points: %v, %v, want a = c = 0", name, n, got, err)
			}
		}
	}
	if got, err := Fit(math.Cos, -2, 2, 100); err != nil || got.Activation.B != 0 || !(got.Activation.A < 0) {
		t.Errorf("cosine: %v, %v, want b = 0 and a < 0", got, err)
	}
	if got, err := Fit(func(float64) float64 { return 0 }, -2, 2, 100); err != nil || got != (Fitted{}) {
		t.Errorf("zero: %v, %v", got, err)
	}
}

// TestResidualsAreOrthogonal checks the normal equations T'(T x - s) = 0, which have one solution, for random points and values.
func TestResidualsAreOrthogonal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "n")
		points, values := make([]float64, n), make([]float64, n)
		for i := range points {
			points[i], values[i] = float64(i%7)-2.5+rapid.Float64Range(0, 0.5).Draw(t, "t"), rapid.Float64Range(-1, 1).Draw(t, "s")
		}
		got, err := fitPairs(points, values)
		if err != nil {
			t.Fatal(err)
		}
		for power := range 3 {
			total := 0.0
			for i, v := range points {
				total += (got.Activation.At(v) - values[i]) * math.Pow(v, float64(power))
			}
			if math.Abs(total) > 1e-11 {
				t.Errorf("residuals times t^%d add up to %g", power, total)
			}
		}
	})
}

func TestFaults(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		low, high float64
		n         int
		sentence  string
	}{
		{5, -5, 10, "the range of the fit is from 5 to -5, expected two finite numbers, the first below the second"},
		{1, 1, 10, "the range of the fit is from 1 to 1, expected two finite numbers, the first below the second"},
		{-inf, 1, 10, "the range of the fit is from -Inf to 1, expected two finite numbers, the first below the second"},
		{nan, 1, 10, "the range of the fit is from NaN to 1, expected two finite numbers, the first below the second"},
		{0, 1, 2, "the fit has 2 points, expected 3 to 10000000"},
		{0, 1, 1 << 40, "the fit has 1099511627776 points, expected 3 to 10000000"},
		{0, 5e-324, 4, "the fit leaves double precision, expected points and values of moderate size"},
		{-1.7e308, 1.7e308, 4, "the function is +Inf at 5.666666666666666e+307, expected a finite number"},
	} {
		if got, err := Fit(math.Exp, c.low, c.high, c.n); err == nil || err.Error() != c.sentence {
			t.Errorf("\n got %v %v\nwant %s", got, err, c.sentence)
		}
	}
	if _, err := Fit(math.Log, -1, 1, 3); err == nil || err.Error() != "the function is NaN at -1, expected a finite number" {
		t.Error(err)
	}
	if _, err := fitPairs([]float64{0, 1e-200, 2e-200}, []float64{0, 1, 0}); err == nil ||
		err.Error() != "the fit leaves double precision, expected points and values of moderate size" {
		t.Error(err)
	}
	if _, err := fitPairs([]float64{1, 2, 2, 1}, make([]float64, 4)); err == nil {
		t.Error("two points determine no parabola")
	}
}
