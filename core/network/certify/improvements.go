package certify

import (
	"slices"

	"conelab/core/network/neural"
)

// iterate is a point of the interior-point method, in the operator's order and samples.
type iterate struct {
	z     [][]float64
	ranks []int     // to which the matrices are cut
	dual  []float64 // for the samples
}

// improvement makes another network, another bound or both, of an iterate and of what is proved so far, which it does not change.
// It returns what is proved if there is nothing that it can do.
type improvement func(a *subproblem, it *iterate, so *proof) proof

// improvements are tried in this order where the network and the bound of a run's best iterate miss the tolerance: the bound in twice the
// precision, Newton's method on the neurons and the last bits of a loss with kinks, and both again from the matrices without truncation.
var improvements = []improvement{precise, polished, settled, untruncated, polished, settled}

// improve tries the improvements until the tolerance is met. Canceled, it leaves what was proved before.
func (a *subproblem) improve(q *proof, it *iterate) {
	for _, try := range improvements {
		if q.gap() <= a.problem.Tolerance {
			return
		}
		other := try(a, it, q)
		if a.canceled() {
			return
		}
		q.improve(&other, a.problem.Tolerance)
	}
}

// precise bounds the cost by the iterate's dual vector with sums of twice the working precision.
func precise(a *subproblem, it *iterate, so *proof) proof {
	p, q := &a.problem, *so
	var c neural.Certificate
	a.prover.BoundTo(&c, it.dual, p.Y, p.Beta, p.Loss)
	q.take(&c)
	return q
}

// polished takes the network to the nearest optimum, with its own dual vector.
func polished(a *subproblem, _ *iterate, so *proof) proof {
	kinked := a.problem.Loss.Kinked()
	if neurons := len(so.neurons); neurons == 0 || !kinked && !a.polishable(neurons) {
		return *so
	}
	m := a.newPolish(so.neurons, so.certificate.Dual)
	if !m.run() {
		return *so
	}
	if !kinked {
		m.setDual()
	}
	neurons := m.network()
	q, network := *so, a.network(a.matrices(neurons))
	q.improve(&network, a.problem.Tolerance)
	if a.bound(&q, a.dualOf(m)); q.gap() > a.problem.Tolerance {
		given := a.given(neurons)
		q.improve(&given, a.problem.Tolerance)
	}
	return q
}

// settled moves the last bits of a network with a loss with kinks, and of its dual vector: see settle.
func settled(a *subproblem, _ *iterate, so *proof) proof {
	if !a.problem.Loss.Kinked() || !(so.gap() <= settleFrom) || len(so.neurons) == 0 {
		return *so
	}
	m := a.newPolish(so.neurons, so.certificate.Dual)
	m.evaluate(m.c)
	if m.chooseKinks(); !m.kinkable() {
		return *so
	}
	q := *so
	if neurons := m.network(); m.settleNetwork(neurons) {
		given := a.given(neurons)
		q.improve(&given, a.problem.Tolerance)
	}
	if q.gap() > a.problem.Tolerance && m.settleDual(a.prover) {
		a.bound(&q, m.dual)
	}
	return q
}

// untruncated decomposes the matrices as they are.
func untruncated(a *subproblem, it *iterate, so *proof) proof {
	full := fullRanks(it.z)
	if slices.Equal(it.ranks, full) {
		return *so
	}
	return a.network(it.z, full)
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
