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
// diagonal entry and G = diag(1,...,1,-1); for quadratic networks E is the identity and there is no condition. In a group, only the sum of
// the forms y_j'G y_j must be zero: the neural decomposition turns such rows into as many neurons on the cone. With h = x'c,
//
//	f_i = sum_j s_j (a h_ij^2 + b h_ij t_j + c t_j^2),
//
// a quadratic function of Y. With X, which has a row for each patch, the forward pass, the gradient and products with the Hessian are
// products of X with thin matrices.
//
// # Method
//
// With v = -d loss/d f and M = sum_i v_i A_i, the gradient of a group is 2 (E - s M - lambda G) y_j, where lambda is the multiplier of its
// trace condition. The matrix in brackets is the slack S of the dual program: where all slacks are psd, the factors are optimal. A round
// has four parts:
//
//   - the correction: a Newton step of all rows on the manifold of the trace conditions. The Hessian is T + J'DJ with T = 2 S for each
//     row, damped where S has negative eigenvalues, J the derivative of the outputs and D the curvature of the loss; its system is solved
//     in the samples, by conjugate residuals (newton.go), or in the rows, by conjugate gradients, where that is cheaper, as with many
//     classes (rows.go). The outputs are quadratic in Y. While their curvature spoils the step, second-order corrections follow: without
//     them, steps would be short wherever the loss is much steeper than the slacks;
//   - the dual vector. The next slacks use the v of the linear model at the end of the step, not the v of the new outputs (a primal-dual
//     Newton method). Where J'DJ is large relative to the slacks, the outputs miss their condition by the square of the step, and their v
//     by that times D; the model's v is more accurate;
//   - the oracle: a tridiagonal form of Q, the leading block of M, for each block and output gives the peak of |g(u)| = |sum v_i
//     sigma(x_i'u)| over the sphere, and with it a lower bound, and the eigenvectors of negative eigenvalues of the slack, which become
//     new rows of Y;
//   - truncation: a singular value decomposition removes the rows that others can replace.
//
// Losses whose slope jumps (l1, hinge) have no curvature for Newton steps, and are left to the interior-point method.
//
// # Certificate
//
// The result is a list of neurons and a dual vector, which the caller has to prove: the package's own bound decides only when to stop.
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
	// Samples must not be pooled.
	Samples *lift.Operator
	// Y has the labels output by output.
	Y         []float64
	Loss      loss.Loss // without jumps of its slope
	Beta      float64
	Tolerance float64 // the relative gap to reach
	// Spare is how many numbers a run may store beyond Estimate. With fewer, ill-conditioned steps take more work.
	Spare float64
	// Neurons, if any, are the start of the run.
	Neurons []neural.Neuron
}

// Solver is a run of the method.
type Solver struct {
	problem    Problem
	points     *points
	loss       *lossTerm
	pass       *pass
	oracle     *oracle
	newton     *newton
	now, trial *state
	slope      []float64 // minus the dual vector
	linear     []float64 // J d
	correction []float64 // c of the step, or empty
	roundGap   float64   // of the present network and dual vector, relative
	rounds     int
	gap        float64 // the smallest so far, relative
	mark       float64 // the gap when it was last halved
	sinceMark  int     // rounds
	best       answer
	done       bool
}

// answer is the best network so far and the best dual vector, perhaps from different rounds.
type answer struct {
	objective, lower float64
	factors          factors
	dual             []float64
}

// New returns a solver that starts from the neurons of p, or nil if the samples are canceled.
func New(p Problem) *Solver {
	q := newPoints(p.Samples)
	if q.canceled() {
		return nil
	}
	outputs := len(p.Y) / q.n
	s := &Solver{problem: p, points: q, loss: newLossTerm(p.Loss, p.Y, q.n), gap: math.Inf(1), mark: math.Inf(1)}
	s.pass = newPass(q, s.loss, p.Beta)
	s.oracle = newOracle(q, outputs)
	s.newton = newNewton(s.pass, s.oracle, 2*q.blocks*outputs)
	s.newton.system.numbers = math.Min(directionNumbers, s.newton.system.numbers+p.Spare)
	s.now, s.trial = &state{y: newFactors(q, outputs)}, &state{y: newFactors(q, outputs)}
	s.now.y.assemble(p.Neurons)
	s.best = answer{objective: math.Inf(1), lower: math.Inf(-1)}
	s.pass.forward(s.now)
	s.newton.differentiate(s.now)
	s.slope = slices.Clone(s.loss.slope)
	s.evaluateOracle()
	return s
}

