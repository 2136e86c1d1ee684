package relu

import (
	"cmp"
	"context"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// network is the current network of one output, with the workspace for its steps. Elements of neurons beyond its length are kept for reuse.
type network struct {
	*arrangement
	oracle  oracle
	loss    outputLoss
	beta    float64
	neurons []neuron
	f       []float64 // the outputs at the points
	length  float64   // the sum of |w_j|
	cost    float64   // the smoothed loss and the penalty
	scale   float64   // the cost without smoothing; changes of the cost are measured relative to it
	next    []float64 // the outputs after a trial step
	newton  newton
}

// start makes the network one for the labels y and the points of r. The neurons stay.
func (n *network) start(problem *certify.Problem, r *arrangement, y []float64) {
	n.arrangement, n.beta = r, problem.Beta
	n.oracle.arrangement, n.oracle.kappa = r, kappa(problem)
	n.loss.reset(problem.Loss, y, r.at, len(r.z))
	n.f, n.next = dense.Resize(n.f, len(r.z)), dense.Resize(n.next, len(r.z))
	n.newton.last = 0
}

// empty removes all neurons.
func (n *network) empty() {
	n.neurons = n.neurons[:0]
	n.loss.restart()
}

// follow adapts the neurons to moved points. If keep is set, neurons on kinks stay on them.
func (n *network) follow(keep bool) {
	if n.loss.mu > 0 {
		n.loss.mu = warmMu
	}
	all := n.neurons
	n.neurons = n.neurons[:0]
	for i := range all {
		j := n.push(all[i].sign, all[i].w)
		if !keep {
			n.findFace(j)
			continue
		}
		n.findSpace(j)
		for _, k := range n.oracle.face { // kinks that coincided may have separated
			if j.space.distance(&n.z[k]) > sameKink*n.size[k] {
				j.sides[k] = 1
			}
		}
		n.findSides(j)
	}
	n.removeShort(0)
}

// maxSteps bounds the Newton steps between two calls of the oracle. A decrease below the share decreaseShare gap² of the cost counts as
// none.
const maxSteps, decreaseShare = 100, 1e-3

// converge merges neurons, takes Newton steps and releases neurons from kinks until nothing changes, to an accuracy that fits the gap
// reached so far. It reports false if ctx was canceled.
func (n *network) converge(ctx context.Context, gap float64) bool {
	if len(n.neurons) == 0 {
		return true
	}
	gap = math.Min(0.01, gap)
	steepest, released := false, false
	for range maxSteps {
		if !parallel.Yield(ctx) {
			return false
		}
		n.merge()
		small := n.newtonStep(ctx) <= math.Max(decreaseShare*gap*gap, resolution)*n.scale
		switch {
		case !small:
			steepest = false
		case steepest:
			return !parallel.Canceled(ctx)
		case released:
			steepest = true
		}
		released = n.releaseFromKinks(steepest)
		if !released && small {
			return !parallel.Canceled(ctx)
		}
	}
	return true
}

// push adds a neuron and returns it. The caller must set its face: sides has one element for each point.
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

// remove removes a neuron; the last one takes its place.
func (n *network) remove(at int) {
	last := len(n.neurons) - 1
	n.neurons[at], n.neurons[last] = n.neurons[last], n.neurons[at]
	n.neurons = n.neurons[:last]
}

// slope returns the derivative of σ on a side of the kink.
func (n *network) slope(side int8) float64 {
	if side < 0 {
		return n.oracle.kappa
	}
	return float64(side)
}

// evaluate computes the outputs and the cost.
func (n *network) evaluate() {
	n.length = n.outputsAt(0, n.f)
	n.updateCost()
}

// updateCost computes the cost, v and the curvatures from the outputs and the sum of the lengths.
func (n *network) updateCost() {
	n.loss.linearize(n.f)
	n.cost, n.scale = n.loss.value(n.f, n.loss.mu)+n.beta*n.length, n.loss.value(n.f, 0)+n.beta*n.length
}

// outputsAt writes the outputs of the network after a share of the step to out, and returns the sum of the lengths there.
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

// addOutputs adds factor σ(z_k'w) to out for every point, except those with side 0 if sides are given. Other sides are not used: the sign
// of z_k'w decides.
func (n *network) addOutputs(out []float64, factor float64, w *vector, sides []int8) {
	for k := range n.z {
		if sides != nil && sides[k] == 0 {
			continue
		}
		t := n.z[k].dot(w)
		if t < 0 {
			t *= n.oracle.kappa
		}
		out[k] += factor * t
	}
}

// gradient returns G of the face with the given sides.
func (n *network) gradient(sides []int8) (g vector) {
	for k, side := range sides {
		if side != 0 {
			g.add(n.slope(side)*n.loss.v[k], &n.z[k])
		}
	}
	return g
}

// merge replaces neurons of one sign in one closed cell by their sum: σ is linear there, so the outputs stay the same and the sum of the
// lengths does not grow.
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
	// maxAdded bounds the number of neurons added after one call of the oracle, minDistance the distance of their directions from below:
	// crossings that coincide each report the same maximum. Maxima that exceed beta by less than the share minExcess of the largest excess
	// are left out: most of them vanish once the larger ones are neurons.
	maxAdded, minDistance, minExcess = 30, 0.05, 0.1
	// newLength is the length of a new neuron, relative to the length whose penalty equals the cost.
	newLength = 1e-11
)

