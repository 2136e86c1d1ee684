package certify

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
)

// subproblem is the training of the outputs that the loss couples: one output of a separable loss, all of a coupled one.
type subproblem struct {
	refiner
	choice   Method
	interior *interior  // its workspace
	warm     *sdp.Point // an iterate for another beta, or none
	from     Start      // zero if no network is known
	method   method     // nil before it has begun
	best     candidate  // its fit is nil until a candidate is found
}

// method is an iterative method for a subproblem.
type method interface {
	// run iterates until the subproblem is solved or iterations no longer help, or the context is canceled.
	run()
	// found returns the candidate of a run that was not canceled.
	found() candidate
	// current returns the candidate of a run that was canceled. It takes no longer than an iteration.
	current() candidate
	progress() parallel.Progress
}

// solve solves the subproblem as well as it can, and reports whether it ended before the context was canceled. A method is needed only if
// Newton's method from the known neurons does not lead to the optimum, the network without neurons is not optimal, and the known solution
// proves too little. The best network and the best bound may come from different ones of these, since any dual vector bounds the cost of
// every network.
func (s *subproblem) solve() (ended bool) {
	if s.canceled() {
		return false
	}
	if s.follow() || s.proveEmpty() || s.proveKnown() || s.canceled() {
		return !s.canceled()
	}
	if s.choice == Corrective {
		s.method = newCorrective(&s.refiner, s.from.Neurons)
	} else {
		s.method = s.interior.start(&s.refiner, s.warm)
	}
	if s.canceled() {
		s.method = nil
		return false
	}
	s.method.run()
	if s.canceled() {
		return false
	}
	c := s.method.found()
	s.prove(&c)
	return !s.canceled()
}

// proveEmpty proves the network without neurons where that may be optimal, and reports whether it is. It is optimal exactly if its dual
// vector is feasible, or where the loss has a kink at zero, if some subgradient is.
func (s *subproblem) proveEmpty() (solved bool) {
	p, dual := &s.problem, make([]float64, len(s.problem.Y))
	neural.DualTo(dual, make([]float64, len(p.Y)), p.Y, s.operator.Len(), p.Loss)
	peak := neural.Certificate{Dual: dual}
	if s.choice == InteriorPoint { // which need not begin with a proof
		s.prover.PeakTo(&peak)
	}
	if peak.Peak > p.Beta {
		return false
	}
	empty := s.empty(dual)
	return s.prove(&empty)
}

// empty returns the network without neurons with the bound of a dual vector.
func (s *subproblem) empty(dual []float64) candidate {
	c := s.network(nil, nil)
	s.bound(&c, dual)
	return c
}

// proveKnown proves the known network with the known dual vector, if there is one, and reports whether they meet the tolerance.
func (s *subproblem) proveKnown() (solved bool) {
	if s.from.Dual == nil {
		return false
	}
	c := s.network(s.matrices(s.from.Neurons))
	s.bound(&c, s.from.Dual)
	return s.prove(&c)
}

// prove keeps the network and the bound of a candidate where they are better, and reports whether the best meet the tolerance. After the
// context is canceled a candidate may be incomplete, and is ignored.
func (s *subproblem) prove(c *candidate) (solved bool) {
	switch {
	case s.canceled():
		return false
	case s.best.fit == nil:
		s.best = *c
	default:
		s.best.improveBy(c, s.problem.Tolerance)
	}
	if s.method != nil {
		s.best.iterations = s.method.progress().Iterations
	}
	return s.best.gap() <= s.problem.Tolerance
}

// result returns the best network and bound. Where rounding makes every network cost more than the one without neurons, it is this one.
func (s *subproblem) result() candidate {
	if !(s.best.objective <= s.problem.EmptyCost()) {
		empty := s.network(nil, nil)
		empty.certificate, empty.iterations, empty.stopped = s.best.certificate, s.best.iterations, s.best.stopped
		s.best = empty
	}
	return s.best
}

// stop ends the subproblem with the best network so far. To be quick, it proves only the network of the last iterate, or else the known one.
func (s *subproblem) stop() {
	if s.best.fit == nil {
		s.best = s.empty(make([]float64, len(s.problem.Y))) // the samples may not have been read
		s.proveKnown()
	}
	if s.method != nil {
		c := s.method.current()
		s.prove(&c)
	}
	s.best.stopped = true
}
