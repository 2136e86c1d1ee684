package certify

import (
	"math"
	"slices"

	"conelab/core/numeric/sdp"
)

// early is what is known of ending a run before its iterates are as good as the network has to be: Newton's method on the neurons goes to
// the optimum at once from where the ranks are known.
type early struct {
	from  float64 // the gap at the last attempt
	ranks []int   // of the last iteration
	same  int     // how many iterations in a row have had them
	done  bool
	proof proof
}

const (
	// earlyFrom is the relative gap from which the network is polished and certified; earlyKinks that for a loss with kinks, whose polish
	// does not lower the cost of the regularisation.
	earlyFrom, earlyKinks = 1e-2, 1e-5
	// earlyUncertainty is what the uncertainty of the ranks may be then, unless they have been the same in steadyRanks iterations: networks of
	// unclear ranks have more neurons than need be.
	earlyUncertainty, steadyRanks = 0.25, 3
	// earlyRatio is how much smaller the gap must be before the next attempt.
	earlyRatio = 0.1
	// plainFrom is the relative gap from which the network is certified even if polishing it takes longer than going on.
	plainFrom = 1e-4
	// earlyIterations is how many iterations polishing may take the time of, lateIterations where the iterates have met the tolerance.
	earlyIterations, lateIterations = 2.0, 8.0
)

// endEarly certifies the network of the solver's iterate, polished where that is cheap, if it is promising, and reports whether it is certified to the
// tolerance.
func (a *subproblem) endEarly(j *Job, gap float64) bool {
	if a.trace != nil {
		return false
	}
	now, tolerance := j.solver.RankEstimate(), j.problem.Tolerance
	clear := a.early.clear(now)
	if settled := tolerance * innerMargin; (gap <= settled || gap <= tolerance && clear) && a.try(j, now.Ranks, func(*candidate) {}) {
		return true
	}
	kinks, from := hasKinks(j.problem.Loss), earlyFrom
	if kinks {
		from = earlyKinks
	}
	if !(gap <= from && gap <= earlyRatio*a.early.from) || !clear {
		return false
	}
	iterations := earlyIterations
	if gap <= tolerance { // the network misses what the iterates have
		iterations = lateIterations
	}
	cheap := a.cheap(j, now, iterations)
	if !cheap && (gap > plainFrom || j.iterationWork() < j.proofWork()) {
		return false
	}
	a.early.from = gap
	return a.try(j, now.Ranks, func(c *candidate) {
		if cheap || kinks {
			c.polish()
		} else {
			c.slope()
		}
	})
}

// clear takes the estimate of an iteration, and reports whether the ranks are clear.
func (e *early) clear(now sdp.RankEstimate) bool {
	if !slices.Equal(e.ranks, now.Ranks) {
		e.ranks, e.same = append(e.ranks[:0], now.Ranks...), 0
	}
	e.same++
	return now.Uncertainty <= earlyUncertainty || e.same >= steadyRanks
}

// try builds the network of the solver's iterate, cut to the ranks, and reports whether it is certified to the tolerance after it was improved.
func (a *subproblem) try(j *Job, ranks []int, improve func(*candidate)) bool {
	c := candidate{a: a, j: j, running: true}
	c.proof = proof{iterations: j.solver.Iterations()}
	c.base = c.proof
	a.build(j, &c.proof, primals(j.solver), ranks)
	c.proof.certificate.Lower = math.Inf(-1)
	if c.bound(expand(j.rows, a.rest, j.solver.Dual())); j.canceled() {
		return false
	}
	if improve(&c); c.missed(j.problem.Tolerance) || j.canceled() {
		return false
	}
	a.early.done, a.early.proof = true, c.proof
	return true
}

// primals returns the solver's matrices, which are not to be kept or changed.
func primals(s *sdp.Solver) [][]float64 {
	z := make([][]float64, s.Cones())
	for k := range z {
		z[k] = s.Primal(k)
	}
	return z
}

// cheap reports whether polishing networks of the ranks takes no longer than so many iterations.
func (a *subproblem) cheap(j *Job, now sdp.RankEstimate, iterations float64) bool {
	neurons := 0
	for _, r := range now.Ranks {
		neurons += r
	}
	outputs, _ := j.problem.coupled()
	if !j.polishable(neurons, outputs) {
		return false
	}
	const steps = 4
	work := steps * j.polishWork(neurons, outputs)
	return work <= iterations*j.iterationWork()
}

// eigenWork times the cube of the order is about what the eigenvalues of a matrix take.
const eigenWork = 10

// iterationWork returns about the multiplications of an iteration.
func (j *Job) iterationWork() float64 {
	n, outputs := j.samples.Len(), j.subproblem.problem.Outputs
	if j.rows != nil {
		n = j.rows.Len()
	}
	order := j.subproblem.problem.Op.Order()
	inSamples, inEntries := sdp.Cost(n, outputs, j.samples.Blocks(), order)
	return math.Min(inSamples, inEntries) + 3*eigenWork*j.cubes(order)
}

// proofWork returns about those of a network and its proof.
func (j *Job) proofWork() float64 {
	order, rows := float64(j.samples.Order()), float64(j.samples.Len()*j.subproblem.problem.Outputs*j.samples.Blocks())
	return 2*rows*order*order + 2*eigenWork*j.cubes(j.samples.Order())
}

// cubes returns the sum of the cubes of the orders of all matrices.
func (j *Job) cubes(order int) float64 {
	return float64(2*j.samples.Blocks()*j.subproblem.problem.Outputs) * math.Pow(float64(order), 3)
}
