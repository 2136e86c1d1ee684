package stack

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Depths trains stacks for several betas and scores each at every depth. The zero value is ready for use.
type Depths struct {
	job   Job
	betas int
	done  int // of these
}

// Run trains p, whose Layers is the largest depth, for each of the betas, and scores it on the training points and on those held out, if
// any, as one fold of path.Validate: a row for each beta and each depth. A row has the cost of its last layer and the neurons of all its
// layers. Canceled, it ends with the finished betas.
func (d *Depths) Run(betas []float64, p Problem) *path.CrossValidation {
	p.Auto = false
	classes := loss.LabelsOf(p.Y, p.Samples())
	c := &path.CrossValidation{Status: certify.Optimal, Folds: 1}
	d.betas = len(betas)
	for d.done, p.Beta = range betas {
		d.job.Solve(p)
		if p.Canceled() {
			c.Status = certify.Stopped
			break
		}
		r := d.job.Result()
		if path.Worse(r.Status, c.Status) {
			c.Status, c.Message = r.Status, r.Message
		}
		c.Rows = append(c.Rows, rowsOf(r, &p, classes)...)
	}
	return c
}

// Progress returns how much of the work is done.
func (d *Depths) Progress() parallel.Progress { return d.job.Progress().Part(d.done, max(1, d.betas)) }

// rowsOf returns a row for each depth.
func rowsOf(r *Result, p *Problem, classes loss.Labels) (rows []path.Row) {
	neurons, gap := 0, 0.0
	for l := range p.Layers {
		none := &loss.Score{Loss: math.MaxFloat64}
		row := path.Row{Beta: p.Beta, Layers: l + 1, Gap: math.Inf(1), Cost: math.Inf(1), Train: none}
		if p.HeldOut != nil {
			row.Test = none
		}
		if len(r.Layers) > 0 { // a stack that ended early is the same at all greater depths
			layer := &r.Layers[min(l, len(r.Layers)-1)]
			if l < len(r.Layers) {
				neurons += len(layer.Result.Neurons)
				gap = math.Max(gap, layer.Result.Gap)
			}
			row.Neurons, row.Gap, row.Cost = float64(neurons), gap, layer.Result.Objective
			row.Train = path.Score(layer.Result.Fit, p.Y, p.Samples(), p.Loss, classes)
			row.Test = layer.HeldOut
		}
		rows = append(rows, row)
	}
	return rows
}
