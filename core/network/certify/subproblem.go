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

// subproblem is the run for the outputs that the loss couples: one output of a separable loss, all of a coupled one.
type subproblem struct {
	problem      sdp.Problem
	y            []float64 // the labels of the part
	target, rest []float64 // what the solver fits, and y_perp of the reduced form
	constant     float64   // |y_perp|^2
	best         iterate
	uncertainty  float64
	ranks        []int
	guess        rankGuess
	early        early
	sinceBest    int
	began        bool
	stopped      bool
	careful      bool // the run uses least squares from the start
	raised       bool // the run has a larger beta
	iterations   int  // of all runs
	proof        proof
	empty        neural.Certificate // of the network without neurons, its vector as it is
	known        bool               // empty has its peak
	cut          bool               // the part was interrupted before it could begin
	trace        *trace             // of the current run
	corrective   *frankwolfe.Solver // while it is in place of the interior-point method
}

// iterate is a copy of the best point so far.
type iterate struct {
	gap  float64 // the solver's own relative gap
	dual []float64
	z    [][]float64
}

// start begins the job's current part, and reports true if it is done already: beta may be too large for any neuron to be worth its
// weight, and then the dual vector of the empty network proves it.
func (a *subproblem) start(j *Job) (done bool) {
	p := &j.problem
	n := j.samples.Len()
	if a.skip(j); j.canceled() {
		return false
	}
	a.rest = dense.Resize(a.rest, len(a.y))
	if j.current < len(j.before) && a.follow(j, j.before[j.current]) {
		return true
	}
	emptyDual(a.rest, a.y, n, p.Loss)
	a.empty.Dual = append(a.empty.Dual[:0], a.rest...)
	neural.ProjectOntoDomain(a.empty.Dual, a.y, n, p.Loss)
	if j.prover.PeakTo(&a.empty); j.canceled() {
		return false
	}
	if a.known = true; a.empty.Peak <= p.Beta {
		return a.stayEmpty(j)
	}
	if j.method == Corrective {
		a.startCorrective(j)
		a.cut = a.corrective == nil // whatever there is of a solver can be stopped
		return false
	}
	a.startInterior(j)
	return false
}

// skip takes the job's current part without beginning it.
func (a *subproblem) skip(j *Job) {
	n := j.samples.Len()
	outputs, _ := j.problem.coupled()
	a.y = j.problem.Y[j.current*n : (j.current+outputs)*n]
	a.stopped, a.began, a.known, a.cut = false, false, false, true
	a.proof, a.corrective, a.trace = proof{}, nil, nil
}

// stayEmpty proves that no neuron is worth its weight, and reports whether it was not interrupted.
func (a *subproblem) stayEmpty(j *Job) (done bool) {
	p := &j.problem
	var q proof
	j.prover.BoundTo(&q.certificate, a.rest, a.y, p.Beta, p.Loss)
	a.build(j, &q, nil, nil)
	q.trace = a.newTrace(j)
	q.trace.empty(a.rest)
	if j.canceled() {
		return false
	}
	a.proof = q
	return true
}

// startInterior begins the run of the interior-point method for the part.
func (a *subproblem) startInterior(j *Job) {
	p := &j.problem
	outputs, _ := p.coupled()
	if j.prepare(); j.canceled() {
		return
	}
	a.problem = sdp.Problem{Op: j.samples, Outputs: outputs, Y: a.y, Beta: p.Beta, Loss: a.simplest(p.Loss), Context: p.context()}
	a.constant = 0
	if j.rows != nil {
		a.target = dense.Resize(a.target, j.rows.Len())
		j.rows.ReduceTo(a.target, a.rest, a.y)
		a.constant = dense.Dot(a.rest, a.rest)
		a.problem.Op, a.problem.Y = j.rows, a.target
	}
	if j.span != nil {
		a.problem.Op = j.span.samples
	}
	if !j.solver.Fits(&a.problem) {
		j.solver = sdp.New(&a.problem)
	}
	a.iterations, a.careful, a.raised, a.began = 0, false, false, true
	a.run(j, p.Beta)
	a.cut = j.canceled()
}

