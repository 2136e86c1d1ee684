// Package frankwolfe trains a network by descent on its neurons directly, for problems whose matrices are too large for an interior-point
// method: a fully corrective Frank-Wolfe (conditional gradient) method, with the certificate as its oracle.
//
// # Problem
//
// The convex program of the certify package, for blocks k, outputs o and signs s = 1, -1 (a group is a triple of these),
//
//	minimise  loss(f, y) + beta sum < E, Z_kos >,   f_io = sum_ks s < A_ik, Z_kos >,   Z psd, < G, Z > = 0,
//
// is written with factors, Z_g = sum_j y_j y_j' = Y'Y for the rows y_j = (c_j, t_j) of Y (Burer and Monteiro 2003). E picks the last
// diagonal entry and G = diag(1,...,1,-1); for quadratic networks E is the identity and there is no condition. Only the sum of the forms
// y_j'G y_j of a group must be zero: the neural decomposition turns such factors into as many neurons on the cone. With h = x'c,
//
//	f_i = sum_j s_j (a h_ij^2 + b h_ij t_j + c t_j^2),
//
// a quadratic function of Y: the forward pass, the gradient and products with the Hessian are products of X, with a row for each patch,
// with thin matrices.
//
// # Method
//
// With v = -d loss/d f and M = sum_i v_i A_i, the gradient of a group is 2 (E - s M - lambda G) y_j, lambda being the multiplier of its
// trace condition. The matrix in brackets is the slack S of the dual program: where all slacks are psd, the factors are optimal. A round is
//
//   - the correction: a Newton step of all rows on the manifold of the trace conditions. The Hessian is T + J'DJ with T = 2 S for each
//     row, damped where S has negative eigenvalues, J the derivative of the outputs and D the curvature of the loss; its system is solved
//     in the samples, by conjugate residuals (newton.go), or in the rows, by conjugate gradients, where that is cheaper, as with many
//     classes (rows.go). The outputs are quadratic in Y: corrections of second order follow while their curvature spoils the step,
//     without which steps are short wherever the loss is much steeper than the slacks;
//   - the dual vector. The v of the linear model at the end of the step, not that of the new outputs, is what the next slacks are made of
//     (a primal-dual Newton method): where J'DJ is large beside the slacks, the outputs are off their condition by the square of the step,
//     and v by as much times D, while the model's v is off by what the slacks lose;
//   - the oracle: a tridiagonal form of Q, the leading block of M, for each block and output gives the peak of |g(u)| = |sum v_i
//     sigma(x_i'u)| over the sphere, and with it a lower bound, and the eigenvectors of negative eigenvalues of the slack, which become
//     new rows of Y;
//   - truncation: rows that the others can replace are taken out by a singular value decomposition.
//
// If beta is less than a fortieth of the peak of the empty network, it is reached by continuation: the first beta is that fortieth, and
// each further one a thousandth of the one before. All but the last are solved to a gap of a third.
//
// Losses whose slope jumps (l1, hinge) have no curvature to step by, and are left to the interior-point method.
//
// # Certificate
//
// What is found is a list of neurons and a dual vector. Whoever takes them proves them: the package's own bound decides only when to stop.
package frankwolfe

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
	// Samples are not pooled: of pooled ones only sums are known.
	Samples *lift.Operator
	// Y has the labels output by output.
	Y         []float64
	Loss      loss.Loss // without jumps of its slope
	Beta      float64
	Tolerance float64 // the relative gap to reach
	// Neurons, if there are any, are where the run begins.
	Neurons []neural.Neuron
}

// Solver is a run of the method.
type Solver struct {
	problem    Problem
	q          *points
	loss       *lossTerm
	pass       *pass
	oracle     *oracle
	newton     *newton
	now, trial *state
	slope      []float64 // minus the dual vector
	linear     []float64 // J d
	correction []float64 // c of the step, or empty
	firstBeta  float64   // of the continuation
	betaGap    float64   // relative, for the present beta
	rounds     int
	gap        float64 // the smallest so far, relative
	best       answer
	done       bool
	sinceBest  int
}

