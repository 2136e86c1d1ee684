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
	// earlyFrom is the relative gap from which the network is polished and certified; earlyKinks that for a loss with kinks, whose polish
	// does not lower the cost of the regularisation.
	earlyFrom, earlyKinks = 1e-2, 1e-5
	// earlyUncertainty is what the uncertainty of the ranks may be then, unless they have been the same in steadyRanks
	// iterations: networks of unclear ranks have more neurons than need be.
	earlyUncertainty, steadyRanks = 0.25, 3
	// earlyRatio is how much smaller the gap must be before the next attempt.
	earlyRatio = 0.1
	// plainFrom is the relative gap from which the network is certified even if polishing it takes longer than going on.
	plainFrom = 1e-4
	// earlyIterations is how many iterations polishing may take the time of, lateIterations where the iterates have met the tolerance.
	earlyIterations, lateIterations = 2.0, 8.0
)

// provedEarly reports whether the network of the solver's iterate is certified to the tolerance, as it is or improved. It tries
// where the iterate is promising and the time that takes is likely to be saved.
func (r *interior) provedEarly(gap float64) bool {
	tolerance, now := r.problem.Tolerance, r.solver.RankEstimate()
	clear := r.attempts.clear(now)
	list := r.worthwhile(gap, clear, now)
	if list == nil && !(gap <= tolerance*innerMargin || gap <= tolerance && clear) {
		return false
	}
	it := iterate{z: r.solver.Primals(), ranks: now.Ranks, dual: r.expanded(r.solver.Dual())}
	q := r.decomposed(&it)
	if r.canceled() {
		return false
	}
	if r.improve(&q, &it, list); q.gap() <= tolerance && !r.canceled() {
		r.proved = &q
	}
	return r.proved != nil
}

// worthwhile returns the improvements that are likely to save time at that gap, or nil.
func (r *interior) worthwhile(gap float64, clear bool, now sdp.RankEstimate) []improvement {
	kinked := r.problem.Loss.Kinked()
	from, iterations := earlyFrom, earlyIterations
	if kinked {
		from = earlyKinks
	}
	if gap <= r.problem.Tolerance { // the network misses what the iterates have
		iterations = lateIterations
	}
	if !clear || gap > from || gap > earlyRatio*r.attempts.gap {
		return nil
	}
	cheap := r.cheap(now, iterations)
	if !cheap && (gap > plainFrom || r.iterationWork() < r.proofWork()) {
		return nil
	}
	r.attempts.gap = gap
	if cheap || kinked {
		return early
	}
	return costly
}

// clear takes the estimate of an iteration, and reports whether the ranks are clear.
func (e *attempts) clear(now sdp.RankEstimate) bool {
	if !slices.Equal(e.ranks, now.Ranks) {
		e.ranks, e.same = append(e.ranks[:0], now.Ranks...), 0
	}
	e.same++
	return now.Uncertainty <= earlyUncertainty || e.same >= steadyRanks
}

// cheap reports whether polishing networks of the ranks takes no longer than so many iterations.
func (r *interior) cheap(now sdp.RankEstimate, iterations float64) bool {
	neurons := 0
	for _, rank := range now.Ranks {
		neurons += rank
	}
	if !r.polishable(neurons) {
		return false
	}
	const steps = 4
	work := steps * r.polishWork(neurons)
	return work <= iterations*r.iterationWork()
}

// iterationWork returns about the multiplications of an iteration, proofWork those of a network and its proof.
func (r *interior) iterationWork() float64 {
	op := r.program.Op
	inSamples, inEntries := sdp.Cost(op.Len(), r.problem.Outputs, op.Blocks(), op.Order())
	return math.Min(inSamples, inEntries) + 3*r.eigenWork(op.Order())
}

func (r *interior) proofWork() float64 {
	order := r.samples.Order()
	rows := len(r.problem.Y) * r.samples.Blocks()
	return 2*float64(rows*order*order) + 2*r.eigenWork(order)
}

// eigenWork returns about what the eigenvalues of all matrices take, each ten times the cube of the order.
func (r *interior) eigenWork(order int) float64 {
	return 10 * float64(2*r.samples.Blocks()*r.problem.Outputs) * math.Pow(float64(order), 3)
}
