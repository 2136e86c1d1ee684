package certify

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
)

// subproblem is the training of the outputs that the loss couples: one output of a separable loss, all of a coupled one.
type subproblem struct {
	evaluator
	choice   Method
	interior *interior  // its workspace
	warm     *sdp.Point // an iterate for another beta, or none
	known    Known      // or nothing
	method   method     // nil before it has begun
	best     proof      // without a fit, there is none yet
}

// method is an iterative method for a subproblem.
type method interface {
	// solve makes runs, and calls prove with the network and the bound of each. It ends when prove reports that the subproblem is solved,
	// after the last kind of run, or when the context is canceled.
	solve(prove func(q *proof) (solved bool))
	// current returns the network and the bound of a run that was canceled, at the cost of an iteration at most.
	current() proof
	progress() parallel.Progress
}

// solve solves the subproblem as well as it can, and reports whether it did so before the context was canceled. A method is needed only if
// Newton's method from the known neurons does not lead to the optimum, the network without neurons is not optimal, and what is known proves
// too little. The best network and the best bound may come from different runs, since any dual vector bounds the cost of every network.
func (a *subproblem) solve() (ended bool) {
	if a.canceled() {
		return false
	}
	if a.follow() || a.proveEmpty() || a.proveKnown() || a.canceled() {
		return !a.canceled()
	}
	if a.choice == Corrective {
		a.method = newCorrective(&a.evaluator, a.known.Neurons)
	} else {
		a.method = a.interior.start(&a.evaluator, a.warm, &a.known, &a.best)
	}
	if a.canceled() {
		a.method = nil
		return false
	}
	a.method.solve(a.prove)
	return !a.canceled()
}

// proveEmpty proves the network without neurons where that may be optimal, and reports whether it is.
func (a *subproblem) proveEmpty() (solved bool) {
	dual := make([]float64, len(a.problem.Y))
	emptyDual(dual, a.problem.Y, a.samples.Len(), a.problem.Loss)
	peak := neural.Certificate{Dual: dual}
	if a.choice == InteriorPoint { // which need not begin with a proof
		a.prover.PeakTo(&peak)
	}
	if peak.Peak > a.problem.Beta {
		return false
	}
	empty := a.empty(dual)
	return a.prove(&empty)
}

// empty returns the network without neurons with the bound of a dual vector.
func (a *subproblem) empty(dual []float64) proof {
	q := a.network(nil, nil)
	a.bound(&q, dual)
	return q
}

// proveKnown proves the network and the dual vector that are known, if they are, and reports whether they meet the tolerance.
func (a *subproblem) proveKnown() (solved bool) {
	if a.known.Dual == nil {
		return false
	}
	q := a.network(a.matrices(a.known.Neurons))
	a.bound(&q, a.known.Dual)
	return a.prove(&q)
}

// prove keeps the network and the bound of a proof where they are better, and reports whether the best meet the tolerance. After the
// context is canceled a proof may be incomplete, and is ignored.
func (a *subproblem) prove(q *proof) (solved bool) {
	switch {
	case a.canceled():
		return false
	case a.best.fit == nil:
		a.best = *q
	default:
		a.best.improve(q, a.problem.Tolerance)
	}
	if a.method != nil {
		a.best.iterations = a.method.progress().Iterations
	}
	return a.best.gap() <= a.problem.Tolerance
}

// stop ends the subproblem with the best network so far. To be quick it proves only that of the last iterate, in working precision.
func (a *subproblem) stop() {
	a.plain = true
	if a.best.fit == nil {
		a.best = a.empty(make([]float64, len(a.problem.Y))) // the samples may not have been read
	}
	if a.method != nil {
		q := a.method.current()
		a.prove(&q)
	}
	a.best.stopped = true
}