// simplest returns the squared loss in the place of Huber's where labels are so small that the network without neurons costs less than a residual of
// one would: then no residual of the optimum is as large, and up to there the two are the same.
func (a *subproblem) simplest(kind loss.Loss) loss.Loss {
	if kind == loss.Huber && dense.Dot(a.y, a.y) < 1 {
		return loss.Squared
	}
	return kind
}

// run starts the solver.
func (a *subproblem) run(j *Job, beta float64) {
	a.fresh()
	a.problem.Beta = beta
	j.solver.Reset(&a.problem, a.careful)
	j.resume()
	a.trace = a.newTrace(j)
	a.trace.add(j.solver)
}

// fresh forgets the best iterate.
func (a *subproblem) fresh() {
	a.best.gap, a.sinceBest, a.uncertainty, a.ranks = math.Inf(1), 0, math.Inf(1), nil
	a.guess = rankGuess{ranks: a.guess.ranks[:0]}
	a.early = early{from: math.Inf(1)}
}

// rankGuess is the least uncertain estimate of the ranks of a run that has not come as near to the optimum as it should.
type rankGuess struct {
	ranks       []int
	uncertainty float64
}

// guessFrom is the relative gap below which estimates of the ranks are worth a guess.
const guessFrom = 1e-2

func (g *rankGuess) take(now sdp.RankEstimate, gap float64) {
	if gap < guessFrom && (len(g.ranks) == 0 || now.Uncertainty <= g.uncertainty) {
		g.ranks, g.uncertainty = append(g.ranks[:0], now.Ranks...), now.Uncertainty
	}
}

// retry keeps the proof if it is better than that of the run before and, where it misses the tolerance, starts another run with more
// care. It reports false when the part is done.
func (a *subproblem) retry(j *Job) bool {
	if a.corrective != nil {
		a.concludeCorrective(j)
		return false
	}
	p := &j.problem
	before := a.proof
	if a.conclude(j); j.canceled() { // the iterates of the run tell the network
		return false
	}
	a.iterations += j.solver.Iterations()
	if before.fit != nil {
		a.proof.merge(&before)
	}
	a.proof.iterations = a.iterations
	if RelativeGap(a.proof.objective, a.proof.certificate.Lower) <= p.Tolerance {
		return false
	}
	beta, more := a.next(j)
	if more {
		a.run(j, beta)
	}
	return more
}

// freeDual is the largest |v| from which on its ends may matter to a loss with kinks, raisedDual what it is to be with a larger beta.
const freeDual, raisedDual = 1e-3, 1e-2

// next chooses the beta of another run, and reports whether there is one. A loss with kinks whose v are far from the ends of their intervals has a
// network that fits all labels; it is optimal for every smaller beta, with v in proportion, and so it is found with a larger one. Otherwise the second
// run uses least squares from the start.
func (a *subproblem) next(j *Job) (beta float64, more bool) {
	p := &j.problem
	size := 0.0
	for _, v := range a.proof.certificate.Dual {
		size = math.Max(size, math.Abs(v))
	}
	if p.Loss.Kinked() && !a.raised && size > 0 && size < freeDual {
		a.raised = true
		return p.Beta * raisedDual / size, true
	}
	if a.careful || !j.solver.CanUseQR() {
		return 0, false
	}
	a.careful, a.raised = true, false
	return p.Beta, true
}

// step makes one iteration and reports whether it was the last.
func (a *subproblem) step(j *Job) (last bool) {
	if a.corrective != nil {
		if !a.corrective.Done() {
			a.corrective.Step()
		}
		return a.corrective.Done()
	}
	if j.solver.Step() == sdp.Stalled || j.canceled() { // a canceled step may have left the iterate incomplete
		return true
	}
	return a.record(j)
}

