package relu

import (
	"math"
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

// place puts a neuron on the face of w: on the kinks through it. A kink that all but coincides with another passes near w without going
// through it where w is on that one, and to go there would be a long way: such a kink has w on one side.
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
	n.cost, n.scale = n.value(n.f, n.mu)+n.beta*penalty, n.value(n.f, 0)+n.beta*penalty
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
