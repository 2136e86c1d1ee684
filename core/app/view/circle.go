package view

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// onCircle is the largest sine of the angle between a neuron and the circle at which the neuron is drawn on the circle.
const onCircle = 1e-6

// circle is a circle of unit directions of R^d, with first at the angle 0 and second at a right angle.
type circle struct {
	d             int
	first, second []float64
}

// circleOf returns the circle that is shown. For two features it has all directions. For more it goes through the heaviest neuron
// and the heaviest of those not collinear with it, with coordinate axes in their place if there are too few neurons. For one
// feature the second direction is nil.
func circleOf(d int, neurons []neural.Neuron) circle {
	c := circle{d: d, first: axis(d, 0)}
	switch {
	case d == 1:
		return c
	case d == 2:
		c.second = axis(d, 1)
		return c
	}
	if k := heaviestOff(neurons, circle{d: d}); k >= 0 {
		c.first = neurons[k].U
	}
	if k := heaviestOff(neurons, c); k >= 0 {
		c.second = c.rest(neurons[k].U)
	}
	for k := 0; c.second == nil; k++ {
		c.second = c.rest(axis(d, k))
	}
	return c
}

// heaviestOff returns the heaviest neuron that is not in the span of the circle's directions, or -1.
func heaviestOff(neurons []neural.Neuron, c circle) int {
	best := -1
	for i := range neurons {
		if c.first != nil {
			along := dense.Dot(c.first, neurons[i].U)
			if 1-along*along < 1e-4 {
				continue
			}
		}
		if best < 0 || math.Abs(neurons[i].Alpha) > math.Abs(neurons[best].Alpha) {
			best = i
		}
	}
	return best
}

func axis(d, k int) []float64 {
	u := make([]float64, d)
	u[k] = 1
	return u
}

// rest returns the component of u orthogonal to the first direction, normalised, or nil if it is zero.
func (c *circle) rest(u []float64) []float64 {
	out := append([]float64(nil), u...)
	for range 2 {
		dense.Axpy(-dense.Dot(c.first, out), c.first, out)
	}
	length := math.Sqrt(dense.Dot(out, out))
	if !(length > 1e-3) {
		return nil
	}
	for k := range out {
		out[k] /= length
	}
	return out
}

// at returns the direction at an angle.
func (c *circle) at(angle float64) []float64 {
	sin, cos := math.Sincos(angle)
	u := make([]float64, c.d)
	dense.Axpy(cos, c.first, u)
	if c.second != nil {
		dense.Axpy(sin, c.second, u)
	} else {
		u[0] = math.Copysign(1, cos)
	}
	return u
}

// angle returns the angle of the direction on the circle nearest to u, and whether u is on the circle.
func (c *circle) angle(u []float64) (angle float64, on bool) {
	x, y := dense.Dot(c.first, u), 0.0
	if c.second != nil {
		y = dense.Dot(c.second, u)
	}
	return math.Atan2(y, x), x*x+y*y > 1-onCircle
}

// turned returns u rotated by an angle in the plane of the circle.
func (c *circle) turned(u []float64, angle float64) []float64 {
	out := append([]float64(nil), u...)
	if c.second == nil { // there are only two directions
		if math.Cos(angle) < 0 {
			out[0] = -out[0]
		}
		return out
	}
	x, y := dense.Dot(c.first, u), dense.Dot(c.second, u)
	sin, cos := math.Sincos(angle)
	dense.Axpy(cos*x-sin*y-x, c.first, out)
	dense.Axpy(sin*x+cos*y-y, c.second, out)
	return out
}
