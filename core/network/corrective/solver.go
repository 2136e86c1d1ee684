package corrective

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Problem is the training of the outputs that a loss couples: one output, or all of softmax.
type Problem struct {
	Samples *lift.Samples
	// Y has the labels output by output.
	Y         []float64
	Loss      loss.Loss
	Beta      float64
	Tolerance float64 // the relative gap to reach
}

// Solver runs the method one round at a time.
type Solver struct {
	problem    Problem
	q          *points
	fit        *fit
	pass       *pass
	oracle     *oracle
	newton     *newton
	now, trial *state
	curve      arc // of the step
	rho        []float64
	rounds     int
	gap        float64 // the smallest so far, relative
	best       answer
	done       bool
	sinceBest  int
	halved     float64 // the gap when it was last half of what it had been
	sinceHalf  int
	coarse     *Solver                          // of some of the samples, while these are enough
	debug      func(format string, args ...any) // for tests
	decrease   float64
	firstBeta  float64 // of the stages
	tau, ratio float64
	linear     []float64 // J d
	away       float64   // of the proximal function from the loss, at the last center
	slope      []float64 // minus the dual vector
	stageGap   float64
}

// answer is the best network so far and the best dual vector, which may be of different rounds.
type answer struct {
	objective, lower float64
	factors          factors
	bound            Bound
}

// New returns a solver at the network without neurons, or nil if it was interrupted while it read the samples.
func New(p Problem) *Solver {
	q := newPoints(p.Samples)
	if parallel.Interrupted() {
		return nil
	}
	return newSolver(p, q, sampleLimit)
}

func newSolver(p Problem, q *points, limit int) *Solver {
	outputs := len(p.Y) / q.n
	s := &Solver{problem: p, q: q, fit: newFit(p.Loss, p.Y, q.n), gap: math.Inf(1), away: math.Inf(1)}
	s.pass = newPass(q, s.fit, p.Beta)
	s.oracle = newOracle(q, outputs)
	s.newton = newNewton(s.pass, s.oracle, 2*q.blocks*outputs, limit)
	s.now = &state{y: newFactors(q, outputs)}
	s.trial = &state{y: newFactors(q, outputs)}
	s.best = answer{objective: math.Inf(1), lower: math.Inf(-1)}
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	s.slope = append(s.slope, s.fit.slope...)
	if q.n*outputs > limit {
		s.coarse = s.sampled(coarseSize / outputs)
		return s
	}
	s.consult()
	return s
}

// coarseSize is the number of samples of the problem that a large one is started from, coarseGap the gap to which that is solved, for a beta so
// many times larger, beside the number of samples, as coarseBeta says: what few samples tell of a small beta is not what all do.
const coarseSize, coarseGap, coarseBeta = 1500, 0.1, 2

// sampled returns a solver for some of the samples, with beta in proportion: its factors are near those of all.
func (s *Solver) sampled(count int) *Solver {
	p := s.problem
	numbers := evenly(s.q.n, count)
	q := s.q.subset(numbers)
	p.Y = make([]float64, 0, q.n*s.fit.outputs)
	for o := range s.fit.outputs {
		for _, i := range numbers {
			p.Y = append(p.Y, s.problem.Y[o*s.q.n+i])
		}
	}
	p.Beta *= coarseBeta // times n/count for the beta, and count/n for the loss
	p.Tolerance = math.Max(p.Tolerance, coarseGap)
	return newSolver(p, q, sampleLimit)
}

// refine goes from the samples of the coarse problem to all.
func (s *Solver) refine() {
	s.extend()
	s.consult()
}

// extend takes the network of the coarse problem to all samples.
func (s *Solver) extend() {
	c := s.coarse
	s.coarse = nil
	if c.now.y.count() == 0 {
		return
	}
	s.now.y.rows, s.now.y.start = c.now.y.rows, c.now.y.start
	s.trial.y.start = append([]int(nil), c.now.y.start...)
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	copy(s.slope, s.fit.slope)
	s.rounds = max(1, c.rounds)
	s.pass.beta = math.Max(s.problem.Beta, c.problem.Beta*float64(s.q.n)/float64(c.q.n))
	s.firstBeta = s.pass.beta
	s.pass.evaluate(s.now)
	s.newton.differentiate(s.now)
}

// maxRounds and patience end a run that does not reach its gap.
const maxRounds, patience = 300, 60

