package certify

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// follows reports whether the neurons of the last result may be near the optimal ones of p.
func (j *Job) follows(p *Problem) bool {
	q := &j.problem
	return j.result != nil && j.result.Status == Optimal && len(j.candidates) > 0 && len(j.candidates) == j.count && len(p.Y) == len(q.Y) &&
		p.D == q.D && p.outputs() == q.outputs() && p.Architecture == q.Architecture && p.Loss == q.Loss && !p.Loss.Nonsmooth()
}

const (
	// followSteps is the largest number of Newton steps. The network is certified once a step began where the square of the error of the
	// gradient, in units of beta, cost no more than followGradientError of the tolerance. If the proof then misses the tolerance, the limit
	// is multiplied by followAgain for the next one.
	followSteps, followGradientError, followAgain = 12, 1e-4, 1e-4
	// followShare is the least share of a matrix's largest eigenvalue for the others, in a network whose number of neurons is clear.
	followShare = 1e-6
)

// follow moves the known neurons to the optimum by Newton's method, and reports whether that is proved.
func (s *subproblem) follow() bool {
	neurons := s.from.Neurons
	if len(neurons) == 0 || s.choice != InteriorPoint || !s.newtonFits(len(neurons)) || !s.unique(s.problem.Loss) {
		return false
	}
	q, ok := s.descend(s.startNewton(neurons))
	if ok {
		s.best = q
	}
	return ok
}

// descend takes Newton steps until the network is proved, and reports whether it is.
func (r *refiner) descend(m *newton) (q candidate, ok bool) {
	p := &r.problem
	cost := m.evaluate(m.c)
	limit := followGradientError * p.Tolerance * cost / (m.beta * dense.Dot(m.c, m.c)) // beta |c|^2, the penalty
	for steps := 1; steps <= followSteps && len(m.neurons) > 0 && m.operator.Yield(); steps++ {
		cost, ok = m.advance(cost)
		if !ok {
			break
		}
		if off := m.gradientError(); off*off > limit {
			continue
		}
		m.setDual()
		q = r.network(r.matrices(m.network()))
		r.bound(&q, m.dualVector())
		if q.gap() <= p.Tolerance {
			q.iterations = steps
			return q, q.hasClearRanks() && !m.operator.Canceled()
		}
		limit *= followAgain
	}
	return q, false
}

// gradientError returns the error of the gradient at which the last step began, at the worst neuron, as a share of beta. A Newton step
// squares it.
func (m *newton) gradientError() (most float64) {
	for j := range m.neurons {
		c, g := m.vector(j), m.gradient[j*m.d:(j+1)*m.d]
		most = math.Max(most, dense.Dot(g, g)/dense.Dot(c, c))
	}
	return math.Sqrt(most) / (2 * m.beta)
}

// uniqueSamples is how many times more samples than entries there must be for a unique Z - Z'.
const uniqueSamples = 4

// unique reports whether the samples determine the optimal Z - Z' and the loss has no kinks. Where many networks are optimal, the one
// that is found must not depend on what was solved before.
//
// The samples determine Z - Z' where the columns of the factor R are independent. In a matrix with a last row the last entry is the trace
// of the others: it is not free, and its column is added to theirs.
func (o *operators) unique(lossFn loss.Loss) bool {
	if lossFn.Nonsmooth() || o.entries() > fewEntries || o.operator.Len() < uniqueSamples*o.entries() {
		return false
	}
	o.reduced.factorize(o.operator)
	return o.reduced.determined()
}

// hasClearRanks reports whether the number of neurons is clear: the eigenvalues of each matrix up to its rank are far above zero.
func (c *candidate) hasClearRanks() bool {
	for _, dec := range c.decompositions {
		rank, order := len(dec.Vectors), len(dec.Eigenvalues)
		if rank > 0 && !(dec.Eigenvalues[order-rank] >= followShare*dec.Eigenvalues[order-1]) {
			return false
		}
	}
	return true
}
