package sums

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/numeric/moments"
)

// RunPath trains p with the job for each of the betas; p.Beta is ignored. The errors on the training rows, and on the rows of test, which may
// be nil, are those of the sums, without classes.
func RunPath(job *path.Job, p Problem, betas []float64, test *moments.Sums) (*path.Path, error) {
	p.Beta = 1
	reduced, err := p.Reduce()
	if err != nil {
		return nil, err
	}
	tests := 0.0
	if test != nil {
		tests = test.Rows()
	}
	measure := func(beta float64, r *certify.Result) (q path.Point, proved *certify.Result) {
		at := p
		at.Beta = beta
		proved = at.Certify(&reduced, r)
		q.Loss = at.loss(proved.Neurons)
		q.Train.Error = q.Loss / at.Sums.Rows()
		if at.Sums = test; test != nil {
			q.Test.Error = at.loss(proved.Neurons) / tests
		}
		return q, proved
	}
	return job.RunMeasured(reduced, betas, int(p.Sums.Rows()), int(tests), measure), nil
}

// loss returns the loss of a network on the rows of the sums.
func (p *Problem) loss(neurons []neural.Neuron) (total float64) {
	form := p.form()
	for o := range p.Sums.C {
		total += p.Sums.Residual(form, o, units(neurons, o)).Square
	}
	return total
}

// Grid returns betas for p as path.Grid does.
func Grid(p Problem, count int, ratio float64) ([]float64, error) {
	p.Beta = 1
	reduced, err := p.Reduce()
	if err != nil {
		return nil, err
	}
	return path.Grid(&reduced, count, ratio)
}

// Without returns the sums of all folds but one.
func Without(folds []*moments.Sums, k int) *moments.Sums {
	others := moments.New(folds[k].Basis, folds[k].C)
	for l, fold := range folds {
		if l != k {
			others.Add(fold)
		}
	}
	return others
}
