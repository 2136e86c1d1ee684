// Package activation fits polynomial activations sigma(s) = a s^2 + b s + c to other activation functions by least squares, as
// section 9 of the paper does (its figure 1 shows the fits of ReLU and swish).
//
// For N points t_1..t_N spaced linearly on [L, U], the coefficients minimise |T [a b c]' - s|_2, where
//
//	    [ t_1^2  t_1  1 ]        [ f(t_1) ]
//	T = [       ...     ],   s = [   ...  ].
//	    [ t_N^2  t_N  1 ]        [ f(t_N) ]
//
// The paper's L = -5, U = 5, N = 1000 give 0.09, 0.5, 0.47 for ReLU and 0.1, 0.5, 0.24 for swish; -4 and 4 give 0.12, 0.5, 0.38 for ReLU.
package activation

import (
	"fmt"
	"math"
	"strings"

	"conelab/core/numeric/lift"
)

// The paper's range and number of points.
const (
	Low    = -5.0
	High   = 5.0
	Points = 1000
)

// maxPoints limits the number of points, in case of a typing error.
const maxPoints = 10_000_000

// Fitted is a polynomial with its errors against the function it was fitted to.
type Fitted struct {
	Activation lift.Activation
	// RMS is the root mean square of the residuals at the points, Max the largest absolute residual.
	RMS, Max float64
}

// Fit returns the least-squares fit of f at n points spaced linearly from low to high, both included.
func Fit(f func(float64) float64, low, high float64, n int) (Fitted, error) {
	switch {
	case !finite(low) || !finite(high) || !(low < high):
		return Fitted{}, fmt.Errorf("the range of the fit is from %g to %g, expected two finite numbers, the first below the second", low, high)
	case n < 3 || n > maxPoints:
		return Fitted{}, fmt.Errorf("the fit has %d points, expected 3 to %d", n, maxPoints)
	}
	t, s := make([]float64, n), make([]float64, n)
	for i := range t {
		// This form places the points of a symmetric range exactly symmetrically, so that the fits of even and odd functions are
		// even and odd.
		t[i] = low*(float64(n-1-i)/float64(n-1)) + high*(float64(i)/float64(n-1))
		s[i] = f(t[i])
	}
	return fitPairs(t, s)
}

// fitPairs returns the least-squares fit of the values s at the points t. At least three of the points must differ.
func fitPairs(t, s []float64) (Fitted, error) {
	for i := range t {
		if !finite(s[i]) {
			return Fitted{}, fmt.Errorf("the function is %g at %g, expected a finite number", s[i], t[i])
		}
	}
	fitted := Fitted{Activation: project(t, s)}
	for _, v := range []float64{fitted.Activation.A, fitted.Activation.B, fitted.Activation.C} {
		if !finite(v) {
			return Fitted{}, fmt.Errorf("the fit leaves double precision, expected points and values of moderate size")
		}
	}
	fitted.measure(t, s)
	return fitted, nil
}

// project returns the least-squares polynomial by projection onto polynomials that are orthogonal over the points (Forsythe
// 1957). No matrix is formed, and no accuracy is lost when the range is narrow or far from zero.
func project(t, s []float64) lift.Activation {
	low, high := t[0], t[0]
	top := 0.0
	for i, v := range t {
		low, high, top = math.Min(low, v), math.Max(high, v), math.Max(top, math.Abs(s[i]))
	}
	middle, half := low/2+high/2, high/2-low/2
	// In x = (t - middle)/half from -1 to 1: p0 = 1, p1 = x - m, p2 = x p1 - k p1 - l.
	scaled := func(i int) float64 { return (t[i] - middle) / half }
	n := float64(len(t))
	var m, k, l, p11, p22 float64
	for i := range t {
		m += scaled(i) / n
	}
	for i := range t {
		x := scaled(i)
		p1 := x - m
		p11 += p1 * p1
		k += x * p1 * p1
	}
	k, l = k/p11, p11/n
	for i := range t {
		p2 := (scaled(i)-k)*(scaled(i)-m) - l
		p22 += p2 * p2
	}
	// Each projection is taken of the remainder of the ones before, which keeps small coefficients accurate.
	var c0, c1, c2 float64
	for _, v := range s {
		c0 += v / n
	}
	for i, v := range s {
		c1 += (v - c0) * (scaled(i) - m) / p11
	}
	for i, v := range s {
		p1 := scaled(i) - m
		c2 += (v - c0 - c1*p1) * ((scaled(i)-k)*p1 - l) / p22
	}
	// Convert to powers of x, and replace rounding errors by zeros: an odd function has a = c = 0, and a problem with a = 0 is of
	// another kind than one with a small a.
	rounding := 1e-13 * top
	a, b, c := clean(c2, rounding), clean(c1-c2*(k+m), rounding), clean(c0-c1*m+c2*(k*m-l), rounding)
	// Convert to powers of t.
	a, b = a/half/half, b/half
	return lift.Activation{A: a, B: b - 2*a*middle, C: c - b*middle + a*middle*middle}
}

