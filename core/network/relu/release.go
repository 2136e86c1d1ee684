package relu

import "math"

// releaseSlope is the slope, relative to beta, from which a neuron leaves its face. A neuron of length one gains about its square.
const releaseSlope = 1e-7

// release takes neurons off the kinks from which s g has an ascent, along the steepest ray, and reports whether there are any. Several may
// hinder each other; then alone asks for the one with the largest slope only.
func (n *network) release(alone bool) bool {
	best, most, released := -1, 0.0, false
	for i := range n.neurons {
		slope, ray := n.ascends(&n.neurons[i])
		if slope <= releaseSlope*n.beta+n.slack {
			continue
		}
		if released = true; !alone {
			n.free(&n.neurons[i], ray)
		} else if slope > most {
			best, most = i, slope
		}
	}
	if best >= 0 {
		_, ray := n.ascends(&n.neurons[best])
		n.free(&n.neurons[best], ray)
	}
	return released
}

// ascends returns the largest slope of s g on a ray from a neuron's face, and leaves the fan in n.rays.
func (n *network) ascends(j *neuron) (slope float64, ray int) {
	if j.space.rank == n.dim {
		return 0, 0
	}
	n.faceOf(j)
	n.rays.reset(n.arrangement, n.face)
	g := n.gradient(j.sides)
	return n.rays.ascent(n.fitting.v, n.kappa, &g, j.sign)
}

// free gives a neuron the sides that it has in the direction of a ray.
func (n *network) free(j *neuron, ray int) {
	d := &n.rays.rays[ray]
	for _, k := range n.face {
		if t := n.z[k].dot(d); math.Abs(t) > sameKink*n.size[k] {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
	n.span(j)
}