// A step is accurate enough when its model is above its minimum by at most enoughShare of the tolerance, and takes at most stepProducts
// products with the Hessian: where beta is small and the rows are many, most of them are needed near the end, and with too few the rounds
// converge slowly. Its residual is at most residualShare of the dual infeasibility that corresponds to the tolerance, or to the
// gap to the power of 3/2, so that convergence is fast in the end. The damping is at least leastDamping times the gap and beta: in
// proportion to the gap it does not slow Newton's method down.
const enoughShare, residualShare, stepProducts, leastDamping = 0.05, 0.3, 1000, 0.3

// Run makes rounds until the tolerance is met or the rounds no longer help. It ends early once the samples are canceled; the best network
// and dual vector so far stay valid.
func (s *Solver) Run() {
	for !s.done && s.now.y.count() > 0 && s.points.operator.Yield() {
		s.rounds++
		s.newton.damping = math.Max(s.newton.damping, leastDamping*math.Min(1, s.roundGap)*s.pass.beta)
		s.newton.prepare(s.now)
		if s.points.canceled() {
			return
		}
		predicted := s.predict()
		if s.points.canceled() {
			return
		}
		before := s.now.value
		s.search(predicted)
		s.newton.differentiate(s.now)
		s.shrink(before - s.now.value)
		s.evaluateOracle()
	}
}

// predict finds the direction of the step, sets the dual vector to that of the linear model at its end (see the package's documentation),
// and returns the decrease that the model predicts.
func (s *Solver) predict() (decrease float64) {
	tolerance := s.problem.Tolerance
	decrease = s.newton.step(s.now, s.slope, accuracy{
		relative: math.Min(0.3, math.Sqrt(s.roundGap)), absolute: enoughShare * tolerance * math.Abs(s.now.value),
		residual: residualShare * s.pass.beta * math.Max(tolerance, math.Pow(s.roundGap, 1.5)), products: stepProducts,
	})
	s.linear = dense.Resize(s.linear, len(s.slope))
	s.pass.derivative(s.linear, s.newton.direction, s.now)
	copy(s.slope, s.newton.change)
	dense.Axpy(1, s.loss.slope, s.slope)
	return decrease
}

// shrinkShare times what a round has gained is how much the rows that it removes may weigh, times beta. Where that is more, a run may remove
// the rows that the oracle has added, round after round, and stop far from the optimum.
const shrinkShare = 1e-4

// shrink removes rows that are not needed, in a round that has lowered the objective by so much.
func (s *Solver) shrink(gained float64) {
	changed := false
	y := s.now.y
	most, used := math.Min(1e-5, 1e-2*s.roundGap)*dense.Dot(y.rows, y.rows), 0.0
	most = math.Min(most, shrinkShare*math.Max(0, gained)/s.pass.beta)
	for g := range y.groups() {
		if y.start[g] < y.start[g+1] {
			used++
		}
	}
	for g := range y.groups() {
		changed = y.truncate(g, most/used) || changed
	}
	if changed {
		s.now.y.restoreTrace()
		s.pass.forward(s.now)
		s.newton.differentiate(s.now)
	}
}

// evaluateOracle evaluates the oracle at the present point, keeps what is best, and adds directions of descent.
func (s *Solver) evaluateOracle() {
	p := &s.problem
	dual := make([]float64, len(p.Y))
	dense.Axpy(-1, s.slope, dual)
	neural.ProjectOntoDomain(dual, p.Y, s.points.n, p.Loss)
	for i, v := range dual {
		s.slope[i] = -v
	}
	peak := s.oracle.evaluate(s.slope)
	if s.points.canceled() { // this round may be incomplete
		return
	}
	s.keep(dual, peak)
	if s.done {
		return
	}
	s.newton.setMultipliers(s.slope, s.now)
	if s.addRows(s.roundGap) {
		s.newton.differentiate(s.now)
		s.newton.setMultipliers(s.slope, s.now)
	}
}

// A run that does not reach its gap ends after maxRounds, or after patience rounds in which the gap was not halved.
const maxRounds, patience = 300, 60

