package relu

import (
	"math"

	"conelab/core/numeric/dense"
)

// neuron is s σ(z'w), w = |alpha| u, on a face: sides says for each point on which side of its kink w is, 1 or -1, and 0 if it is kept on
// it. space is the span of the face, in which w is free to move.
type neuron struct {
	sign  float64
	w     vector
	space subspace
	sides []int8
	trial trial
}

// trial is where Newton's method would take a neuron.
type trial struct {
	w, step vector
	space   subspace
	sides   []int8
	first   int  // of its coordinates among the free ones
	dead    bool // it has no coordinates any more
}

// network is the one under way, with what it takes to move it. neurons beyond the length keep their memory.
type network struct {
	oracle
	fitting
	beta    float64
	neurons []neuron
	f       []float64 // its outputs at the points
	cost    float64   // of the (smoothed) loss and the penalty
	scale   float64   // the cost with the loss as it is: what changes of the cost are relative to
	next    []float64 // outputs of a trial
	newton  newton
	// For the lengths: the outputs of each neuron, and its lengths, relative to norms.
	columns, lengths, norms []float64
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
	if cap(j.sides) < m {
		j.sides, j.trial.sides = make([]int8, m), make([]int8, m)
	}
	j.sides, j.trial.sides = j.sides[:m], j.trial.sides[:m]
	j.sign, j.w = sign, w
	return j
}

// resize gives the neuron at an index room for the points as they are now.
func (n *network) resize(at int) *neuron {
	all := n.neurons
	n.neurons = n.neurons[:at]
	j := n.push(all[at].sign, all[at].w)
	n.neurons = all
	return j
}

