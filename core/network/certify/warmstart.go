package certify

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// follows reports whether the neurons of the last result may be near those of p.
func (j *Job) follows(p *Problem) bool {
	q := &j.problem
	return j.result != nil && j.result.Status == Optimal && len(j.proofs) > 0 && len(j.proofs) == j.count && len(p.Y) == len(q.Y) &&
		p.D == q.D && p.outputs() == q.outputs() && p.Architecture == q.Architecture && p.Loss == q.Loss && !p.Loss.Nonsmooth()
}

const (
	// followSteps is the largest number of Newton steps. The network is certified after the step that began where the square of
	// the error of the gradient, in units of beta, cost no more than followRest of the tolerance, and after one from followAgain
	// of that if the proof misses it.
	followSteps, followRest, followAgain = 12, 1e-4, 1e-4
	// followShare is the share of the largest eigenvalue of a matrix that the others have at least, in a network whose number of
	// neurons is clear.
	followShare = 1e-6
)

// follow moves the known neurons to the optimum by Newton's method, and reports whether that is proved.
func (a *subproblem) follow() bool {
	neurons := a.known.Neurons
	if len(neurons) == 0 || a.choice != InteriorPoint || !a.newtonFits(len(neurons)) || !a.unique(a.problem.Loss) {
		return false
	}
	q, ok := a.descend(a.newtonFrom(neurons))
	if ok {
		a.best = q
	}
	return ok
}

// descend takes Newton steps until the network is proved, and reports whether it is.
func (e *evaluator) descend(m *newton) (q proof, ok bool) {
	p := &e.problem
	cost := m.evaluate(m.c)
	limit := followRest * p.Tolerance * cost / m.penalty()
	for steps := 1; steps <= followSteps && len(m.neurons) > 0 && m.samples.Yield(); steps++ {
		cost, ok = m.advance(cost)
		if !ok {
			break
		}
		if rest := m.rest(); rest*rest > limit {
			continue
		}
		m.setDual()
		q = e.network(e.matrices(m.network()))
		e.bound(&q, m.dualVector())
		if q.gap() <= p.Tolerance {
			q.iterations = steps
			return q, q.clear() && !m.samples.Canceled()
		}
		limit *= followAgain
	}
	return q, false
}

// rest returns by how much of beta the gradient at which the last step began was off, at the worst neuron. A Newton step squares it.
func (m *newton) rest() (most float64) {
	for j := range m.neurons {
		c, g := m.c[j*m.d:(j+1)*m.d], m.gradient[j*m.d:(j+1)*m.d]
		most = math.Max(most, dense.Dot(g, g)/dense.Dot(c, c))
	}
	return math.Sqrt(most) / (2 * m.beta)
}

// penalty returns beta times the weight of all neurons.
func (m *newton) penalty() float64 { return m.beta * dense.Dot(m.c, m.c) }

// uniqueSamples is how many times more samples than entries there must be for a unique Z - Z'.
const uniqueSamples = 4

// unique reports whether the samples determine the optimal Z - Z' and the loss has no kinks: of many optimal networks the one
// that is found is not to depend on what was solved before.
//
// They do where the columns of the factor R are independent. In the matrix of a network with a last row the last entry is the
// trace of the others: it is not free, and its column is added to theirs.
func (o *operators) unique(kind loss.Loss) bool {
	if kind.Nonsmooth() || o.entries() > fewEntries || o.samples.Len() < uniqueSamples*o.entries() {
		return false
	}
	o.reduced.factorise(o.samples)
	return o.reduced.determined()
}

// clear reports whether the number of neurons of a network is clear: each matrix has as many as its rank, by far.
func (q *proof) clear() bool {
	for _, dec := range q.decompositions {
		rank, order := len(dec.Vectors), len(dec.Eigenvalues)
		if rank > 0 && !(dec.Eigenvalues[order-rank] >= followShare*dec.Eigenvalues[order-1]) {
			return false
		}
	}
	return true
}
