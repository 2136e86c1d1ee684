package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
)

// candidate is a network for a subproblem with its certificate.
type candidate struct {
	neurons        []neural.Neuron
	decompositions []*neural.Decomposition
	certificate    neural.Certificate
	objective      float64
	fit            []float64 // ŷ
	iterations     int
	stopped        bool
}

// gap returns the proved relative gap.
func (c *candidate) gap() float64 { return RelativeGap(c.objective, c.certificate.Lower) }

// equalCost is the part of the tolerance by which the costs of two networks may differ and still count as equal.
const equalCost = 0.1

// improveBy takes the network and the bound of another candidate where they are better. Of networks with equal costs (see equalCost) it
// prefers the one with fewer neurons.
func (c *candidate) improveBy(other *candidate, tolerance float64) {
	limit := c.objective
	slack := equalCost * tolerance * math.Abs(limit)
	switch {
	case len(other.neurons) < len(c.neurons):
		limit += slack
	case len(other.neurons) > len(c.neurons):
		limit -= slack
	}
	best := c.certificate
	c.certificate = other.certificate
	if other.objective < limit {
		*c = *other
	}
	if !(other.certificate.Lower > best.Lower) && best.Quadratics != nil {
		c.certificate = best
	}
}

// refiner makes networks and bounds for a subproblem, and improves them.
type refiner struct {
	*operators
	problem Problem // with the labels of these outputs only
	newton  *newton // its workspace
}

// network returns the network of the matrices, which may be in the coordinates of the span, decomposed to the given ranks, without a
// bound. Without matrices it is empty.
func (r *refiner) network(z [][]float64, ranks []int) candidate {
	order := r.operator.Order()
	if r.span != nil && z != nil && len(z[0]) < order*order {
		small := z
		z = make([][]float64, len(small))
		for k := range small {
			z[k] = r.span.expand(small[k])
		}
	}
	neurons, decompositions := r.decompose(z, ranks)
	for len(decompositions) < 2*r.operator.Blocks()*r.problem.Outputs {
		decompositions = append(decompositions, &neural.Decomposition{})
	}
	return r.evaluate(neurons, decompositions)
}

// evaluate returns a network without a bound. Here directions get length one to the last bit: the cost is that of the network as it is written.
func (r *refiner) evaluate(neurons []neural.Neuron, decompositions []*neural.Decomposition) candidate {
	p := &r.problem
	neurons = neural.Normalized(neurons)
	c := candidate{neurons: neurons, decompositions: decompositions, fit: make([]float64, len(p.Y))}
	c.objective = neural.Cost(c.fit, neurons, r.operator, p.Y, p.Beta, p.Loss)
	c.certificate.Lower = math.Inf(-1)
	return c
}

// undecomposed returns the network of the neurons as they are: decomposing their matrices would add rounding to the outputs.
func (r *refiner) undecomposed(neurons []neural.Neuron) candidate {
	operator := r.operator
	z, _ := r.matrices(neurons)
	var sorted []neural.Neuron
	var decompositions []*neural.Decomposition
	for k := range z {
		sign, block, output := matrixRole(k, operator.Blocks())
		var vectors [][]float64
		for _, n := range neurons {
			if n.Block == block && n.Output == output && n.Alpha*sign > 0 {
				root := math.Sqrt(math.Abs(n.Alpha))
				y := make([]float64, operator.Order())
				for i, u := range n.U {
					y[i] = root * u
				}
				if operator.HasTrace() {
					y[len(n.U)] = root
				}
				vectors = append(vectors, y)
				sorted = append(sorted, n)
			}
		}
		decompositions = append(decompositions, neural.WithVectors(z[k], operator.Order(), vectors, operator.HasTrace()))
	}
	return r.evaluate(sorted, decompositions)
}

// bound gives the candidate the bound of the dual vector if that is higher than its own, and returns the largest |g| of the vector. It
// repeats the sums in twice the working precision only where that may be enough to meet the tolerance.
func (r *refiner) bound(c *candidate, dual []float64) (peak float64) {
	p := &r.problem
	var certificate neural.Certificate
	slack := r.prover.PlainBoundTo(&certificate, dual, p.Y, p.Beta, p.Loss)
	peak = certificate.Peak
	c.raiseBound(&certificate)
	if gap := c.gap(); slack > 0 && gap > p.Tolerance && gap <= p.Tolerance+2*slack {
		peak = r.preciseBound(c, dual)
	}
	return peak
}

// preciseBound is bound with sums in twice the working precision.
func (r *refiner) preciseBound(c *candidate, dual []float64) (peak float64) {
	var certificate neural.Certificate
	r.prover.BoundTo(&certificate, dual, r.problem.Y, r.problem.Beta, r.problem.Loss)
	peak = certificate.Peak
	c.raiseBound(&certificate)
	return peak
}

// raiseBound keeps the certificate if it is the first or proves more; the caller must not use it afterwards.
func (c *candidate) raiseBound(certificate *neural.Certificate) {
	if c.certificate.Quadratics == nil || certificate.Lower > c.certificate.Lower {
		c.certificate, *certificate = *certificate, neural.Certificate{}
	}
}

// matrixRole returns the sign, the block and the output of the neurons of matrix k.
func matrixRole(k, blocks int) (sign float64, block, output int) {
	return float64(1 - 2*(k%2)), k / 2 % blocks, k / 2 / blocks
}

