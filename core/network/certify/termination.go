package certify

import (
	"math"
	"slices"

	"conelab/core/numeric/sdp"
)

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
	tolerance, now := r.problem.Tolerance, r.solver.RankEstimate()
	ranksClear := r.attempts.observe(now)
	worth := r.worthwhile(gap, ranksClear, now)
	if !worth && !(gap <= tolerance*innerMargin || gap <= tolerance && ranksClear) {
		return false
	}
	it := iterate{z: r.solver.Primals(), ranks: now.Ranks, dual: r.expanded(r.solver.Dual())}
	q := r.decomposed(&it)
	missed := q.gap() > tolerance
	if r.canceled() || !worth && missed {
		return false
	}
	if missed || r.problem.ExtraDigits && !r.problem.Loss.Nonsmooth() {
		other := r.tryNewton(&it, &q)
		q.improveBy(&other, tolerance)
	}
	if q.gap() <= tolerance && !r.canceled() {
		r.accepted = &q
	}
	return r.accepted != nil
}

// worthwhile reports whether Newton's method and a certificate are likely to save time at that gap.
func (r *interior) worthwhile(gap float64, ranksClear bool, now sdp.RankEstimate) bool {
	from, iterations := earlyFrom, earlyIterations
	if r.problem.Loss.Nonsmooth() {
		from = earlyKinks
	}
	if gap <= r.problem.Tolerance { // the iterates meet it, but not their networks
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
	inSamples, inEntries := sdp.Cost(op.Len(), r.problem.Outputs, op.Blocks(), op.Order())
	eigenvalues := 10 * float64(2*op.Blocks()*r.problem.Outputs) * math.Pow(float64(op.Order()), 3) // of all matrices
	return r.newtonFits(neurons) && steps*r.newtonWork(neurons) <= iterations*(math.Min(inSamples, inEntries)+3*eigenvalues)
}
