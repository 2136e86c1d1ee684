package certify

import (
	"math"
	"slices"

	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/sdp"
)

// subproblem is the training of the outputs that the loss couples: one output of a separable loss, all of a coupled one. The
// interior-point method solves it by a run or a few (see step), the corrective method by one.
type subproblem struct {
	*workspace
	problem    Problem            // with the labels of these outputs only
	warm       *sdp.Point         // an iterate for another beta, or none
	empty      neural.Certificate // of the network without neurons, its vector as it is
	known      bool               // empty has its peak
	begun      bool               // the method has begun
	stopped    bool
	corrective *frankwolfe.Solver // in place of the interior-point method, or nil
	program    sdp.Problem        // what the interior-point method solves
	target     []float64          // its labels in the reduced form
	rest       []float64          // y_perp of the reduced form
	constant   float64            // |y_perp|^2
	run        run
	iterations int // of the runs before
	proof      proof
	trace      *trace // of the current run
}

// run is what a run of the interior-point method has found out so far.
type run struct {
	careful bool     // it uses least squares from the start
	raised  bool     // it has a larger beta
	marked  bool     // it has kept its point for another beta
	best    struct { // a copy of the best iterate
		gap  float64 // the solver's own relative gap
		dual []float64
		z    [][]float64
	}
	sinceBest   int   // iterations
	ranks       []int // as far as they are certain
	uncertainty float64
	guess       []int   // the least uncertain ranks where none are certain
	guessed     float64 // their uncertainty
	early       early
}

// reset makes p the subproblem, in the workspace, without beginning it.
func (a *subproblem) reset(w *workspace, p Problem, warm *sdp.Point) {
	a.workspace, a.problem, a.warm = w, p, warm
	a.stopped, a.begun, a.known = false, false, false
	a.proof, a.corrective, a.trace = proof{}, nil, nil
}

// start begins the subproblem, and reports true if it is solved already: the neurons of the problem before may lead to the
// optimum at once; or beta may be too large for any neuron to be worth its weight, and then the dual vector of the empty network
// proves it.
func (a *subproblem) start(before []neural.Neuron) (solved bool) {
	p := &a.problem
	a.rest = dense.Resize(a.rest, len(p.Y))
	if a.follow(before) {
		return true
	}
	emptyDual(a.rest, p.Y, a.samples.Len(), p.Loss)
	a.empty.Dual = append(a.empty.Dual[:0], a.rest...)
	neural.ProjectOntoDomain(a.empty.Dual, p.Y, a.samples.Len(), p.Loss)
	if a.prover.PeakTo(&a.empty); a.canceled() {
		return false
	}
	if a.known = true; a.empty.Peak <= p.Beta {
		return a.stayEmpty()
	}
	if a.method == Corrective {
		a.startCorrective()
	} else {
		a.startInterior()
	}
	return false
}

// stayEmpty proves that no neuron is worth its weight, and reports whether it was not interrupted.
func (a *subproblem) stayEmpty() (solved bool) {
	p := &a.problem
	var q proof
	a.prover.BoundTo(&q.certificate, a.rest, p.Y, p.Beta, p.Loss)
	a.build(&q, nil, nil)
	q.trace = a.newTrace(nil)
	q.trace.empty(a.rest)
	if a.canceled() {
		return false
	}
	a.proof = q
	return true
}

// startInterior begins with the interior-point method.
func (a *subproblem) startInterior() {
	p := &a.problem
	if a.prepare(p); a.canceled() {
		return
	}
	a.program = sdp.Problem{Op: a.samples, Outputs: p.Outputs, Y: p.Y, Beta: p.Beta, Loss: a.simplest(), Context: a.samples.Context()}
	a.constant = 0
	if a.rows != nil {
		a.target = dense.Resize(a.target, a.rows.Len())
		a.rows.ReduceTo(a.target, a.rest, p.Y)
		a.constant = dense.Dot(a.rest, a.rest)
		a.program.Op, a.program.Y = a.rows, a.target
	}
	if a.span != nil {
		a.program.Op = a.span.samples
	}
	if !a.solver.Fits(&a.program) {
		a.solver = sdp.New(&a.program)
	}
	a.iterations, a.run.careful, a.run.raised = 0, false, false
	a.startRun(p.Beta)
	a.begun = !a.canceled()
}

