package relu

import (
	"math"

	"conelab/core/numeric/dense"
)

const (
	// added is how many neurons a call of the oracle adds at most, apart the distance of their directions.
	added, apart = 30, 0.05
	// sweeps is how often coordinate descent goes over the lengths of all neurons, enough the relative change of a length that ends it.
	sweeps, enough = 60, 1e-3
)

// grow adds the largest peaks above beta as neurons of length zero, not those in the cell of a neuron of their sign, which release takes
// there, and finds lengths for all neurons.
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

// rescale finds the lengths of the neurons, whose directions stay, by coordinate descent on a quadratic above the cost, and removes those
// of length zero. Neurons from index old on are new: they are not in the network yet, and have length one.
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
	n.clean(negligible)
	n.evaluate()
}

// negligible is the share of all lengths up to which a neuron is left out: the curvature of so short a vector would hide all others. At the
// optimum that may be invisible, since the cost of what is left out is of second order.
const negligible, invisible = 1e-13, 1e-6

// clean removes neurons with at most a share of all lengths.
func (n *network) clean(share float64) {
	total := 0.0
	for i := range n.neurons {
		total += n.neurons[i].w.length()
	}
	for i := len(n.neurons) - 1; i >= 0; i-- {
		if n.neurons[i].w.length() <= share*total {
			n.remove(i)
		}
	}
}

// descend minimises the quadratic with minus the slope v and the curvatures of the points, in place of which it leaves those of the
// minimum.
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
