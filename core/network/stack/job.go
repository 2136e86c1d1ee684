package stack

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Job trains one stack after the other, layer by layer. The zero value is ready for use.
//
// With Auto it adds layers until they no longer help. With points held out it stops after two successive layers that do not improve on the
// best score before, by accuracy where labels are classes, else by the loss; then the stack is cut back to that best. Otherwise it stops
// when the training cost, that of the last layer, falls by less than a hundredth, and drops that layer.
type Job struct {
	problem Problem
	layers  []Layer
	now     Layer   // the one being solved
	began   float64 // when it was begun
	network Network
	pass    *Pass
	heldOut Pass
	classes loss.Labels
	solver  certify.Job // of the current layer: its memory is shared by all layers
	result  *Result     // nil until it is asked for
}

const (
	// worthwhile is the share by which the training cost must fall for a layer to be worth adding. patience is how many layers in a row may be
	// no better at the points held out.
	worthwhile, patience = 0.01, 2
)

// Run is Solve and Result.
func (j *Job) Run(p Problem) *Result {
	j.Solve(p)
	return j.Result()
}

// Solve trains p, unless its context is canceled first. A problem that Problem.Validate refuses fails. The result keeps the slices of p.
func (j *Job) Solve(p Problem) {
	j.result, j.pass = nil, &Pass{}
	if err := p.Validate(); err != nil {
		j.result = refused(err)
		return
	}
	j.begin(p)
	for more := true; more; {
		j.began = j.problem.now()
		if !j.now.Input.finite() {
			j.fail("The numbers of its input are too large for double precision; rescale the data.")
			return
		}
		l := &j.now.Problem
		*l = program(&j.problem, &j.network, len(j.layers), l.X)
		if err := l.CheckMemory(); err != nil {
			j.fail(fmt.Sprintf("With its %d features %s.", l.D, err))
			return
		}
		r := j.solveLayer()
		if r == nil || !j.add(r) {
			return
		}
		more = len(j.layers) < j.problem.maxLayers() && j.extend()
	}
	j.finish()
}

// begin makes p the problem, without a layer.
func (j *Job) begin(p Problem) {
	j.layers, j.now = nil, Layer{Problem: certify.Problem{X: p.X}}
	p.Outputs = max(1, p.Outputs)
	j.problem, j.classes = p, loss.LabelsOf(p.Y, p.Samples())
	j.network = Network{D: p.D, Outputs: p.Outputs, Architecture: p.Architecture, Sigma: p.Polynomial(), Skip: p.Skip}
	j.pass.begin(p.X, p.D)
	if p.HeldOut != nil {
		j.heldOut.begin(p.HeldOut.X, p.D)
	}
}

// Progress returns how much of the work is done.
func (j *Job) Progress() parallel.Progress {
	if j.result != nil {
		return parallel.Progress{Share: 1}
	}
	return j.solver.Progress().Part(len(j.layers), j.problem.maxLayers())
}

// Result returns the result, nil if nothing was solved. After the context was canceled it has the finished layers and the best network so
// far for the current one.
func (j *Job) Result() *Result {
	if j.result != nil || j.pass == nil {
		return j.result
	}
	j.problem.Context = nil
	if j.add(j.solver.Result()) {
		j.finish()
		if j.result.Status != certify.Failed {
			j.result.Status = certify.Stopped
			j.result.Message = "Stopped before the end; each layer listed is certified to the gap it states."
		}
	}
	return j.result
}

// solveLayer solves the current layer. Canceled, it returns nil.
func (j *Job) solveLayer() *certify.Result {
	p := &j.now.Problem
	j.solver.Solve(*p)
	if p.Canceled() {
		return nil
	}
	r := canonical(p, j.solver.Result())
	if p.Canceled() { // the cost may be incomplete
		return nil
	}
	return r
}

// add adds the current layer and evaluates it. It reports false if the layer failed, which ends the job.
func (j *Job) add(r *certify.Result) bool {
	if r.Status == certify.Failed {
		j.fail(r.Message)
		return false
	}
	l := len(j.layers)
	layer := j.now
	layer.Result = r
	j.network.Layers = append(j.network.Layers[:l], HiddenLayer{Input: layer.Input, Neurons: r.Neurons})
	j.pass.advance(&j.network, l)
	if j.problem.HeldOut != nil {
		j.heldOut.advance(&j.network, l)
		layer.HeldOut = neural.Score(j.heldOut.Outputs[l], j.problem.HeldOut.Y, j.heldOut.Points, j.problem.Loss, j.classes)
	}
	layer.Seconds = j.problem.now() - j.began
	j.layers = append(j.layers, layer)
	return true
}

// fail ends the job with the layers below the current one.
func (j *Job) fail(why string) {
	l := len(j.layers)
	j.finish()
	j.result.Status, j.result.Message = certify.Failed, layerMessage(l, why)
}

