package certify

import (
	"math"

	"conelab/core/numeric/sdp"
)

// early is what is known of ending a run before its iterates are as good as the network has to be: Newton's method on the neurons goes to
// the optimum at once from where the ranks are known.
type early struct {
	from  float64 // the gap at the last attempt
	done  bool
	proof proof
}

const (
	// earlyFrom is the relative gap from which the network is polished and certified; earlyKinks that for a loss with kinks, whose polish
	// does not lower the cost of the regularisation.
	earlyFrom, earlyKinks = 1e-2, 1e-5
	// earlyUncertainty is what the uncertainty of the ranks may be then.
	earlyUncertainty = 0.25
	// unclearFrom is the part of the tolerance from which they may be unclear.
	unclearFrom = 1
	// earlyRatio is how much smaller the gap must be before the next attempt.
	earlyRatio = 0.1
	// plainFrom is the relative gap from which the network is certified even if polishing it takes longer than going on.
	plainFrom = 1e-4
	// earlyIterations is how many iterations polishing may take the time of.
	earlyIterations = 2
)

// endEarly polishes the network of the solver's iterate, if that is promising and cheap, and reports whether it is certified to the tolerance.
func (a *part) endEarly(j *Job, gap float64) bool {
	from := earlyFrom
	if hasKinks(j.problem.Loss) {
		from = earlyKinks
	}
	now := j.solver.RankEstimate()
	if a.trace != nil || !(gap <= from && gap <= earlyRatio*a.early.from) || now.Uncertainty > earlyUncertainty && gap > unclearFrom*j.problem.Tolerance {
		return false
	}
	cheap := a.cheap(j, now)
	if !cheap && (gap > plainFrom || j.iterationWork() < j.proofWork()) {
		return false
	}
	a.early.from = gap
	p := &j.problem
	c := candidate{a: a, j: j}
	c.proof = proof{iterations: j.solver.Iterations()}
	c.base = c.proof
	dual := expand(j.rows, a.rest, j.solver.Dual())
	z := make([][]float64, j.solver.Cones())
	for k := range z {
		z[k] = j.solver.Primal(k)
	}
	c.proof.certificate.Dual, c.proof.certificate.Lower = dual, math.Inf(-1)
	a.build(j, &c.proof, z, now.Ranks)
	if hasKinks(p.Loss) || !cheap {
		c.bound(dual)
	}
	if cheap || hasKinks(p.Loss) {
		c.polish()
	} else {
		c.slope()
	}
	if c.missed(p.Tolerance) {
		return false
	}
	a.early.done, a.early.proof = true, c.proof
	return true
}

// cheap reports whether polishing networks of the ranks costs little beside an iteration.
func (a *part) cheap(j *Job, now sdp.RankEstimate) bool {
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
	return work <= earlyIterations*j.iterationWork()
}

// eigenWork times the cube of the order is about what the eigenvalues of a matrix take.
const eigenWork = 10

// iterationWork returns about the multiplications of an iteration.
func (j *Job) iterationWork() float64 {
	n, outputs := j.samples.Len(), j.part.problem.Outputs
	if j.rows != nil {
		n = j.rows.Len()
	}
	inSamples, inEntries := sdp.Cost(n, outputs, j.samples.Blocks(), j.samples.Order())
	return math.Min(inSamples, inEntries) + 3*eigenWork*j.cubes()
}

// proofWork returns about those of a network and its proof.
func (j *Job) proofWork() float64 {
	order, rows := float64(j.samples.Order()), float64(j.samples.Len()*j.part.problem.Outputs*j.samples.Blocks())
	return 2*rows*order*order + 2*eigenWork*j.cubes()
}

// cubes returns the sum of the cubes of the orders of all matrices.
func (j *Job) cubes() float64 {
	return float64(2*j.samples.Blocks()*j.part.problem.Outputs) * math.Pow(float64(j.samples.Order()), 3)
}
