package certify

import (
	"context"
	"math"
	"strings"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

const (
	// innerMargin: the solver's own gap is taken this much below the tolerance, for what truncation to the rank costs.
	innerMargin = 1e-2
	// rankFrom times the tolerance is the relative gap from which the estimates of the ranks count, maxUncertainty the uncertainty below
	// which the iterations may end.
	rankFrom = 10
	// maxProductShare is the largest ratio, by then, of the products of complementary matrices to the regularisation term.
	maxProductShare = 1e-3
	maxUncertainty  = 0.2
	// maxIterations and patience end a run that rounding keeps from its goal.
	maxIterations, patience = 200, 8
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// Job solves one problem at a time and keeps its workspace between problems of one shape. The zero value is ready for Start.
//
// A separable loss makes a part of each output; parts are solved one after the other.
type Job struct {
	problem    Problem
	samples    *lift.Operator
	method     Method
	rows       *lift.Rows // nil when the Newton system is in the samples
	span       *span      // nil when the solver has all features
	solver     *sdp.Solver
	prover     *neural.Prover
	subproblem subproblem
	current    int
	parts      int
	proved     []proof
	result     *Result
	prepared   bool              // rows and span are those of the problem
	warm       []sdp.Point       // of each part, for Restart
	marked     bool              // the current run has kept its point
	before     [][]neural.Neuron // of each part, for Follow
	gram       *gram             // of the samples, or nil: see unique
	squared    bool              // gram is that of the problem
	polish     *polish           // of Follow
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
	_, j.parts = p.coupled()
	j.problem, j.rows, j.span, j.prepared, j.squared = p, nil, nil, false, false
	j.samples = p.operator()
	j.prover = neural.NewProver(j.samples)
	j.method = p.Choose()
	for k := range j.warm {
		j.warm[k].Clear()
	}
	j.restart()
}

// prepare makes the form of the problem that the interior-point method takes, if it is not there.
func (j *Job) prepare() {
	if j.prepared || j.method != InteriorPoint {
		return
	}
	j.prepared = true
	if j.span = newSpan(&j.problem); j.span == nil && reducible(&j.problem, j.samples.Len(), j.samples.Blocks(), j.samples.Order()) {
		j.rows = lift.NewRows(j.samples)
	}
}

// Restart begins to solve the problem last started for another beta. What depends on the points alone is kept: the patches of a convolution, and the
// factorisation of the reduced form (the paper's constrained least squares form, appendix A). An interior iterate of the run before is where the new one
// starts.
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	if err := p.Validate(); err != nil {
		j.refuse(err)
		return
	}
	j.problem, j.before = p, nil
	j.restart()
}

func (j *Job) restart() {
	j.result, j.current, j.proved = nil, 0, nil
	j.begin()
}

// reducible reports whether the reduced form is cheaper. It serves the squared loss only, whose curvature is the same for all samples.
func reducible(p *Problem, n, blocks, order int) bool {
	if p.Loss != 0 {
		return false
	}
	q := order * (order + 1) / 2
	direct, _ := sdp.Cost(n, 1, blocks, order)
	rank := float64(min(n, blocks*q))
	p3 := math.Pow(float64(order), 3)
	reduced := float64(blocks)*rank*(4*p3+rank*float64(q)) + rank*rank*rank/6
	return reduced < direct
}

// begin starts the current part, and those after it that are done at once.
func (j *Job) begin() {
	for ; j.current < j.parts; j.current++ {
		if !j.subproblem.start(j) || j.canceled() {
			return
		}
		j.proved = append(j.proved, j.subproblem.proof)
	}
	j.finish()
}

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
	return (float64(j.current) + j.subproblem.progress(j.problem.Tolerance*innerMargin)) / float64(j.parts)
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

// Step makes one interior-point iteration, and with the last one the network and its proof. Once the problem's context is canceled it ends early,
// as Start does; its owner then calls Stop.
func (j *Job) Step() {
	if j.Done() || j.subproblem.cut {
		return
	}
	last := j.subproblem.step(j)
	if !last || j.canceled() {
		return
	}
	before := j.subproblem.proof
	more := j.subproblem.retry(j)
	if j.canceled() {
		j.subproblem.proof = before // what is half done proves nothing
	} else if !more {
		j.advance()
	}
}

// Stop ends the job with the best that it has. Parts that have not begun keep the network without neurons. It may also follow a Start that was
// canceled.
func (j *Job) Stop() {
	j.setContext(context.Background())
	for !j.Done() {
		j.subproblem.stop(j)
		j.proved = append(j.proved, j.subproblem.proof)
		if j.current++; j.current == j.parts {
			j.finish()
		} else {
			j.subproblem.skip(j)
		}
	}
}

func (j *Job) canceled() bool { return j.problem.Canceled() }

// setContext replaces the context of the problem.
func (j *Job) setContext(ctx context.Context) {
	j.problem.Context = ctx
	if j.samples != nil {
		j.samples.SetContext(ctx)
	}
	if j.span != nil {
		j.span.samples.SetContext(ctx)
	}
}

// Sketch certifies the iterate that there is, and returns the relative gap that is proved so far for the current outputs, +Inf before
// anything is, and the number of iterations. It takes about as long as an iteration at most, and changes nothing but what Stop may return.
func (j *Job) Sketch() (gap float64, iterations int) {
	if j.Done() {
		return j.result.Gap, j.result.Iterations
	}
	if c := j.subproblem.corrective; c != nil { // proved anew with every round
		return c.Gap(), c.Rounds()
	}
	return j.subproblem.sketch(j), j.subproblem.iterations + j.solver.Iterations()
}

// advance takes the proof of the current part and begins the next.
func (j *Job) advance() {
	j.proved = append(j.proved, j.subproblem.proof)
	j.current++
	j.begin()
}

// finish puts the parts together.
func (j *Job) finish() {
	p := &j.problem
	n := j.samples.Len()
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
	result.Samples, result.Blocks = n, j.samples.Blocks()
	if result.judge(p.Tolerance); result.Status == Inaccurate {
		result.advice = j.advice()
		result.judge(p.Tolerance)
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

// warmFrom is the relative gap below which an iterate is kept for the next beta. An optimum would be on the boundary, where an
// interior-point method cannot start. On paths of 50 betas, of the values from 1 to 1e-3 a hundredth was best or near it: it saved a fifth
// to two fifths of the iterations.
const warmFrom = 1e-2

// mark keeps the current part's first iterate below warmFrom.
func (j *Job) mark(gap float64) {
	for len(j.warm) < j.parts {
		j.warm = append(j.warm, sdp.Point{})
	}
	if gap < warmFrom && !j.marked {
		j.marked = true
		j.solver.MarkTo(&j.warm[j.current])
	}
}

// resume starts the current part's run, if it is its first, from what was kept for the beta before.
func (j *Job) resume() {
	j.marked = false
	if !j.subproblem.careful && j.current < len(j.warm) && j.warm[j.current].Kept() {
		j.solver.ResumeFrom(&j.warm[j.current])
	}
}
