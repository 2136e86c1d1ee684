package corrective

import (
	"math"

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
	dual             []float64
}

// New returns a solver at the network without neurons.
func New(p Problem) *Solver { return newSolver(p, newPoints(p.Samples)) }

func newSolver(p Problem, q *points) *Solver {
	outputs := len(p.Y) / q.n
	s := &Solver{problem: p, q: q, fit: newFit(p.Loss, p.Y, q.n), gap: math.Inf(1), away: math.Inf(1)}
	s.pass = newPass(q, s.fit, p.Beta)
	s.oracle = newOracle(q, outputs)
	s.newton = newNewton(s.pass, s.oracle, 2*q.blocks*outputs)
	s.now = &state{y: newFactors(q, outputs)}
	s.trial = &state{y: newFactors(q, outputs)}
	s.best = answer{objective: math.Inf(1), lower: math.Inf(-1)}
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	s.slope = append(s.slope, s.fit.slope...)
	if q.n*outputs > sampleLimit {
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
	q, numbers := s.q.subset(count)
	p.Y = make([]float64, 0, q.n*s.fit.outputs)
	for o := range s.fit.outputs {
		for _, i := range numbers {
			p.Y = append(p.Y, s.problem.Y[o*s.q.n+i])
		}
	}
	p.Beta *= coarseBeta // times n/count for the beta, and count/n for the loss
	p.Tolerance = math.Max(p.Tolerance, coarseGap)
	return newSolver(p, q)
}

// refine goes from the samples of the coarse problem to all.
func (s *Solver) refine() {
	c := s.coarse
	s.coarse = nil
	if c.now.y.count() == 0 {
		s.consult()
		return
	}
	s.now.y.rows, s.now.y.start = c.now.y.rows, c.now.y.start
	s.trial.y.start = append([]int(nil), c.now.y.start...)
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	copy(s.slope, s.fit.slope)
	s.rounds = max(1, c.rounds)
	s.pass.beta = math.Max(s.problem.Beta, c.problem.Beta*float64(s.q.n)/float64(c.q.n))
	s.pass.evaluate(s.now)
	s.newton.differentiate(s.now)
	s.consult()
}

// maxRounds and patience end a run that does not reach its gap.
const maxRounds, patience = 300, 60

// consult asks the oracle at the present point, keeps what is best, and adds directions of descent.
func (s *Solver) consult() {
	p := &s.problem
	peak := s.oracle.ask(s.slope)
	if parallel.Interrupted() { // nothing of this round can be trusted
		return
	}
	dual := make([]float64, len(p.Y))
	for i, v := range s.slope {
		dual[i] = -v
	}
	lower, scale := neural.ScaledBound(dual, p.Y, s.q.n, peak, p.Beta, p.Loss)
	objective := s.now.value
	if s.fit.proximal() {
		objective = neural.Loss(s.now.f, p.Y, s.q.n, p.Loss) + p.Beta*s.now.y.price()
	}
	if lower > s.best.lower {
		s.best.lower, s.best.dual = lower, append(s.best.dual[:0], dual...)
		for i := range dual {
			s.best.dual[i] *= scale
		}
	}
	if objective < s.best.objective {
		s.best.objective = objective
		s.best.factors = *s.now.y
		s.best.factors.rows = append([]float64(nil), s.now.y.rows...)
		s.best.factors.start = append([]int(nil), s.now.y.start...)
	}
	gap := (s.best.objective - s.best.lower) / math.Max(math.Abs(s.best.objective), 1e-300)
	s.sinceBest++
	if gap < s.gap {
		s.gap, s.sinceBest = gap, 0
	}
	if s.debug != nil {
		s.debug("round %d: beta %.2g stage gap %.1e value %.10g objective %.10g lower %.8g (now %.8g) gap %.2e peak/beta-1 %.2e rows %v damping %.1e products %d decrease %.2e tau %.2g ratio %.2g mu %.1e",
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

// stage goes on to a smaller beta when the present one is solved well enough.
func (s *Solver) stage(peak float64, dual []float64) {
	p := &s.problem
	if s.rounds == 0 {
		s.pass.beta = math.Max(p.Beta, peak/4)
		s.firstBeta = s.pass.beta
	}
	for {
		lower, _ := neural.ScaledBound(dual, p.Y, s.q.n, peak, s.pass.beta, p.Loss)
		s.stageGap = math.Min(1, (s.now.value-lower)/s.now.value)
		if s.pass.beta == p.Beta || s.stageGap > 0.3 {
			break
		}
		s.pass.beta = math.Max(p.Beta, s.pass.beta/4)
		s.pass.evaluate(s.now)
		s.newton.differentiate(s.now)
	}
}

// add takes directions of descent from the oracle.
func (s *Solver) add(gap float64) bool {
	var all [][]direction
	found := 0
	for g := range s.now.y.groups() {
		count := s.now.y.start[g+1] - s.now.y.start[g]
		// With more rows than this, the factors of an optimum can be replaced by fewer (Pataki 1998).
		if count*(count+1)/2 > s.q.n+count {
			all = append(all, nil)
			continue
		}
		d := s.oracle.directions(g, s.newton.lambda[g], s.pass.beta, s.pass.beta*math.Min(1e-3, 1e-3*gap), count == 0, max(8, count/2))
		all = append(all, d)
		found += len(d)
	}
	if found == 0 {
		return false
	}
	// The new rows alone, to see how the loss bends along them.
	alone := &state{y: newFactors(s.q, s.now.y.outputs)}
	slope := 0.0
	for g, list := range all {
		var rows []float64
		for _, d := range list {
			for _, v := range d.row {
				rows = append(rows, v*math.Sqrt(-d.slope))
			}
			slope += d.slope * -d.slope
		}
		alone.y.replace(g, rows)
	}
	s.pass.forward(alone)
	bend := 0.0
	df := append([]float64(nil), alone.f...)
	for i := range s.q.n {
		s.fit.bend(df[i:], s.q.n, i)
		for o := range s.fit.outputs {
			bend += df[o*s.q.n+i] * alone.f[o*s.q.n+i]
		}
	}
	tau := -slope / bend
	if !(bend > 0) || math.IsInf(tau, 0) {
		tau = 1
	}
	const smallRise = 1e-3
	tries := 4
	if s.now.y.count() == 0 {
		tries = 30 // a start there must be
	}
	for try := range tries {
		s.trial.y.rows = append(s.trial.y.rows[:0], s.now.y.rows...)
		copy(s.trial.y.start, s.now.y.start)
		for g := range all {
			rows := append([]float64(nil), s.trial.y.group(g)...)
			for _, v := range alone.y.group(g) {
				rows = append(rows, v*math.Sqrt(tau))
			}
			s.trial.y.replace(g, rows)
		}
		s.rho = resize(s.rho, s.trial.y.count())
		s.trial.y.retract(s.rho)
		s.pass.forward(s.trial)
		// The dual vector is ahead of the outputs, and with it the slopes: the last try stands as a start for Newton's method.
		if s.trial.value < s.now.value || try == tries-1 && s.trial.value < s.now.value*(1+smallRise) {
			s.now, s.trial = s.trial, s.now
			return true
		}
		tau /= 4
	}
	return false
}

// leastDamping times the gap and beta is the least that is added to the slacks.
const leastDamping = 0.3

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
	limit := 100
	// Damping in proportion to the gap leaves the end of the run to Newton's method.
	s.newton.damping = math.Max(s.newton.damping, leastDamping*math.Min(1, s.stageGap)*s.pass.beta)
	s.newton.prepare(s.now)
	accuracy := math.Min(0.1, math.Sqrt(s.stageGap))
	if !s.newton.direct {
		accuracy *= 0.2
	}
	predicted := s.predict(accuracy, limit)
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
	if away > 0.2*s.away {
		factor = 0.3
	}
	s.away = away
	s.fit.move(s.now.f, factor)
	s.pass.evaluate(s.now)
	s.newton.differentiate(s.now)
}

// predict finds the direction of the step, and sets the dual vector to what the linear model makes of the step: with the step's multipliers, the slacks are wrong by terms of
// second order only, while the outputs at the end of the step are off by the square of its length times the curvature of the loss.
func (s *Solver) predict(accuracy float64, limit int) (decrease float64) {
	s.linear = resize(s.linear, len(s.slope))
	if s.fit.piecewise() {
		decrease = s.newton.piecewise(s.now, s.linear, accuracy, limit)
		copy(s.slope, s.fit.slope)
		return decrease
	}
	decrease = s.newton.step(s.now, accuracy, limit)
	s.pass.derivative(s.linear, s.newton.direction, s.now)
	copy(s.slope, s.linear)
	for i := range s.q.n {
		s.fit.bend(s.slope[i:], s.q.n, i)
	}
	dense.Axpy(1, s.fit.slope, s.slope)
	s.fit.enter(s.slope)
	return decrease
}

// search takes the step, shortened until the objective is smaller. The outputs are quadratic in Y: where the curvature of the loss is large
// beside the slack, what a step d adds to them beyond the linear model, f(Y + d) - f(Y) - J d, outweighs what it gains. A second-order
// correction c with J c minus that much is found with the factorisation at hand; the step is then along Y + tau d + tau^2 c.
func (s *Solver) search(predicted float64) {
	w := s.newton
	s.rho = resize(s.rho, s.now.y.count())
	s.curve.d, s.curve.c = w.direction, s.curve.c[:0]
	s.pass.projectAll(&s.curve.dh, s.now, w.direction)
	negligible := predicted < 1e-13*math.Abs(s.now.value)
	s.pass.step(s.trial, s.now, &s.curve, 1, s.rho)
	if !negligible && s.now.value-s.trial.value < 0.9*predicted {
		straight := s.trial.value
		s.correct()
		if s.pass.step(s.trial, s.now, &s.curve, 1, s.rho); !(s.trial.value < straight) {
			s.curve.c = s.curve.c[:0]
			s.pass.step(s.trial, s.now, &s.curve, 1, s.rho)
		}
	}
	for tau, tries := 1.0, 0; tries < 12; tries++ {
		if tries > 0 {
			tau /= 2
			s.pass.step(s.trial, s.now, &s.curve, tau, s.rho)
		}
		actual, model := s.now.value-s.trial.value, predicted*tau*(2-tau)
		if actual >= 0.1*model || negligible {
			s.decrease, s.tau, s.ratio = actual, tau, actual/model
			s.now, s.trial = s.trial, s.now
			if tau == 1 && actual > 0.5*model {
				w.damping *= 0.2
			} else if tau < 1 {
				w.damping *= 4
			}
			return
		}
	}
	s.decrease = 0
	w.damping *= 10
}

// correct sets the second-order correction of the curve. The trial is the full step.
func (s *Solver) correct() {
	w := s.newton
	away := append([]float64(nil), s.trial.f...)
	for i := range away {
		away[i] = s.now.f[i] + s.linear[i] - away[i]
	}
	for i := range s.q.n {
		s.fit.bend(away[i:], s.q.n, i)
	}
	s.pass.adjoint(w.residual, away, s.now)
	w.tangent(w.residual, s.now.y)
	s.curve.c = resize(s.curve.c, len(w.direction))
	limit := 1
	if !w.direct {
		limit = 30
	}
	w.solve(s.curve.c, w.residual, s.now, 0.03, limit)
	s.pass.projectAll(&s.curve.ch, s.now, s.curve.c)
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
