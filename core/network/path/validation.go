package path

import (
	"strconv"

	"conelab/core/network/certify"
)

// Fold is the training on one fold of a cross-validation: of a path (Job), or of stacks of several depths (stack.Depths).
type Fold interface {
	Step()
	Done() bool
	Progress() float64
	// Outcome returns what is done so far: a table of one fold. Without points held out nothing is chosen.
	Outcome() *CrossValidation
}

// Validation is cross-validation: fold after fold, networks are trained and tested on the points held out. The zero value is ready for Start.
type Validation struct {
	folds   int
	fold    func(k int) Fold
	current Fold
	done    []*CrossValidation // the folds that are finished
	stopped bool               // no more steps are made
}

// Start starts cross-validation with at least one fold. fold(k) starts the training of fold k and returns it; it is called once for each fold, when
// that fold's turn comes, and may return the same job every time.
func (v *Validation) Start(folds int, fold func(k int) Fold) {
	*v = Validation{folds: folds, fold: fold}
	v.begin()
}

// begin starts the next fold, if there is one.
func (v *Validation) begin() {
	for len(v.done) < v.folds {
		if v.current = v.fold(len(v.done)); !v.current.Done() {
			return
		}
		v.done = append(v.done, v.current.Outcome())
	}
}

// Done reports whether all folds are done or the job was stopped.
func (v *Validation) Done() bool { return v.stopped || len(v.done) == v.folds }

// Stop ends the job. The folds that are finished stay valid.
func (v *Validation) Stop() { v.stopped = true }

// Step makes one interior-point iteration.
func (v *Validation) Step() {
	if v.Done() {
		return
	}
	if v.current.Step(); v.current.Done() {
		v.done = append(v.done, v.current.Outcome())
		v.begin()
	}
}

// Progress returns roughly the fraction of the work that is done, from 0 to 1.
func (v *Validation) Progress() float64 {
	if v.Done() {
		return 1
	}
	return (float64(len(v.done)) + v.current.Progress()) / float64(v.folds)
}

// Result returns the result so far.
func (v *Validation) Result() *CrossValidation {
	folds := v.done
	if len(folds) == 0 {
		folds = []*CrossValidation{v.current.Outcome()}
	}
	c := &CrossValidation{Status: certify.Optimal, Folds: len(folds), Tests: true, ByAccuracy: true}
	var tables [][]Row
	for _, f := range folds {
		c.Tests, c.ByAccuracy = c.Tests && f.Tests, c.ByAccuracy && f.ByAccuracy
		if Worse(f.Status, c.Status) {
			if c.Status, c.Message = f.Status, f.Message; v.folds > 1 {
				c.Message = "In at least one fold: " + f.Message
			}
		}
		tables = append(tables, f.Rows)
	}
	if len(v.done) < v.folds {
		c.Status = certify.Stopped
		c.Message = "Stopped after " + strconv.Itoa(len(v.done)) + " of " + strconv.Itoa(v.folds) + " folds."
	}
	c.average(tables)
	return c
}

// Outcome returns the points of the path as the rows of one fold.
func (j *Job) Outcome() *CrossValidation {
	p := j.Path()
	c := &CrossValidation{Status: p.Status, Message: p.Message, Folds: 1, Tests: p.Tests > 0, ByAccuracy: p.Classes != NoClasses}
	for i := range p.Points {
		q := &p.Points[i]
		c.Rows = append(c.Rows, Row{Beta: q.Beta, Train: q.Train, Test: q.Test, Neurons: float64(len(q.Neurons)), Gap: q.Gap, Cost: q.Objective})
	}
	return c
}