// add adds the largest local maxima of |g| above beta as neurons of negligible length: the largest first, then those in whose cell there
// is no neuron of their sign (releaseFromKinks moves such a neuron there).
func (n *network) add() {
	before, best := len(n.neurons), &n.oracle.best
	if best.value <= n.beta {
		return
	}
	least := n.beta + minExcess*(best.value-n.beta)
	maxima := slices.DeleteFunc(n.oracle.maxima, func(p maximum) bool { return p.value < least })
	slices.SortFunc(maxima, func(a, b maximum) int { return cmp.Compare(b.value, a.value) })
	n.addMaximum(best, before)
	for i := 0; i < len(maxima) && len(n.neurons)-before < maxAdded; i++ {
		n.addMaximum(&maxima[i], before)
	}
	for i := before; i < len(n.neurons); i++ {
		n.neurons[i].w.scale(newLength * n.scale / n.beta)
	}
	n.evaluate()
}

// addMaximum adds a maximum if it is local or the largest. The first old neurons were there before this call of add.
func (n *network) addMaximum(p *maximum, old int) {
	for i := old; i < len(n.neurons); i++ {
		if j := &n.neurons[i]; j.sign == p.sign {
			d := j.w
			d.add(-1, &p.u)
			if d.dot(&d) < minDistance*minDistance {
				return
			}
		}
	}
	if p != &n.oracle.best && !n.oracle.isLocal(p) {
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

// negligible is the length up to which a neuron is removed after a step, relative to the length whose penalty equals the cost: the
// curvature of so short a vector would hide all others. invisible is the same at the optimum, where removing a neuron changes the cost
// to second order only.
const negligible, invisible = 1e-13, 1e-6

// removeShort removes neurons with at most that relative length.
func (n *network) removeShort(length float64) {
	for i := len(n.neurons) - 1; i >= 0; i-- {
		if n.neurons[i].w.length() <= length*n.scale/n.beta {
			n.remove(i)
		}
	}
}

// releaseSlope is the slope, relative to beta, above which a neuron leaves its face. A neuron of length one lowers the cost by about the
// square of the slope.
const releaseSlope = 1e-7

// releaseFromKinks moves each neuron off its kinks, along the steepest ray, if s g increases in some direction away from them. It reports
// whether there were any. Releasing several at once may fail; with steepest only the one with the largest slope is released.
func (n *network) releaseFromKinks(steepest bool) (released bool) {
	var best *neuron
	var up vector
	most := 0.0
	for i := range n.neurons {
		j := &n.neurons[i]
		slope, ray := n.ascent(j)
		if slope <= releaseSlope*n.beta+n.oracle.slack {
			continue
		}
		released = true
		if !steepest {
			n.leaveFace(j, &ray)
		} else if slope > most {
			best, most, up = j, slope, ray
		}
	}
	if best != nil {
		n.leaveFace(best, &up)
	}
	return released
}

// ascent returns the largest slope of s g on a ray from a neuron's face, and the ray.
func (n *network) ascent(j *neuron) (slope float64, ray vector) {
	if j.space.rank == n.dim {
		return 0, ray
	}
	n.faceOf(j)
	n.oracle.fan.reset(n.arrangement, n.oracle.face)
	g := n.gradient(j.sides)
	return n.oracle.fan.ascent(n.loss.v, n.oracle.kappa, &g, j.sign)
}

// leaveFace gives a neuron the sides that it has in the direction of a ray from its face.
func (n *network) leaveFace(j *neuron, ray *vector) {
	for k, side := range j.sides {
		if t := n.z[k].dot(ray); side == 0 && math.Abs(t) > sameKink*n.size[k] {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
	n.findSpace(j)
}