// consult asks the oracle at the present point, keeps what is best, and adds directions of descent.
func (s *Solver) consult() {
	p := &s.problem
	dual := make([]float64, len(p.Y))
	for i, v := range s.slope {
		dual[i] = -v
	}
	neural.EnterDomain(dual, p.Y, s.q.n, p.Loss)
	for i, v := range dual {
		s.slope[i] = -v
	}
	peak := s.oracle.ask(s.slope)
	if parallel.Interrupted() { // nothing of this round can be trusted
		return
	}
	lower, _ := neural.ScaledBound(dual, p.Y, s.q.n, peak, p.Beta, p.Loss)
	objective := s.now.value
	if s.fit.proximal() {
		objective = neural.Loss(s.now.f, p.Y, s.q.n, p.Loss) + p.Beta*s.now.y.price()
	}
	if lower > s.best.lower {
		s.best.lower = lower
		s.oracle.keep(&s.best.bound, dual, peak)
	}
	if objective < s.best.objective {
		s.best.objective = objective
		s.best.factors = *s.now.y
		s.best.factors.rows, s.best.factors.start = slices.Clone(s.now.y.rows), slices.Clone(s.now.y.start)
	}
	gap := (s.best.objective - s.best.lower) / math.Max(math.Abs(s.best.objective), 1e-300)
	s.sinceBest++
	if gap < s.gap {
		s.gap, s.sinceBest = gap, 0
	}
	if s.sinceHalf++; s.pass.beta > p.Beta || !(s.gap > s.halved/2) {
		s.halved, s.sinceHalf = s.gap, 0
	}
	if s.debug != nil {
		s.debug("%d: beta %.2g sgap %.1e val %.8g obj %.8g low %.7g now %.7g gap %.2e peak %.1e rows %v damp %.1e prod %d decr %.1e tau %.2g ratio %.2g mu %.0e",
			s.rounds, s.pass.beta, s.stageGap, s.now.value, objective, s.best.lower, lower, gap, peak/p.Beta-1, s.now.y.start, s.newton.damping, s.newton.products, s.decrease, s.tau, s.ratio, s.fit.mu)
	}
	if s.done = gap <= p.Tolerance || s.rounds >= maxRounds || s.sinceBest >= patience; s.done {
		return
	}
	s.stage(peak, dual)
	s.newton.multiply(s.slope, s.now)
	if s.add(s.stageGap) {
		s.newton.differentiate(s.now)
		s.newton.multiply(s.slope, s.now)
	}
}

// firstShare of the peak of the empty network is the beta of the first stage. Each further stage has nextShare of the beta before, or the one asked
// for: a larger step would begin with many rows that are not kept. firstGap is the gap to which all stages but the last are solved.
const firstShare, nextShare, firstGap = 1.0 / 40, 1e-3, 0.3

// stage goes on to the next beta when the present one is solved well enough.
func (s *Solver) stage(peak float64, dual []float64) {
	p := &s.problem
	if s.rounds == 0 {
		s.pass.beta = math.Max(p.Beta, peak*firstShare)
		s.firstBeta = s.pass.beta
	}
	for {
		lower, _ := neural.ScaledBound(dual, p.Y, s.q.n, peak, s.pass.beta, p.Loss)
		s.stageGap = math.Min(1, (s.now.value-lower)/s.now.value)
		if s.pass.beta == p.Beta || s.stageGap > firstGap {
			break
		}
		s.pass.beta = math.Max(p.Beta, nextShare*s.pass.beta)
		s.pass.evaluate(s.now)
		s.newton.differentiate(s.now)
	}
}

// leastDamping times the gap and beta is the least that is added to the slacks.
const leastDamping = 0.3

// enoughShare of what the tolerance asks for is what the model of a step may be above its minimum, stepProducts the most products with the
// Hessian that a step is worth.
const enoughShare, stepProducts = 0.05, 200