// extend makes the input of the next layer, and reports whether there is one.
func (j *Job) extend() bool {
	if j.problem.Auto && !j.extendOrCut() {
		return false
	}
	l := len(j.layers)
	width := j.network.Width(l)
	if width == 0 {
		return false
	}
	h := j.pass.rows(&j.network, l)
	j.now = Layer{Input: newInput(h, width, j.network.weights(l))}
	j.now.Input.apply(h)
	j.now.Problem.X = h
	return true
}

// extendOrCut reports whether another layer may help, and otherwise drops those that did not.
func (j *Job) extendOrCut() bool {
	last := len(j.layers) - 1
	if j.problem.HeldOut != nil {
		best := j.bestHeldOut()
		if last-best >= patience {
			j.cut(best + 1)
			return false
		}
		return true
	}
	if last > 0 && !(j.layers[last].Result.Objective < (1-worthwhile)*j.layers[last-1].Result.Objective) {
		j.cut(last)
		return false
	}
	return true
}

// bestHeldOut returns the first of the layers that do best at the points held out.
func (j *Job) bestHeldOut() int {
	best := 0
	for l := range j.layers {
		now, before := j.layers[l].HeldOut, j.layers[best].HeldOut
		if a := now.Accuracy; a != nil && *a > *before.Accuracy || a == nil && now.Loss < before.Loss {
			best = l
		}
	}
	return best
}

// cut keeps the first layers.
func (j *Job) cut(layers int) {
	j.layers, j.network.Layers = j.layers[:layers], j.network.Layers[:layers]
}

// finish makes the result.
func (j *Job) finish() {
	if j.problem.Auto && j.problem.HeldOut != nil && len(j.layers) > 0 {
		j.cut(j.bestHeldOut() + 1)
	}
	network := j.network
	j.result = &Result{Layers: j.layers, Network: &network}
	j.result.setStatus()
}

// weights returns the relative sizes of the scaled features of layer l.
func (n *Network) weights(l int) []float64 {
	var list []float64
	for _, k := range n.below(l) {
		list = append(list, sizes(n.Layers[k].Neurons)...)
	}
	for len(list) < n.Width(l) {
		list = append(list, 1)
	}
	return list
}

// canonical returns the result with neurons that depend on its matrices alone, since they are features of the next layer: for each output
// and block those of positive weight first, each sign heaviest first (equivalent.Heaviest). The neurons of a quadratic network are unique
// but for their sign; they get the one with the largest entry of u positive. Where rounding would cost the proof, the network stays as it
// is.
func canonical(p *certify.Problem, r *certify.Result) *certify.Result {
	if r.Status == certify.Failed {
		return r
	}
	q := r.Replace(*p, arrange(r.Neurons, p))
	if q.Status != certify.Optimal && q.Gap > r.Gap {
		return r
	}
	return q
}

// arrange returns the neurons in canonical form.
func arrange(neurons []neural.Neuron, p *certify.Problem) (list []neural.Neuron) {
	blocks := p.Architecture.Shape(p.D).Blocks
	for o := range max(1, p.Outputs) {
		for k := range blocks {
			if p.Context != nil && !parallel.Yield(p.Context) {
				return neurons
			}
			for _, sign := range [2]float64{1, -1} {
				var group []neural.Neuron
				for _, neuron := range neurons {
					if neuron.Output == o && neuron.Block == k && neuron.Alpha*sign > 0 {
						group = append(group, neuron)
					}
				}
				list = append(list, arrangeGroup(group, p)...)
			}
		}
	}
	return list
}

// maxArranged bounds the neurons of one sign, block and output that are brought into canonical form, which takes r^4 p operations for r
// neurons. More stay as they are, and then depend on the way to the solution.
const maxArranged = 60

// arrangeGroup arranges neurons of one sign, block and output.
func arrangeGroup(group []neural.Neuron, p *certify.Problem) []neural.Neuron {
	if p.Architecture.Kind != lift.Quadratic {
		if len(group) > min(maxArranged, p.Architecture.Shape(p.D).Dimension+1) { // beyond the latter they are not independent
			return group
		}
		return equivalent.Heaviest(group)
	}
	return byWeight(group)
}

// byWeight sorts neurons of a quadratic network, heaviest first, and makes the largest entry of each u positive: u and -u compute the same.
func byWeight(group []neural.Neuron) []neural.Neuron {
	list := slices.Clone(group)
	for j := range list {
		largest := 0.0
		for _, v := range list[j].U {
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		list[j].U = slices.Clone(list[j].U)
		for k := range list[j].U {
			list[j].U[k] *= math.Copysign(1, largest)
		}
	}
	slices.SortStableFunc(list, func(a, b neural.Neuron) int { return cmp.Compare(math.Abs(b.Alpha), math.Abs(a.Alpha)) })
	return list
}

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
			row.Train = neural.Score(layer.Result.Fit, p.Y, p.Samples(), p.Loss, classes)
			row.Test = layer.HeldOut
		}
		rows = append(rows, row)
	}
	return rows
}
