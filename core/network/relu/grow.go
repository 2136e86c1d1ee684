package relu

const (
	// added is how many neurons a call of the oracle adds at most, apart the distance of their directions.
	added, apart = 30, 0.05
	// same is the largest 1 - cos of the angle between directions that are one.
	same = 1e-12
	// budding is the length of a new neuron, relative to that for which the penalty alone would be the cost.
	budding = 1e-11
)

// grow adds the largest peaks above beta as neurons of next to no length, not those in the cell of a neuron of their sign, which release
// takes there.
func (n *network) grow() {
	before := len(n.neurons)
	n.add(&n.best, before)
	for len(n.neurons)-before < added {
		best := -1
		for i := range n.maxima {
			if p := &n.maxima[i]; p.value > 0 && (best < 0 || p.value > n.maxima[best].value) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		p := n.maxima[best]
		n.add(&p, before)
		for i := range n.maxima { // crossings that coincide each report the same peak
			if q := &n.maxima[i]; q.sign == p.sign && q.u.dot(&p.u) > 1-same {
				q.value = 0
			}
		}
	}
	for i := before; i < len(n.neurons); i++ {
		n.neurons[i].w.scale(budding * n.scale / n.beta)
	}
	n.evaluate()
}

// add adds one peak; those before index old were there before.
func (n *network) add(p *maximum, old int) {
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