// answer is the best network so far and the best dual vector, which may be of different rounds.
type answer struct {
	objective, lower float64
	factors          factors
	dual             []float64
}

// New returns a solver at the network of the neurons, or nil if the samples are canceled.
func New(p Problem) *Solver {
	q := newPoints(p.Samples)
	if q.canceled() {
		return nil
	}
	outputs := len(p.Y) / q.n
	s := &Solver{problem: p, q: q, loss: newLossTerm(p.Loss, p.Y, q.n), gap: math.Inf(1)}
	s.pass = newPass(q, s.loss, p.Beta)
	s.oracle = newOracle(q, outputs)
	s.newton = newNewton(s.pass, s.oracle, 2*q.blocks*outputs)
	s.now, s.trial = &state{y: newFactors(q, outputs)}, &state{y: newFactors(q, outputs)}
	s.now.y.assemble(p.Neurons)
	s.best = answer{objective: math.Inf(1), lower: math.Inf(-1)}
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	s.slope = slices.Clone(s.loss.slope)
	s.evaluateOracle()
	return s
}

// A step is accurate enough when its model is within enoughShare of the tolerance of the minimum, and takes at most stepProducts
// products with the Hessian. The residual is residualShare of the dual infeasibility that belongs to the tolerance, or to the gap to the
// power of 3/2, which leaves the end of the run to fast convergence. At least leastDamping times the gap and beta is added to the slacks:
// damping in proportion to the gap leaves it to Newton's method.
const enoughShare, residualShare, stepProducts, leastDamping = 0.05, 0.3, 200, 0.3

// Run makes rounds until the gap asked for is reached, or the rounds no longer lead to it. Once the samples are canceled it ends early,
// which changes nothing that is proved.
func (s *Solver) Run() {
	for !s.done && s.now.y.count() > 0 && s.q.samples.Yield() {
		s.rounds++
		s.newton.damping = math.Max(s.newton.damping, leastDamping*math.Min(1, s.betaGap)*s.pass.beta)
		s.newton.prepare(s.now)
		if s.q.canceled() {
			return
		}
		predicted := s.predict()
		if s.q.canceled() {
			return
		}
		s.search(predicted)
		s.newton.differentiate(s.now)
		s.shrink()
		s.evaluateOracle()
	}
}

// predict finds the direction of the step, and sets the dual vector to what the linear model makes of the step: with the step's
// multipliers, the slacks are wrong by terms of second order only, while the outputs at the end of the step are off by the square of its
// length times the curvature of the loss.
func (s *Solver) predict() (decrease float64) {
	tolerance := s.problem.Tolerance
	decrease = s.newton.step(s.now, s.slope, aim{
		accuracy: math.Min(0.3, math.Sqrt(s.betaGap)), enough: enoughShare * tolerance * math.Abs(s.now.value),
		residual: residualShare * s.pass.beta * math.Max(tolerance, math.Pow(s.betaGap, 1.5)), products: stepProducts,
	})
	s.linear = dense.Resize(s.linear, len(s.slope))
	s.pass.derivative(s.linear, s.newton.direction, s.now)
	copy(s.slope, s.newton.change)
	dense.Axpy(1, s.loss.slope, s.slope)
	return decrease
}

// shrink takes out rows that are not needed.
func (s *Solver) shrink() {
	changed := false
	y := s.now.y
	most, used := math.Min(1e-5, 1e-2*s.betaGap)*dense.Dot(y.rows, y.rows), 0.0
	for g := range y.groups() {
		if y.start[g] < y.start[g+1] {
			used++
		}
	}
	for g := range y.groups() {
		changed = y.truncate(g, most/used) || changed
	}
	if changed {
		s.now.y.retract()
		s.pass.forward(s.now)
		s.newton.differentiate(s.now)
	}
}

// evaluateOracle evaluates the oracle at the present point, keeps what is best, and adds directions of descent.
func (s *Solver) evaluateOracle() {
	p := &s.problem
	dual := make([]float64, len(p.Y))
	dense.Axpy(-1, s.slope, dual)
	neural.ProjectOntoDomain(dual, p.Y, s.q.n, p.Loss)
	for i, v := range dual {
		s.slope[i] = -v
	}
	peak := s.oracle.evaluate(s.slope)
	if s.q.canceled() { // nothing of this round can be trusted
		return
	}
	s.keep(dual, peak)
	if s.done {
		return
	}
	s.continuation(peak, dual)
	s.newton.multiply(s.slope, s.now)
	if s.add(s.betaGap) {
		s.newton.differentiate(s.now)
		s.newton.multiply(s.slope, s.now)
	}
}

