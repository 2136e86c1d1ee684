package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Problem is the training of the outputs that a loss couples: one output, or all of softmax.
type Problem struct {
	// Samples are not pooled: of pooled ones only sums are known.
	Samples *lift.Samples
	// Y has the labels output by output.
	Y         []float64
	Loss      loss.Loss // without jumps of its slope
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
	slope      []float64 // minus the dual vector
	linear     []float64 // J d
	bend       []float64 // c of the step, or empty
	firstBeta  float64   // of the stages
	stageGap   float64   // relative, for the beta of the stage
	rounds     int
	gap        float64 // the smallest so far, relative
	best       answer
	done       bool
	sinceBest  int
	halved     float64 // the gap when it was last half of what it had been
	sinceHalf  int
}

// answer is the best network so far and the best dual vector, which may be of different rounds.
type answer struct {
	objective, lower float64
	factors          factors
	bound            Bound
}

// New returns a solver at the network without neurons, or nil if the samples are canceled. Once they are canceled, a step ends early, and changes nothing
// that is proved.
func New(p Problem) *Solver {
	q := newPoints(p.Samples)
	if q.canceled() {
		return nil
	}
	outputs := len(p.Y) / q.n
	s := &Solver{problem: p, q: q, fit: newFit(p.Loss, p.Y, q.n), gap: math.Inf(1)}
	s.pass = newPass(q, s.fit, p.Beta)
	s.oracle = newOracle(q, outputs)
	s.newton = newNewton(s.pass, s.oracle, 2*q.blocks*outputs)
	s.now, s.trial = &state{y: newFactors(q, outputs)}, &state{y: newFactors(q, outputs)}
	s.best = answer{objective: math.Inf(1), lower: math.Inf(-1)}
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	s.slope = slices.Clone(s.fit.slope)
	s.consult()
	return s
}

// enoughShare of what the tolerance asks for is what the model of a step may be above its minimum, stepProducts the most products with the
// Hessian that a step is worth, and leastDamping times the gap and beta the least that is added to the slacks: damping in proportion to
// the gap leaves the end of the run to Newton's method.
const enoughShare, stepProducts, leastDamping = 0.05, 200, 0.3

// Step makes a round.
func (s *Solver) Step() {
	s.rounds++
	if s.now.y.count() == 0 {
		s.done = true
		return
	}
	s.newton.damping = math.Max(s.newton.damping, leastDamping*math.Min(1, s.stageGap)*s.pass.beta)
	if s.newton.prepare(s.now); s.q.canceled() {
		return
	}
	predicted := s.predict()
	if s.q.canceled() {
		return
	}
	s.search(predicted)
	s.newton.differentiate(s.now)
	s.shrink()
	s.consult()
}

// predict finds the direction of the step, and sets the dual vector to what the linear model makes of the step: with the step's
// multipliers, the slacks are wrong by terms of second order only, while the outputs at the end of the step are off by the square of its
// length times the curvature of the loss.
func (s *Solver) predict() (decrease float64) {
	accuracy := math.Min(0.1, math.Sqrt(s.stageGap))
	enough := enoughShare * s.problem.Tolerance * math.Abs(s.now.value)
	decrease = s.newton.step(s.now, s.slope, accuracy, enough)
	s.linear = resize(s.linear, len(s.slope))
	s.pass.derivative(s.linear, s.newton.direction, s.now)
	copy(s.slope, s.newton.change)
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
		s.now.y.retract()
		s.pass.forward(s.now)
		s.newton.differentiate(s.now)
	}
}

// consult asks the oracle at the present point, keeps what is best, and adds directions of descent.
func (s *Solver) consult() {
	p := &s.problem
	dual := make([]float64, len(p.Y))
	dense.Axpy(-1, s.slope, dual)
	neural.EnterDomain(dual, p.Y, s.q.n, p.Loss)
	for i, v := range dual {
		s.slope[i] = -v
	}
	peak := s.oracle.ask(s.slope)
	if s.q.canceled() { // nothing of this round can be trusted
		return
	}
	if s.keep(dual, peak); s.done {
		return
	}
	s.stage(peak, dual)
	s.newton.multiply(s.slope, s.now)
	if s.add(s.stageGap) {
		s.newton.differentiate(s.now)
		s.newton.multiply(s.slope, s.now)
	}
}

// maxRounds and patience end a run that does not reach its gap.
const maxRounds, patience = 300, 60

// keep takes the network and the dual vector of the round if they are the best so far, and finds out whether it was the last round.
func (s *Solver) keep(dual []float64, peak float64) {
	p, best := &s.problem, &s.best
	if lower, _ := neural.ScaledBound(dual, p.Y, s.q.n, peak, p.Beta, p.Loss); lower > best.lower {
		best.lower, best.bound = lower, s.oracle.bound(dual, peak)
	}
	if objective := s.fit.value(s.now.f) + p.Beta*s.now.y.weight(); objective < best.objective {
		best.objective, best.factors = objective, *s.now.y
		best.factors.rows, best.factors.start = slices.Clone(s.now.y.rows), slices.Clone(s.now.y.start)
	}
	s.sinceBest++
	if gap := (best.objective - best.lower) / math.Max(math.Abs(best.objective), 1e-300); gap < s.gap {
		s.gap, s.sinceBest = gap, 0
	}
	if s.sinceHalf++; s.pass.beta > p.Beta || !(s.gap > s.halved/2) {
		s.halved, s.sinceHalf = s.gap, 0
	}
	s.done = s.gap <= p.Tolerance || s.rounds >= maxRounds || s.sinceBest >= patience
}

// firstShare of the peak of the empty network is the beta of the first stage. Each further stage has nextShare of the beta before, or the
// one asked for: a larger step would begin with many rows that are not kept. firstGap is the gap to which all stages but the last are
// solved.
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

// Rounds returns how many rounds were made.
func (s *Solver) Rounds() int { return s.rounds }

// Stalled returns for how many rounds the gap has not become half as large, once beta is the one asked for.
func (s *Solver) Stalled() int { return s.sinceHalf }

// Progress returns about which share of the way to the tolerance is behind, from 0 to 1, by the logarithms of the betas and of the gap.
func (s *Solver) Progress(tolerance float64) float64 {
	if s.done {
		return 1
	}
	unit := func(v float64) float64 { return math.Max(0, math.Min(1, v)) }
	stages := 1.0
	if s.pass.beta > s.problem.Beta {
		stages = unit(math.Log(s.firstBeta/s.pass.beta) / math.Log(s.firstBeta/s.problem.Beta))
	}
	return (stages + unit(math.Log(s.gap)/math.Log(tolerance))) / 2
}

// Done reports whether the gap asked for is reached, or the rounds no longer lead to it.
func (s *Solver) Done() bool { return s.done }

// Gap returns the relative gap so far, by the solver's own sums.
func (s *Solver) Gap() float64 { return s.gap }
