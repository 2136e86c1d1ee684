package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
)

// Job solves one problem at a time and keeps its workspace: a problem of a size that it has solved before allocates its result only. The
// zero value is ready for Start. Each output is a problem of its own; they are solved one after the other.
type Job struct {
	problem     certify.Problem
	arrangement arrangement
	outputs     []*output
	count       int // of outputs in use
	current     int
	result      *certify.Result // nil while the job is at work
}

// Start begins to solve p from the empty network. A problem that cannot be solved is done at once, and has failed.
func (j *Job) Start(p certify.Problem) { j.start(p, false) }

// Restart begins to solve the problem last started for another beta, from its neurons.
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	j.Follow(p)
}

// Follow begins to solve p from the neurons of the problem solved before, whose kinks follow the samples through which they pass: a sample
// was moved, a label or beta changed. What is proved is p alone. Where features, outputs, loss or activation differ it is Start.
func (j *Job) Follow(p certify.Problem) { j.start(p, true) }

func (j *Job) start(p certify.Problem, follow bool) {
	p, err := complete(p)
	if err != nil {
		j.Refuse("The problem cannot be solved: " + err.Error() + ".")
		return
	}
	before := &j.problem
	follow = follow && j.count == p.Outputs && before.D == p.D && before.Loss == p.Loss && *before.Piecewise == *p.Piecewise
	j.problem, j.result, j.current, j.count = p, nil, 0, p.Outputs
	same := j.arrangement.take(&p)
	n := p.Samples()
	for o := range j.count {
		if o == len(j.outputs) {
			j.outputs = append(j.outputs, &output{})
		}
		out := j.outputs[o]
		out.start(&p, &j.arrangement, p.Y[o*n:(o+1)*n])
		if follow {
			out.follow(same)
		} else {
			out.empty()
		}
	}
}

// Refuse ends the job, in place of solving a problem, with a failed result without a network, which has the sentence.
func (j *Job) Refuse(sentence string) { j.count, j.result = 0, certify.Refused(sentence) }

// Step takes the network to the optimum on the directions known so far, and calls the oracle, which bounds the gap and finds new
// directions. Within a parallel.Task it may be suspended between Newton steps.
func (j *Job) Step() {
	if j.Done() {
		return
	}
	out := j.outputs[j.current]
	out.step(j.problem.Context)
	if !out.done {
		return
	}
	if j.current++; j.current == j.count {
		j.finish("")
	}
}

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.result != nil }

// Result returns the result, without matrices, or nil before the job is done. Its slices are its own.
func (j *Job) Result() *certify.Result { return j.result }

// Progress returns about which share of the way is behind, from 0 to 1: the logarithm of the gap tells.
func (j *Job) Progress() float64 {
	if j.Done() {
		return 1
	}
	share, out := float64(j.current), j.outputs[j.current]
	if out.gap < 1 {
		share += math.Log(math.Max(out.gap, out.tolerance)) / math.Log(out.tolerance)
	}
	return share / float64(j.count)
}

// Sketch returns the relative gap certified so far for the current output, +Inf before anything is, and the number of calls of the oracle.
func (j *Job) Sketch() (gap float64, iterations int) {
	if j.Done() {
		return j.result.Gap, j.result.Iterations
	}
	out := j.outputs[j.current]
	return out.gap, out.calls
}

// Stop ends the job with the best network that it has, and its proof: outputs that have not been begun keep the network without neurons, or
// where the job follows another, the network of that.
func (j *Job) Stop() {
	if j.Done() {
		return
	}
	for _, out := range j.outputs[j.current:j.count] {
		out.evaluate()
		out.certify(context.Background())
	}
	j.finish(certify.Stopped)
}

// Run starts p and steps to the end, or until its context is canceled: then the result is the best so far, with its proof.
func (j *Job) Run(p certify.Problem) *certify.Result {
	for j.Start(p); !j.Done() && !parallel.Canceled(j.problem.Context); {
		j.Step()
	}
	j.Stop()
	return j.result
}

// finish puts the outputs together.
func (j *Job) finish(status certify.Status) {
	n, dim, neurons := j.problem.Samples(), j.problem.D+1, 0
	for _, out := range j.outputs[:j.count] {
		neurons += len(out.neurons)
	}
	r := &certify.Result{
		Status: status, Neurons: make([]neural.Neuron, 0, neurons), Faces: make([][]int, 0, neurons), Fit: make([]float64, 0, n*j.count),
		Certificate: certify.Proof{Dual: make([]float64, 0, n*j.count)}, Samples: n, Blocks: 1,
	}
	directions := make([]float64, 0, neurons*dim)
	for o, out := range j.outputs[:j.count] {
		for i := range out.neurons {
			neuron := &out.neurons[i]
			u := neuron.w
			alpha := u.normalise()
			directions = append(directions, u[:dim]...)
			r.Neurons = append(r.Neurons, neural.Neuron{U: slices.Clip(directions[len(directions)-dim:]), Alpha: neuron.sign * alpha, Output: o})
			r.Faces = append(r.Faces, j.arrangement.samplesOn(neuron))
		}
		for i := range n {
			r.Fit = append(r.Fit, out.next[j.arrangement.at[i]])
		}
		r.Certificate.Dual = append(r.Certificate.Dual, out.proof...)
		r.Certificate.Peak = math.Max(r.Certificate.Peak, out.peak)
		r.Objective += out.objective
		r.Lower += out.lower
		r.Iterations += out.calls
	}
	r.Gap = certify.RelativeGap(r.Objective, r.Lower)
	r.Judge(tolerance(&j.problem), j.problem.Empty(), "")
	j.result = r
}

// LargestBeta returns the beta from which on the network without neurons is optimal: the largest |g| for the dual vector of that network.
// It is NaN for a problem without valid data. The Beta of p plays no part.
func LargestBeta(p *certify.Problem) (peak float64) {
	q := *p
	q.Beta, q.Tolerance, q.Context = 1, 0, nil
	var j Job
	if j.Start(q); j.Done() {
		return math.NaN()
	}
	for _, out := range j.outputs {
		out.mu = 0
		out.evaluate()
		out.run(context.Background(), out.outputLoss.v, 0)
		peak = math.Max(peak, out.best.value)
	}
	return peak
}
