package path

import (
	"conelab/core/data"
	"conelab/core/solve"
)

// Divide returns, for Validation.Start, the function that cuts the folds out of the rows of p.
func Divide(p *solve.Problem, folds []data.Fold) func(k int) (solve.Problem, Set) {
	n, outputs := p.Samples(), max(1, p.Outputs)
	cut := func(rows []int) (s Set) {
		for _, i := range rows {
			s.X = append(s.X, p.X[i*p.D:(i+1)*p.D]...)
		}
		for o := range outputs {
			for _, i := range rows {
				s.Y = append(s.Y, p.Y[o*n+i])
			}
		}
		return s
	}
	return func(k int) (solve.Problem, Set) {
		train, q := cut(folds[k].Train), *p
		q.X, q.Y = train.X, train.Y
		return q, cut(folds[k].Test)
	}
}

// Validation is cross-validation: for each fold, networks are trained for all betas and tested on the points held out. The zero value is
// ready for Start.
type Validation struct {
	job   Job
	betas []float64
	folds int
	fold  func(k int) (solve.Problem, Set)
	test  Set // of the current fold
	paths []*Path
	// stopped: no more steps.
	stopped bool
}

// Start begins with the given number of folds, at least one. fold(k) returns the problem of fold k, whose Beta plays no part, and the
// points held out, at least one; it is called once for each fold, when its turn comes.
func (v *Validation) Start(betas []float64, folds int, fold func(k int) (solve.Problem, Set)) {
	*v = Validation{betas: betas, folds: folds, fold: fold}
	v.begin()
}

// begin starts the next fold.
func (v *Validation) begin() {
	if len(v.paths) == v.folds {
		return
	}
	train, test := v.fold(len(v.paths))
	v.test = test
	v.job.Start(train, v.betas, &v.test)
}

// Done reports whether all is done, or the job was stopped.
func (v *Validation) Done() bool { return v.stopped || len(v.paths) == v.folds }

// Stop ends the job; the folds that are finished stand.
func (v *Validation) Stop() { v.stopped = true }

// Step makes one interior-point iteration.
func (v *Validation) Step() {
	if v.Done() {
		return
	}
	v.job.Step()
	if v.job.Done() {
		v.paths = append(v.paths, v.job.Path())
		v.begin()
	}
}

// Progress returns about which share of the way is behind, from 0 to 1.
func (v *Validation) Progress() float64 {
	if v.Done() {
		return 1
	}
	return (float64(len(v.paths)) + v.job.Progress()) / float64(v.folds)
}

// Run does all folds.
func (v *Validation) Run(betas []float64, folds int, fold func(k int) (solve.Problem, Set)) *CrossValidation {
	v.Start(betas, folds, fold)
	for !v.Done() {
		v.Step()
	}
	return v.Result()
}
