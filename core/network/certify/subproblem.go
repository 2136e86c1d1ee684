package certify

import "conelab/core/numeric/sdp"

// subproblem is the training of the outputs that the loss couples: one output of a separable loss, all of a coupled one.
//
//	start    the optimum is at hand if the neurons known lead to it (follow), if the network without neurons is optimal, or if what is
//	         known proves it; otherwise a method begins, near what is known
//	step     an iteration of the method
//	prove    at the end of a run: the network of the best iterate, by neural decomposition, and the bound of its dual vector,
//	         improved where they miss the tolerance (see improvements)
//	again    another run, of another kind, if they still miss it
//	stop     with the best network and the best bound of all runs: any dual vector bounds the cost of every network
type subproblem struct {
	evaluator
	choice Method
	memory *memory    // of the methods
	warm   *sdp.Point // an iterate for another beta, or none
	known  Known      // or nothing
	method method     // nil before it has begun
	best   proof      // without a fit, there is none yet
}

// memory is what the methods for one subproblem leave to those for the next.
type memory struct {
	interior interior
	polish   polish
}

// method is an iterative method for a subproblem.
type method interface {
	// step makes an iteration, and reports whether the run is over. Canceled, it may end early.
	step() (over bool)
	// prove returns the network and the bound of the run, which is over.
	prove() proof
	// again starts another run after one that missed the tolerance, given the best that is proved, and reports whether there is one.
	again(best *proof) bool
	// sketch returns what there is of a run that goes on, at the cost of an iteration at most, or false before anything is.
	sketch() (proof, bool)
	progress() float64 // of the run, from 0 to 1
	iterations() int   // of all runs
}

// start begins the subproblem, and reports true if it is solved already.
func (a *subproblem) start() (solved bool) {
	if a.follow() {
		return true
	}
	dual := make([]float64, len(a.problem.Y))
	emptyDual(dual, a.problem.Y, a.samples.Len(), a.problem.Loss)
	if empty := a.empty(dual); a.canceled() || a.prove(&empty) || a.known.Dual != nil && a.proveKnown() || a.canceled() {
		return !a.canceled()
	}
	if a.choice == Corrective {
		a.method = newCorrective(&a.evaluator, a.known.Neurons)
	} else {
		a.method = a.memory.interior.start(&a.evaluator, a.warm, &a.known, a.best.gap())
	}
	if a.canceled() {
		a.method = nil
	}
	return false
}

// empty returns the network without neurons with the bound of a dual vector.
func (a *subproblem) empty(dual []float64) proof {
	q := a.network(nil, nil)
	a.bound(&q, dual)
	return q
}

// proveKnown proves the network and the dual vector that are known, and reports whether they meet the tolerance.
func (a *subproblem) proveKnown() (solved bool) {
	q := a.network(a.matrices(a.known.Neurons))
	a.bound(&q, a.known.Dual)
	return a.prove(&q)
}

// step makes one iteration of the method, and reports whether the subproblem is solved: whether its network with its proof is the
// best that there will be. Canceled anywhere, it leaves what was proved before.
func (a *subproblem) step() (solved bool) {
	if a.method == nil || !a.method.step() || a.canceled() {
		return false
	}
	q := a.method.prove()
	return a.prove(&q) || !a.canceled() && !a.method.again(&a.best)
}

// prove takes over what is better in the proof, and reports whether the best meets the tolerance. Canceled, what is half done proves
// nothing.
func (a *subproblem) prove(q *proof) (solved bool) {
	switch {
	case a.canceled():
		return false
	case a.best.fit == nil:
		a.best = *q
	default:
		a.best.improve(q, a.problem.Tolerance)
	}
	a.best.iterations = a.iterations()
	return a.best.gap() <= a.problem.Tolerance
}

// iterations returns the number of iterations so far.
func (a *subproblem) iterations() int {
	if a.method == nil {
		return 0
	}
	return a.method.iterations()
}

// sketch proves what the method has so far.
func (a *subproblem) sketch() {
	if a.method == nil {
		return
	}
	if q, ok := a.method.sketch(); ok {
		a.prove(&q)
	}
}

// stop ends the subproblem with what it has. Only the iterate's network is proved, in working precision, because someone is waiting.
func (a *subproblem) stop() {
	a.plain = true
	if a.best.fit == nil {
		a.best = a.empty(make([]float64, len(a.problem.Y))) // the samples may not have been read
	}
	a.sketch()
	a.best.stopped, a.best.iterations = true, a.iterations()
}
