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
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"conelab/core/numeric/dense"
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
	Activation lift.Polynomial
	// RMS is the root mean square of the residuals at the points, Max the largest absolute residual.
	RMS, Max float64
}

// Fit returns the least-squares fit of f at n points spaced linearly from low to high, both included.
func Fit(f func(float64) float64, low, high float64, n int) (Fitted, error) {
	switch {
	case !dense.Finite(low, high) || !(low < high):
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
		if !dense.Finite(s[i]) {
			return Fitted{}, fmt.Errorf("the function is %g at %g, expected a finite number", s[i], t[i])
		}
	}
	fitted := Fitted{Activation: project(t, s)}
	if f := fitted.Activation; !dense.Finite(f.A, f.B, f.C) {
		return Fitted{}, fmt.Errorf("the fit leaves double precision, expected points and values of moderate size")
	}
	fitted.measure(t, s)
	return fitted, nil
}

// project returns the least-squares polynomial by a QR factorisation, in x = (t - middle)/half from -1 to 1: no accuracy is lost when the
// range is narrow or far from zero.
func project(t, s []float64) lift.Polynomial {
	middle, half := slices.Min(t)/2+slices.Max(t)/2, slices.Max(t)/2-slices.Min(t)/2
	qr := dense.NewQR(len(t), 3)
	for i, v := range t {
		x := (v - middle) / half
		qr.Column(0)[i], qr.Column(1)[i], qr.Column(2)[i] = x*x, x, 1
	}
	qr.Factorize(context.Background())
	abc := make([]float64, 3)
	qr.RotateTo(abc, slices.Clone(s))
	qr.SolveR(abc)
	// Rounding errors are zeros: an odd function has a = c = 0, and a problem with a = 0 is of another kind than one with a small a.
	for j, v := range abc {
		if math.Abs(v) <= 1e-13*dense.Largest(s) {
			abc[j] = 0
		}
	}
	a, b := abc[0]/half/half, abc[1]/half
	return lift.Polynomial{A: a, B: b - 2*a*middle, C: abc[2] - b*middle + a*middle*middle}
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

// Function is an activation function with a name.
type Function struct {
	Name string
	At   func(s float64) float64
}

// functions lists the named functions.
var functions = []Function{
	{"relu", func(s float64) float64 { return math.Max(0, s) }},
	{"leaky-relu", func(s float64) float64 { return math.Max(s/100, s) }},
	{"relu6", func(s float64) float64 { return math.Min(6, math.Max(0, s)) }},
	{"elu", func(s float64) float64 { return math.Max(0, s) + math.Expm1(math.Min(0, s)) }},
	{"selu", selu},
	{"swish", func(s float64) float64 { return s * sigmoid(s) }}, // also called SiLU
	{"gelu", func(s float64) float64 { return s / 2 * math.Erfc(-s/math.Sqrt2) }},
	{"mish", func(s float64) float64 { return s * math.Tanh(softplus(s)) }},
	{"softplus", softplus},
	{"sigmoid", sigmoid},
	{"tanh", math.Tanh},
	{"hard-tanh", func(s float64) float64 { return math.Min(1, math.Max(-1, s)) }},
	{"softsign", func(s float64) float64 { return s / (1 + math.Abs(s)) }},
	{"arctan", math.Atan},
	{"sine", math.Sin},
	{"cosine", math.Cos},
	{"gaussian", func(s float64) float64 { return math.Exp(-s * s) }},
	{"absolute", math.Abs},
	{"identity", func(s float64) float64 { return s }},
	{"quadratic", func(s float64) float64 { return s * s }},
}

// Names returns the names of all functions.
func Names() []string {
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
	return Function{}, fmt.Errorf("activation is %.40q, expected one of %s", name, strings.Join(Names(), ", "))
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
