package lift

import "slices"

// Activation is the activation of a network: a Polynomial or a Piecewise.
type Activation interface {
	// At returns σ(t).
	At(t float64) float64
}

// Polynomial is the activation sigma(s) = A s^2 + B s + C.
type Polynomial struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
}

// The paper's activations: least-squares fits of degree two on [-5, 5] (its figure 1).
var (
	ReLU  = Polynomial{0.09, 0.5, 0.47}
	Swish = Polynomial{0.1, 0.5, 0.24}
)

// At returns sigma(s).
func (f Polynomial) At(s float64) float64 { return (f.A*s+f.B)*s + f.C }

// Entry returns the factor of x_r x_c, c <= r, in the entry (r, c) of a sample's matrix, where x_d = 1: A, B/2 in the last row, and C in
// the corner.
func (f Polynomial) Entry(r, c, d int) float64 {
	switch d {
	case c:
		return f.C
	case r:
		return f.B / 2
	}
	return f.A
}

// Piecewise is the activation σ(t) = t for t > 0 and Slope t for t <= 0. Slope is 0 for ReLU, between 0 and 1 for leaky ReLU, and -1 for
// the absolute value.
type Piecewise struct{ Slope float64 }

// The names of piecewise activations in documents.
const (
	NameReLU     = "relu"
	NameLeaky    = "leaky"
	NameAbsolute = "absolute"
)

// LeakySlope is the default slope of a leaky ReLU.
const LeakySlope = 0.1

// Name returns the name of the activation in documents.
func (a Piecewise) Name() string {
	switch a.Slope {
	case 0:
		return NameReLU
	case -1:
		return NameAbsolute
	}
	return NameLeaky
}

// At returns σ(t).
func (a Piecewise) At(t float64) float64 {
	if t > 0 {
		return t
	}
	return a.Slope * t
}

// Derivative returns the slope of σ at t; at zero it is Slope.
func (a Piecewise) Derivative(t float64) float64 {
	if t > 0 {
		return 1
	}
	return a.Slope
}

// WithConstant returns the rows of x, d numbers each, with a one appended to each, as neurons with a bias read them.
func WithConstant(x []float64, d int) []float64 {
	out := make([]float64, 0, len(x)/d*(d+1))
	for row := range slices.Chunk(x, d) {
		out = append(append(out, row...), 1)
	}
	return out
}