// record keeps the iterate if it is the best so far, and reports whether it is time to end.
func (a *subproblem) record(j *Job) bool {
	a.trace.add(j.solver)
	absolute, primal := j.solver.Gap()
	gap := absolute / math.Max(primal+a.constant, tiny)
	j.mark(gap)
	a.sinceBest++
	if gap < a.best.gap {
		a.sinceBest = 0
		a.best.gap = gap
		a.keep(j)
	}
	if now := j.solver.RankEstimate(); gap < rankFrom*j.problem.Tolerance && now.Share < maxProductShare && now.Uncertainty <= math.Max(a.uncertainty, maxUncertainty) {
		a.uncertainty = now.Uncertainty
		a.ranks = append(a.ranks[:0], now.Ranks...)
	}
	a.guess.take(j.solver.RankEstimate(), gap)
	if a.endEarly(j, gap) {
		return true
	}
	goal := j.problem.Tolerance * innerMargin
	return a.best.gap <= goal && a.uncertainty <= maxUncertainty || a.best.gap <= goal*innerMargin ||
		a.sinceBest >= patience || j.solver.Iterations() >= maxIterations
}

// progress returns how far the logarithm of the gap has come from 1 to the goal.
func (a *subproblem) progress(goal float64) float64 {
	if a.corrective != nil {
		return a.corrective.Progress(goal / innerMargin)
	}
	share := math.Log(a.best.gap) / math.Log(goal)
	return math.Max(0, math.Min(share, 1)) // the gap is +Inf at first
}

// keep copies the solver's point.
func (a *subproblem) keep(j *Job) {
	a.trace.mark()
	a.best.dual = append(a.best.dual[:0], j.solver.Dual()...)
	for len(a.best.z) < j.solver.Cones() {
		a.best.z = append(a.best.z, nil)
	}
	a.best.z = a.best.z[:j.solver.Cones()]
	for k := range a.best.z {
		a.best.z[k] = append(a.best.z[k][:0], j.solver.Primal(k)...)
	}
}

// stop ends the part with what it has. Only the iterate's network is proved, in working precision, because someone is waiting.
func (a *subproblem) stop(j *Job) {
	a.stopped = true
	if a.proof.fit == nil {
		a.proof = a.nothing(j)
	}
	switch {
	case a.cut:
	case a.corrective != nil:
		a.stopCorrective(j)
	case a.began:
		if math.IsInf(a.best.gap, 1) {
			a.best.gap = math.MaxFloat64
			a.keep(j)
		}
		a.sketch(j)
		a.proof.iterations = a.iterations + j.solver.Iterations()
	}
	a.proof.stopped, a.proof.trace = true, a.trace
}

// sketch certifies the network of the solver's iterate, keeps it where it is better than what there is, and returns the gap that is proved.
func (a *subproblem) sketch(j *Job) (gap float64) {
	if a.began && !math.IsInf(a.best.gap, 1) {
		c := candidate{a: a, j: j, base: proof{iterations: j.solver.Iterations(), trace: a.trace}, proof: a.proof}
		if c.proof.fit == nil {
			c.proof = a.nothing(j)
		}
		c.bound(expand(j.rows, a.rest, a.best.dual))
		if a.ranks == nil {
			c.network(a.best.z, a.fullRanks(j))
		}
		if ranks := a.ranks; ranks != nil || len(a.guess.ranks) > 0 { // a guess may cut off more than it should
			if ranks == nil {
				ranks = a.guess.ranks
			}
			c.network(a.best.z, ranks)
		}
		if !j.canceled() { // it may be half done
			a.proof = c.proof
		}
	}
	if a.proof.fit == nil {
		return math.Inf(1)
	}
	return RelativeGap(a.proof.objective, a.proof.certificate.Lower)
}

// fullRanks returns the largest ranks.
func (a *subproblem) fullRanks(j *Job) []int {
	full := make([]int, j.solver.Cones())
	for k := range full {
		full[k] = a.problem.Op.Order()
	}
	return full
}

