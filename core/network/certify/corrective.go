package certify

import (
	"math"

	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
)

// corrective is the corrective Frank-Wolfe method for a subproblem.
type corrective struct {
	refiner *refiner
	solver  *frankwolfe.Solver
}

// correctiveMargin times the tolerance is the gap that the method is asked for by its own sums.
const correctiveMargin = 0.5

// newCorrective begins the run of the method, from the known neurons if there are any.
func newCorrective(r *refiner, known []neural.Neuron) method {
	p, spare := &r.problem, math.Inf(1)
	if p.Memory > 0 {
		spare = math.Max(0, p.Memory-p.Estimate(Corrective).Bytes) / inBytes(1)
	}
	return &corrective{r, frankwolfe.New(frankwolfe.Problem{
		Samples: r.operator, Y: p.Y, Loss: p.Loss, Beta: p.Beta, Tolerance: correctiveMargin * p.Tolerance, Spare: spare, Neurons: known,
	})}
}

func (f *corrective) run()             { f.solver.Run() }
func (f *corrective) found() candidate { return f.current() }

// current proves the best network and the best bound of the method.
func (f *corrective) current() candidate {
	c := f.refiner.evaluate(f.solver.Network())
	if dual := f.solver.Dual(); dual != nil {
		f.refiner.bound(&c, dual)
	}
	return c
}

func (f *corrective) progress() parallel.Progress { return f.solver.Progress() }