// measure computes the residuals.
func (f *Fitted) measure(t, s []float64) {
	for i, v := range t {
		f.Max = math.Max(f.Max, math.Abs(f.Activation.At(v)-s[i]))
	}
	if f.Max == 0 {
		return
	}
	mean := 0.0
	for i, v := range t {
		r := (f.Activation.At(v) - s[i]) / f.Max // scaled, so that the square does not overflow
		mean += r * r / float64(len(t))
	}
	f.RMS = f.Max * math.Min(1, math.Sqrt(mean))
}

func clean(v, rounding float64) float64 {
	if math.Abs(v) <= rounding {
		return 0
	}
	return v
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Function is an activation function with a name.
type Function struct {
	Name string
	// Formula is the function as text for people.
	Formula string
	At      func(s float64) float64
}

// functions lists the named functions.
var functions = []Function{
	{"relu", "max(0, s)", func(s float64) float64 { return math.Max(0, s) }},
	{"leaky-relu", "max(s/100, s)", func(s float64) float64 { return math.Max(s/100, s) }},
	{"relu6", "min(6, max(0, s))", func(s float64) float64 { return math.Min(6, math.Max(0, s)) }},
	{"elu", "s for s > 0, else exp(s) - 1", func(s float64) float64 { return math.Max(0, s) + math.Expm1(math.Min(0, s)) }},
	{"selu", "1.0507 (s for s > 0, else 1.67326 (exp(s) - 1))", selu},
	{"swish", "s / (1 + exp(-s)), also called SiLU", func(s float64) float64 { return s * sigmoid(s) }},
	{"gelu", "s Phi(s), Phi the normal distribution function", func(s float64) float64 { return s / 2 * math.Erfc(-s/math.Sqrt2) }},
	{"mish", "s tanh(log(1 + exp(s)))", func(s float64) float64 { return s * math.Tanh(softplus(s)) }},
	{"softplus", "log(1 + exp(s))", softplus},
	{"sigmoid", "1 / (1 + exp(-s))", sigmoid},
	{"tanh", "tanh(s)", math.Tanh},
	{"hard-tanh", "min(1, max(-1, s))", func(s float64) float64 { return math.Min(1, math.Max(-1, s)) }},
	{"softsign", "s / (1 + |s|)", func(s float64) float64 { return s / (1 + math.Abs(s)) }},
	{"arctan", "arctan(s)", math.Atan},
	{"sine", "sin(s)", math.Sin},
	{"cosine", "cos(s)", math.Cos},
	{"gaussian", "exp(-s^2)", func(s float64) float64 { return math.Exp(-s * s) }},
	{"absolute", "|s|", math.Abs},
	{"identity", "s", func(s float64) float64 { return s }},
	{"quadratic", "s^2", func(s float64) float64 { return s * s }},
}

// names returns the names of all functions.
func names() []string {
	names := make([]string, len(functions))
	for i, f := range functions {
		names[i] = f.Name
	}
	return names
}

// Find returns the function with the given name.
func Find(name string) (Function, error) {
	for _, f := range functions {
		if f.Name == name {
			return f, nil
		}
	}
	// The message quotes at most forty characters of the name, so that it stays one line.
	return Function{}, fmt.Errorf("activation is %.40q, expected one of %s", name, strings.Join(names(), ", "))
}

// selu is the self-normalising unit of Klambauer et al. (2017), with its constants in double precision.
func selu(s float64) float64 {
	const lambda, alpha = 1.0507009873554805, 1.6732632423543772
	if s > 0 {
		return lambda * s
	}
	return lambda * alpha * math.Expm1(s)
}

func sigmoid(s float64) float64 {
	if s < 0 {
		e := math.Exp(s)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-s))
}

func softplus(s float64) float64 { return math.Max(0, s) + math.Log1p(math.Exp(-math.Abs(s))) }