// conclude turns the best iterate into a network with its proof. The ranks are those estimated; should the network of these ranks come
// near the tolerance, it is polished, and should that not do, the network without truncation is tried too.
// The cheapest network and the best bound of all are kept: any dual vector bounds the cost of every network.
func (a *subproblem) conclude(j *Job) {
	p := &j.problem
	if !a.began {
		return
	}
	if a.early.done {
		a.proof = a.early.proof
		return
	}
	if math.IsInf(a.best.gap, 1) {
		a.keep(j)
	}
	full := a.fullRanks(j)
	ranks := a.ranks
	if ranks == nil {
		ranks = a.guess.ranks
	}
	if len(ranks) == 0 {
		ranks = full
	}
	c := candidate{a: a, j: j, base: proof{iterations: j.solver.Iterations(), stopped: a.stopped, trace: a.trace}}
	if c.start(a.best.z, ranks, expand(j.rows, a.rest, a.best.dual)); j.canceled() {
		return
	}
	if c.missed(p.Tolerance) {
		c.slope()
	}
	if c.missed(p.Tolerance) || a.trace != nil && j.unique() != nil { // a run with pictures has the same neurons to many digits as one that follows
		c.polish()
	}
	if c.missed(p.Tolerance) && !slices.Equal(ranks, full) {
		c.network(a.best.z, full)
		c.polish()
	}
	if c.missed(p.Tolerance) {
		// Where beta is just below the largest beta that is worth a neuron, the dual vector of the empty network may prove more.
		emptyDual(a.empty.Dual, a.y, j.samples.Len(), p.Loss)
		c.bound(a.empty.Dual)
	}
	a.proof = c.proof
}

// correctiveMargin times the tolerance is the gap that the corrective method is asked for by its own sums.
const correctiveMargin = 0.5

// startCorrective begins the run of the corrective method for the part.
func (a *subproblem) startCorrective(j *Job) {
	p := &j.problem
	a.corrective = frankwolfe.New(frankwolfe.Problem{
		Samples: j.samples, Y: a.y, Loss: p.Loss, Beta: p.Beta, Tolerance: correctiveMargin * p.Tolerance,
	})
}

// concludeCorrective proves the network that the corrective method has found.
func (a *subproblem) concludeCorrective(j *Job) {
	p := &j.problem
	neurons, decompositions := a.corrective.Network()
	a.proof = proof{neurons: neurons, decompositions: decompositions, iterations: a.corrective.Rounds(), fit: make([]float64, len(a.y))}
	a.proof.objective = neural.Cost(a.proof.fit, a.proof.neurons, j.samples, a.y, p.Beta, p.Loss)
	dual := a.empty.Dual
	if bound := a.corrective.Bound(); bound != nil {
		dual = bound.Dual
	}
	j.prover.BoundTo(&a.proof.certificate, dual, a.y, p.Beta, p.Loss)
	if a.complete(j); !j.canceled() {
		a.corrective = nil
	}
}

// stopCorrective takes the best network and the best bound of the corrective method. Of what proves them only the outputs of the network
// are computed anew.
func (a *subproblem) stopCorrective(j *Job) {
	p, now := &j.problem, &a.proof
	now.iterations = a.corrective.Rounds()
	if bound := a.corrective.Bound(); bound != nil {
		var c neural.Certificate
		if j.prover.GivenTo(&c, bound.Dual, bound.Quadratics, bound.Peak, a.y, p.Beta, p.Loss); c.Lower > now.certificate.Lower {
			now.certificate = c
		}
	}
	fit := make([]float64, len(a.y))
	neurons, decompositions := a.corrective.Network()
	if cost := neural.PlainCost(fit, neurons, j.samples, a.y, p.Beta, p.Loss); cost < now.objective {
		now.neurons, now.decompositions, now.fit, now.objective = neurons, decompositions, fit, cost
		a.complete(j)
	}
	a.corrective = nil
}

// complete measures the decompositions of matrices that are small enough to be formed.
func (a *subproblem) complete(j *Job) {
	const most = 100
	order := j.samples.Order()
	if order > most {
		return
	}
	for _, dec := range a.proof.decompositions {
		z := make([]float64, order*order)
		for _, y := range dec.Vectors {
			for i, v := range y {
				dense.Axpy(v, y, z[i*order:(i+1)*order])
			}
		}
		measured := neural.DecomposeTo(z, order, 0, j.samples.Balanced())
		dec.Eigenvalues, dec.MinEigenvalue = measured.Eigenvalues, measured.MinEigenvalue
		if dec.TraceViolation = measured.TraceViolation; math.IsNaN(dec.TraceViolation) {
			dec.TraceViolation = 0
		}
	}
}