// maxRounds and patience end a run that does not reach its gap.
const maxRounds, patience = 300, 60

// keep takes the network and the dual vector of the round if they are the best so far, and finds out whether it was the last round.
func (s *Solver) keep(dual []float64, peak float64) {
	p, best := &s.problem, &s.best
	if lower := neural.ScaledBound(dual, p.Y, s.q.n, peak, p.Beta, p.Loss); lower > best.lower {
		best.lower, best.dual = lower, dual
	}
	if objective := s.loss.value(s.now.f) + p.Beta*s.now.y.weight(); objective < best.objective {
		best.objective, best.factors = objective, *s.now.y
		best.factors.rows, best.factors.start = slices.Clone(s.now.y.rows), slices.Clone(s.now.y.start)
	}
	s.sinceBest++
	if gap := (best.objective - best.lower) / math.Max(math.Abs(best.objective), 1e-300); gap < s.gap {
		s.gap, s.sinceBest = gap, 0
	}
	s.done = s.gap <= p.Tolerance || s.rounds >= maxRounds || s.sinceBest >= patience
}

// firstShare of the peak of the empty network is the first beta of the continuation. Each further one is nextShare of the one before, or
// the one asked for: a larger step would begin with many rows that are not kept. firstGap is the gap to which all but the last are solved.
const firstShare, nextShare, firstGap = 1.0 / 40, 1e-3, 0.3

// continuation goes on to the next beta when the present one is solved well enough.
func (s *Solver) continuation(peak float64, dual []float64) {
	p := &s.problem
	if s.rounds == 0 {
		s.pass.beta = math.Max(p.Beta, peak*firstShare)
		s.firstBeta = s.pass.beta
	}
	for {
		lower := neural.ScaledBound(dual, p.Y, s.q.n, peak, s.pass.beta, p.Loss)
		s.betaGap = math.Min(1, (s.now.value-lower)/s.now.value)
		if s.pass.beta == p.Beta || s.betaGap > firstGap {
			break
		}
		s.pass.beta = math.Max(p.Beta, nextShare*s.pass.beta)
		s.pass.evaluate(s.now)
		s.newton.differentiate(s.now)
	}
}

// Progress tells how far the run is, by the logarithms of the betas and of the gap, which is that of the solver's own sums.
func (s *Solver) Progress() parallel.Progress {
	if s.done {
		return parallel.Progress{Share: 1, Gap: s.gap, Iterations: s.rounds}
	}
	p, unit := &s.problem, func(v float64) float64 { return math.Max(0, math.Min(1, v)) }
	betas := 1.0
	if s.pass.beta > p.Beta {
		betas = unit(math.Log(s.firstBeta/s.pass.beta) / math.Log(s.firstBeta/p.Beta))
	}
	return parallel.Progress{Share: (betas + unit(math.Log(s.gap)/math.Log(p.Tolerance))) / 2, Gap: s.gap, Iterations: s.rounds}
}

// search takes the step, shortened until the objective is smaller. The outputs are quadratic in Y: where the curvature of the loss is large
// beside the slack, what a step d adds to them beyond the linear model, f(Y + d) - f(Y) - J d, outweighs what it gains. A second-order
// correction c with J c minus that much is found with the factorisation at hand; the step is then along Y + tau d + tau^2 c.
func (s *Solver) search(predicted float64) {
	w := s.newton
	s.correction = s.correction[:0]
	negligible := predicted < 1e-13*math.Abs(s.now.value)
	s.try(1)
	if !negligible {
		s.addCorrections(predicted)
	}
	for tau, tries := 1.0, 0; tries < 12; tries++ {
		if tries > 0 {
			tau /= 2
			s.try(tau)
		}
		actual, model := s.now.value-s.trial.value, predicted*tau*(2-tau)
		if actual >= 0.1*model || negligible {
			s.now, s.trial = s.trial, s.now
			if tau == 1 && actual > 0.5*model {
				w.damping *= 0.2
			} else if tau < 1 {
				w.damping *= 4
			}
			return
		}
	}
	w.damping *= 10
}

