package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// Follow begins to solve p like Start, from the optimum of the problem solved last: where that is of the same shape and near, as it is while a
// sample is dragged, Newton's method on its neurons goes to the new optimum at once. The network is proved like any other, from the data alone;
// where the proof misses the tolerance, or the number of neurons is in doubt, the interior-point method solves the problem from the start.
//
// So the result may differ, within the tolerance, with what was solved before. Its iterations are Newton steps.
func (j *Job) Follow(p Problem) {
	j.before = j.before[:0]
	if j.follows(&p) {
		for _, q := range j.proved {
			j.before = append(j.before, q.neurons)
		}
	}
	j.start(p)
}

// follows reports whether the neurons of the last result may be where those of p are.
func (j *Job) follows(p *Problem) bool {
	q := &j.problem
	return j.result != nil && j.result.Status == Optimal && len(j.proved) > 0 && len(j.proved) == j.parts && len(p.Y) == len(q.Y) &&
		p.D == q.D && p.outputs() == q.outputs() && p.Architecture == q.Architecture && p.Loss == q.Loss && !hasKinks(p.Loss)
}

const (
	// followSteps is how many Newton steps are made at most. The network is certified after the step from where the square of what the gradient is
	// off, in units of beta, costs no more than followRest of the tolerance, and after one from followAgain of that if the proof misses it.
	followSteps, followRest, followAgain = 12, 1e-4, 1e-4
	// followSlow is the factor from which a step is said not to converge, shedShare the share of the largest weight below which a neuron may then be
	// left out.
	followSlow, shedShare = 0.5, 0.01
	// followShare is the share of the largest eigenvalue of a matrix that the others have at least, in a network whose number of neurons is clear.
	followShare = 1e-6
)

// follow takes the neurons of the problem before to the optimum, and reports whether that is proved.
func (a *subproblem) follow(j *Job, neurons []neural.Neuron) bool {
	p := &j.problem
	outputs, _ := p.coupled()
	if len(neurons) == 0 || j.method != InteriorPoint || !j.polishable(len(neurons), outputs) || j.unique() == nil {
		return false
	}
	if j.polish == nil {
		j.polish = &polish{}
	}
	m := j.polish
	m.begin(j.samples, a.y, p.Beta, p.Loss, neurons)
	if m.gram = nil; p.Loss == loss.Squared {
		m.gram = j.gram
	}
	m.dual = resize(m.dual, len(a.y))
	c := candidate{a: a, j: j, running: true}
	if !c.follow(m) {
		return false
	}
	a.proof = c.proof
	a.proof.trace = a.newTrace(j)
	return true
}

// follow takes Newton steps until the network is proved, and reports whether it is. A neuron that has no place any more keeps them from converging,
// and is left out.
func (c *candidate) follow(m *polish) bool {
	p := &c.j.problem
	cost, rest := m.evaluate(m.c), math.Inf(1)
	limit := followRest * p.Tolerance * cost / m.penalty()
	for steps := 1; steps <= followSteps && len(m.neurons) > 0 && !m.samples.Canceled(); steps++ {
		before, ok := rest, false
		if cost, ok = m.advance(cost); !ok {
			return false
		}
		if rest = m.rest(); rest*rest > limit {
			if steps > 1 && rest > followSlow*before && m.shed() {
				cost, rest = m.evaluate(m.c), math.Inf(1)
			}
			continue
		}
		c.prove(m, steps)
		if !c.missed(p.Tolerance) {
			return c.proof.clear() && !m.samples.Canceled()
		}
		limit *= followAgain
	}
	return false
}

// prove makes the network of the polish, with its own dual vector, the proof.
func (c *candidate) prove(m *polish, steps int) {
	m.setDual()
	c.base = proof{iterations: steps}
	c.proof = c.base
	z, ranks := c.a.assemble(c.j, m.network())
	c.a.build(c.j, &c.proof, z, ranks)
	c.proof.certificate.Lower = math.Inf(-1)
	c.bound(m.dual)
}

// shed takes out the neuron of least weight, if that is small. It reports whether it did.
func (m *polish) shed() bool {
	at, least, most := 0, math.Inf(1), 0.0
	for j := range m.neurons {
		square := dense.Dot(m.c[j*m.d:(j+1)*m.d], m.c[j*m.d:(j+1)*m.d])
		if most = math.Max(most, square); square < least {
			at, least = j, square
		}
	}
	if !(least < shedShare*most) {
		return false
	}
	m.neurons = slices.Delete(m.neurons, at, at+1)
	m.c = slices.Delete(m.c, at*m.d, (at+1)*m.d)
	return true
}

// rest returns by how much of beta the gradient at which the last step began was off, at the worst neuron. A Newton step squares it.
func (m *polish) rest() (most float64) {
	for j := range m.neurons {
		c, g := m.c[j*m.d:(j+1)*m.d], m.gradient[j*m.d:(j+1)*m.d]
		most = math.Max(most, dense.Dot(g, g)/dense.Dot(c, c))
	}
	return math.Sqrt(most) / (2 * m.beta)
}

// penalty returns beta times the weight of all neurons.
func (m *polish) penalty() float64 { return m.beta * dense.Dot(m.c, m.c) }

// unique returns the lifted samples of a problem whose optimal Z - Z' is the only one, as it is where they determine it and the loss has no kinks, or
// nil: of many optimal networks the one that is found is not to depend on what was solved before.
func (j *Job) unique() *gram {
	if hasKinks(j.problem.Loss) {
		return nil
	}
	if !j.squared {
		j.squared = true
		j.gram = newGram(j.samples, j.gram)
	}
	return j.gram
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