// simplest returns the squared loss in the place of Huber's where labels are so small that the network without neurons costs less
// than a residual of one would: then no residual of the optimum is as large, and up to there the two are the same.
func (a *subproblem) simplest() loss.Loss {
	if y := a.problem.Y; a.problem.Loss == loss.Huber && dense.Dot(y, y) < 1 {
		return loss.Squared
	}
	return a.problem.Loss
}

// startRun begins a run with that beta, the first one from an iterate for another beta where there is one.
func (a *subproblem) startRun(beta float64) {
	r := &a.run
	r.best.gap, r.sinceBest, r.marked = math.Inf(1), 0, false
	r.ranks, r.uncertainty, r.guess, r.guessed = nil, math.Inf(1), r.guess[:0], math.Inf(1)
	r.early = early{from: math.Inf(1)}
	a.program.Beta = beta
	if a.solver.Reset(&a.program, r.careful); !r.careful {
		a.solver.ResumeFrom(a.warm)
	}
	a.trace = a.newTrace(a.rows)
	a.trace.add(a.solver)
}

// guessFrom is the relative gap below which estimates of the ranks are worth a guess.
const guessFrom = 1e-2

// warmFrom is the relative gap below which an iterate is kept for the next beta. An optimum would be on the boundary, where an
// interior-point method cannot start. On paths of 50 betas, of the values from 1 to 1e-3 a hundredth was best or near it: it saved a fifth
// to two fifths of the iterations.
const warmFrom = 1e-2

// record keeps the solver's iterate where it is the best so far, the first that is good enough for another beta, and what it
// tells about the ranks. It returns the iterate's relative gap.
func (a *subproblem) record() (gap float64) {
	r := &a.run
	a.trace.add(a.solver)
	absolute, primal := a.solver.Gap()
	gap = absolute / math.Max(primal+a.constant, tiny)
	if gap < warmFrom && !r.marked {
		r.marked = true
		a.solver.MarkTo(a.warm)
	}
	r.sinceBest++
	if gap < r.best.gap {
		r.sinceBest, r.best.gap = 0, gap
		a.keep()
	}
	now := a.solver.RankEstimate()
	if gap < rankFrom*a.problem.Tolerance && now.Share < maxProductShare && now.Uncertainty <= math.Max(r.uncertainty, maxUncertainty) {
		r.uncertainty, r.ranks = now.Uncertainty, append(r.ranks[:0], now.Ranks...)
	}
	if gap < guessFrom && now.Uncertainty <= r.guessed {
		r.guessed, r.guess = now.Uncertainty, append(r.guess[:0], now.Ranks...)
	}
	return gap
}

// keep makes the solver's iterate the best.
func (a *subproblem) keep() {
	a.trace.mark()
	best, now := &a.run.best, a.solver.Primals()
	best.dual = append(best.dual[:0], a.solver.Dual()...)
	if len(best.z) != len(now) {
		best.z = make([][]float64, len(now))
	}
	for k, z := range now {
		best.z[k] = append(best.z[k][:0], z...)
	}
}

// progress returns how far the logarithm of the gap has come from 1 to the goal.
func (a *subproblem) progress() float64 {
	if a.corrective != nil {
		return a.corrective.Progress(a.problem.Tolerance)
	}
	share := math.Log(a.run.best.gap) / math.Log(a.problem.Tolerance*innerMargin)
	return math.Max(0, math.Min(share, 1)) // the gap is +Inf at first
}

