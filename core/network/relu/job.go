package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
)

// Job solves one problem at a time and keeps its workspace: a problem of a size that it has solved before allocates only its result. The
// zero value is ready for use. Each output is a problem of its own; they are solved one after the other.
type Job struct {
	problem     certify.Problem
	arrangement arrangement
	outputs     []*output
	count       int             // of outputs in use
	current     int             // the index of the output being solved
	result      *certify.Result // nil until Result is called
}

// Run is Solve and Result.
func (j *Job) Run(p certify.Problem) *certify.Result {
	j.Solve(p)
	return j.Result()
}

// Solve solves p from the empty network, or as far as it comes until the context is canceled.
func (j *Job) Solve(p certify.Problem) { j.solve(p, false) }

// Restart solves the problem solved last for another beta, from its neurons.
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	j.Follow(p)
}

// Follow solves p from the neurons of the problem solved before, after a sample was moved or a label or beta changed. The bound is proved for p anew. If features, outputs, loss or activation differ, Follow is Solve.
func (j *Job) Follow(p certify.Problem) { j.solve(p, true) }

func (j *Job) solve(p certify.Problem, follow bool) {
	p, err := complete(p)
	if err != nil {
		j.current, j.count, j.result = 0, 0, certify.Refused("The problem cannot be solved: "+err.Error()+".")
		return
	}
	j.load(p, follow)
	for j.current < j.count && j.outputs[j.current].solve(p.Context) {
		j.current++
	}
}

// load makes p the problem, with the neurons of the problem before if follow is set and they are of the same kind.
func (j *Job) load(p certify.Problem, follow bool) {
	before := &j.problem
	follow = follow && j.count == p.Outputs && before.D == p.D && before.Loss == p.Loss && before.Sigma == p.Sigma
	j.problem, j.result, j.current, j.count = p, nil, 0, p.Outputs
	j.arrangement.load(&p)
	n := p.Samples()
	for o := range j.count {
		if o == len(j.outputs) {
			j.outputs = append(j.outputs, &output{})
		}
		out := j.outputs[o]
		out.start(&p, &j.arrangement, p.Y[o*n:(o+1)*n])
		if follow {
			out.net.follow()
		} else {
			out.net.empty()
		}
	}
}

// Progress is measured by the logarithm of the certified gap of the current output.
func (j *Job) Progress() parallel.Progress {
	if j.current == j.count {
		return parallel.Progress{Share: 1}
	}
	out := j.outputs[j.current]
	done := 0.0
	if out.gap < 1 {
		done = math.Log(math.Max(out.gap, out.tolerance)) / math.Log(out.tolerance)
	}
	return parallel.Progress{Share: done, Gap: out.gap, Iterations: out.calls}.Part(j.current, j.count)
}

// Result returns the result, without matrices, or nil if nothing was solved. If the context was canceled it is the network so far with its
// proof, which is computed here: outputs not yet begun have no neurons, or those of the problem that is followed.
func (j *Job) Result() *certify.Result {
	if j.result != nil || j.count == 0 {
		return j.result
	}
	var status certify.Status
	for _, out := range j.outputs[j.current:j.count] {
		status = certify.Stopped
		out.net.evaluate()
		out.certify(context.Background())
	}
	j.result = j.collect(status)
	return j.result
}

// collect returns the result of all outputs.
func (j *Job) collect(status certify.Status) *certify.Result {
	n, dim, neurons := j.problem.Samples(), j.problem.D+1, 0
	for _, out := range j.outputs[:j.count] {
		neurons += len(out.net.neurons)
	}
	r := &certify.Result{
		Status: status, Neurons: make([]neural.Neuron, 0, neurons), Faces: make([][]int, 0, neurons), Fit: make([]float64, 0, n*j.count),
		Certificate: certify.Certificate{Dual: make([]float64, 0, n*j.count)}, Samples: n, Blocks: 1,
	}
	directions := make([]float64, 0, neurons*dim)
	for o, out := range j.outputs[:j.count] {
		for i := range out.net.neurons {
			neuron := &out.net.neurons[i]
			u := neuron.w
			alpha := u.normalize()
			directions = append(directions, u[:dim]...)
			r.Neurons = append(r.Neurons, neural.Neuron{U: slices.Clip(directions[len(directions)-dim:]), Alpha: neuron.sign * alpha, Output: o})
			r.Faces = append(r.Faces, j.arrangement.samplesOn(neuron))
		}
		for i := range n {
			r.Fit = append(r.Fit, out.net.f[j.arrangement.at[i]])
		}
		r.Certificate.Dual = append(r.Certificate.Dual, out.proof...)
		r.Certificate.Peak = math.Max(r.Certificate.Peak, out.peak)
		r.Objective += out.objective
		r.Lower += out.lower
		r.Iterations += out.calls
	}
	r.Neurons = neural.Normalized(r.Neurons)
	r.Gap = certify.RelativeGap(r.Objective, r.Lower)
	r.SetStatus(j.problem.Tolerance, j.problem.EmptyCost(), "")
	if r.Status == certify.Inaccurate {
		r.AddAdvice(&j.problem, LargestBeta(&j.problem))
	}
	return r
}

// LargestBeta returns the smallest beta for which the network without neurons is optimal: the largest |g| for the dual vector of that network.
// It is NaN for a problem without valid data. The Beta of p plays no part.
func LargestBeta(p *certify.Problem) (peak float64) {
	q := *p
	q.Beta, q.Tolerance, q.Context = 1, 0, nil
	q, err := complete(q)
	if err != nil {
		return math.NaN()
	}
	var j Job
	j.load(q, false)
	for _, out := range j.outputs {
		out.net.loss.mu = 0
		out.net.evaluate()
		out.net.oracle.run(context.Background(), out.net.loss.v, 0)
		peak = math.Max(peak, out.net.oracle.best.value)
	}
	return peak
}
