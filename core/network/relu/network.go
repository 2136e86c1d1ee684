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
}

// empty removes all neurons.
func (n *network) empty() {
	n.neurons = n.neurons[:0]
	n.loss.restart()
}

// follow adapts the neurons to points that have moved.
func (n *network) follow() {
	if n.loss.mu > 0 {
		n.loss.mu = warmMu
	}
	for i := range n.neurons {
		n.findFace(&n.neurons[i])
	}
	n.removeShort(0)
}

// maxSteps bounds the Newton steps between two calls of the oracle. A decrease below the share decreaseShare gap² of the cost counts as
// none.
const maxSteps, decreaseShare = 100, 1e-3

// converge takes Newton steps and releases neurons from kinks until the cost does not fall, to an accuracy that fits the gap reached so far.
// It reports false if ctx was canceled.
func (n *network) converge(ctx context.Context, gap float64) bool {
	if len(n.neurons) == 0 {
		return true
	}
	gap = math.Min(1e-3, gap)
	released := false
	for range maxSteps {
		if !parallel.Yield(ctx) {
			return false
		}
		small := n.newtonStep(ctx) <= math.Max(decreaseShare*gap*gap, resolution)*n.scale
		if small && released {
			break
		}
		released = n.releaseFromKinks()
		if small && !released {
			break
		}
	}
	return !parallel.Canceled(ctx)
}

// push adds a neuron and returns it.
func (n *network) push(sign float64, w vector) *neuron {
	at := len(n.neurons)
	if at < cap(n.neurons) {
		n.neurons = n.neurons[:at+1]
	} else {
		n.neurons = append(n.neurons, neuron{})
	}
	j := &n.neurons[at]
	j.sign, j.w = sign, w
	n.findFace(j)
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

// evaluate computes the outputs, the cost, v and the curvatures.
func (n *network) evaluate() {
	length := n.outputsAt(0, n.f)
	n.loss.linearize(n.f)
	n.cost, n.scale = n.loss.value(n.f, n.loss.mu)+n.beta*length, n.loss.value(n.f, 0)+n.beta*length
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

// addOutputs adds factor σ(z_k'w) to out for every point, except those with side 0. Other sides are not used: the sign of z_k'w decides.
func (n *network) addOutputs(out []float64, factor float64, w *vector, sides []int8) {
	for k := range n.z {
		if sides[k] == 0 {
			continue
		}
		t := n.z[k].dot(w)
		if t < 0 {
			t *= n.oracle.kappa
		}
		out[k] += factor * t
	}
}

// gradient returns G of the face with the given sides for v.
func (n *network) gradient(sides []int8, v []float64) (g vector) {
	for k, side := range sides {
		if side != 0 {
			g.add(n.slope(side)*v[k], &n.z[k])
		}
	}
	return g
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
// whether there were any.
func (n *network) releaseFromKinks() (released bool) {
	for i := range n.neurons {
		j := &n.neurons[i]
		if slope, ray := n.ascent(j); slope > releaseSlope*n.beta+n.oracle.slack {
			n.leaveFace(j, &ray)
			released = true
		}
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
	g := n.gradient(j.sides, n.loss.ahead)
	return n.oracle.fan.ascent(n.loss.ahead, n.oracle.kappa, &g, j.sign)
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

// neuron is s σ(z'w), w = |alpha| u, on a face: sides has for each point the side of its kink on which w lies, 1 or -1, or 0 if w is kept
// on the kink. space is the span of the face, in which w moves.
type neuron struct {
	sign   float64
	w      vector
	space  subspace
	sides  []int8
	target target
}

// target is the end of a Newton step of a neuron.
type target struct {
	w, step vector
	space   subspace
	sides   []int8
	first   int // the index of its first coordinate among the free ones
}

// at returns the position after a share of the step. Only a whole step reaches kinks.
func (j *neuron) at(share float64) (w vector, sides []int8) {
	if share == 1 {
		return j.target.w, j.target.sides
	}
	w = j.w
	w.scale(1 - share)
	w.add(share, &j.target.w)
	return w, j.sides
}

// shareCell reports whether two faces, given by their sides, belong to one closed cell.
func shareCell(a, b []int8) bool {
	for k, side := range a {
		if side*b[k] < 0 {
			return false
		}
	}
	return true
}

// findFace puts a neuron on the kinks through w.
func (n *network) findFace(j *neuron) {
	size, m := j.w.length(), len(n.z)
	j.sides, j.target.sides = slices.Grow(j.sides[:0], m)[:m], slices.Grow(j.target.sides[:0], m)[:m]
	for k := range n.z {
		t := n.z[k].dot(&j.w)
		j.sides[k] = int8(math.Copysign(1, t))
		if math.Abs(t) <= onKink*n.size[k]*size {
			j.sides[k] = 0
		}
	}
	n.findSpace(j)
}

// findSides sets the sides of a neuron from w, except for the kinks on which it is kept.
func (n *network) findSides(j *neuron) {
	for k, side := range j.sides {
		if t := n.z[k].dot(&j.w); side != 0 && t != 0 {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
}

// findSpace sets the space of a neuron's face from its sides, and projects w onto it.
func (n *network) findSpace(j *neuron) {
	n.faceOf(j)
	j.space.reset(n.dim)
	j.space.excludeAll(n.z, n.oracle.face)
	j.space.project(&j.w)
}

// faceOf sets oracle.face to the points on whose kinks a neuron lies.
func (n *network) faceOf(j *neuron) {
	n.oracle.face = n.oracle.face[:0]
	for k, side := range j.sides {
		if side == 0 {
			n.oracle.face = append(n.oracle.face, int32(k))
		}
	}
}
