package certify

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/sdp"
)

// subproblem is the training of the outputs that the loss couples: one output of a separable loss, all of a coupled one.
//
//	start    the optimum is at hand if the neurons known lead to it (follow), if no neuron is worth its weight, or if what is
//	         known proves it; otherwise a method begins, near what is known
//	step     an iteration of the method
//	prove    at the end of a run: the network of the best iterate, by neural decomposition, and the bound of its dual vector,
//	         improved where they miss the tolerance (see improvements)
//	again    another run, of another kind, if they still miss it
//	stop     with the best network and the best bound of all runs: any dual vector bounds the cost of every network
type subproblem struct {
	evaluator
	choice Method
	memory *memory            // of the methods
	warm   *sdp.Point         // an iterate for another beta, or none
	known  Known              // or nothing
	empty  neural.Certificate // of the network without neurons, its vector as it is
	peaked bool               // empty has its peak
	method method             // nil before it has begun
	best   proof              // without a fit, there is none yet
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
	p := &a.problem
	if a.follow() {
		return true
	}
	a.empty.Dual = append(a.empty.Dual[:0], p.Y...)
	emptyDual(a.empty.Dual, p.Y, a.samples.Len(), p.Loss)
	neural.ProjectOntoDomain(a.empty.Dual, p.Y, a.samples.Len(), p.Loss)
	if a.prover.PeakTo(&a.empty); a.canceled() {
		return false
	}
	if a.peaked = true; a.empty.Peak <= p.Beta {
		return a.stayEmpty()
	}
	if a.known.Dual != nil && a.proveKnown() || a.canceled() {
		return !a.canceled()
	}
	if a.choice == Corrective {
		a.method = newCorrective(&a.evaluator, a.known.Neurons, a.empty.Dual)
	} else {
		a.method = a.memory.interior.start(&a.evaluator, a.warm, &a.known, a.best.gap())
	}
	if a.canceled() {
		a.method = nil
	}
	return false
}

// stayEmpty proves that no neuron is worth its weight, and reports whether it was not interrupted.
func (a *subproblem) stayEmpty() (solved bool) {
	p := &a.problem
	q := a.network(nil, nil)
	a.prover.BoundTo(&q.certificate, a.empty.Dual, p.Y, p.Beta, p.Loss)
	if a.canceled() {
		return false
	}
	a.best = q
	return true
}

// proveKnown proves the network and the dual vector that are known, and reports whether they meet the tolerance.
func (a *subproblem) proveKnown() (solved bool) {
	q := a.network(a.matrices(a.known.Neurons))
	if a.bound(&q, a.known.Dual); a.canceled() {
		return false
	}
	a.keep(&q)
	return q.gap() <= a.problem.Tolerance
}

// step makes one iteration of the method, and reports whether the subproblem is solved: whether its network with its proof is the
// best that there will be. Canceled anywhere, it leaves what was proved before.
func (a *subproblem) step() (solved bool) {
	if a.method == nil || !a.method.step() || a.canceled() {
		return false
	}
	q := a.method.prove()
	if a.canceled() { // what is half done proves nothing
		return false
	}
	a.keep(&q)
	return a.best.gap() <= a.problem.Tolerance || !a.method.again(&a.best)
}

// keep takes over what is better in the proof.
func (a *subproblem) keep(q *proof) {
	if a.best.fit == nil {
		a.best = *q
	} else {
		a.best.improve(q, a.problem.Tolerance)
	}
	a.best.iterations = a.iterations()
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
	if q, ok := a.method.sketch(); ok && !a.canceled() {
		a.keep(&q)
	}
}

// stop ends the subproblem with what it has. Only the iterate's network is proved, in working precision, because someone is waiting.
func (a *subproblem) stop() {
	a.plain = true
	if a.best.fit == nil {
		a.best = a.nothing()
	}
	a.sketch()
	a.best.stopped, a.best.iterations = true, a.iterations()
}

// nothing returns the network without neurons with the bound of its own dual vector, or of the vector zero where that is not known.
func (a *subproblem) nothing() proof {
	p := &a.problem
	q := a.network(nil, nil)
	if a.peaked {
		a.prover.GivenTo(&q.certificate, a.empty.Dual, a.empty.Quadratics, a.empty.Peak, p.Y, p.Beta, p.Loss)
	} else {
		a.prover.NothingTo(&q.certificate, p.Y, p.Loss)
	}
	return q
}
