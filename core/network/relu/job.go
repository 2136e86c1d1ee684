package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
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

// Follow solves p from the neurons of the problem solved before, after a sample was moved or a label or beta changed. The bound is proved
// for p anew. If features, outputs, loss or activation differ, Follow is Solve.
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
		r.AddAdvice(&j.problem, BetaMax(&j.problem))
	}
	return r
}

// BetaMax returns the smallest beta for which the network without neurons is optimal: the largest |g| for the dual vector of that network.
// It is NaN for a problem without valid data. The Beta of p plays no part.
func BetaMax(p *certify.Problem) (peak float64) {
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

// output is the training problem of one output, with the network that approaches its optimum.
type output struct {
	net       network
	tolerance float64
	lower     float64   // the best bound proved, by the dual vector proof
	proof     []float64 // scaled to |g| <= beta
	peak      float64   // |g| / beta of that vector before scaling
	objective float64   // the cost of the network
	gap       float64
	calls     int // of the oracle
	idle      int // calls in a row without progress
	pruning   pruning
}

// start makes the problem that of the labels y, without a bound. The network stays.
func (p *output) start(problem *certify.Problem, r *arrangement, y []float64) {
	p.net.start(problem, r, y)
	p.tolerance, p.proof = problem.Tolerance, dense.Resize(p.proof, len(y))
	p.lower, p.peak = math.Inf(-1), math.Inf(1)
	p.objective, p.gap = math.Inf(1), math.Inf(1)
	p.calls, p.idle = 0, 0
}

const (
	// progressRatio is the ratio of costs, or of gaps, up to which a call of the oracle counts as progress.
	progressRatio = 0.99
	// maxIdle bounds the calls of the oracle in a row without progress, maxCalls all calls.
	maxIdle, maxCalls = 20, 300
	// A phase of a loss with a kink ends when |g| exceeds beta, relatively, by at most phaseTolerance times the gap.
	phaseTolerance = 0.1
)

// solve trains the network. It reports false if ctx was canceled before the end.
func (p *output) solve(ctx context.Context) bool {
	n := &p.net
	n.evaluate()
	for pruned := false; ; {
		cost := n.cost
		if !n.converge(ctx, p.gap) || !p.certify(ctx) {
			return false
		}
		if n.cost < progressRatio*cost {
			p.idle = 0
		}
		switch {
		case p.gap <= p.tolerance && !pruned && p.pruning.prune(n):
			n.evaluate()
			p.measureGap()
			if p.gap <= p.tolerance {
				return true
			}
			pruned = true // converge once more without the pruned neurons
		case p.gap <= p.tolerance || p.calls >= maxCalls || p.idle > maxIdle:
			return true
		case n.loss.mu > 0 && n.oracle.best.value <= n.beta*(1+phaseTolerance*math.Min(1, p.gap)):
			n.loss.advance()
			n.evaluate()
		default:
			n.add()
		}
	}
}

// certify calls the oracle for the dual vector of the network, keeps the bound if it is better, and measures the gap. It reports false if
// ctx was canceled.
func (p *output) certify(ctx context.Context) bool {
	n := &p.net
	bound, ok := n.oracle.run(ctx, n.loss.ahead, n.beta*(1-1e-10))
	if !ok {
		return false
	}
	p.calls++
	if lower, c := n.loss.bound(bound, n.beta); lower > p.lower {
		p.lower, p.peak = lower, bound/n.beta
		for i, v := range n.loss.dual {
			p.proof[i] = c * v
		}
	}
	before := p.gap
	p.measureGap()
	p.idle++
	if p.gap < progressRatio*before {
		p.idle = 0
	}
	return true
}

// measureGap measures the gap of the network's cost to the best bound.
func (p *output) measureGap() {
	p.objective = p.net.scale
	p.gap = certify.RelativeGap(p.objective, p.lower)
}