// settle finds the sides of a neuron from w, but for the kinks on which it is kept.
func (n *network) settle(j *neuron) {
	for k, side := range j.sides {
		if t := n.z[k].dot(&j.w); side != 0 && t != 0 {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
}

// remove takes a neuron out; the last takes its place.
func (n *network) remove(at int) {
	last := len(n.neurons) - 1
	n.neurons[at], n.neurons[last] = n.neurons[last], n.neurons[at]
	n.neurons = n.neurons[:last]
}

// nearby is how far a neuron is moved, relative to its length, to be on a kink.
const nearby = 1e-9

// place puts a neuron on the face of w: on the kinks through it. A kink that all but coincides with another passes near w without going through it
// where w is on that one, and to go there would be a long way: such a kink has w on one side.
func (n *network) place(j *neuron) {
	size := j.w.length()
	j.space.reset(n.dim)
	for k := range n.z {
		t := n.z[k].dot(&j.w)
		if j.sides[k] = 1; t < 0 {
			j.sides[k] = -1
		}
		if math.Abs(t) > onKink*n.size[k]*size {
			continue
		}
		space, w := j.space, j.w
		if space.rank > 1 && space.distance(&n.z[k]) > sameKink*n.size[k] {
			space.exclude(&n.z[k])
		}
		space.project(&w)
		w.add(-1, &j.w)
		if w.length() <= nearby*size {
			j.space, j.sides[k] = space, 0
		}
	}
	j.space.project(&j.w)
}

// span finds the space of a neuron's face and brings w into it.
func (n *network) span(j *neuron) {
	n.faceOf(j)
	j.space.reset(n.dim)
	j.space.excludeAll(n.z, n.face)
	j.space.project(&j.w)
}

// faceOf writes the points on whose kinks a neuron is into n.face.
func (n *network) faceOf(j *neuron) {
	n.face = n.face[:0]
	for k, side := range j.sides {
		if side == 0 {
			n.face = append(n.face, int32(k))
		}
	}
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
	clear(n.f)
	penalty := 0.0
	for i := range n.neurons {
		j := &n.neurons[i]
		n.addOutputs(n.f, j.sign, &j.w, j.sides)
		penalty += j.w.length()
	}
	n.cost, n.scale = n.value(n.f)+n.beta*penalty, n.true(n.f)+n.beta*penalty
	n.linearise(n.f)
}

// addOutputs adds s σ(z_k'w) to out, whatever the side on which w is, but zero for the points on whose kink it is kept.
func (n *network) addOutputs(out []float64, sign float64, w *vector, sides []int8) {
	for k, side := range sides {
		if side == 0 {
			continue
		}
		t := n.z[k].dot(w)
		if t < 0 {
			t *= n.kappa
		}
		out[k] += sign * t
	}
}

// gradient returns G of a neuron's face.
func (n *network) gradient(sides []int8) (g vector) {
	for k, side := range sides {
		if side != 0 {
			g.add(n.slope(side)*n.fitting.v[k], &n.z[k])
		}
	}
	return g
}

// merge joins neurons of one sign in one closed cell: σ is linear there, so the outputs stay and the length does not grow.
func (n *network) merge() {
	for a := 0; a < len(n.neurons); a++ {
		for b := len(n.neurons) - 1; b > a; b-- {
			first, second := &n.neurons[a], &n.neurons[b]
			if first.sign != second.sign || !together(first.sides, second.sides) {
				continue
			}
			first.w.add(1, &second.w)
			for k, side := range second.sides {
				if side != 0 {
					first.sides[k] = side
				}
			}
			n.span(first)
			n.remove(b)
		}
	}
}

// together reports whether two faces belong to one closed cell.
func together(a, b []int8) bool {
	for k, side := range a {
		if side*b[k] < 0 {
			return false
		}
	}
	return true
}

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

const (
	// added is how many neurons a call of the oracle adds at most, apart the distance of their directions.
	added, apart = 30, 0.05
	// sweeps is how often coordinate descent goes over the lengths of all neurons, enough the relative change of a length that ends it.
	sweeps, enough = 60, 1e-3
)

// grow adds the largest peaks above beta as neurons of length zero, not those in the cell of a neuron of their sign, which release takes there,
// and finds lengths for all neurons.
func (n *network) grow() bool {
	before := len(n.neurons)
	n.add(&n.best, before)
	for len(n.neurons)-before < added {
		best := -1
		for i := range n.peaks {
			if p := &n.peaks[i]; p.value > 0 && (best < 0 || p.value > n.peaks[best].value) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		n.add(&n.peaks[best], before)
		n.peaks[best].value = 0
	}
	if len(n.neurons) == before {
		return false
	}
	n.rescale(before)
	return true
}

// add adds one peak; those before index old were there before.
func (n *network) add(p *peakOf, old int) {
	if p.value <= n.beta {
		return
	}
	for i := old; i < len(n.neurons); i++ {
		if j := &n.neurons[i]; j.sign == p.sign {
			d := j.w
			d.add(-1, &p.u)
			if d.dot(&d) < apart*apart {
				return
			}
		}
	}
	j := n.push(p.sign, p.u)
	n.place(j)
	last := len(n.neurons) - 1
	for i := range old {
		if k := &n.neurons[i]; k.sign == p.sign && together(k.sides, n.neurons[last].sides) {
			n.remove(last)
			return
		}
	}
}

// rescale finds the lengths of the neurons, whose directions stay, by coordinate descent on a quadratic above the cost, and removes those of length
// zero. Neurons from index old on are new: they are not in the network yet, and have length one.
func (n *network) rescale(old int) {
	m, count := len(n.z), len(n.neurons)
	n.columns, n.lengths, n.norms = room(n.columns, m*count), room(n.lengths, count), room(n.norms, count)
	clear(n.columns)
	for i := range n.neurons {
		j := &n.neurons[i]
		n.addOutputs(n.columns[i*m:(i+1)*m], j.sign, &j.w, j.sides)
		n.norms[i], n.lengths[i] = j.w.length(), 1
		if i >= old {
			n.lengths[i] = 0
		}
	}
	for range n.rounds() {
		n.majorise()
		n.descend()
		clear(n.f)
		for i := range count {
			dense.Axpy(n.lengths[i], n.columns[i*m:(i+1)*m], n.f)
		}
		n.linearise(n.f)
	}
	for i := range n.neurons {
		j := &n.neurons[i]
		for k := range j.w {
			j.w[k] *= n.lengths[i]
		}
	}
	n.clean()
	n.evaluate()
}

// negligible is the share of all lengths up to which a neuron is left out: the curvature of so short a vector would hide all others.
const negligible = 1e-13

// clean removes neurons without length.
func (n *network) clean() {
	total := 0.0
	for i := range n.neurons {
		total += n.neurons[i].w.length()
	}
	for i := len(n.neurons) - 1; i >= 0; i-- {
		if n.neurons[i].w.length() <= negligible*total {
			n.remove(i)
		}
	}
}

// descend minimises the quadratic with minus the slope v and the curvatures of the points, in place of which it leaves those of the minimum.
func (n *network) descend() {
	m, v := len(n.z), n.fitting.v
	for range sweeps {
		change := 0.0
		for i := range n.neurons {
			column := n.columns[i*m : (i+1)*m]
			slope, curve := n.beta*n.norms[i], 0.0
			for k, c := range column {
				slope -= c * v[k]
				curve += c * c * n.curve[k]
			}
			if curve <= 0 {
				continue
			}
			next := math.Max(0, n.lengths[i]-slope/curve)
			step := next - n.lengths[i]
			if step == 0 {
				continue
			}
			n.lengths[i] = next
			for k, c := range column {
				v[k] -= step * n.curve[k] * c
			}
			change = math.Max(change, math.Abs(step))
		}
		if change <= enough {
			break
		}
	}
}

// room returns n numbers in the memory of x, or in more than is asked for now: sizes change from step to step.
func room(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n, n+n/2)
	}
	return x[:n]
}
