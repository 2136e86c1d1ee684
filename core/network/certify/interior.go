package certify

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/sdp"
)

// interior is the interior-point method for a subproblem.
type interior struct {
	*subproblem
	program  sdp.Problem
	constant float64 // |y_perp|^2
	run      int     // the number of the current run, in runs
	before   int     // iterations of the runs before

	// Of the current run:
	closest   iterate // a copy of the best
	gap       float64 // its relative gap, as the solver has it
	sinceBest int     // iterations
	marked    bool    // its point for another beta is kept
	ranks     ranks
	attempts  attempts
	proved    *proof // of a network that met the tolerance, if one has
}

// ranks are those of the optimal matrices, as far as the run has told.
type ranks struct {
	counts      []int
	uncertainty float64
	certain     bool // the iterates were close enough to tell
}

const (
	// innerMargin times the tolerance is the goal, the relative gap at which the iterates have converged: what truncation to the
	// rank costs is added to it.
	innerMargin = 1e-2
	// guessFrom is the relative gap from which the estimates of the ranks are worth a guess, certainFrom times the tolerance that from
	// which they count. maxUncertainty is the uncertainty below which the iterates may count as converged.
	guessFrom, certainFrom, maxUncertainty = 1e-2, 10, 0.2
	// maxProductShare is the largest ratio, by then, of the products of complementary matrices to the regularisation term.
	maxProductShare = 1e-3
	// maxIterations and patience end a run that rounding keeps from its goal.
	maxIterations, patience = 200, 8
	// warmFrom is the relative gap below which an iterate is kept for the next beta. An optimum would be on the boundary, where an
	// interior-point method cannot start. On paths of 50 betas, of the values from 1 to 1e-3 a hundredth was best or near it: it
	// saved a fifth to two fifths of the iterations.
	warmFrom = 1e-2
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// runs are tried in this order until one meets the tolerance: each says for which beta it is, or that it is of no use after the
// run before, and whether it uses least squares from the start.
var runs = []struct {
	name         string
	leastSquares bool
	beta         func(r *interior) (beta float64, ok bool)
}{
	{"as it is", false, func(r *interior) (float64, bool) { return r.problem.Beta, true }},
	{"a larger beta", false, (*interior).largerBeta},
	{"least squares", true, func(r *interior) (float64, bool) { return r.problem.Beta, r.solver.CanUseQR() }},
	{"a larger beta and least squares", true, (*interior).largerBeta},
}

// freeDual is the largest |v| from which on its ends may matter to a loss with kinks, raisedDual what it is to be with a larger beta.
const freeDual, raisedDual = 1e-3, 1e-2

// largerBeta returns a beta for which the same network is optimal but easier to find. A loss with kinks whose v are far from the
// ends of their intervals has a network that fits all labels; it is optimal for every smaller beta, with v in proportion.
func (r *interior) largerBeta() (beta float64, ok bool) {
	size := dense.Largest(r.subproblem.best.certificate.Dual)
	return r.problem.Beta * raisedDual / size, r.problem.Loss.Kinked() && size > 0 && size < freeDual
}

// start begins the first run for a.
func (r *interior) start(a *subproblem) method {
	p := &a.problem
	r.subproblem, r.run, r.before = a, 0, 0
	if a.prepare(p); a.canceled() {
		return r
	}
	r.program = sdp.Problem{
		Op: a.samples, Outputs: p.Outputs, Y: p.Y, Loss: p.Loss, Context: a.samples.Context(), LeastSquares: p.leastSquares(),
	}
	r.constant = 0
	if a.rows != nil {
		r.program.Op, r.program.Y = a.rows, a.reduce(p.Y)
		r.constant = dense.Dot(a.rest, a.rest)
	}
	if a.span != nil {
		r.program.Op = a.span.samples
	}
	if !a.solver.Fits(&r.program) {
		a.solver = sdp.New(&r.program)
	}
	r.startRun(p.Beta)
	return r
}

// startRun begins the current run for that beta, from an iterate for another beta or near what is known where there is one.
func (r *interior) startRun(beta float64) {
	r.gap, r.sinceBest, r.marked = math.Inf(1), 0, false
	r.ranks = ranks{counts: r.ranks.counts[:0], uncertainty: math.Inf(1)}
	r.attempts = attempts{ranks: r.attempts.ranks[:0], gap: math.Inf(1)}
	r.proved = nil
	r.program.Beta = beta
	r.solver.Reset(&r.program, runs[r.run].leastSquares)
	switch {
	case runs[r.run].leastSquares:
	case r.known.Dual != nil && r.run == 0:
		r.startNear()
	default:
		r.solver.ResumeFrom(r.warm)
	}
}

// startNear moves the start of the run toward what is known: the closer, the smaller the gap that is proved. The solution of
// a problem in fewer coordinates (see span) may be outside of these.
func (r *interior) startNear() {
	if r.span != nil {
		return
	}
	z, _ := r.matrices(r.known.Neurons)
	dual := r.known.Dual
	if r.rows != nil { // the part of it that the reduced form sees
		dual = make([]float64, r.rows.Len())
		r.rows.ReduceTo(dual, make([]float64, len(r.known.Dual)), r.known.Dual)
	}
	gap := r.subproblem.best.gap()
	r.solver.StartNear(z, dual, math.Max(nearest, math.Min(math.Sqrt(gap), farthest)))
}

// nearest and farthest bound the share of the usual start in one near what is known.
const nearest, farthest = 1e-3, 0.5

// again starts another run after one that missed the tolerance, if there is one.
func (r *interior) again() bool {
	r.before += r.solver.Iterations()
	for r.run++; r.run < len(runs); r.run++ {
		if beta, ok := runs[r.run].beta(r); ok {
			r.startRun(beta)
			return true
		}
	}
	return false
}

// step makes an iteration. The run is over when
//
//	the solver can make no other step,
//	the network of the iterate is proved to the tolerance, polished where that pays (provedEarly),
//	the iterates have converged, or
//	rounding keeps them from it.
func (r *interior) step() (over bool) {
	if r.solver.Step() == sdp.Stalled || r.canceled() { // a canceled step may have left the iterate incomplete
		return true
	}
	gap := r.record()
	goal := r.problem.Tolerance * innerMargin
	converged := r.gap <= goal && r.ranks.certain && r.ranks.uncertainty <= maxUncertainty || r.gap <= goal*innerMargin
	exhausted := r.sinceBest >= patience || r.solver.Iterations() >= maxIterations
	return r.provedEarly(gap) || converged || exhausted
}

// record keeps the solver's iterate where it is the best so far, the first that is good enough for another beta, and what it
// tells about the ranks. It returns the iterate's relative gap.
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
	certain := certainFrom * r.problem.Tolerance
	if now := r.solver.RankEstimate(); gap < math.Max(guessFrom, certain) {
		r.ranks.take(now, gap < certain && now.Share < maxProductShare)
	}
	return gap
}

