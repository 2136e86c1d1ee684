package relu

import "math"

// The ways to release neurons, from the boldest on: in the steepest direction, on a ray only, only the neuron with the largest slope.
const (
	steepest = iota
	rays
	single
	resigned
)

// releaseSlope is the slope, relative to beta, from which a neuron leaves its face. A neuron of length one gains about its square.
const releaseSlope = 1e-7

// release takes neurons off the kinks from which s g has an ascent, and reports whether there are any.
func (n *network) release(way int) bool {
	best, most, released := -1, 0.0, false
	for i := range n.neurons {
		slope, ray := n.ascends(&n.neurons[i])
		if slope <= releaseSlope*n.beta+n.slack {
			continue
		}
		released = true
		if way != single {
			n.free(&n.neurons[i], ray, way)
		} else if slope > most {
			best, most = i, slope
		}
	}
	if best >= 0 {
		_, ray := n.ascends(&n.neurons[best])
		n.free(&n.neurons[best], ray, way)
	}
	return released
}

// ascends returns the largest slope of s g on a ray from a neuron's face, and leaves the fan in n.rays.
func (n *network) ascends(j *neuron) (slope float64, ray int) {
	if j.space.normals == 0 {
		return 0, 0
	}
	n.faceOf(j)
	n.rays.reset(n.arrangement, n.face)
	g := n.gradient(j.sides)
	return n.rays.ascent(n.fitting.v, n.kappa, &g, j.sign)
}

// free gives a neuron the sides that it has in the direction of a ray, or the steepest one beside it.
func (n *network) free(j *neuron, ray, way int) {
	d := n.rays.rays[ray]
	if way == steepest {
		g := n.gradient(j.sides)
		d = n.rays.steepest(n.fitting.v, n.kappa, &g, j.sign, ray)
	}
	for _, k := range n.face {
		switch t := n.z[k].dot(&d); {
		case math.Abs(t) <= sameKink*n.size[k]:
		case t > 0:
			j.sides[k] = 1
		default:
			j.sides[k] = -1
		}
	}
	n.span(j)
}
