package certify

import (
	"math"

	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// corrective is the corrective Frank-Wolfe method for a subproblem.
type corrective struct {
	*evaluator
	descent *frankwolfe.Solver
}

// correctiveMargin times the tolerance is the gap that the method is asked for by its own sums.
const correctiveMargin = 0.5

// newCorrective begins the run of the method, from the neurons that are known if there are any.
func newCorrective(e *evaluator, known []neural.Neuron) method {
	p := &e.problem
	return &corrective{e, frankwolfe.New(frankwolfe.Problem{
		Samples: e.samples, Y: p.Y, Loss: p.Loss, Beta: p.Beta, Tolerance: correctiveMargin * p.Tolerance, Neurons: known,
	})}
}

// step makes a round.
func (c *corrective) step() (over bool) {
	if !c.descent.Done() {
		c.descent.Step()
	}
	return c.descent.Done()
}

// again reports false: there is one run.
func (c *corrective) again(*proof) bool { return false }

// prove proves the best network and the best bound of the method.
func (c *corrective) prove() proof {
	q := c.evaluate(c.descent.Network())
	if dual := c.descent.Dual(); dual != nil {
		c.bound(&q, dual)
	}
	c.measure(q.decompositions)
	return q
}

// sketch does so, too.
func (c *corrective) sketch() (proof, bool) { return c.prove(), true }

func (c *corrective) progress() float64 { return c.descent.Progress(c.problem.Tolerance) }
func (c *corrective) iterations() int   { return c.descent.Rounds() }

// measure measures the decompositions of matrices that are small enough to be formed.
func (c *corrective) measure(decompositions []*neural.Decomposition) {
	const most = 100
	order := c.samples.Order()
	if order > most {
		return
	}
	for _, dec := range decompositions {
		z := make([]float64, order*order)
		for _, y := range dec.Vectors {
			for i, v := range y {
				dense.Axpy(v, y, z[i*order:(i+1)*order])
			}
		}
		measured := neural.DecomposeTo(z, order, 0, c.samples.Balanced())
		dec.Eigenvalues, dec.MinEigenvalue = measured.Eigenvalues, measured.MinEigenvalue
		if dec.TraceViolation = measured.TraceViolation; math.IsNaN(dec.TraceViolation) {
			dec.TraceViolation = 0
		}
	}
}
