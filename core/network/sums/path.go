package sums

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
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
	tests := 0
	if test != nil {
		tests = int(test.Rows())
	}
	measure := func(beta float64, r *certify.Result) (q path.Point, proved *certify.Result) {
		at := p
		at.Beta = beta
		proved = at.Certify(&reduced, r)
		q.Train = at.Score(proved.Neurons)
		q.Loss = q.Train.Loss * at.Sums.Rows()
		if at.Sums = test; test != nil {
			q.Test = at.Score(proved.Neurons)
		}
		return q, proved
	}
	return job.RunMeasured(reduced, betas, int(p.Sums.Rows()), tests, measure), nil
}

// Score returns the score of a network on the rows of the sums, without classes.
func (p *Problem) Score(neurons []neural.Neuron) *loss.Score {
	n, rest, whole, form := p.Sums.Rows(), 0.0, 0.0, p.form()
	for o := range p.Sums.C {
		sum := p.Sums.Cross(o, 0)
		rest += p.Sums.Residual(form, o, units(neurons, o)).Square
		whole += p.Sums.Outputs(o, o) - sum*sum/n
	}
	s := &loss.Score{Points: int(n), Loss: rest / n}
	s.SetErrors(rest, whole, n*float64(p.Sums.C))
	return s
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
