package formula

import (
	"math"
	"strings"
	"testing"
)

func TestValues(t *testing.T) {
	at := []float64{0.5, -2, 3}
	for text, want := range map[string]float64{
		"1": 1, "x1": 0.5, "x": 0.5, "y": -2, "x3": 3, "z": 3, "-x2^2": -4, "(-x2)^2": 4, "2^3^2": 512, "2^-1": 0.5, "2-3-4": -5, "12/3/2": 2,
		"1+2*3":   7,
		"(1+2)*3": 9, "sin(pi/2)": 1, "cos(0)": 1, "exp(log(5))": 5, "sqrt(abs(y)*2)": 2, "min(x, y)": -2, "max(1,z)": 3, "1e-3*1000": 1,
		"1.5e2": 150,
		".5":    0.5, "5.": 5, "--x": 0.5, "+x": 0.5, "tanh(0)+tan(0)": 0, " x1 *\tx2 ": -1, "SIN(0)": 0, "x\u00b2 \u2212 1": -0.75, "2*-3": -6,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := f.At(at); math.Abs(got-want) > 1e-12 || f.Comparison() {
			t.Errorf("%q is %g, want %g", text, got, want)
		}
	}
}

func TestComparisons(t *testing.T) {
	at := []float64{0.5, -2}
	for text, want := range map[string]bool{
		"x1 < 1": true, "x1 > 1": false, "x1 <= 0.5": true, "x1 < 0.5": false, "x1 >= 0.5": true, "x1 > 0.5": false, "x1^2+x2^2 < 4": false,
		"y \u2264 x": true,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := f.Holds(f.At(at)); got != want || !f.Comparison() {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

func TestDimension(t *testing.T) {
	for text, want := range map[string]int{"1": 0, "x": 1, "x2": 2, "x1 < x3": 3} {
		if f, err := Parse(text); err != nil || f.Dimension() != want {
			t.Errorf("%q has dimension %d, %v, want %d", text, f.Dimension(), err, want)
		}
	}
}

func TestFaults(t *testing.T) {
	for text, part := range map[string]string{
		"": "empty", "  ": "empty", "x +": "the end", "x x": `"x"`, "2x": `"x"`, "foo(1)": `"foo" is unknown`, "x4": "unknown", "sin x": `"("`,
		"min(1)": `","`, "(1": `")"`,
		"1 < 2 < 3": `"<"`, "x = 1": `"="`, "1e999": "not a number", ".": "no meaning", "alert('x')": "unknown", "x;y": `";"`,
		"\u00e9": "no meaning", "\xff": "no meaning",
		strings.Repeat("(", 100): "nested", strings.Repeat("-", 100) + "x": "nested", strings.Repeat("x+", 300) + "x": "longer", "x^" +
			strings.Repeat("2^", 99) + "2": "nested",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), part) || !strings.HasSuffix(err.Error(), ".") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: error %v, want a sentence with %s", text, err, part)
		}
	}
}

// FuzzParse reads anything and evaluates what is a formula: no panic.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"x1^2 + x2^2 < 0.5", "min(x, max(y, 2e-3))", "((x))", "--1^-2", "\xff<", "log(sqrt(abs(x3)))>=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error %q has lines", err)
			}
			return
		}
		x := make([]float64, p.Dimension())
		if a, b := p.At(x), p.At(x); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
			t.Errorf("%g, then %g", a, b)
		}
	})
}
