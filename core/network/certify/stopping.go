package certify

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/sdp"
)

const (
	// innerMargin times the tolerance is the goal, the relative gap at which the iterates have converged: what truncation to the
	// rank costs is added to it.
	innerMargin = 1e-2
	// rankFrom times the tolerance is the relative gap from which the estimates of the ranks count, maxUncertainty the uncertainty below
	// which the iterates may count as converged.
	rankFrom = 10
	// maxProductShare is the largest ratio, by then, of the products of complementary matrices to the regularisation term.
	maxProductShare = 1e-3
	maxUncertainty  = 0.2
	// maxIterations and patience end a run that rounding keeps from its goal.
	maxIterations, patience = 200, 8
	// tiny keeps the relative gap of an objective of zero finite.
	tiny = 1e-300
)

// step makes one iteration of the method, and reports whether the subproblem is solved: whether its network with its proof is the
// best that there will be. When it ends is decided here:
//
//	iterate, and go on unless the run is over:
//	    the solver can make no other step,
//	    the network of the iterate is proved to the tolerance, polished where that pays (provedEarly),
//	    the iterates have converged, or
//	    rounding keeps them from it
//	make the best network and the best bound of the run and of those before the proof
//	end if it meets the tolerance
//	start another run if there is one that may do better (again), or else end
//
// Canceled anywhere, it leaves what was proved before.
func (a *subproblem) step() (solved bool) {
	if !a.begun || !a.iterate() || a.canceled() {
		return false
	}
	before := a.proof
	if a.conclude(); a.canceled() {
		a.proof = before // what is half done proves nothing
		return false
	}
	return a.proof.gap() <= a.problem.Tolerance || !a.again()
}

// iterate makes one iteration, and reports whether the run is over.
func (a *subproblem) iterate() (over bool) {
	if a.corrective != nil {
		if !a.corrective.Done() {
			a.corrective.Step()
		}
		return a.corrective.Done()
	}
	if a.solver.Step() == sdp.Stalled || a.canceled() { // a canceled step may have left the iterate incomplete
		return true
	}
	gap := a.record()
	r, goal := &a.run, a.problem.Tolerance*innerMargin
	converged := r.best.gap <= goal && r.uncertainty <= maxUncertainty || r.best.gap <= goal*innerMargin
	exhausted := r.sinceBest >= patience || a.solver.Iterations() >= maxIterations
	return a.provedEarly(gap) || converged || exhausted
}

// conclude proves the network of the run that is over, and keeps the best network and the best bound of all runs.
func (a *subproblem) conclude() {
	if a.corrective != nil {
		a.concludeCorrective()
		return
	}
	before := a.proof
	if a.prove(); a.canceled() {
		return
	}
	if before.fit != nil {
		a.proof.merge(&before)
	}
	a.proof.iterations = a.iterations + a.solver.Iterations()
}

// freeDual is the largest |v| from which on its ends may matter to a loss with kinks, raisedDual what it is to be with a larger beta.
const freeDual, raisedDual = 1e-3, 1e-2

// again starts another run after one that missed the tolerance, and reports whether there is one. A loss with kinks whose v are
// far from the ends of their intervals has a network that fits all labels; it is optimal for every smaller beta, with v in
// proportion, and so it is found with a larger one. Otherwise the second run uses least squares from the start.
func (a *subproblem) again() bool {
	if a.corrective != nil {
		return false
	}
	a.iterations += a.solver.Iterations()
	p, r, size := &a.problem, &a.run, dense.Largest(a.proof.certificate.Dual)
	switch {
	case p.Loss.Kinked() && !r.raised && size > 0 && size < freeDual:
		r.raised = true
		a.startRun(p.Beta * raisedDual / size)
	case !r.careful && a.solver.CanUseQR():
		r.careful, r.raised = true, false
		a.startRun(p.Beta)
	default:
		return false
	}
	return true
}

