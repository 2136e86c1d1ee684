package view

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// onCircle is the largest sine of the angle between a neuron and the circle at which the neuron is drawn on the circle.
const onCircle = 1e-6

// circle is a circle of unit directions of R^d, with the first axis at the angle 0 and the second at a right angle. In R^1 there is no
// second, and only two directions.
type circle struct {
	d    int
	axes [][]float64
}

// circleOf returns the circle that is shown. For two features it has all directions. For more it goes through the heaviest neuron
// and the heaviest of those not collinear with it, with coordinate axes in their place if there are too few neurons.
func circleOf(d int, neurons []neural.Neuron) circle {
	c := circle{d: d}
	if k := heaviestOff(neurons, c); d > 2 && k >= 0 {
		c.add(neurons[k].U)
		if k := heaviestOff(neurons, c); k >= 0 {
			c.add(neurons[k].U)
		}
	}
	for k := 0; len(c.axes) < min(d, 2); k++ {
		axis := make([]float64, d)
		axis[k] = 1
		c.add(axis)
	}
	return c
}

// heaviestOff returns the heaviest neuron that is not in the span of the circle's axes, at most one, or -1.
func heaviestOff(neurons []neural.Neuron, c circle) int {
	best := -1
	for i := range neurons {
		if len(c.axes) > 0 {
			along := dense.Dot(c.axes[0], neurons[i].U)
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

// add adds the component of u orthogonal to the axes, normalised, as an axis, unless it is zero.
func (c *circle) add(u []float64) {
	out := append([]float64(nil), u...)
	for range 2 {
		for _, axis := range c.axes {
			dense.Axpy(-dense.Dot(axis, out), axis, out)
		}
	}
	length := math.Sqrt(dense.Dot(out, out))
	if len(c.axes) == 0 {
		length = 1 // u is a direction
	}
	if !(length > 1e-3) {
		return
	}
	for k := range out {
		out[k] /= length
	}
	c.axes = append(c.axes, out)
}

// at returns the direction at an angle.
func (c *circle) at(angle float64) []float64 {
	sin, cos := math.Sincos(angle)
	u := make([]float64, c.d)
	if c.d == 1 {
		u[0] = math.Copysign(1, cos)
		return u
	}
	dense.Axpy(cos, c.axes[0], u)
	dense.Axpy(sin, c.axes[1], u)
	return u
}

// angle returns the angle of the direction on the circle nearest to u, and whether u is on the circle.
func (c *circle) angle(u []float64) (angle float64, on bool) {
	x, y := dense.Dot(c.axes[0], u), 0.0
	if c.d > 1 {
		y = dense.Dot(c.axes[1], u)
	}
	return math.Atan2(y, x), x*x+y*y > 1-onCircle
}

// turned returns u rotated by an angle in the plane of the circle.
func (c *circle) turned(u []float64, angle float64) []float64 {
	out := append([]float64(nil), u...)
	if c.d == 1 {
		out[0] = math.Copysign(out[0], out[0]*math.Cos(angle))
		return out
	}
	x, y := dense.Dot(c.axes[0], u), dense.Dot(c.axes[1], u)
	sin, cos := math.Sincos(angle)
	dense.Axpy(cos*x-sin*y-x, c.axes[0], out)
	dense.Axpy(sin*x+cos*y-y, c.axes[1], out)
	return out
}
