package certify

import (
	"math"
	"slices"

	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
)

// interior is the interior-point method for a subproblem.
type interior struct {
	refiner  *refiner
	solver   *sdp.Solver
	program  sdp.Problem
	warm     *sdp.Point // an iterate for another beta, or none
	constant float64    // the part of the loss that the reduced form leaves out

	bestIterate iterate // a copy
	gap         float64 // its relative gap by the solver's sums
	sinceBest   int     // iterations
	marked      bool    // a point of the run is kept for another beta
	attempts    attempts
	accepted    *candidate // meets the tolerance; nil before one does
}

// iterate is a point of the interior-point method, in the samples' features or in the coordinates of the span.
type iterate struct {
	z     [][]float64
	ranks []int     // estimates for the optimal matrices
	dual  []float64 // for the samples
}

const (
	// innerMargin times the tolerance is the goal, the relative gap at which the iterates have converged. The rest of the tolerance is for
	// what truncation to the rank costs.
	innerMargin = 1e-2
	// ranksFrom is the relative gap below which the estimated ranks are used.
	ranksFrom = 1e-2
	// maxIterations, or patience iterations without a better gap, end a run that rounding keeps from its goal.
	maxIterations, patience = 200, 8
	// warmFrom is the relative gap below which an iterate is kept for the next beta. An optimum is on the boundary, where an
	// interior-point method cannot start. On paths of 50 betas a hundredth was the best of the values from 1 to 1e-3, or near it: it
	// saved a fifth to two fifths of the iterations.
	warmFrom = 1e-2
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// start makes the program, and begins the run from an iterate for another beta, if there is one.
func (r *interior) start(f *refiner, warm *sdp.Point) method {
	p := &f.problem
	*r = interior{
		refiner: f, warm: warm, solver: r.solver, bestIterate: r.bestIterate, gap: math.Inf(1),
		attempts: attempts{ranks: r.attempts.ranks[:0], gap: math.Inf(1)},
	}
	f.prepare(p)
	if f.canceled() {
		return r
	}
	r.program = sdp.Problem{
		Op: f.operator, Outputs: p.Outputs, Y: p.Y, Beta: p.Beta, Loss: p.Loss, Context: f.operator.Context(),
		LeastSquares: p.leastSquaresLimit(),
	}
	switch {
	case f.usesReduced:
		r.program.Op, r.program.Y = f.reduced.rows.Operator, f.reduced.labels(p.Y)
		r.constant = f.reduced.constant()
	case f.span != nil:
		r.program.Op = f.span.operator
	}
	if !r.solver.Fits(&r.program) {
		r.solver = sdp.New(&r.program)
	}
	r.solver.Reset(&r.program)
	r.solver.ResumeFrom(r.warm)
	return r
}

// run makes the iterations, until
//
//	the solver can make no other step,
//	the network of the iterate is proved to the tolerance, after Newton's method where that pays (see attempt),
//	the iterates have converged, or
//	rounding keeps them from converging.
//
// Canceled, it may leave the iterate incomplete.
func (r *interior) run() {
	goal := r.refiner.problem.Tolerance * innerMargin
	for r.refiner.operator.Yield() && r.solver.Step() && !r.refiner.canceled() {
		gap := r.record()
		exhausted := r.sinceBest >= patience || r.solver.Iterations() >= maxIterations
		if r.attempt(gap) || r.gap <= goal || exhausted {
			return
		}
	}
}

// record keeps the solver's iterate if it is the best so far, and the first that is good enough for the next beta (see warmFrom). It
// returns the iterate's relative gap.
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

// keepIterate copies the solver's iterate to bestIterate.
func (r *interior) keepIterate() {
	best, now := &r.bestIterate, r.solver.Primals()
	best.dual = append(best.dual[:0], r.solver.Dual()...)
	if len(best.z) != len(now) {
		best.z = make([][]float64, len(now))
	}
	for k, z := range now {
		best.z[k] = append(best.z[k][:0], z...)
	}
	best.ranks = append(best.ranks[:0], r.solver.RankEstimate().Ranks...)
}

// best returns the best iterate, with a dual vector of the samples and the ranks to which its matrices are to be cut.
func (r *interior) best() *iterate {
	if math.IsInf(r.gap, 1) {
		r.keepIterate()
	}
	it := r.bestIterate
	it.dual = r.expanded(it.dual)
	if !(r.gap < math.Max(ranksFrom, r.refiner.problem.Tolerance)) {
		it.ranks = r.refiner.fullRanks(it.z)
	}
	return &it
}

// expanded returns the dual vector of the samples for one of the solver.
func (r *interior) expanded(v []float64) []float64 {
	if !r.refiner.usesReduced {
		return v
	}
	return r.refiner.reduced.expand(v)
}

// found decomposes the best iterate and improves the network and its bound where they miss the tolerance.
func (r *interior) found() candidate {
	if r.accepted != nil {
		return *r.accepted
	}
	it := r.best()
	c := r.decomposed(it)
	r.refiner.improve(&c, it)
	return c
}

// decomposed returns the network of an iterate, with the bound of its dual vector.
func (r *interior) decomposed(it *iterate) candidate {
	c := r.refiner.network(it.z, it.ranks)
	r.refiner.bound(&c, it.dual)
	return c
}

// current proves the best iterate. The estimate of the ranks may cut off more than it should.
func (r *interior) current() candidate {
	it := r.best()
	c := r.decomposed(it)
	full := r.refiner.tryAllRanks(it, &c)
	c.improveBy(&full, r.refiner.problem.Tolerance)
	return c
}

// progress measures the work done by the logarithm of the gap, by the solver's sums: 0 at a gap of 1, 1 at the goal.
func (r *interior) progress() parallel.Progress {
	share := math.Log(r.gap) / math.Log(r.refiner.problem.Tolerance*innerMargin)
	return parallel.Progress{ // the gap is +Inf at first
		Share: math.Max(0, math.Min(share, 1)), Gap: r.gap, Iterations: r.solver.Iterations(),
	}
}

// attempts records earlier tries to end a run before the iterates have converged: once the ranks are known, Newton's method on the neurons
// goes straight to the optimum.
type attempts struct {
	gap     float64 // at the last try with Newton's method
	ranks   []int   // of the last iteration
	sameFor int     // for how many iterations in a row
}

const (
	// earlyFrom is the relative gap below which Newton's method is tried, earlyKinks that for a loss with kinks.
	earlyFrom, earlyKinks = 1e-2, 1e-5
	// earlyUncertainty is the largest uncertainty of the ranks then, unless they have been the same in steadyRanks iterations: networks with
	// unclear ranks have too many neurons.
	earlyUncertainty, steadyRanks = 0.25, 3
	// earlyRatio is the factor by which the gap must fall before the next attempt.
	earlyRatio = 0.1
	// earlyIterations is the time that Newton's method may take, in iterations; lateIterations once the iterates have met the tolerance.
	earlyIterations, lateIterations = 2.0, 8.0
)

// attempt reports whether the network of the solver's iterate is certified to the tolerance, as it is or improved. It tries only where that
// is likely to save time.
func (r *interior) attempt(gap float64) bool {
	tolerance, now := r.refiner.problem.Tolerance, r.solver.RankEstimate()
	ranksClear := r.attempts.observe(now)
	worth := r.worthwhile(gap, ranksClear, now)
	if !worth && !(gap <= tolerance*innerMargin || gap <= tolerance && ranksClear) {
		return false
	}
	it := iterate{z: r.solver.Primals(), ranks: now.Ranks, dual: r.expanded(r.solver.Dual())}
	q := r.decomposed(&it)
	missed := q.gap() > tolerance
	if r.refiner.canceled() || !worth && missed {
		return false
	}
	if missed || r.refiner.problem.ExtraDigits && !r.refiner.problem.Loss.Nonsmooth() {
		other := r.refiner.tryNewton(&it, &q)
		q.improveBy(&other, tolerance)
	}
	if q.gap() <= tolerance && !r.refiner.canceled() {
		r.accepted = &q
	}
	return r.accepted != nil
}

// worthwhile reports whether Newton's method and a certificate are likely to save time at that gap.
func (r *interior) worthwhile(gap float64, ranksClear bool, now sdp.RankEstimate) bool {
	from, iterations := earlyFrom, earlyIterations
	if r.refiner.problem.Loss.Nonsmooth() {
		from = earlyKinks
	}
	if gap <= r.refiner.problem.Tolerance { // the iterates meet it, but not their networks
		iterations = lateIterations
	}
	if !ranksClear || gap > from || gap > earlyRatio*r.attempts.gap || !r.cheap(now, iterations) {
		return false
	}
	r.attempts.gap = gap
	return true
}

// observe takes an iteration's estimate of the ranks, and reports whether it is clear.
func (a *attempts) observe(now sdp.RankEstimate) bool {
	if !slices.Equal(a.ranks, now.Ranks) {
		a.ranks, a.sameFor = append(a.ranks[:0], now.Ranks...), 0
	}
	a.sameFor++
	return now.Uncertainty <= earlyUncertainty || a.sameFor >= steadyRanks
}

// cheap reports whether Newton's method on a network with these ranks takes no longer than the given number of iterations.
func (r *interior) cheap(now sdp.RankEstimate, iterations float64) bool {
	const steps = 4
	neurons := 0
	for _, rank := range now.Ranks {
		neurons += rank
	}
	op := r.program.Op
	inSamples, inEntries := sdp.Cost(op.Len(), r.refiner.problem.Outputs, op.Blocks(), op.Order())
	eigenvalues := 10 * float64(2*op.Blocks()*r.refiner.problem.Outputs) * math.Pow(float64(op.Order()), 3) // of all matrices
	return r.refiner.newtonFits(neurons) && steps*r.refiner.newtonWork(neurons) <= iterations*(math.Min(inSamples, inEntries)+3*eigenvalues)
}
