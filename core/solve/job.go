package solve

import (
	"math"

	"conelab/core/dense"
	"conelab/core/lift"
	"conelab/core/neural"
	"conelab/core/sdp"
)

// Problem is the training of a dense network with one output under the squared loss.
type Problem struct {
	// X is n by D, row-major; Y has n labels. A Job keeps both until it is done.
	X, Y  []float64
	D     int
	Sigma lift.Activation
	Beta  float64
	// Tolerance is the relative gap to certify; DefaultTolerance if zero.
	Tolerance float64
}

// DefaultTolerance is the certified relative gap asked for where a problem does not say.
const DefaultTolerance = 1e-8

const (
	// innerMargin: the solver's own gap is taken this much below the tolerance, for what truncation to the rank costs.
	innerMargin = 1e-2
	// clearDoubt is the doubt about the ranks below which the iterations may end; doubtMatters is the relative gap from which the
	// indications are listened to.
	clearDoubt, doubtMatters = 0.2, 1e-3
	// maxIterations and patience end a run that rounding keeps from its goal.
	maxIterations, patience = 100, 5
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// Job solves one problem at a time and keeps its workspace between problems of one shape. The zero value is ready for Start.
type Job struct {
	problem Problem
	samples *lift.Samples
	rows    *lift.Rows // nil when the Newton system is in the samples
	solver  *sdp.Solver
	prover  *neural.Prover

	target, rest []float64 // what the solver fits, and y_perp of the reduced form
	constant     float64   // |y_perp|^2
	best         iterate
	indication   sdp.Indication
	sinceBest    int
	result       *Result
}

// iterate is a copy of the best point so far.
type iterate struct {
	gap  float64 // the solver's own relative gap
	dual []float64
	z    [2][]float64
}

// Start begins to solve p. The empty network is tried first: beta may be too large for any neuron to be worth its price, and then
// v = 2y proves it.
func (j *Job) Start(p Problem) {
	n := len(p.Y)
	if p.Tolerance == 0 {
		p.Tolerance = DefaultTolerance
	}
	j.problem, j.result, j.rows = p, nil, nil
	j.samples = lift.NewSamples(p.Sigma, p.X, n, p.D)
	j.prover = neural.NewProver(j.samples)
	j.rest = resize(j.rest, n)
	j.best.gap, j.sinceBest = math.Inf(1), 0
	j.indication = sdp.Indication{Ranks: [2]int{p.D + 1, p.D + 1}, Doubt: math.Inf(1)}
	if j.tryEmpty() {
		return
	}
	var operator sdp.Operator = j.samples
	j.target, j.constant = append(j.target[:0], p.Y...), 0
	if samples, reduced := sdp.Cost(n, p.D+1); reduced < samples {
		j.rows = lift.NewRows(j.samples)
		j.target = resize(j.target, j.rows.Len())
		j.rows.ReduceTo(j.target, j.rest, p.Y)
		j.constant = dense.Dot(j.rest, j.rest)
		operator = j.rows
	}
	if !j.solver.Fits(operator.Len(), operator.Order()) {
		j.solver = sdp.New(operator.Len(), operator.Order())
	}
	j.solver.Reset(operator, j.target, p.Beta)
}

// tryEmpty finishes the job if the network without neurons is optimal.
func (j *Job) tryEmpty() bool {
	for i, y := range j.problem.Y {
		j.rest[i] = 2 * y
	}
	result := &Result{}
	j.prover.BoundTo(&result.Certificate, j.rest, j.problem.Y, j.problem.Beta)
	if result.Certificate.Peak > j.problem.Beta {
		return false
	}
	j.finish(result, nil)
	return true
}

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.result != nil }

// Result returns the result, or nil before the job is done.
func (j *Job) Result() *Result { return j.result }

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
	if j.Done() {
		return
	}
	if j.solver.Step() == sdp.Stalled || j.record() {
		j.conclude(Optimal)
	}
}

// Stop ends the job with the best that it has.
func (j *Job) Stop() {
	if !j.Done() {
		j.conclude(Stopped)
	}
}

// record keeps the iterate if it is the best so far, and reports whether it is time to end.
func (j *Job) record() bool {
	absolute, primal := j.solver.Gap()
	gap := absolute / math.Max(primal+j.constant, tiny)
	j.sinceBest++
	if gap < j.best.gap {
		j.sinceBest = 0
		j.best.gap = gap
		j.best.dual = append(j.best.dual[:0], j.solver.Dual()...)
		for k := range j.best.z {
			j.best.z[k] = append(j.best.z[k][:0], j.solver.Primal(k)...)
		}
	}
	if now := j.solver.Indication(); gap < doubtMatters && now.Doubt <= math.Max(j.indication.Doubt, clearDoubt/2) {
		j.indication = now
	}
	goal := j.problem.Tolerance * innerMargin
	return j.best.gap <= goal && j.indication.Doubt <= clearDoubt || j.best.gap <= goal*innerMargin ||
		j.sinceBest >= patience || j.solver.Iterations() >= maxIterations
}

// conclude turns the best iterate into a network with its proof. The ranks are those indicated; should the network of these ranks
// miss the tolerance, nothing is truncated.
func (j *Job) conclude(status Status) {
	result := &Result{Iterations: j.solver.Iterations(), Status: status}
	if math.IsInf(j.best.gap, 1) {
		j.best.dual = append(j.best.dual[:0], j.solver.Dual()...)
		for k := range j.best.z {
			j.best.z[k] = append(j.best.z[k][:0], j.solver.Primal(k)...)
		}
	}
	dual := j.best.dual
	if j.rows != nil {
		dual = make([]float64, len(j.problem.Y))
		j.rows.ExpandTo(dual, j.best.dual)
		dense.Axpy(2, j.rest, dual)
	}
	j.prover.BoundTo(&result.Certificate, dual, j.problem.Y, j.problem.Beta)
	j.finish(result, &j.indication.Ranks)
	if full := [2]int{j.problem.D + 1, j.problem.D + 1}; result.Gap > j.problem.Tolerance && j.indication.Ranks != full {
		other := &Result{Iterations: result.Iterations, Status: status, Certificate: result.Certificate}
		if j.finish(other, &full); result.Objective <= other.Objective {
			j.result = result
		}
	}
}

// finish decomposes the best iterate to the given ranks, evaluates the network, and sets the job's result. Without ranks the network
// is empty.
func (j *Job) finish(result *Result, ranks *[2]int) {
	p := &j.problem
	order := p.D + 1
	for k, sign := range []float64{1, -1} {
		dec := &neural.Decomposition{}
		if ranks != nil {
			dec = neural.Decompose(j.best.z[k], order, ranks[k])
		}
		result.Decompositions[k] = dec
		result.Neurons = append(result.Neurons, neural.Neurons(dec.Vectors, sign)...)
	}
	result.Fit = make([]float64, len(p.Y))
	result.Objective = neural.Cost(result.Fit, result.Neurons, j.samples, p.Y, p.Beta)
	result.Lower = result.Certificate.Lower
	result.Gap = RelativeGap(result.Objective, result.Lower)
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
