package certify

import "conelab/core/numeric/loss"

// follows reports whether the neurons of the last result may be near the optimal ones of p.
func (j *Job) follows(p *Problem) bool {
	q := &j.problem
	return j.result != nil && j.result.Status == Optimal && len(j.candidates) > 0 && len(j.candidates) == j.count && len(p.Y) == len(q.Y) &&
		p.D == q.D && p.outputs() == q.outputs() && p.Architecture == q.Architecture && p.Loss == q.Loss && !p.Loss.Nonsmooth()
}

// followShare is the least share of a matrix's largest eigenvalue for the others, in a network whose number of neurons is clear.
const followShare = 1e-6

// follow moves the known neurons to the optimum by Newton's method, and reports whether that is proved.
func (s *subproblem) follow() bool {
	neurons := s.known.Neurons
	if len(neurons) == 0 || s.choice != InteriorPoint || !s.newtonFits(len(neurons)) || !s.unique(s.problem.Loss) {
		return false
	}
	m := s.startNewton(neurons)
	steps := m.run()
	m.setDual()
	c := s.network(s.matrices(m.network()))
	s.bound(&c, m.dualVector())
	if !(c.gap() <= s.problem.Tolerance) || !c.hasClearRanks() || s.canceled() {
		return false
	}
	s.best, s.best.iterations = c, steps
	return true
}

// uniqueSamples is how many times more samples than entries there must be for a unique Z - Z'.
const uniqueSamples = 4

// unique reports whether the samples determine the optimal Z - Z' and the loss has no kinks. Where many networks are optimal, the one
// that is found must not depend on what was solved before.
//
// The samples determine Z - Z' where the columns of the factor R are independent. In a matrix with a last row the last entry is the trace
// of the others: it is not free, and its column is added to theirs.
func (o *operators) unique(kind loss.Loss) bool {
	if kind.Nonsmooth() || o.entries() > fewEntries || o.operator.Len() < uniqueSamples*o.entries() {
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