// keep stores the network and the dual vector of the round if they are the best so far, and decides whether it was the last round.
func (s *Solver) keep(dual []float64, peak float64) {
	p, best := &s.problem, &s.best
	lower := neural.ScaledBound(dual, p.Y, s.points.n, peak, p.Beta, p.Loss)
	if lower > best.lower {
		best.lower, best.dual = lower, dual
	}
	s.roundGap = math.Min(1, (s.now.value-lower)/s.now.value)
	if s.now.value < best.objective {
		best.objective, best.factors = s.now.value, *s.now.y
		best.factors.rows, best.factors.start = slices.Clone(s.now.y.rows), slices.Clone(s.now.y.start)
	}
	s.gap = math.Min(s.gap, (best.objective-best.lower)/math.Max(math.Abs(best.objective), 1e-300))
	s.sinceMark++
	if s.gap <= s.mark/2 {
		s.mark, s.sinceMark = s.gap, 0
	}
	s.done = s.gap <= p.Tolerance || s.rounds >= maxRounds || s.sinceMark >= patience
}

// Progress returns how much of the work is done, by the logarithm of the gap by the solver's own sums.
func (s *Solver) Progress() parallel.Progress {
	share := 1.0
	if !s.done {
		share = math.Max(0, math.Min(1, math.Log(s.gap)/math.Log(s.problem.Tolerance)))
	}
	return parallel.Progress{Share: share, Gap: s.gap, Iterations: s.rounds}
}

// search takes the step, shortened until the objective is smaller. The outputs are quadratic in Y: where the curvature of the loss is large
// relative to the slack, their change beyond the linear model, f(Y + d) - f(Y) - J d, outweighs the gain of a step d. A second-order
// correction c, for which J c makes up for it, is found with the factorisation at hand; the step is then along Y + tau d + tau^2 c.
func (s *Solver) search(predicted float64) {
	n := s.newton
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
				n.damping *= 0.2
			} else if tau < 1 {
				n.damping *= 4
			}
			return
		}
	}
	n.damping *= 10
}

// try sets the trial to the point tau of the curve, brought back to the trace conditions.
func (s *Solver) try(tau float64) {
	to := s.trial.y
	to.rows = append(to.rows[:0], s.now.y.rows...)
	copy(to.start, s.now.y.start)
	dense.Axpy(tau, s.newton.direction, to.rows)
	dense.Axpy(tau*tau, s.correction, to.rows[:len(s.correction)])
	to.restoreTrace()
	s.pass.forward(s.trial)
}

// maxCorrections is the largest number of corrections of a step; each must at least halve the missing gain.
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

// correct adds a correction to the curve: by the linear model, it takes the outputs of the full step, the trial, to those that the model of
// the step predicts.
func (s *Solver) correct(predicted float64) {
	n := s.newton
	away := slices.Clone(s.trial.f)
	for i := range away {
		away[i] = s.now.f[i] + s.linear[i] - away[i]
	}
	s.loss.applyCurvature(away)
	rhs, c := make([]float64, len(n.direction)), make([]float64, len(n.direction))
	s.pass.adjoint(rhs, away, s.now)
	n.tangent(rhs, s.now.y)
	n.solve(c, rhs, away, s.now, accuracy{relative: 0.2, absolute: 0.01 * predicted, residual: math.Inf(1), products: 30})
	dense.Axpy(1, s.correction, c[:len(s.correction)])
	s.correction = c
}

// typicalRounds is the number of rounds that Estimate assumes, typicalProducts the largest number of products in one. directionNumbers is
// the largest memory of the directions of a step, in numbers.
const typicalRounds, typicalProducts, directionNumbers = 25, 200, 1e7

// Estimate predicts the multiplications and additions of a solve, and its memory in numbers of eight bytes, for n samples with the given
// blocks and patches, matrices of order p, and the number of outputs that the loss couples.
//
// It assumes that the optimum has m = min(2 p K C, 2 sqrt(n K C)) neurons and is found in typicalRounds. A round sums a matrix of order p
// over the n P rows of each block and output, computes its tridiagonal form, and multiplies X by m neurons many times. Memory, in numbers:
//
//	points       n K P p: X
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
	directions := math.Min(directionNumbers, 2*typicalProducts*unknowns)
	pair := pf * math.Min(m/(k*c), 2*maxProducts*(4*pf+passWork)/(pf*pf)) // the order of a block that still pays
	return flops, k*rows*pf + 4*rows*m + (20+maxParts)*m*pf + (4+6*c)*k*pf*pf + 20*samples + directions + k*c*pair*pair
}
