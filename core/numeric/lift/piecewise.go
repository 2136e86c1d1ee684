package lift

import "slices"

// Piecewise is the activation σ(t) = t for t > 0 and Slope t for t <= 0. Slope is 0 for ReLU, between 0 and 1 for leaky ReLU, and -1 for
// the absolute value.
type Piecewise struct{ Slope float64 }

// The names of piecewise activations in documents.
const (
	NameReLU     = "relu"
	NameLeaky    = "leaky"
	NameAbsolute = "absolute"
)

// LeakySlope is the slope of a leaky ReLU where none is given.
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

// Value returns σ(t).
func (a Piecewise) Value(t float64) float64 {
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

// WithConstant returns the rows of x, d numbers each, with a one behind each: what neurons with a bias read.
func WithConstant(x []float64, d int) []float64 {
	out := make([]float64, 0, len(x)/d*(d+1))
	for row := range slices.Chunk(x, d) {
		out = append(append(out, row...), 1)
	}
	return out
}