// try sets the trial to a point of the curve, brought back to the trace conditions.
func (s *Solver) try(tau float64) {
	to := s.trial.y
	to.rows = append(to.rows[:0], s.now.y.rows...)
	copy(to.start, s.now.y.start)
	dense.Axpy(tau, s.newton.direction, to.rows)
	dense.Axpy(tau*tau, s.correction, to.rows[:len(s.correction)])
	to.retract()
	s.pass.forward(s.trial)
}

// maxCorrections is how many corrections a step may have; each must at least halve what the one before has left of the difference.
const maxCorrections = 8

// addCorrections adds corrections to the curve while the full step gains less than the model predicts.
func (s *Solver) addCorrections(predicted float64) {
	missed := func() float64 { return predicted - (s.now.value - s.trial.value) }
	for range maxCorrections {
		before, correction := missed(), slices.Clone(s.correction)
		if !(before > 0.1*predicted) {
			return
		}
		s.correct(predicted)
		s.try(1)
		if missed() <= before/2 {
			continue
		}
		if !(missed() < before) {
			s.correction = correction
			s.try(1)
		}
		return
	}
}

// correct adds to the curve what, by the linear model, takes the outputs of the trial, which is the full step, to where the model of the
// step has them.
func (s *Solver) correct(predicted float64) {
	w := s.newton
	away := slices.Clone(s.trial.f)
	for i := range away {
		away[i] = s.now.f[i] + s.linear[i] - away[i]
	}
	s.loss.applyCurvature(away)
	rhs, c := make([]float64, len(w.direction)), make([]float64, len(w.direction))
	s.pass.adjoint(rhs, away, s.now)
	w.tangent(rhs, s.now.y)
	w.solve(c, rhs, away, s.now, aim{accuracy: 0.2, enough: 0.01 * predicted, residual: math.Inf(1), products: 30})
	dense.Axpy(1, s.correction, c[:len(s.correction)])
	s.correction = c
}

// typicalRounds is how many rounds a solve is taken to need.
const typicalRounds = 25

// Estimate predicts the multiplications and additions, and the memory in numbers of eight bytes, of a solve for n samples of the given
// blocks and patches, matrices of order p, and the number of outputs that the loss couples.
//
// The optimum is taken to have m = min(2 p K C, 2 sqrt(n K C)) neurons, and to be found in typicalRounds. A round sums a matrix of order
// p over the n P rows of each block and output, and takes its tridiagonal form; to that come products of X with m neurons. Memory, in
// numbers:
//
//	points       3 n K P p, for X is laid out for both sides of products, too
//	passes       4 n P m and 20 m p for vectors, and the sums of the parts
//	oracle       (4 + 6 C) K p^2
//	slopes       20 vectors of n C each
//	directions   of the Newton system, two vectors of n C or m p each
//	blocks       of the system in the rows, where it pays
func Estimate(n, blocks, patches, p, outputs int) (flops, numbers float64) {
	const products = 100 // in a round
	k, c, pf, rows := float64(blocks), float64(outputs), float64(p), float64(n*patches)
	m := math.Min(2*pf*k*c, 2*math.Sqrt(float64(n)*k*c))
	flops = typicalRounds * (k*c*rows*pf*pf + k*c*3*pf*pf*pf + products*rows*m*(4*pf+passWork))
	samples := float64(n) * c
	unknowns := math.Min(samples, m*pf)
	directions := 2 * unknowns * float64(min(stepProducts, mostDirections(int(unknowns))))
	pair := pf * math.Min(m/(k*c), 2*mostProducts*(4*pf+passWork)/(pf*pf)) // the order of a block that still pays
	return flops, 3*k*rows*pf + 4*rows*m + (20+maxParts)*m*pf + (4+6*c)*k*pf*pf + 20*samples + directions + k*c*pair*pair
}