// Step makes a round.
func (s *Solver) Step() {
	if s.coarse != nil {
		s.coarse.debug = s.debug
		if s.coarse.Step(); s.coarse.done || s.coarse.rounds > 60 {
			s.refine()
		}
		return
	}
	s.rounds++
	if s.now.y.count() == 0 {
		s.done = true
		return
	}
	// Damping in proportion to the gap leaves the end of the run to Newton's method.
	s.newton.damping = math.Max(s.newton.damping, leastDamping*math.Min(1, s.stageGap)*s.pass.beta)
	s.newton.prepare(s.now)
	accuracy := math.Min(0.1, math.Sqrt(s.stageGap))
	enough := enoughShare * s.problem.Tolerance * math.Abs(s.now.value)
	predicted := s.predict(accuracy, enough, stepProducts)
	if parallel.Interrupted() {
		return
	}
	s.search(predicted)
	s.newton.differentiate(s.now)
	s.moveCenter(predicted)
	s.shrink()
	s.consult()
}

// moveCenter goes on to the next proximal function when the present one is minimised well enough beside what it differs from the loss, and makes
// mu smaller where the difference does not shrink quickly.
func (s *Solver) moveCenter(predicted float64) {
	if !s.fit.proximal() {
		return
	}
	away := neural.Loss(s.now.f, s.problem.Y, s.q.n, s.problem.Loss) + s.pass.beta*s.now.y.price() - s.now.value
	if predicted > 0.1*away {
		return
	}
	factor := 1.0
	// What is as close to the loss as this is close enough: a smaller mu would only be worse conditioned.
	const share = 1e-2 // of the tolerance
	if away > 0.2*s.away && away > share*s.problem.Tolerance*math.Abs(s.now.value) {
		factor = 0.3
	}
	s.away = away
	s.fit.move(s.now.f, factor)
	s.pass.evaluate(s.now)
	s.newton.differentiate(s.now)
}

// predict finds the direction of the step, and sets the dual vector to what the linear model makes of the step: with the step's multipliers, the slacks
// are wrong by terms of second order only, while the outputs at the end of the step are off by the square of its length times the curvature of the loss.
func (s *Solver) predict(accuracy, enough float64, limit int) (decrease float64) {
	s.linear = resize(s.linear, len(s.slope))
	if s.fit.piecewise() {
		decrease = s.newton.piecewise(s.now, s.linear, accuracy, limit)
		copy(s.slope, s.fit.slope)
		return decrease
	}
	decrease = s.newton.step(s.now, accuracy, enough, limit)
	s.pass.derivative(s.linear, s.newton.direction, s.now)
	if s.newton.direct {
		copy(s.slope, s.linear)
		for i := range s.q.n {
			s.fit.bend(s.slope[i:], s.q.n, i)
		}
	} else {
		copy(s.slope, s.newton.change)
	}
	dense.Axpy(1, s.fit.slope, s.slope)
	return decrease
}

// shrink takes out rows that are not needed.
func (s *Solver) shrink() {
	changed := false
	share := math.Min(1e-5, 1e-2*s.stageGap)
	for g := range s.now.y.groups() {
		changed = s.now.y.truncate(g, share) || changed
	}
	if changed {
		s.rho = resize(s.rho, s.now.y.count())
		s.now.y.retract(s.rho)
		s.pass.forward(s.now)
		s.newton.differentiate(s.now)
	}
}

// Rounds returns how many rounds were made.
func (s *Solver) Rounds() int {
	if s.coarse != nil {
		return s.coarse.rounds
	}
	return s.rounds
}

// Stalled returns for how many rounds the gap has not become half as large, once beta is the one asked for.
func (s *Solver) Stalled() int { return s.sinceHalf }

// Progress returns about which share of the way to the tolerance is behind, from 0 to 1, by the logarithms of the betas and of the gap.
func (s *Solver) Progress(tolerance float64) float64 {
	const coarseShare, stageShare = 0.2, 0.4
	if s.coarse != nil {
		return coarseShare * s.coarse.Progress(coarseGap)
	}
	if s.done {
		return 1
	}
	stages := 1.0
	if s.pass.beta > s.problem.Beta {
		stages = math.Max(0, math.Min(1, math.Log(s.firstBeta/s.pass.beta)/math.Log(s.firstBeta/s.problem.Beta)))
	}
	return coarseShare + stageShare*stages + (1-coarseShare-stageShare)*math.Max(0, math.Min(1, math.Log(s.gap)/math.Log(tolerance)))
}

// Done reports whether the gap asked for is reached, or the rounds no longer lead to it; Gap the relative gap so far by the solver's own sums.
func (s *Solver) Done() bool   { return s.done }
func (s *Solver) Gap() float64 { return s.gap }
