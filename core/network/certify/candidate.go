package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
)

// candidate is the best network and the best bound so far of a part that is being concluded.
type candidate struct {
	a     *subproblem
	j     *Job
	proof proof
	base  proof // what proofs begin with
	// running says that iterates are to come.
	running bool
}

// missed reports whether the relative gap is above the limit.
func (c *candidate) missed(limit float64) bool {
	return !(RelativeGap(c.proof.objective, c.proof.certificate.Lower) <= limit)
}

// network takes the network of the matrices, cut to the ranks, if it costs less.
func (c *candidate) network(z [][]float64, ranks []int) {
	other := c.base
	other.certificate = c.proof.certificate
	if c.a.build(c.j, &other, z, ranks); c.prefers(&other) && !c.j.canceled() {
		c.proof = other
	}
}

// prefers reports whether the network of the other proof costs less; what is far below the tolerance decides only between networks of as
// many neurons.
func (c *candidate) prefers(other *proof) bool {
	limit := c.proof.objective
	switch slack := equalCost * c.j.problem.Tolerance * math.Abs(limit); {
	case len(other.neurons) < len(c.proof.neurons):
		limit += slack
	case len(other.neurons) > len(c.proof.neurons):
		limit -= slack
	}
	return other.objective < limit
}

// equalCost is the part of the tolerance by which two networks may differ that are said to cost the same.
const equalCost = 0.1

// bound takes the dual vector if it proves more. Sums of twice the working precision are taken only where the tolerance is missed without them;
// and, while iterates are to come, only where they may be what is missing.
func (c *candidate) bound(dual []float64) {
	p, prover := &c.j.problem, c.j.prover
	var other neural.Certificate
	slack := prover.PlainBoundTo(&other, dual, c.a.y, p.Beta, p.Loss)
	c.take(&other)
	if slack > 0 && !c.a.stopped && c.missed(p.Tolerance) && !(c.running && c.missed(p.Tolerance+2*slack)) {
		prover.BoundTo(&other, dual, c.a.y, p.Beta, p.Loss)
		c.take(&other)
	}
}

// take takes the certificate, which is not to be used afterwards, if it proves more, or is the first. What was interrupted proves nothing.
func (c *candidate) take(other *neural.Certificate) {
	if c.j.canceled() {
		return
	}
	if c.proof.certificate.Quadratics == nil || other.Lower > c.proof.certificate.Lower {
		c.proof.certificate, *other = *other, neural.Certificate{}
	}
}

// slope tries the dual vector that belongs to the network: minus the gradient of the loss.
func (c *candidate) slope() {
	if len(c.proof.neurons) == 0 {
		return
	}
	m := newPolish(c.j.samples, c.a.y, c.j.problem.Beta, c.j.problem.Loss, c.proof.neurons, c.proof.certificate.Dual)
	copy(m.fit, c.proof.fit)
	if !m.kinked() {
		m.setDual()
		c.bound(m.dual)
	}
}

// polish takes the network to the nearest optimum, and tries it and its dual vector.
func (c *candidate) polish() {
	outputs, _ := c.j.problem.coupled()
	if neurons := len(c.proof.neurons); !c.j.polishable(neurons, outputs) && !(hasKinks(c.j.problem.Loss) && c.j.kinkable(neurons, outputs)) {
		return
	}
	m := newPolish(c.j.samples, c.a.y, c.j.problem.Beta, c.j.problem.Loss, c.proof.neurons, c.proof.certificate.Dual)
	if !m.run() {
		return
	}
	if !m.kinked() {
		m.setDual()
	}
	neurons := m.network()
	c.network(c.a.assemble(c.j, neurons))
	c.bound(m.dual)
	if c.missed(c.j.problem.Tolerance) {
		c.neurons(neurons) // without what rounding in their matrices' decomposition does to the outputs
	}
	if c.missed(c.j.problem.Tolerance) {
		c.refine(m, clone(neurons))
	}
}

// clone returns a copy of the neurons that shares nothing with them.
func clone(neurons []neural.Neuron) []neural.Neuron {
	copies := slices.Clone(neurons)
	for j := range copies {
		copies[j].U = slices.Clone(copies[j].U)
	}
	return copies
}

// neurons takes the network as it is, if it costs less. One with more neurons than its matrices have rank is taken apart anew.
func (c *candidate) neurons(neurons []neural.Neuron) {
	p, samples := &c.j.problem, c.j.samples
	if c.crowded(neurons) {
		c.network(c.a.assemble(c.j, neurons))
		return
	}
	other := c.base
	other.certificate, other.fit = c.proof.certificate, make([]float64, len(c.a.y))
	other.objective = neural.Cost(other.fit, neurons, samples, c.a.y, p.Beta, p.Loss)
	other.neurons = neurons
	if !c.prefers(&other) || c.j.canceled() {
		return
	}
	other.neurons = nil
	z, _ := c.a.assemble(c.j, neurons)
	for k := range z {
		sign, block, output := cone(k, samples.Blocks())
		var vectors [][]float64
		for _, n := range neurons {
			if n.Block == block && n.Output == output && n.Alpha*sign > 0 {
				root := math.Sqrt(math.Abs(n.Alpha))
				y := make([]float64, samples.Order())
				for i, u := range n.U {
					y[i] = root * u
				}
				if samples.Balanced() {
					y[len(n.U)] = root
				}
				vectors = append(vectors, y)
				other.neurons = append(other.neurons, n)
			}
		}
		other.decompositions = append(other.decompositions, neural.Given(z[k], samples.Order(), vectors, samples.Balanced()))
	}
	c.proof = other
}

// crowded reports whether there are more neurons of one sign, block and output, or of either sign without a trace condition, than the order of
// their matrices.
func (c *candidate) crowded(neurons []neural.Neuron) bool {
	samples := c.j.samples
	counts := map[[3]int]int{}
	for _, n := range neurons {
		at := [3]int{n.Block, n.Output}
		if samples.Balanced() && n.Alpha < 0 {
			at[2] = 1
		}
		if counts[at]++; counts[at] > samples.Order() {
			return true
		}
	}
	return false
}

// cone returns what matrix k stands for: the sign of its neurons, their block and their output.
func cone(k, blocks int) (sign float64, block, output int) {
	return float64(1 - 2*(k%2)), k / 2 % blocks, k / 2 / blocks
}
