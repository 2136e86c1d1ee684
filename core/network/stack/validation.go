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
	tables  [][]Row // of each fold that is finished, beta by beta, depth by depth
	rows    []Row   // of the current fold
	status  certify.Status
	message string
	stopped bool
	tests   bool
	classes path.Classes
}

// Row is one beta and one depth: means over the folds and, of the points held out, the standard errors of the means.
type Row struct {
	Beta   float64
	Layers int
	// Neurons is the mean number of neurons of all layers together, Gap the largest gap of any layer.
	Neurons, Gap float64
	// Cost is the mean of Layer.Cost of the last layer.
	Cost                       float64
	Train, Test, StandardError path.Score
}

// Depths is what a Validation found.
type Depths struct {
	Status  certify.Status
	Message string
	// Folds is the number of folds that the rows average, Tests whether there were points held out, ByAccuracy whether rows are compared by
	// accuracy, since all labels are classes, and not by the error.
	Folds             int
	Tests, ByAccuracy bool
	Rows              []Row
	// Best is the row with the best mean score at the points held out, of equals the one with the fewest layers and then the largest beta;
	// Simplest the one with the fewest layers, and of these the largest beta, within one standard error of it. Both are -1 without such points.
	Best, Simplest int
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
	if severity[r.Status] > severity[v.status] {
		v.status, v.message = r.Status, r.Message
	}
	neurons, gap, n := 0, 0.0, v.problem.Samples()
	for l := range v.problem.Layers {
		row := Row{Layers: l + 1, Gap: math.Inf(1), Cost: math.Inf(1), Train: path.Score{Error: math.Inf(1)}, Test: path.Score{Error: math.Inf(1)}}
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

// Result returns what is done so far.
func (v *Validation) Result() *Depths {
	d := &Depths{Status: v.status, Message: v.message, Folds: len(v.tables), Tests: v.tests, ByAccuracy: v.classes != path.NoClasses, Best: -1, Simplest: -1}
	tables := v.tables
	if len(tables) < v.folds {
		d.Status, d.Message = certify.Stopped, "Stopped after "+strconv.Itoa(len(tables))+" of "+strconv.Itoa(v.folds)+" folds."
		if len(tables) == 0 {
			tables = [][]Row{v.rows}
		}
	}
	for k := range tables[0] {
		d.Rows = append(d.Rows, mean(tables, k))
	}
	if d.Tests {
		d.choose()
	}
	return d
}

// mean averages row k of the folds.
func mean(tables [][]Row, k int) Row {
	row := tables[0][k]
	share := 1 / float64(len(tables))
	row.Neurons, row.Cost, row.Train, row.Test = 0, 0, path.Score{}, path.Score{}
	for _, table := range tables {
		r := &table[k]
		row.Neurons += share * r.Neurons
		row.Cost += share * r.Cost
		row.Gap = math.Max(row.Gap, r.Gap)
		row.Train.Error += share * r.Train.Error
		row.Train.Accuracy += share * r.Train.Accuracy
		row.Test.Error += share * r.Test.Error
		row.Test.Accuracy += share * r.Test.Accuracy
	}
	if len(tables) == 1 {
		return row
	}
	for _, table := range tables {
		e, a := table[k].Test.Error-row.Test.Error, table[k].Test.Accuracy-row.Test.Accuracy
		row.StandardError.Error += e * e
		row.StandardError.Accuracy += a * a
	}
	of := float64(len(tables)) * float64(len(tables)-1)
	row.StandardError.Error, row.StandardError.Accuracy = math.Sqrt(row.StandardError.Error/of), math.Sqrt(row.StandardError.Accuracy/of)
	return row
}

// choose sets Best and Simplest.
func (d *Depths) choose() {
	worse := func(s path.Score) float64 { // the less the better
		if d.ByAccuracy {
			return -s.Accuracy
		}
		return s.Error
	}
	simpler := func(a, b *Row) bool { return a.Layers < b.Layers || a.Layers == b.Layers && a.Beta > b.Beta }
	for k := range d.Rows {
		row := &d.Rows[k]
		if d.Best < 0 {
			d.Best = k
			continue
		}
		now, best := worse(row.Test), worse(d.Rows[d.Best].Test)
		if now < best || now == best && simpler(row, &d.Rows[d.Best]) {
			d.Best = k
		}
	}
	if d.Best < 0 {
		return
	}
	limit := worse(d.Rows[d.Best].Test)
	if d.ByAccuracy {
		limit += d.Rows[d.Best].StandardError.Accuracy
	} else {
		limit += d.Rows[d.Best].StandardError.Error
	}
	d.Simplest = d.Best
	for k := range d.Rows {
		if worse(d.Rows[k].Test) <= limit && simpler(&d.Rows[k], &d.Rows[d.Simplest]) {
			d.Simplest = k
		}
	}
}
