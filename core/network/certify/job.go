package certify

import (
	"context"
	"math"
	"strings"

	"conelab/core/network/neural"
	"conelab/core/numeric/sdp"
)

// Job solves one problem at a time and keeps its workspace between problems of one shape. The zero value is ready for Start.
//
// A separable loss makes a subproblem of each output; they are solved one after the other.
type Job struct {
	problem Problem
	workspace
	subproblem subproblem // the current one, number len(proved) of count
	count      int
	proved     []proof // of the subproblems before
	result     *Result
	warm       []sdp.Point       // of each subproblem, for Restart
	before     [][]neural.Neuron // of each subproblem, where Follow was asked for
}

// Start begins to solve p. A problem that cannot be solved (see Validate) is done at once, and has failed.
func (j *Job) Start(p Problem) {
	j.before = nil
	j.start(p)
}

// start begins to solve p, at first from the neurons in before.
func (j *Job) start(p Problem) {
	if err := p.Validate(); err != nil {
		j.problem = Problem{}
		j.refuse(err)
		return
	}
	p.Tolerance = p.tolerance()
	p.Outputs = p.outputs()
	_, j.count = p.coupled()
	j.problem = p
	j.load(&p)
	for k := range j.warm {
		j.warm[k].Clear()
	}
	for len(j.warm) < j.count {
		j.warm = append(j.warm, sdp.Point{})
	}
	if len(j.before) == 0 {
		j.before = make([][]neural.Neuron, j.count)
	}
	j.restart()
}

// Restart begins to solve the problem last started for another beta. What depends on the points alone is kept: the patches of a
// convolution, and the factorisation of the reduced form (the paper's constrained least squares form, appendix A). An interior
// iterate of the run before is where the new one starts.
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	if err := p.Validate(); err != nil {
		j.refuse(err)
		return
	}
	j.problem = p
	clear(j.before)
	j.restart()
}

func (j *Job) restart() {
	j.result, j.proved = nil, nil
	j.begin()
}

// begin starts the current subproblem, and those after it that are solved at once.
func (j *Job) begin() {
	for len(j.proved) < j.count {
		if j.take(); j.canceled() || !j.subproblem.start(j.before[len(j.proved)]) || j.canceled() {
			return
		}
		j.keep()
	}
	j.finish()
}

// take sets the current subproblem, without beginning it.
func (j *Job) take() {
	at, n, p := len(j.proved), j.samples.Len(), j.problem
	outputs, _ := p.coupled()
	p.Y, p.Outputs = p.Y[at*n:(at+outputs)*n], outputs
	j.subproblem.reset(&j.workspace, p, &j.warm[at])
}

// keep makes the next subproblem the current one.
func (j *Job) keep() { j.proved = append(j.proved, j.subproblem.proof) }

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.result != nil }

// Result returns the result, or nil before the job is done.
func (j *Job) Result() *Result { return j.result }

// Progress returns about which share of the way is behind, from 0 to 1: an iteration makes the gap smaller by a factor, so its logarithm
// tells.
func (j *Job) Progress() float64 {
	if j.Done() {
		return 1
	}
	return (float64(len(j.proved)) + j.subproblem.progress()) / float64(j.count)
}

// Run starts p and steps to the end, or until its context is canceled: then the result is the best so far, with its proof.
func (j *Job) Run(p Problem) *Result {
	j.Start(p)
	for !j.Done() && !j.canceled() {
		j.Step()
	}
	j.Stop()
	return j.result
}

// Step makes one interior-point iteration, and with the last one the network and its proof. Once the problem's context is
// canceled it ends early, as Start does; its owner then calls Stop.
func (j *Job) Step() {
	if !j.Done() && j.subproblem.step() {
		j.keep()
		j.begin()
	}
}

// Stop ends the job with the best that it has. Subproblems that have not begun keep the network without neurons. It may also
// follow a Start that was canceled.
func (j *Job) Stop() {
	j.problem.Context = nil
	j.setContext(context.Background())
	for !j.Done() {
		j.subproblem.stop()
		if j.keep(); len(j.proved) == j.count {
			j.finish()
		} else {
			j.take()
		}
	}
}

// Sketch certifies the iterate that there is, and returns the relative gap that is proved so far for the current outputs, +Inf before
// anything is, and the number of iterations. It takes about as long as an iteration at most, and changes nothing but what Stop may return.
func (j *Job) Sketch() (gap float64, iterations int) {
	if j.Done() {
		return j.result.Gap, j.result.Iterations
	}
	return j.subproblem.sketch()
}

// finish puts the proofs of the subproblems together.
func (j *Job) finish() {
	j.subproblem.corrective = nil
	if j.solver != nil {
		j.solver.Release()
	}
	result := &Result{}
	var objective, lower float64
	for at, q := range j.proved {
		for _, neuron := range q.neurons {
			neuron.Output += at
			result.Neurons = append(result.Neurons, neuron)
		}
		result.Decompositions = append(result.Decompositions, q.decompositions...)
		result.Certificate.add(&q.certificate)
		result.Iterations += q.iterations
		if len(j.proved) == 1 {
			result.Fit = q.fit
		} else {
			result.Fit = append(result.Fit, q.fit...)
		}
		objective += q.objective
		lower += q.certificate.Lower
		result.traces = append(result.traces, q.trace)
		if q.stopped {
			result.Status = Stopped
		}
	}
	result.Objective, result.Lower = objective, lower
	result.Gap = RelativeGap(objective, lower)
	result.paths = make([][]Iterate, len(result.traces))
	result.Samples, result.Blocks = j.samples.Len(), j.samples.Blocks()
	if result.judge(j.problem.Tolerance); result.Status == Inaccurate {
		result.advice = j.advice()
		result.judge(j.problem.Tolerance)
	}
	j.result = result
}

// smallShare is the share of the largest beta worth a neuron below which a beta is small for double precision.
const smallShare = 1e-6

// advice says what would help where rounding has ended the iterations.
func (j *Job) advice() string {
	var help []string
	if unscaledFeatures(j.problem.X, j.problem.D) {
		help = append(help, "standardised features")
	}
	if most := j.subproblem.empty.Peak; j.problem.Beta < smallShare*most {
		help = append(help, "a larger beta ("+short(j.problem.Beta)+" is "+short(j.problem.Beta/most)+" of the least for which the network is empty)")
	}
	if len(help) == 0 {
		return ""
	}
	return "; " + strings.Join(help, " or ") + " would help"
}

// unscaledFeatures reports whether the features differ in size, or are far from one, by a factor that costs digits.
func unscaledFeatures(x []float64, d int) bool {
	const ordinary = 10
	squares, count := make([]float64, d), len(x)/d
	for at := 0; at+d <= len(x); at += d {
		for k, v := range x[at : at+d] {
			squares[k] += v * v
		}
	}
	low, high := math.Inf(1), 0.0
	for _, square := range squares {
		if size := math.Sqrt(square / float64(count)); size > 0 {
			low, high = math.Min(low, size), math.Max(high, size)
		}
	}
	return high > ordinary || low < 1.0/ordinary || high > ordinary*low
}

// RelativeGap returns (objective - lower) / max(|objective|, tiny).
func RelativeGap(objective, lower float64) float64 {
	return (objective - lower) / math.Max(math.Abs(objective), tiny)
}
