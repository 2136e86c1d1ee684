package descent

import (
	"math"

	"conelab/core/numeric/lift"
)

// Activation is a function of one number with its derivative, where that exists.
type Activation struct {
	Name      string
	At, Slope func(s float64) float64
}

// The activations that the paper compares with. The slope of ReLU at zero is taken as zero.
var (
	ReLU = Activation{
		"relu",
		func(s float64) float64 { return math.Max(0, s) },
		func(s float64) float64 {
			if s > 0 {
				return 1
			}
			return 0
		},
	}
	Swish = Activation{
		"swish",
		func(s float64) float64 { return s * logistic(s) },
		func(s float64) float64 {
			p := logistic(s)
			return p + s*p*(1-p)
		},
	}
)

func logistic(s float64) float64 { return 1 / (1 + math.Exp(-s)) }

// curve applies an activation to many numbers at once.
type curve struct {
	polynomial lift.Activation
	other      *Activation // nil for the polynomial
}

// apply replaces s by sigma(s), and writes sigma'(s) into slope unless slope is nil.
func (c *curve) apply(s, slope []float64) {
	if c.other == nil {
		f := c.polynomial
		for i := range slope {
			slope[i] = 2*f.A*s[i] + f.B
		}
		for i, v := range s {
			s[i] = (f.A*v+f.B)*v + f.C
		}
		return
	}
	for i := range slope {
		slope[i] = c.other.Slope(s[i])
	}
	for i, v := range s {
		s[i] = c.other.At(v)
	}
}
