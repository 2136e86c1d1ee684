package path

import (
	"strconv"

	"conelab/core/network/certify"
)

// Validation is cross-validation: for each fold, networks are trained for all betas and tested on the points held out. The zero value is ready for
// Start.
type Validation struct {
	job   Job
	betas []float64
	folds int
	fold  func(k int) (certify.Problem, Set)
	test  Set // of the current fold
	paths []*Path
	// stopped: no more steps are made.
	stopped bool
}

// Start starts cross-validation with at least one fold. fold(k) returns the problem of fold k, whose Beta is ignored, and the points held out, at
// least one; it is called once for each fold, when that fold starts.
func (v *Validation) Start(betas []float64, folds int, fold func(k int) (certify.Problem, Set)) {
	*v = Validation{betas: betas, folds: folds, fold: fold}
	v.begin()
}

// begin starts the next fold, if there is one.
func (v *Validation) begin() {
	if len(v.paths) == v.folds {
		return
	}
	train, test := v.fold(len(v.paths))
	v.test = test
	v.job.Start(train, v.betas, &v.test)
}

// Done reports whether all folds are done or the job was stopped.
func (v *Validation) Done() bool { return v.stopped || len(v.paths) == v.folds }

// Stop ends the job. The folds that are finished stay valid.
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

// Progress returns roughly the fraction of the work that is done, from 0 to 1.
func (v *Validation) Progress() float64 {
	if v.Done() {
		return 1
	}
	return (float64(len(v.paths)) + v.job.Progress()) / float64(v.folds)
}

// Result returns the result so far.
func (v *Validation) Result() *CrossValidation {
	paths := v.paths
	if len(paths) == 0 {
		paths = []*Path{v.job.Path()}
	}
	c := &CrossValidation{Status: certify.Optimal, Folds: len(paths), Tests: true, ByAccuracy: true}
	var tables [][]Row
	for _, p := range paths {
		c.ByAccuracy = c.ByAccuracy && p.Classes != NoClasses
		if Worse(p.Status, c.Status) {
			c.Status, c.Message = p.Status, "In at least one fold: "+p.Message
		}
		tables = append(tables, p.rows())
	}
	if len(v.paths) < v.folds {
		c.Status = certify.Stopped
		c.Message = "Stopped after " + strconv.Itoa(len(v.paths)) + " of " + strconv.Itoa(v.folds) + " folds."
	}
	c.Average(tables)
	return c
}

// rows returns the points of a path as the rows of one fold.
func (p *Path) rows() (rows []Row) {
	for i := range p.Points {
		q := &p.Points[i]
		rows = append(rows, Row{Beta: q.Beta, Train: q.Train, Test: q.Test, Neurons: float64(len(q.Neurons)), Gap: q.Gap, Cost: q.Objective})
	}
	return rows
}