// take takes over the less uncertain of two estimates, the newer one where both are good.
func (k *ranks) take(now sdp.RankEstimate, certain bool) {
	limit := k.uncertainty
	switch {
	case certain && !k.certain:
		limit = math.Inf(1)
	case k.certain && !certain:
		return
	case certain:
		limit = math.Max(limit, maxUncertainty)
	}
	if now.Uncertainty <= limit {
		k.counts, k.uncertainty, k.certain = append(k.counts[:0], now.Ranks...), now.Uncertainty, certain
	}
}

// keepIterate makes the solver's iterate the best.
func (r *interior) keepIterate() {
	best, now := &r.closest, r.solver.Primals()
	best.dual = append(best.dual[:0], r.solver.Dual()...)
	if len(best.z) != len(now) {
		best.z = make([][]float64, len(now))
	}
	for k, z := range now {
		best.z[k] = append(best.z[k][:0], z...)
	}
}

// prove decomposes the best iterate and improves the network and its bound where they miss the tolerance.
func (r *interior) prove() proof {
	if r.proved != nil {
		return *r.proved
	}
	if math.IsInf(r.gap, 1) {
		r.keepIterate()
	}
	it := iterate{z: r.closest.z, ranks: r.ranks.counts, dual: r.expanded(r.closest.dual)}
	if len(it.ranks) == 0 {
		it.ranks = fullRanks(it.z)
	}
	q := r.decomposed(&it)
	r.improve(&q, &it)
	return q
}

// decomposed returns the network of an iterate, with the bound of its dual vector.
func (r *interior) decomposed(it *iterate) proof {
	q := r.network(it.z, it.ranks)
	r.bound(&q, it.dual)
	return q
}

// expanded returns the dual vector of the samples for that of the solver.
func (r *interior) expanded(v []float64) []float64 {
	if r.rows == nil {
		return v
	}
	return r.expand(v)
}

// sketch proves the best iterate, if there was an iteration or the run is to be stopped. A guess of the ranks may cut off more than
// it should.
func (r *interior) sketch() (proof, bool) {
	if math.IsInf(r.gap, 1) {
		if !r.stopped {
			return proof{}, false
		}
		r.keepIterate()
		r.gap = math.MaxFloat64
	}
	it := iterate{z: r.closest.z, ranks: r.ranks.counts, dual: r.expanded(r.closest.dual)}
	if r.ranks.certain {
		return r.decomposed(&it), true
	}
	guess := it.ranks
	it.ranks = fullRanks(it.z)
	q := r.decomposed(&it)
	if len(guess) > 0 {
		cut := r.network(it.z, guess)
		q.improve(&cut, r.problem.Tolerance)
	}
	return q, true
}

// progress returns how far the logarithm of the gap has come from 1 to the goal.
func (r *interior) progress() float64 {
	share := math.Log(r.gap) / math.Log(r.problem.Tolerance*innerMargin)
	return math.Max(0, math.Min(share, 1)) // the gap is +Inf at first
}

func (r *interior) iterations() int { return r.before + r.solver.Iterations() }
