package certify

import (
	"slices"

	"conelab/core/network/neural"
)

// improvement makes another network, another bound or both, of an iterate and of what is proved so far, which it does not change.
// It returns what is proved if there is nothing that it can do.
type improvement func(e *evaluator, it *iterate, so *proof) proof

// improvements are tried in this order where the network and the bound of a run's best iterate miss the tolerance: the bound in twice the
// precision, Newton's method on the neurons and the last bits of a loss with kinks, and both again from the matrices without truncation.
var improvements = []improvement{
	(*evaluator).precise, (*evaluator).polished, (*evaluator).refined, (*evaluator).untruncated, (*evaluator).polished, (*evaluator).refined,
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

// precise bounds the cost by the iterate's dual vector with sums of twice the working precision.
func (e *evaluator) precise(it *iterate, so *proof) proof {
	p, q := &e.problem, *so
	var c neural.Certificate
	e.prover.BoundTo(&c, it.dual, p.Y, p.Beta, p.Loss)
	q.take(&c)
	return q
}

// polished takes the network to the nearest optimum, with its own dual vector.
func (e *evaluator) polished(_ *iterate, so *proof) proof {
	nonsmooth := e.problem.Loss.Nonsmooth()
	if neurons := len(so.neurons); neurons == 0 || !nonsmooth && !e.polishable(neurons) {
		return *so
	}
	m := e.newPolish(so.neurons, so.certificate.Dual)
	if !m.run() {
		return *so
	}
	if !nonsmooth {
		m.setDual()
	}
	neurons := m.network()
	q, network := *so, e.network(e.matrices(neurons))
	q.improve(&network, e.problem.Tolerance)
	if e.bound(&q, m.dualVector()); q.gap() > e.problem.Tolerance {
		given := e.given(neurons)
		q.improve(&given, e.problem.Tolerance)
	}
	return q
}

// refined moves the last bits of a network with a loss with kinks: see refine.
func (e *evaluator) refined(_ *iterate, so *proof) proof {
	if !e.problem.Loss.Nonsmooth() || !(so.gap() <= refineFrom) || len(so.neurons) == 0 {
		return *so
	}
	m := e.newPolish(so.neurons, so.certificate.Dual)
	m.evaluate(m.c)
	if m.chooseKinks(); !m.kinkable() {
		return *so
	}
	q, neurons := *so, m.network()
	if m.refineNetwork(neurons) {
		given := e.given(neurons)
		q.improve(&given, e.problem.Tolerance)
	}
	return q
}

// untruncated decomposes the matrices as they are.
func (e *evaluator) untruncated(it *iterate, so *proof) proof {
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
