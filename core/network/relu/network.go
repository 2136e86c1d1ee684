package relu

import (
	"cmp"
	"math"
	"slices"
)

// network is the one under way, with what it takes to move it. neurons beyond the length keep their memory.
type network struct {
	oracle
	outputLoss
	beta    float64
	neurons []neuron
	f       []float64 // its outputs at the points
	length  float64   // the sum of those of its neurons
	cost    float64   // of the (smoothed) loss and the penalty
	scale   float64   // the cost with the loss as it is: what changes of the cost are relative to
	next    []float64 // outputs of a trial
	newton  newton
}

// push adds a neuron without a face and returns it; sides has one number for each point.
func (n *network) push(sign float64, w vector) *neuron {
	at := len(n.neurons)
	if at < cap(n.neurons) {
		n.neurons = n.neurons[:at+1]
	} else {
		n.neurons = append(n.neurons, neuron{})
	}
	j := &n.neurons[at]
	m := len(n.z)
	j.sides, j.target.sides = slices.Grow(j.sides[:0], m)[:m], slices.Grow(j.target.sides[:0], m)[:m]
	j.sign, j.w = sign, w
	return j
}

// remove takes a neuron out; the last takes its place.
func (n *network) remove(at int) {
	last := len(n.neurons) - 1
	n.neurons[at], n.neurons[last] = n.neurons[last], n.neurons[at]
	n.neurons = n.neurons[:last]
}

// slope returns the derivative of σ on a side.
func (n *network) slope(side int8) float64 {
	if side < 0 {
		return n.kappa
	}
	return float64(side)
}

// evaluate finds the outputs of the network, and its cost.
func (n *network) evaluate() {
	n.length = n.outputsAt(0, n.f)
	n.assess()
}

// assess finds the cost, v and the curvatures from the outputs and the sum of the lengths.
func (n *network) assess() {
	n.linearize(n.f)
	n.cost, n.scale = n.value(n.f, n.mu)+n.beta*n.length, n.value(n.f, 0)+n.beta*n.length
}

// outputsAt finds the outputs of the network where a share of the way to the targets is gone, and the sum of the lengths there.
func (n *network) outputsAt(share float64, out []float64) (length float64) {
	clear(out)
	for i := range n.neurons {
		j := &n.neurons[i]
		w, sides := j.at(share)
		n.addOutputs(out, j.sign, &w, sides)
		length += w.length()
	}
	return length
}

// addOutputs adds factor σ(z_k'w) to out, whatever the side on which w is, but zero for the points on whose kink it is kept, if sides are
// given.
func (n *network) addOutputs(out []float64, factor float64, w *vector, sides []int8) {
	for k := range n.z {
		if sides != nil && sides[k] == 0 {
			continue
		}
		t := n.z[k].dot(w)
		if t < 0 {
			t *= n.kappa
		}
		out[k] += factor * t
	}
}

// gradient returns G of a neuron's face.
func (n *network) gradient(sides []int8) (g vector) {
	for k, side := range sides {
		if side != 0 {
			g.add(n.slope(side)*n.outputLoss.v[k], &n.z[k])
		}
	}
	return g
}

// merge joins neurons of one sign in one closed cell: σ is linear there, so the outputs stay and the length does not grow.
func (n *network) merge() {
	for a := 0; a < len(n.neurons); a++ {
		for b := len(n.neurons) - 1; b > a; b-- {
			first, second := &n.neurons[a], &n.neurons[b]
			if first.sign != second.sign || !shareCell(first.sides, second.sides) {
				continue
			}
			first.w.add(1, &second.w)
			for k, side := range second.sides {
				if side != 0 {
					first.sides[k] = side
				}
			}
			n.findSpace(first)
			n.remove(b)
		}
	}
}

const (
	// maxAdded is how many neurons a call of the oracle adds at most, minDistance the least distance of their directions: crossings that
	// coincide each report the same maximum.
	maxAdded, minDistance = 30, 0.05
	// newLength is the length of a new neuron, relative to that for which the penalty alone would be the cost.
	newLength = 1e-11
)

// add adds the largest local maxima of |g| above beta as neurons of next to no length: the largest first, and then those that are not in
// the cell of a neuron of their sign, which release takes there.
func (n *network) add() {
	before := len(n.neurons)
	slices.SortFunc(n.maxima, func(a, b maximum) int { return cmp.Compare(b.value, a.value) })
	n.addOne(&n.best, before)
	for i := 0; i < len(n.maxima) && len(n.neurons)-before < maxAdded; i++ {
		n.addOne(&n.maxima[i], before)
	}
	for i := before; i < len(n.neurons); i++ {
		n.neurons[i].w.scale(newLength * n.scale / n.beta)
	}
	n.evaluate()
}

// addOne adds one maximum, if it is local or the largest; neurons before index old were there before.
func (n *network) addOne(p *maximum, old int) {
	if p.value <= n.beta {
		return
	}
	for i := old; i < len(n.neurons); i++ {
		if j := &n.neurons[i]; j.sign == p.sign {
			d := j.w
			d.add(-1, &p.u)
			if d.dot(&d) < minDistance*minDistance {
				return
			}
		}
	}
	if p != &n.best && !n.isLocal(p) {
		return
	}
	j := n.push(p.sign, p.u)
	n.findFace(j)
	for i := range old {
		if k := &n.neurons[i]; k.sign == p.sign && shareCell(k.sides, j.sides) {
			n.remove(len(n.neurons) - 1)
			return
		}
	}
}

// negligible is the length up to which a neuron is left out, relative to that for which the penalty alone would be the cost: the curvature
// of so short a vector would hide all others. At the optimum that may be invisible, since the cost of what is left out is of second order.
const negligible, invisible = 1e-13, 1e-6

// removeShort removes neurons with at most that relative length.
func (n *network) removeShort(length float64) {
	for i := len(n.neurons) - 1; i >= 0; i-- {
		if n.neurons[i].w.length() <= length*n.scale/n.beta {
			n.remove(i)
		}
	}
}

// releaseSlope is the slope, relative to beta, from which a neuron leaves its face. A neuron of length one gains about its square.
const releaseSlope = 1e-7

// release takes neurons off the kinks from which s g has an ascent, along the steepest ray, and reports whether there are any. Several may
// hinder each other; then steepest asks for the one with the largest slope only.
func (n *network) release(steepest bool) (released bool) {
	var best *neuron
	var up vector
	most := 0.0
	for i := range n.neurons {
		j := &n.neurons[i]
		slope, ray := n.ascent(j)
		if slope <= releaseSlope*n.beta+n.slack {
			continue
		}
		released = true
		if !steepest {
			n.free(j, &ray)
		} else if slope > most {
			best, most, up = j, slope, ray
		}
	}
	if best != nil {
		n.free(best, &up)
	}
	return released
}

// ascent returns the largest slope of s g on a ray from a neuron's face, and the ray.
func (n *network) ascent(j *neuron) (slope float64, ray vector) {
	if j.space.rank == n.dim {
		return 0, ray
	}
	n.faceOf(j)
	n.fan.reset(n.arrangement, n.face)
	g := n.gradient(j.sides)
	return n.fan.ascent(n.outputLoss.v, n.kappa, &g, j.sign)
}

// free gives a neuron the sides that it has in the direction of a ray from its face.
func (n *network) free(j *neuron, ray *vector) {
	for k, side := range j.sides {
		if t := n.z[k].dot(ray); side == 0 && math.Abs(t) > sameKink*n.size[k] {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
	n.findSpace(j)
}
