package certify

import (
	"math"

	"conelab/core/network/neural"
)

// candidate is the best network and the best bound so far of a subproblem that is being concluded.
type candidate struct {
	a     *subproblem
	proof proof
	base  proof // what proofs begin with
	// running says that iterates are to come.
	running bool
}

// missed reports whether the relative gap is above the limit.
func (c *candidate) missed(limit float64) bool {
	return !(c.proof.gap() <= limit)
}

// network takes the network of the matrices, cut to the ranks, if it costs less.
func (c *candidate) network(z [][]float64, ranks []int) {
	other := c.base
	other.certificate = c.proof.certificate
	if c.a.build(&other, z, ranks); c.prefers(&other) && !c.a.canceled() {
		c.proof = other
	}
}

// prefers reports whether the network of the other proof costs less; what is far below the tolerance decides only between networks of as
// many neurons.
func (c *candidate) prefers(other *proof) bool {
	limit := c.proof.objective
	switch slack := equalCost * c.a.problem.Tolerance * math.Abs(limit); {
	case len(other.neurons) < len(c.proof.neurons):
		limit += slack
	case len(other.neurons) > len(c.proof.neurons):
		limit -= slack
	}
	return other.objective < limit
}

// equalCost is the part of the tolerance by which two networks may differ that are said to cost the same.
const equalCost = 0.1

// bound takes the dual vector if it proves more. Sums of twice the working precision are taken only where the tolerance is missed
// without them; and, while iterates are to come, only where they may be what is missing.
func (c *candidate) bound(dual []float64) {
	p, prover := &c.a.problem, c.a.prover
	var other neural.Certificate
	slack := prover.PlainBoundTo(&other, dual, p.Y, p.Beta, p.Loss)
	c.take(&other)
	if slack > 0 && !c.a.stopped && c.missed(p.Tolerance) && !(c.running && c.missed(p.Tolerance+2*slack)) {
		prover.BoundTo(&other, dual, p.Y, p.Beta, p.Loss)
		c.take(&other)
	}
}

// take keeps the certificate if it is the first or proves more; the caller must not use it afterwards. What was interrupted proves nothing.
func (c *candidate) take(other *neural.Certificate) {
	if c.a.canceled() {
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
	m := newPolish(c.a.samples, &c.a.problem, c.proof.neurons, c.proof.certificate.Dual)
	copy(m.fit, c.proof.fit)
	if !m.kinked() {
		m.setDual()
		c.bound(m.dual)
	}
}

// polish takes the network to the nearest optimum, and tries it and its dual vector.
func (c *candidate) polish() {
	p := &c.a.problem
	if neurons := len(c.proof.neurons); !c.a.polishable(neurons) && !(p.Loss.Kinked() && c.a.kinkable(neurons)) {
		return
	}
	m := newPolish(c.a.samples, &c.a.problem, c.proof.neurons, c.proof.certificate.Dual)
	if !m.run() {
		return
	}
	if !m.kinked() {
		m.setDual()
	}
	neurons := m.network()
	c.network(c.matrices(neurons))
	c.bound(m.dual)
	if c.missed(p.Tolerance) {
		c.neurons(neurons) // without what rounding in their matrices' decomposition does to the outputs
	}
	if m.kinked() && !c.running && c.missed(p.Tolerance) && !c.missed(settleFrom) {
		if neurons = m.network(); m.settleNetwork(neurons) {
			c.neurons(neurons)
		}
		if c.missed(p.Tolerance) && m.settleDual(c.a.prover) {
			c.bound(m.dual)
		}
	}
}

// neurons takes the network as it is, if it costs less.
func (c *candidate) neurons(neurons []neural.Neuron) {
	p, samples := &c.a.problem, c.a.samples
	other := c.base
	other.certificate, other.fit = c.proof.certificate, make([]float64, len(p.Y))
	other.objective = neural.Cost(other.fit, neurons, samples, p.Y, p.Beta, p.Loss)
	other.neurons = neurons
	if !c.prefers(&other) || c.a.canceled() {
		return
	}
	other.neurons = nil
	z, _ := c.matrices(neurons)
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

// matrices returns those of the neurons, and how many each has.
func (c *candidate) matrices(neurons []neural.Neuron) (z [][]float64, ranks []int) {
	return matricesOf(c.a.samples, neurons, c.a.problem.Outputs)
}

// start builds the network of the matrices, cut to the ranks, and takes the bound of the dual vector. What else a proof begins
// with is in base.
func (c *candidate) start(z [][]float64, ranks []int, dual []float64) {
	c.proof = c.base
	c.a.build(&c.proof, z, ranks)
	c.proof.certificate.Lower = math.Inf(-1)
	c.bound(dual)
}