// early is what is known of ending a run before its iterates are as good as the network has to be: Newton's method on the neurons goes to
// the optimum at once from where the ranks are known.
type early struct {
	from  float64 // the gap at the last attempt
	ranks []int   // of the last iteration
	same  int     // how many iterations in a row have had them
	proof *proof  // of the network that met the tolerance, if one has
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

// provedEarly reports whether the network of the solver's iterate is certified to the tolerance, as it is or polished. It tries
// where the iterate is promising and the time that takes is likely to be saved. A run with a trace goes on, since its iterates
// are wanted.
func (a *subproblem) provedEarly(gap float64) bool {
	if a.trace != nil {
		return false
	}
	p, e, now := &a.problem, &a.run.early, a.solver.RankEstimate()
	clear := e.clear(now)
	var c *candidate
	if gap <= p.Tolerance*innerMargin || gap <= p.Tolerance && clear {
		if c = a.attempt(now.Ranks); a.accept(c) {
			return true
		}
	}
	from, iterations := earlyFrom, earlyIterations
	if p.Loss.Kinked() {
		from = earlyKinks
	}
	if gap <= p.Tolerance { // the network misses what the iterates have
		iterations = lateIterations
	}
	cheap := a.cheap(now, iterations)
	if !(clear && gap <= from && gap <= earlyRatio*e.from) || !cheap && (gap > plainFrom || a.iterationWork() < a.proofWork()) {
		return false
	}
	e.from = gap
	if c == nil {
		c = a.attempt(now.Ranks)
	}
	if a.canceled() {
		return false
	}
	if cheap || p.Loss.Kinked() {
		c.polish()
	} else {
		c.slope()
	}
	return a.accept(c)
}

// attempt returns the network of the solver's iterate, cut to the ranks, with the bound of its dual vector.
func (a *subproblem) attempt(ranks []int) *candidate {
	c := &candidate{a: a, running: true, base: proof{iterations: a.solver.Iterations()}}
	c.start(a.solver.Primals(), ranks, expand(a.rows, a.rest, a.solver.Dual()))
	return c
}

// accept ends the run with the candidate's proof if that meets the tolerance, and reports whether it does.
func (a *subproblem) accept(c *candidate) bool {
	if c.missed(a.problem.Tolerance) || a.canceled() {
		return false
	}
	a.run.early.proof = &c.proof
	return true
}

// clear takes the estimate of an iteration, and reports whether the ranks are clear.
func (e *early) clear(now sdp.RankEstimate) bool {
	if !slices.Equal(e.ranks, now.Ranks) {
		e.ranks, e.same = append(e.ranks[:0], now.Ranks...), 0
	}
	e.same++
	return now.Uncertainty <= earlyUncertainty || e.same >= steadyRanks
}

// cheap reports whether polishing networks of the ranks takes no longer than so many iterations.
func (a *subproblem) cheap(now sdp.RankEstimate, iterations float64) bool {
	neurons := 0
	for _, r := range now.Ranks {
		neurons += r
	}
	if !a.polishable(neurons) {
		return false
	}
	const steps = 4
	work := steps * a.polishWork(neurons)
	return work <= iterations*a.iterationWork()
}

// iterationWork returns about the multiplications of an iteration, proofWork those of a network and its proof.
func (a *subproblem) iterationWork() float64 {
	op := a.program.Op
	inSamples, inEntries := sdp.Cost(op.Len(), a.problem.Outputs, op.Blocks(), op.Order())
	return math.Min(inSamples, inEntries) + 3*a.eigenWork(op.Order())
}

func (a *subproblem) proofWork() float64 {
	order := a.samples.Order()
	rows := len(a.problem.Y) * a.samples.Blocks()
	return 2*float64(rows*order*order) + 2*a.eigenWork(order)
}

// eigenWork returns about what the eigenvalues of all matrices take, each ten times the cube of the order.
func (a *subproblem) eigenWork(order int) float64 {
	return 10 * float64(2*a.samples.Blocks()*a.problem.Outputs) * math.Pow(float64(order), 3)
}