// decompose returns the neurons of the matrices, decomposed to the given ranks.
func (r *refiner) decompose(z [][]float64, ranks []int) (neurons []neural.Neuron, decompositions []*neural.Decomposition) {
	operator := r.operator
	for k := range z {
		sign, block, output := matrixRole(k, operator.Blocks())
		var dec *neural.Decomposition
		if operator.HasTrace() {
			dec = neural.Decompose(z[k], operator.Order(), ranks[k], true)
		} else {
			// Z - Z' is what the network computes, and its positive and negative parts are the cheapest Z and Z': together they have
			// no more than d eigenvalues, and no larger traces.
			dec = neural.DecomposePart(z[k&^1], z[k|1], operator.Order(), ranks[k], k%2 == 0)
		}
		for _, neuron := range dec.Neurons(sign, operator.HasTrace()) {
			neuron.Block, neuron.Output = block, output
			neurons = append(neurons, neuron)
		}
		decompositions = append(decompositions, dec)
	}
	return neurons, decompositions
}

// matrices returns the matrices of the neurons, Z and Z' of each block of each output, and the number of neurons of each, or its order
// if that is less.
func (r *refiner) matrices(neurons []neural.Neuron) (z [][]float64, ranks []int) {
	order, blocks := r.operator.Order(), r.operator.Blocks()
	for k := range 2 * blocks * r.problem.Outputs {
		sign, block, output := matrixRole(k, blocks)
		m, count := make([]float64, order*order), 0
		neural.Assemble(m, neurons, sign, block, output, r.operator.HasTrace())
		for _, neuron := range neurons {
			if neuron.Block == block && neuron.Output == output && neuron.Alpha*sign > 0 {
				count++
			}
		}
		z, ranks = append(z, m), append(ranks, min(count, order))
	}
	return z, ranks
}

// improvement returns another network, another bound or both for an iterate and the candidate before, which it does not change. It returns
// that candidate if there is nothing that it can do.
type improvement func(r *refiner, it *iterate, before *candidate) candidate

// improvements are tried in this order while the network and the bound of a run's best iterate miss the tolerance.
var improvements = []improvement{
	(*refiner).tryPreciseBound,
	(*refiner).tryNewton, (*refiner).tryRounding,
	(*refiner).tryAllRanks, (*refiner).tryNewton, (*refiner).tryRounding,
}

// improve tries the improvements until the tolerance is met. Canceled, it leaves the candidate as it was.
func (r *refiner) improve(c *candidate, it *iterate) {
	for _, improved := range improvements {
		if c.gap() <= r.problem.Tolerance {
			return
		}
		other := improved(r, it, c)
		if r.canceled() {
			return
		}
		c.improveBy(&other, r.problem.Tolerance)
	}
}

// tryPreciseBound bounds the cost by the iterate's dual vector with sums in twice the working precision.
func (r *refiner) tryPreciseBound(it *iterate, before *candidate) candidate {
	c := *before
	r.preciseBound(&c, it.dual)
	return c
}

// tryNewton moves the network to the nearest optimum, with its own dual vector.
func (r *refiner) tryNewton(_ *iterate, before *candidate) candidate {
	if r.problem.Loss.Nonsmooth() {
		return r.tryKinks(before)
	}
	if !r.newtonFits(len(before.neurons)) {
		return *before
	}
	m := r.startNewton(before.neurons)
	m.run()
	m.setDual()
	c, _ := r.proveStep(m, before)
	return c
}

// tryKinks is tryNewton for a loss with kinks. Rounding in the dual vector may lift |g| above beta. Scaling the vector back would lower
// the whole bound by that share, while the penalty may be a tiny part of it. So the vector is fitted again for a smaller beta, which
// costs only that share of the penalty.
func (r *refiner) tryKinks(before *candidate) candidate {
	if len(before.neurons) == 0 {
		return *before
	}
	m, ok := r.startKinks(before.neurons, before.certificate.Dual)
	if !ok {
		return *before
	}
	m.runKinks()
	c, peak := r.proveStep(m, before)
	if excess := peak - m.beta; excess > 0 && c.gap() > r.problem.Tolerance {
		m.beta -= 2 * excess
		m.fitDual()
		r.bound(&c, m.dual)
	}
	return c
}

// proveStep returns the candidate improved by the neurons and the dual vector of m, and the largest |g| of that vector.
func (r *refiner) proveStep(m *newton, before *candidate) (c candidate, peak float64) {
	neurons := m.network()
	c = *before
	network := r.network(r.matrices(neurons))
	c.improveBy(&network, r.problem.Tolerance)
	peak = r.bound(&c, m.dualVector())
	if c.gap() > r.problem.Tolerance {
		undecomposed := r.undecomposed(neurons)
		c.improveBy(&undecomposed, r.problem.Tolerance)
	}
	return c, peak
}

// tryRounding chooses the last bits of a network trained with a loss with kinks: see chooseBits.
func (r *refiner) tryRounding(_ *iterate, before *candidate) candidate {
	if !r.problem.Loss.Nonsmooth() || !(before.gap() <= roundingFrom) || len(before.neurons) == 0 {
		return *before
	}
	m, ok := r.startKinks(before.neurons, before.certificate.Dual)
	c, neurons := *before, m.network()
	if ok && m.roundOnKinks(neurons) {
		undecomposed := r.undecomposed(neurons)
		c.improveBy(&undecomposed, r.problem.Tolerance)
	}
	return c
}

// tryAllRanks decomposes the matrices without truncation.
func (r *refiner) tryAllRanks(it *iterate, _ *candidate) candidate {
	return r.network(it.z, r.fullRanks(it.z))
}

// fullRanks returns ranks to which no matrix is cut.
func (r *refiner) fullRanks(z [][]float64) []int {
	return slices.Repeat([]int{r.operator.Order()}, len(z))
}
