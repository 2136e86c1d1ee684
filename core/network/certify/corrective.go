package certify

import (
	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
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
	c.descent.Run()
	if !c.canceled() {
		q := c.current()
		prove(&q)
	}
}

// current proves the best network and the best bound of the method.
func (c *corrective) current() proof {
	q := c.evaluate(c.descent.Network())
	if dual := c.descent.Dual(); dual != nil {
		c.bound(&q, dual)
	}
	return q
}

func (c *corrective) progress() parallel.Progress { return c.descent.Progress() }
