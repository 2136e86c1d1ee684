package certify

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
)

// interior is the interior-point method for a subproblem. It makes up to four runs, until one meets the tolerance: as it is, with a larger
// beta, with least squares, and with both.
type interior struct {
	*evaluator
	solver   *sdp.Solver
	program  sdp.Problem
	warm     *sdp.Point // an iterate for another beta, or none
	known    *Known     // or nothing
	found    *proof     // the best of all runs so far
	constant float64    // of the loss, beside that of the reduced form
	run      int        // the kind of the current one: withLargerBeta, withLeastSquares, both or neither
	before   int        // iterations of the runs before

	// Of the current run:
	closest   iterate // a copy of the best
	gap       float64 // its relative gap, as the solver has it
	sinceBest int     // iterations
	marked    bool    // its point for another beta is kept
	attempts  attempts
	proved    *proof // of a network that met the tolerance, if one has
}

// iterate is a point of the interior-point method, in the samples' features unless it is of the span.
type iterate struct {
	z           [][]float64
	ranks       []int // those of the optimal matrices, as far as the iterate tells
	uncertainty float64
	dual        []float64 // for the samples
}

// The kinds of runs.
const (
	withLargerBeta = 1 << iota
	withLeastSquares
	runs
)

const (
	// innerMargin times the tolerance is the goal, the relative gap at which the iterates have converged: what truncation to the
	// rank costs is added to it.
	innerMargin = 1e-2
	// ranksFrom is the relative gap from which the estimates of the ranks are worth a guess, maxUncertainty the uncertainty below which the
	// iterates may count as converged.
	ranksFrom, maxUncertainty = 1e-2, 0.2
	// maxIterations and patience end a run that rounding keeps from its goal.
	maxIterations, patience = 200, 8
	// warmFrom is the relative gap below which an iterate is kept for the next beta. An optimum would be on the boundary, where an
	// interior-point method cannot start. On paths of 50 betas, of the values from 1 to 1e-3 a hundredth was best or near it: it
	// saved a fifth to two fifths of the iterations.
	warmFrom = 1e-2
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// start makes the program. Its first run starts near the known network, or from an iterate for another beta, if there is one.
func (r *interior) start(e *evaluator, warm *sdp.Point, known *Known, best *proof) method {
	p := &e.problem
	*r = interior{evaluator: e, warm: warm, known: known, found: best, solver: r.solver, closest: r.closest, attempts: r.attempts}
	e.prepare(p)
	if e.canceled() {
		return r
	}
	r.program = sdp.Problem{
		Op: e.samples, Outputs: p.Outputs, Y: p.Y, Loss: p.Loss, Context: e.samples.Context(), LeastSquares: p.leastSquares(),
	}
	switch {
	case e.usesReduced:
		r.program.Op, r.program.Y = e.reduced.rows, e.reduced.labels(p.Y)
		r.constant = e.reduced.constant()
	case e.span != nil:
		r.program.Op = e.span.samples
	}
	if !r.solver.Fits(&r.program) {
		r.solver = sdp.New(&r.program)
	}
	return r
}

// solve makes a run of each kind.
func (r *interior) solve(prove func(q *proof) (solved bool)) {
	for r.run = 0; r.run < runs; r.run++ {
		if !r.startRun() {
			continue
		}
		r.iterate()
		if r.canceled() {
			return
		}
		q := r.prove()
		if prove(&q) || r.canceled() {
			return
		}
	}
}

// startRun begins the current run, and reports whether the problem has one of that kind.
func (r *interior) startRun() bool {
	beta := r.problem.Beta
	if r.run&withLargerBeta != 0 {
		size := dense.Largest(r.found.certificate.Dual)
		beta *= raisedDual / size
		if !r.problem.Loss.Nonsmooth() || !(size > 0 && size < freeDual) {
			return false
		}
	}
	if r.run > withLargerBeta && !r.solver.CanUseQR() {
		return false
	}
	if r.run > 0 {
		r.before += r.solver.Iterations()
	}
	r.gap, r.sinceBest, r.marked, r.proved = math.Inf(1), 0, false, nil
	r.attempts = attempts{ranks: r.attempts.ranks[:0], gap: math.Inf(1)}
	r.program.Beta = beta
	r.solver.Reset(&r.program, r.run&withLeastSquares != 0)
	switch {
	case r.run == 0 && r.known.Dual != nil:
		r.startNear(r.known, r.found.gap())
	case r.run <= withLargerBeta:
		r.solver.ResumeFrom(r.warm)
	}
	return true
}

// nearest and farthest bound the share of the usual start in one near what is known.
const nearest, farthest = 1e-3, 0.5

// startNear moves the start of the run toward what is known: the closer, the smaller the gap that is proved. The solution of
// a problem in fewer coordinates (see span) may be outside of these.
func (r *interior) startNear(known *Known, gap float64) {
	if r.span != nil {
		return
	}
	z, _ := r.matrices(known.Neurons)
	dual := known.Dual
	if r.usesReduced { // the part of it that the reduced form sees
		dual, _ = r.reduced.project(nil, nil, dual)
	}
	r.solver.StartNear(z, dual, math.Max(nearest, math.Min(math.Sqrt(gap), farthest)))
}

// A loss with kinks whose v are far from the ends of their intervals has a network that fits all labels; it is optimal for every smaller
// beta, with v in proportion, but easier to find for a larger one. freeDual is the largest |v| from which on the ends may matter,
// raisedDual what it is to be with the larger beta.
const freeDual, raisedDual = 1e-3, 1e-2

// iterate makes the iterations of the run, until
//
//	the solver can make no other step,
//	the network of the iterate is proved to the tolerance, after Newton's method where that pays (see attempt),
//	the iterates have converged, or
//	rounding keeps them from it.
//
// Canceled, it may leave the iterate incomplete.
func (r *interior) iterate() {
	goal := r.problem.Tolerance * innerMargin
	for r.samples.Yield() && r.solver.Step() && !r.canceled() {
		gap := r.record()
		converged := r.gap <= goal && r.closest.uncertainty <= maxUncertainty || r.gap <= goal*innerMargin
		exhausted := r.sinceBest >= patience || r.solver.Iterations() >= maxIterations
		if r.attempt(gap) || converged || exhausted {
			return
		}
	}
}

// record keeps the solver's iterate if it is the best so far, and for the next beta the first that is good enough. It returns the iterate's
// relative gap.
func (r *interior) record() (gap float64) {
	absolute, primal := r.solver.Gap()
	gap = absolute / math.Max(primal+r.constant, tiny)
	if gap < warmFrom && !r.marked {
		r.marked = true
		r.solver.MarkTo(r.warm)
	}
	r.sinceBest++
	if gap < r.gap {
		r.sinceBest, r.gap = 0, gap
		r.keepIterate()
	}
	return gap
}

// keepIterate makes the solver's iterate the best.
func (r *interior) keepIterate() {
	best, now, estimate := &r.closest, r.solver.Primals(), r.solver.RankEstimate()
	best.dual = append(best.dual[:0], r.solver.Dual()...)
	if len(best.z) != len(now) {
		best.z = make([][]float64, len(now))
	}
	for k, z := range now {
		best.z[k] = append(best.z[k][:0], z...)
	}
	best.ranks, best.uncertainty = append(best.ranks[:0], estimate.Ranks...), estimate.Uncertainty
}

// best returns the best iterate, in the samples, with the ranks to which its matrices are to be cut.
func (r *interior) best() *iterate {
	if math.IsInf(r.gap, 1) {
		r.keepIterate()
	}
	it := r.closest
	it.dual = r.expanded(it.dual)
	if !(r.gap < math.Max(ranksFrom, r.problem.Tolerance)) {
		it.ranks = fullRanks(it.z)
	}
	return &it
}

// expanded returns the dual vector of the samples for that of the solver.
func (r *interior) expanded(v []float64) []float64 {
	if !r.usesReduced {
		return v
	}
	return r.reduced.expand(v)
}

// prove decomposes the best iterate and improves the network and its bound where they miss the tolerance.
func (r *interior) prove() proof {
	if r.proved != nil {
		return *r.proved
	}
	it := r.best()
	q := r.decomposed(it)
	r.improve(&q, it)
	return q
}

// decomposed returns the network of an iterate, with the bound of its dual vector.
func (r *interior) decomposed(it *iterate) proof {
	q := r.network(it.z, it.ranks)
	r.bound(&q, it.dual)
	return q
}

// current proves the best iterate. The estimate of the ranks may cut off more than it should.
func (r *interior) current() proof {
	it := r.best()
	q, full := r.decomposed(it), r.network(it.z, fullRanks(it.z))
	q.improve(&full, r.problem.Tolerance)
	return q
}

// progress returns how far the logarithm of the gap, by the solver's sums, has come from 1 to the goal.
func (r *interior) progress() parallel.Progress {
	share := math.Log(r.gap) / math.Log(r.problem.Tolerance*innerMargin)
	return parallel.Progress{ // the gap is +Inf at first
		Share: math.Max(0, math.Min(share, 1)), Gap: r.gap, Iterations: r.before + r.solver.Iterations(),
	}
}
