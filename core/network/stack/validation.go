package stack

import (
	"math"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/path"
)

// Validation trains stacks for several betas and scores each at every depth, on the points trained on and on others, for one division of the
// points or for several in turn (cross-validation). The zero value is ready for Start.
type Validation struct {
	job     Job
	betas   []float64
	folds   int
	fold    func(k int) Problem
	problem Problem
	tables  [][]path.Row // of each fold that is finished, beta by beta, depth by depth
	rows    []path.Row   // of the current fold
	status  certify.Status
	message string
	stopped bool
	tests   bool
	classes path.Classes
}

// Start begins with the given number of folds, at least one. fold(k) returns the problem of fold k, with HeldOut or without, whose Layers is the
// largest depth; its betas play no part, unless betas is nil. It is called once for each fold, when its turn comes.
func (v *Validation) Start(betas []float64, folds int, fold func(k int) Problem) {
	*v = Validation{betas: betas, folds: folds, fold: fold, job: v.job, status: certify.Optimal}
	v.begin()
}

// begin starts the next fold.
func (v *Validation) begin() {
	if len(v.tables) == v.folds {
		return
	}
	v.problem, v.rows = v.fold(len(v.tables)), nil
	v.problem.Auto = false
	v.tests = v.problem.HeldOut != nil
	v.classes = path.ClassesOf(v.problem.Y, v.problem.Samples())
	v.next(0)
}

// next starts the k-th beta.
func (v *Validation) next(k int) {
	p := v.problem
	if v.betas != nil {
		p.Betas, p.Share = v.betas[k:k+1], 0
	}
	v.job.Start(p)
	v.collect()
}

// Done reports whether all is done, or the job was stopped.
func (v *Validation) Done() bool { return v.stopped || len(v.tables) == v.folds }

// Stop ends the job; the folds that are finished stand, or what there is of the first one.
func (v *Validation) Stop() { v.stopped = true }

// Progress returns roughly which share of the work is done, from 0 to 1.
func (v *Validation) Progress() float64 {
	if v.Done() {
		return 1
	}
	within := (float64(v.solved()) + v.job.Progress()) / float64(max(1, len(v.betas)))
	return (float64(len(v.tables)) + within) / float64(v.folds)
}

// solved returns how many betas of the current fold are finished.
func (v *Validation) solved() int { return len(v.rows) / max(1, v.problem.Layers) }

// Step makes one interior-point iteration.
func (v *Validation) Step() {
	if !v.Done() {
		v.job.Step()
		v.collect()
	}
}

// collect takes the rows of a stack that is finished, and goes on.
func (v *Validation) collect() {
	if !v.job.Done() {
		return
	}
	r := v.job.Result()
	if path.Worse(r.Status, v.status) {
		v.status, v.message = r.Status, r.Message
	}
	neurons, gap, n := 0, 0.0, v.problem.Samples()
	for l := range v.problem.Layers {
		row := path.Row{Layers: l + 1, Gap: math.Inf(1), Cost: math.Inf(1), Train: path.Score{Error: math.Inf(1)}, Test: path.Score{Error: math.Inf(1)}}
		if len(r.Layers) > 0 { // a stack that ended early is the same at all greater depths
			layer := &r.Layers[min(l, len(r.Layers)-1)]
			if l < len(r.Layers) {
				neurons += len(layer.Result.Neurons)
				gap = math.Max(gap, layer.Result.Gap)
			}
			row.Beta, row.Neurons, row.Gap, row.Cost = r.Layers[0].Problem.Beta, float64(neurons), gap, layer.Cost
			row.Train = v.classes.Score(layer.Fit, v.problem.Y, n, v.problem.Loss)
			if layer.HeldOut != nil {
				row.Test = *layer.HeldOut
			}
		}
		v.rows = append(v.rows, row)
	}
	if k := v.solved(); k < len(v.betas) {
		v.next(k)
		return
	}
	v.tables = append(v.tables, v.rows)
	v.begin()
}

// Result returns what is done so far. The cost of a row is the mean of Layer.Cost of its last layer, and its neurons are those of all its layers.
func (v *Validation) Result() *path.CrossValidation {
	c := &path.CrossValidation{Status: v.status, Message: v.message, Folds: len(v.tables), Tests: v.tests, ByAccuracy: v.classes != path.NoClasses}
	tables := v.tables
	if len(tables) < v.folds {
		c.Status, c.Message = certify.Stopped, "Stopped after "+strconv.Itoa(len(tables))+" of "+strconv.Itoa(v.folds)+" folds."
		if len(tables) == 0 {
			tables = [][]path.Row{v.rows}
		}
	}
	c.Average(tables)
	return c
}
