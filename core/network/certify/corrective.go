package certify

import (
	"math"

	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
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

// solve makes one run.
func (c *corrective) solve(prove func(q *proof) (solved bool)) {
	if c.descent.Run(); !c.canceled() {
		q := c.sketch()
		prove(&q)
	}
}

// sketch proves the best network and the best bound of the method.
func (c *corrective) sketch() proof {
	q := c.evaluate(c.descent.Network())
	if dual := c.descent.Dual(); dual != nil {
		c.bound(&q, dual)
	}
	c.measure(q.decompositions)
	return q
}

func (c *corrective) progress() parallel.Progress { return c.descent.Progress() }

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