// stop ends the subproblem with what it has. Only the iterate's network is proved, in working precision, because someone is waiting.
func (a *subproblem) stop() {
	a.stopped = true
	if a.proof.fit == nil {
		a.proof = a.nothing()
	}
	switch {
	case a.corrective != nil:
		a.stopCorrective()
	case a.begun:
		if math.IsInf(a.run.best.gap, 1) {
			a.run.best.gap = math.MaxFloat64
			a.keep()
		}
		_, a.proof.iterations = a.sketch()
	}
	a.proof.stopped, a.proof.trace = true, a.trace
}

// sketch certifies the network of the best iterate and keeps it where it is better than what there is. It returns the relative
// gap that is proved and the number of iterations so far.
func (a *subproblem) sketch() (gap float64, iterations int) {
	if a.corrective != nil { // proved anew with every round
		return a.corrective.Gap(), a.corrective.Rounds()
	}
	if a.begun {
		iterations = a.iterations + a.solver.Iterations()
		a.sketchBest()
	}
	if a.proof.fit == nil {
		return math.Inf(1), iterations
	}
	return a.proof.gap(), iterations
}

// sketchBest is sketch, of the interior-point method. Before the first iteration there is nothing to certify.
func (a *subproblem) sketchBest() {
	r := &a.run
	if math.IsInf(r.best.gap, 1) {
		return
	}
	c := candidate{a: a, base: proof{iterations: a.solver.Iterations(), trace: a.trace}, proof: a.proof}
	if c.proof.fit == nil {
		c.proof = a.nothing()
	}
	c.bound(expand(a.rows, a.rest, r.best.dual))
	if r.ranks == nil { // a guess may cut off more than it should
		c.network(r.best.z, a.fullRanks())
	}
	if ranks := r.likelyRanks(); len(ranks) > 0 {
		c.network(r.best.z, ranks)
	}
	if !a.canceled() { // it may be half done
		a.proof = c.proof
	}
}

// likelyRanks returns the ranks as far as they are certain, or the best guess, or none.
func (r *run) likelyRanks() []int {
	if r.ranks != nil {
		return r.ranks
	}
	return r.guess
}

// fullRanks returns the largest ranks.
func (a *subproblem) fullRanks() []int {
	full := make([]int, len(a.run.best.z))
	for k := range full {
		full[k] = a.program.Op.Order()
	}
	return full
}

// prove turns the best iterate of the run into a network with its proof. The ranks are those estimated; should the network of
// these ranks come near the tolerance, it is polished, and should that not do, the network without truncation is tried too. The
// cheapest network and the best bound of all are kept: any dual vector bounds the cost of every network.
func (a *subproblem) prove() {
	p, r := &a.problem, &a.run
	if r.early.proof != nil {
		a.proof = *r.early.proof
		return
	}
	if math.IsInf(r.best.gap, 1) {
		a.keep()
	}
	full := a.fullRanks()
	ranks := r.likelyRanks()
	if len(ranks) == 0 {
		ranks = full
	}
	c := candidate{a: a, base: proof{iterations: a.solver.Iterations(), stopped: a.stopped, trace: a.trace}}
	if c.start(r.best.z, ranks, expand(a.rows, a.rest, r.best.dual)); a.canceled() {
		return
	}
	if c.missed(p.Tolerance) {
		c.slope()
	}
	if c.missed(p.Tolerance) || a.trace != nil && a.unique() != nil { // a run with pictures has the same neurons to many digits as one that follows
		c.polish()
	}
	if c.missed(p.Tolerance) && !slices.Equal(ranks, full) {
		c.network(r.best.z, full)
		c.polish()
	}
	if c.missed(p.Tolerance) {
		// Where beta is just below the largest beta that is worth a neuron, the dual vector of the empty network may prove more.
		emptyDual(a.empty.Dual, p.Y, a.samples.Len(), p.Loss)
		c.bound(a.empty.Dual)
	}
	a.proof = c.proof
}
