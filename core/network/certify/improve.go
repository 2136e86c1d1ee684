package certify

import (
	"slices"

	"conelab/core/network/neural"
)

// improvement makes another network, another bound or both, of an iterate and of what is proved so far, which it does not change.
// It returns what is proved if there is nothing that it can do.
type improvement func(e *evaluator, it *iterate, so *proof) proof

// improvements are tried in this order where the network and the bound of a run's best iterate miss the tolerance.
var improvements = []improvement{
	(*evaluator).withPreciseBound,
	(*evaluator).withNewton, (*evaluator).withRounding,
	(*evaluator).withAllRanks, (*evaluator).withNewton, (*evaluator).withRounding,
}

// improve tries the improvements until the tolerance is met. Canceled, it leaves what was proved before.
func (e *evaluator) improve(q *proof, it *iterate) {
	for _, try := range improvements {
		if q.gap() <= e.problem.Tolerance {
			return
		}
		other := try(e, it, q)
		if e.canceled() {
			return
		}
		q.improve(&other, e.problem.Tolerance)
	}
}

// withPreciseBound bounds the cost by the iterate's dual vector with sums of twice the working precision.
func (e *evaluator) withPreciseBound(it *iterate, so *proof) proof {
	p, q := &e.problem, *so
	var c neural.Certificate
	e.prover.BoundTo(&c, it.dual, p.Y, p.Beta, p.Loss)
	q.take(&c)
	return q
}

// withNewton takes the network to the nearest optimum, with its own dual vector.
func (e *evaluator) withNewton(_ *iterate, so *proof) proof {
	if e.problem.Loss.Nonsmooth() {
		return e.withKinks(so)
	}
	if !e.newtonFits(len(so.neurons)) {
		return *so
	}
	m := e.newtonFrom(so.neurons)
	if !m.run() {
		return *so
	}
	m.setDual()
	q, _ := e.moved(m, so)
	return q
}

// withKinks is withNewton for a loss with kinks. Rounding of the dual vector may lift |g| above beta. To scale the vector back lowers the
// whole bound by that share, while the regularisation may be a tiny part of it. So the vector is fitted again for a smaller beta, which
// costs only the same share of the regularisation.
func (e *evaluator) withKinks(so *proof) proof {
	if len(so.neurons) == 0 {
		return *so
	}
	m, ok := e.kinksFrom(so.neurons, so.certificate.Dual)
	if !ok {
		return *so
	}
	m.runKinks()
	q, peak := e.moved(m, so)
	if excess := peak - m.beta; excess > 0 && q.gap() > e.problem.Tolerance {
		m.beta -= 2 * excess
		m.fitDual()
		e.bound(&q, m.dual)
	}
	return q
}

// moved returns what is proved with the neurons and the dual vector of m, and the largest |g| of that vector.
func (e *evaluator) moved(m *newton, so *proof) (q proof, peak float64) {
	neurons := m.network()
	q = *so
	network := e.network(e.matrices(neurons))
	q.improve(&network, e.problem.Tolerance)
	peak = e.bound(&q, m.dualVector())
	if q.gap() > e.problem.Tolerance {
		undecomposed := e.undecomposed(neurons)
		q.improve(&undecomposed, e.problem.Tolerance)
	}
	return q, peak
}

// withRounding chooses the last bits of a network trained with a loss with kinks: see chooseBits.
func (e *evaluator) withRounding(_ *iterate, so *proof) proof {
	if !e.problem.Loss.Nonsmooth() || !(so.gap() <= roundingFrom) || len(so.neurons) == 0 {
		return *so
	}
	m, ok := e.kinksFrom(so.neurons, so.certificate.Dual)
	q, neurons := *so, m.network()
	if ok && m.roundOnKinks(neurons) {
		undecomposed := e.undecomposed(neurons)
		q.improve(&undecomposed, e.problem.Tolerance)
	}
	return q
}

// withAllRanks decomposes the matrices without truncation.
func (e *evaluator) withAllRanks(it *iterate, so *proof) proof {
	full := fullRanks(it.z)
	if slices.Equal(it.ranks, full) {
		return *so
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
