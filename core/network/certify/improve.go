package certify

import "slices"

// improvement returns another network, another bound or both for an iterate and the candidate before, which it does not change. It returns
// that candidate if there is nothing that it can do.
type improvement func(e *evaluator, it *iterate, before *candidate) candidate

// improvements are tried in this order while the network and the bound of a run's best iterate miss the tolerance.
var improvements = []improvement{
	(*evaluator).tryPreciseBound,
	(*evaluator).tryNewton, (*evaluator).tryRounding,
	(*evaluator).tryAllRanks, (*evaluator).tryNewton, (*evaluator).tryRounding,
}

// improve tries the improvements until the tolerance is met. Canceled, it leaves the candidate as it was.
func (e *evaluator) improve(c *candidate, it *iterate) {
	for _, improved := range improvements {
		if c.gap() <= e.problem.Tolerance {
			return
		}
		other := improved(e, it, c)
		if e.canceled() {
			return
		}
		c.improveBy(&other, e.problem.Tolerance)
	}
}

// tryPreciseBound bounds the cost by the iterate's dual vector with sums in twice the working precision.
func (e *evaluator) tryPreciseBound(it *iterate, before *candidate) candidate {
	c := *before
	e.preciseBound(&c, it.dual)
	return c
}

// tryNewton moves the network to the nearest optimum, with its own dual vector.
func (e *evaluator) tryNewton(_ *iterate, before *candidate) candidate {
	if e.problem.Loss.Nonsmooth() {
		return e.tryKinks(before)
	}
	if !e.newtonFits(len(before.neurons)) {
		return *before
	}
	m := e.startNewton(before.neurons)
	if !m.run() {
		return *before
	}
	m.setDual()
	c, _ := e.proveStep(m, before)
	return c
}

// tryKinks is tryNewton for a loss with kinks. Rounding in the dual vector may lift |g| above beta. Scaling the vector back would lower
// the whole bound by that share, while the penalty may be a tiny part of it. So the vector is fitted again for a smaller beta, which
// costs only that share of the penalty.
func (e *evaluator) tryKinks(before *candidate) candidate {
	if len(before.neurons) == 0 {
		return *before
	}
	m, ok := e.startKinks(before.neurons, before.certificate.Dual)
	if !ok {
		return *before
	}
	m.runKinks()
	c, peak := e.proveStep(m, before)
	if excess := peak - m.beta; excess > 0 && c.gap() > e.problem.Tolerance {
		m.beta -= 2 * excess
		m.fitDual()
		e.bound(&c, m.dual)
	}
	return c
}

// proveStep returns the candidate improved by the neurons and the dual vector of m, and the largest |g| of that vector.
func (e *evaluator) proveStep(m *newton, before *candidate) (c candidate, peak float64) {
	neurons := m.network()
	c = *before
	network := e.network(e.matrices(neurons))
	c.improveBy(&network, e.problem.Tolerance)
	peak = e.bound(&c, m.dualVector())
	if c.gap() > e.problem.Tolerance {
		undecomposed := e.undecomposed(neurons)
		c.improveBy(&undecomposed, e.problem.Tolerance)
	}
	return c, peak
}

// tryRounding chooses the last bits of a network trained with a loss with kinks: see chooseBits.
func (e *evaluator) tryRounding(_ *iterate, before *candidate) candidate {
	if !e.problem.Loss.Nonsmooth() || !(before.gap() <= roundingFrom) || len(before.neurons) == 0 {
		return *before
	}
	m, ok := e.startKinks(before.neurons, before.certificate.Dual)
	c, neurons := *before, m.network()
	if ok && m.roundOnKinks(neurons) {
		undecomposed := e.undecomposed(neurons)
		c.improveBy(&undecomposed, e.problem.Tolerance)
	}
	return c
}

// tryAllRanks decomposes the matrices without truncation.
func (e *evaluator) tryAllRanks(it *iterate, before *candidate) candidate {
	full := fullRanks(it.z)
	if slices.Equal(it.ranks, full) {
		return *before
	}
	return e.network(it.z, full)
}

// fullRanks returns the orders of the matrices.
func fullRanks(z [][]float64) []int {
	full := make([]int, len(z))
	for k := range full {
		for full[k]*full[k] < len(z[k]) {
			full[k]++
		}
	}
	return full
}
