package certify

import (
	"math"
	"slices"

	"conelab/core/numeric/sdp"
)

// attempts is what is known of ending a run before its iterates are as good as the network has to be: Newton's method on the
// neurons goes to the optimum at once from where the ranks are known.
type attempts struct {
	gap   float64 // at the last one with an improvement
	ranks []int   // of the last iteration
	same  int     // how many iterations in a row have had them
}

const (
	// earlyFrom is the relative gap from which Newton's method is tried; earlyKinks that for a loss with kinks, where the regularisation
	// stays what it is.
	earlyFrom, earlyKinks = 1e-2, 1e-5
	// earlyUncertainty is what the uncertainty of the ranks may be then, unless they have been the same in steadyRanks
	// iterations: networks of unclear ranks have more neurons than need be.
	earlyUncertainty, steadyRanks = 0.25, 3
	// earlyRatio is how much smaller the gap must be before the next attempt.
	earlyRatio = 0.1
	// earlyIterations is how many iterations Newton's method may take the time of, lateIterations where the iterates have met the tolerance.
	earlyIterations, lateIterations = 2.0, 8.0
)

// attempt reports whether the network of the solver's iterate is certified to the tolerance, as it is or improved. It tries
// where the iterate is promising and the time that takes is likely to be saved.
func (r *interior) attempt(gap float64) bool {
	tolerance, now := r.problem.Tolerance, r.solver.RankEstimate()
	clear := r.attempts.clear(now)
	worth := r.worthwhile(gap, clear, now)
	if !worth && !(gap <= tolerance*innerMargin || gap <= tolerance && clear) {
		return false
	}
	it := iterate{z: r.solver.Primals(), ranks: now.Ranks, dual: r.expanded(r.solver.Dual())}
	q := r.decomposed(&it)
	missed := q.gap() > tolerance
	if r.canceled() || !worth && missed {
		return false
	}
	if missed || r.problem.ExtraDigits && !r.problem.Loss.Nonsmooth() {
		other := r.withNewton(&it, &q)
		q.improve(&other, tolerance)
	}
	if q.gap() <= tolerance && !r.canceled() {
		r.proved = &q
	}
	return r.proved != nil
}

// worthwhile reports whether Newton's method and a certificate are likely to save time at that gap.
func (r *interior) worthwhile(gap float64, clear bool, now sdp.RankEstimate) bool {
	from, iterations := earlyFrom, earlyIterations
	if r.problem.Loss.Nonsmooth() {
		from = earlyKinks
	}
	if gap <= r.problem.Tolerance { // the network misses what the iterates have
		iterations = lateIterations
	}
	if !clear || gap > from || gap > earlyRatio*r.attempts.gap || !r.cheap(now, iterations) {
		return false
	}
	r.attempts.gap = gap
	return true
}

// clear takes the estimate of an iteration, and reports whether the ranks are clear.
func (e *attempts) clear(now sdp.RankEstimate) bool {
	if !slices.Equal(e.ranks, now.Ranks) {
		e.ranks, e.same = append(e.ranks[:0], now.Ranks...), 0
	}
	e.same++
	return now.Uncertainty <= earlyUncertainty || e.same >= steadyRanks
}

// cheap reports whether Newton's method on networks of the ranks takes no longer than so many iterations.
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
