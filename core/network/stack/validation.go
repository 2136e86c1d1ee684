package stack

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
)

// Depths trains stacks for several betas and scores each at every depth, on the points trained on and on those held out, as one
// fold of a path.Validation. The cost of a row is that of its last layer, and its neurons are those of all its layers. The
// zero value is ready for Start.
type Depths struct {
	job     Job
	betas   []float64
	problem Problem
	outcome path.CrossValidation
	classes path.Classes
}

// Start begins to train p, with HeldOut or without, whose Layers is the largest depth; its beta plays no part.
func (d *Depths) Start(betas []float64, p Problem) {
	p.Auto = false
	d.betas, d.problem, d.classes = betas, p, path.ClassesOf(p.Y, p.Samples())
	d.outcome = path.CrossValidation{Status: certify.Optimal, Folds: 1}
	d.next()
}

// next starts the next beta.
func (d *Depths) next() {
	p := d.problem
	p.Beta = d.betas[d.solved()]
	d.job.Start(p)
	d.collect()
}

// solved returns how many betas are finished.
func (d *Depths) solved() int { return len(d.outcome.Rows) / max(1, d.problem.Layers) }

// Done reports whether all betas are done.
func (d *Depths) Done() bool { return d.solved() == len(d.betas) }

// Progress returns roughly which share of the work is done, from 0 to 1.
func (d *Depths) Progress() float64 {
	return (float64(d.solved()) + d.job.Progress()) / float64(len(d.betas))
}

// Step makes one interior-point iteration.
func (d *Depths) Step() {
	d.job.Step()
	d.collect()
}

// Outcome returns a row for each beta that is finished and each depth.
func (d *Depths) Outcome() *path.CrossValidation {
	outcome := d.outcome
	return &outcome
}

// collect takes the rows of a stack that is finished, and goes on.
func (d *Depths) collect() {
	if !d.job.Done() {
		return
	}
	r := d.job.Result()
	if path.Worse(r.Status, d.outcome.Status) {
		d.outcome.Status, d.outcome.Message = r.Status, r.Message
	}
	neurons, gap, n := 0, 0.0, d.problem.Samples()
	for l := range d.problem.Layers {
		none := &loss.Score{Loss: math.MaxFloat64}
		row := path.Row{Layers: l + 1, Gap: math.Inf(1), Cost: math.Inf(1), Train: none}
		if d.problem.HeldOut != nil {
			row.Test = none
		}
		if len(r.Layers) > 0 { // a stack that ended early is the same at all greater depths
			layer := &r.Layers[min(l, len(r.Layers)-1)]
			if l < len(r.Layers) {
				neurons += len(layer.Result.Neurons)
				gap = math.Max(gap, layer.Result.Gap)
			}
			row.Beta, row.Neurons, row.Gap, row.Cost = r.Layers[0].Problem.Beta, float64(neurons), gap, layer.Result.Objective
			row.Train = d.classes.Score(layer.Result.Fit, d.problem.Y, n, d.problem.Loss)
			row.Test = layer.HeldOut
		}
		d.outcome.Rows = append(d.outcome.Rows, row)
	}
	if !d.Done() {
		d.next()
	}
}
