package solve

import (
	"math"

	"conelab/core/lift"
	"conelab/core/neural"
	"conelab/core/sdp"
)

const (
	// innerMargin: the solver's own gap is taken this much below the tolerance, for what truncation to the rank costs.
	innerMargin = 1e-2
	// doubtMatters times the tolerance is the relative gap from which the indications of the ranks are listened to, clearDoubt the doubt
	// below which the iterations may end.
	doubtMatters = 10
	// settledShare is what the products of complementary matrices may be of the price of the neurons by then.
	settledShare = 1e-3
	clearDoubt   = 0.2
	// maxIterations and patience end a run that rounding keeps from its goal.
	maxIterations, patience = 100, 8
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// Job solves one problem at a time and keeps its workspace between problems of one shape. The zero value is ready for Start.
//
// A separable loss makes a part of each output; parts are solved one after the other.
type Job struct {
	problem Problem
	samples *lift.Samples
	rows    *lift.Rows // nil when the Newton system is in the samples
	solver  *sdp.Solver
	prover  *neural.Prover
	part    part
	current int
	parts   int
	proved  []proof
	result  *Result
	warm    []sdp.Point // of each part, for Restart
	marked  bool        // the current run has kept its point
}

// Start begins to solve p.
func (j *Job) Start(p Problem) {
	p.Tolerance = p.tolerance()
	p.Outputs = p.outputs()
	_, j.parts = p.coupled()
	j.problem, j.rows = p, nil
	j.samples = p.operator()
	j.prover = neural.NewProver(j.samples)
	if reducible(&p, j.samples) {
		j.rows = lift.NewRows(j.samples)
	}
	j.cool()
	j.restart()
}

// Restart begins to solve the problem last started for another beta and, unless y is nil, for other labels, as many as before. What
// depends on the points alone is kept: the patches of a convolution, and the factorisation of the reduced form (the paper's constrained
// least squares form, appendix A). Where the labels stay too, an interior iterate of the run before is where the new one starts.
func (j *Job) Restart(beta float64, y []float64) {
	j.problem.Beta = beta
	if y != nil {
		if len(y) != len(j.problem.Y) {
			panic("solve: Restart with another number of labels")
		}
		j.problem.Y = y
		j.cool()
	}
	j.restart()
}

func (j *Job) restart() {
	j.result, j.current, j.proved = nil, 0, nil
	j.begin()
}

// reducible reports whether the reduced form is cheaper. It serves the squared loss only, whose curvature is the same for all samples.
func reducible(p *Problem, s *lift.Samples) bool {
	if p.Loss != 0 {
		return false
	}
	q := s.Order() * (s.Order() + 1) / 2
	direct, _ := sdp.Cost(s.Len(), 1, s.Blocks(), s.Order())
	rank := float64(min(s.Len(), s.Blocks()*q))
	p3 := math.Pow(float64(s.Order()), 3)
	reduced := float64(s.Blocks())*rank*(4*p3+rank*float64(q)) + rank*rank*rank/6
	return reduced < direct
}

// begin starts the current part, and those after it that are done at once.
func (j *Job) begin() {
	for ; j.current < j.parts; j.current++ {
		if !j.part.start(j) {
			return
		}
		j.proved = append(j.proved, j.part.proof)
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
	return (float64(j.current) + j.part.progress(j.problem.Tolerance*innerMargin)) / float64(j.parts)
}

// Run starts p and steps to the end.
func (j *Job) Run(p Problem) *Result {
	j.Start(p)
	for !j.Done() {
		j.Step()
	}
	return j.result
}

// Step makes one interior-point iteration, and with the last one the network and its proof.
func (j *Job) Step() {
	if !j.Done() && j.part.step(j) && !j.part.retry(j) {
		j.advance()
	}
}

// Stop ends the job with the best that it has. Parts that have not begun keep the network without neurons.
func (j *Job) Stop() {
	for !j.Done() {
		j.part.stop(j)
		j.advance()
	}
}

// advance takes the proof of the current part and begins the next.
func (j *Job) advance() {
	j.proved = append(j.proved, j.part.proof)
	j.current++
	j.begin()
}

// finish puts the parts together.
func (j *Job) finish() {
	p := &j.problem
	n := j.samples.Len()
	result := &Result{Fit: make([]float64, 0, len(p.Y))}
	var objective, lower float64
	for at, q := range j.proved {
		for _, neuron := range q.neurons {
			neuron.Output += at
			result.Neurons = append(result.Neurons, neuron)
		}
		result.Decompositions = append(result.Decompositions, q.decompositions...)
		result.Certificate.add(&q.certificate)
		result.Iterations += q.iterations
		result.Fit = append(result.Fit, q.fit...)
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
	result.judge(p.Tolerance)
	j.result = result
}

// RelativeGap returns (objective - lower) / max(|objective|, tiny).
func RelativeGap(objective, lower float64) float64 {
	return (objective - lower) / math.Max(math.Abs(objective), tiny)
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
