// Package sdp solves the convex training programs of two-layer networks with polynomial activation by a primal-dual interior-point method
// designed for their structure.
//
// Primal (the paper's Theorems 3.1, 5.1, 7.1, 8.1, 9.1) and dual, with ŷ = sum_k A_k(Z_k - Z'_k), A_k the lifted operator of block k,
// G = diag(1,...,1,-1) and E = e_p e_p', or no trace condition and E = I (quadratic activation):
//
//	minimise   loss(ŷ) + beta sum_k < E, Z_k + Z'_k >   subject to  < G, Z_k > = < G, Z'_k > = 0,   Z_k, Z'_k psd
//	maximise   -loss*(-v)                               subject to  S_k  = beta E - A_k*v + rho_k  G psd
//	                                                                S'_k = beta E + A_k*v + rho'_k G psd
//
// Both have a known strictly feasible point: v = 0 with rho = beta/2 gives the slacks beta/2 I, and Z = diag(1,...,1,d) is feasible. With
// rho = beta d/p their products are all equal, so the point is on the central path. (Where the middle of the domain of the conjugate is not
// zero, v starts there, and S has an extra multiple of I that every step reduces.) The slacks stay exact functions of (v, rho), and the Z
// meet the trace condition up to rounding. Only the gap is left to be reduced, a sum of terms that vanish one by one, so that a large loss
// is never subtracted from itself:
//
//	primal - dual = sum_i (loss(ŷ_i) + loss*(-v_i) + v_i ŷ_i) + sum_k < Z_k, S_k > + < Z'_k, S'_k >.
//
// Each iteration is Mehrotra's predictor and corrector in Nesterov and Todd's scaling: with the scaling point W = F F', F^-1 Z
// F^-T = F' S F = diag(lambda), and the linearised complementarity lambda o (dZ + dS) = sigma mu - lambda^2 - dZ o dS in scaled
// coordinates. The loss enters through its conjugate (type lossBlock): it gives a weight H_i for each sample and, if the dual has
// bounds, pairs of slacks and multipliers that are driven to zero together with the matrices. Eliminating dZ leaves a linear
// least-squares problem (type system) with as many unknowns as there are samples or matrix entries, whichever is smaller. Its
// normal equations have the matrix
//
//	M = H^-1 + sum_k A_k W_k A_k* W_k + A_k W'_k A_k* W'_k, bordered by A_k W_k G W_k and A_k W'_k G W'_k.
//
// For many samples they are made in the entries of the matrices, of second moments of the samples (type entriesSystem). Where normal
// equations are not accurate enough, a QR factorisation solves the problem if it is small enough (leastsquares.go).
//
// References: Nesterov and Todd, Primal-dual interior-point methods for self-scaled cones, SIAM J. Optim. 8 (1998); Vandenberghe, The
// CVXOPT linear and quadratic cone program solvers (2010), for the scaled form used here.
package sdp

import (
	"cmp"
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Problem is a training program for the samples of an operator.
type Problem struct {
	Op *lift.Operator
	// Outputs is the number C of outputs that the loss couples, 1 for separable losses.
	Outputs int
	// Y holds Len * Outputs labels, output by output.
	Y    []float64
	Beta float64 // > 0
	Loss loss.Loss
	// Context ends a step early when it is canceled; nil never is.
	Context context.Context
	// LeastSquares bounds the memory of least squares, in numbers (see LeastSquaresMemory); 0 leaves only the solver's own bound.
	LeastSquares float64
}

// minimumCentering is the smallest target of the products of complementary eigenvalues, as a fraction of the loss's part of the
// gap. Without it, the products may vanish while the loss is still far from its optimality condition, and iterates at the
// boundary no longer move. stepFraction keeps iterates off the boundary: the usual 0.99 of the largest step, or closer when the
// predictor shows that the step is good. Losses whose v does not start at zero may start infeasible and use the other two values: with
// these, hinge takes a seventh fewer iterations and logistic a tenth.
const (
	minimumCentering, stepFraction          = 1e-2, 0.99
	infeasibleCentering, infeasibleFraction = 0.1, 0.9
)

// Solver holds one run and its workspace. It allocates memory in New, in the first iteration, and once more when it first needs
// least squares.
type Solver struct {
	n, p, q, outputs, blocks int
	// rows is n C; multipliers is the number of trace conditions, one for each cone or none.
	rows, multipliers int
	op                *lift.Operator
	ctx               context.Context
	beta              float64
	cones             []*cone
	primals           [][]float64 // their Z
	loss              *lossBlock
	step              []float64 // (w, drho)
	// newton solves normal equations, leastSquares the same problem without squaring its condition; it is made when it is first needed.
	newton, leastSquares system
	usesLeastSquares     bool
	leastSquaresLimit    float64       // of their memory, in numbers
	matrix               []float64     // scratch of order p
	joint                *jointScaling // made when it is first needed
	fitChange            []float64     // workspace of defect, made when it is first needed
	iterations           int
	estimate             RankEstimate
}

// New returns a solver for problems with the shape of p: the same number of samples, outputs and blocks, order and loss.
func New(p *Problem) *Solver {
	s := &Solver{n: p.Op.Len(), p: p.Op.Order(), outputs: p.Outputs, blocks: p.Op.Blocks()}
	s.q, s.rows = s.p*(s.p+1)/2, s.n*s.outputs
	for o := range s.outputs {
		for k := range s.blocks {
			s.cones = append(s.cones, newCone(s.p, k, o, 1, p.Op.HasTrace()), newCone(s.p, k, o, -1, p.Op.HasTrace()))
		}
	}
	for _, c := range s.cones {
		s.primals = append(s.primals, c.z)
	}
	if p.Op.HasTrace() {
		s.multipliers = len(s.cones)
	}
	s.loss = newLossBlock(p.Loss, s.n, s.outputs)
	s.step, s.matrix = make([]float64, s.rows+s.multipliers), make([]float64, s.p*s.p)
	s.op = p.Op
	if TakesMoments(s.n, s.outputs, s.blocks, s.p) {
		s.newton = newEntriesSystem(s)
	} else {
		s.newton = newSamplesSystem(s)
	}
	return s
}

// Fits reports whether the solver's workspace has the shape of p.
func (s *Solver) Fits(p *Problem) bool {
	return s != nil && s.n == p.Op.Len() && s.p == p.Op.Order() && s.blocks == p.Op.Blocks() && s.cones[0].hasTrace == p.Op.HasTrace() &&
		s.outputs == p.Outputs && s.loss.lossFn == p.Loss
}

// Release gives up the memory of least squares, which most problems do not need.
func (s *Solver) Release() { s.leastSquares = nil }

// Reset starts a run for p; it keeps p's operator and labels.
func (s *Solver) Reset(p *Problem) {
	s.leastSquaresLimit = cmp.Or(p.LeastSquares, maxLeastSquares)
	s.op, s.beta, s.iterations, s.usesLeastSquares = p.Op, p.Beta, 0, false
	s.ctx = p.Context
	if s.ctx == nil {
		s.ctx = context.Background()
	}
	s.loss.center(p.Y)
	size, norm := s.scales()
	// tau is large enough to fit y, but not above the bound on < E, Z + Z' > at the optimum: the cost of the network without
	// neurons, divided by beta. Nor is it so small, relative to the loss, that the Z would be near the boundary from the start.
	clear(s.loss.f)
	s.loss.measure()
	most := s.loss.value / s.beta
	share := startShare
	if s.loss.startsOffZero() {
		share = infeasibleShare
	}
	tau := math.Max(math.Min(size/norm, most), share*most/float64(s.pairs()))
	if !(tau > 0) || math.IsInf(tau, 1) {
		tau = 1
	}
	rho := s.beta / 2
	if s.loss.lossFn.Quadratic() { // on the central path: see lossGapAfter
		rho = s.beta * float64(s.p-1) / float64(s.p)
	}
	s.loss.start(size / math.Sqrt(float64(s.rows)))
	for _, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(s.loss.v, c.output), c.block)
		c.start(s.ctx, tau, rho, startMargin*math.Sqrt(dense.Dot(s.matrix, s.matrix)))
	}
	s.refresh()
}

// scales returns |y| and an estimate of the norm of A, |A*y| / |y|.
func (s *Solver) scales() (size, norm float64) {
	size = math.Sqrt(dense.Dot(s.loss.y, s.loss.y))
	for o := range s.outputs {
		for k := range s.blocks {
			s.op.AdjointTo(s.matrix, s.output(s.loss.y, o), k)
			norm += dense.Dot(s.matrix, s.matrix)
		}
	}
	return size, math.Sqrt(norm) / size
}

// output returns the part of a vector of n C entries that belongs to one output.
func (s *Solver) output(x []float64, o int) []float64 { return x[o*s.n : (o+1)*s.n] }

// startMargin times |A*v| I is added to S if v starts outside the feasible set. With a factor of one, S would be near the boundary where
// all samples lie nearly on one line.
const startMargin = 2

// The products < Z, S > start with at least startShare times the loss without neurons, or infeasibleShare times it if v does not start at
// zero.
const startShare, infeasibleShare = 1e-2, 0.1

// refresh recomputes what depends on the Z and on (v, rho): the slacks, ŷ and the loss.
func (s *Solver) refresh() {
	clear(s.loss.f)
	for j := 0; j < len(s.cones); j += 2 {
		plus, minus := s.cones[j], s.cones[j+1]
		s.op.AdjointTo(s.matrix, s.output(s.loss.v, plus.output), plus.block)
		plus.setSlack(s.matrix, s.beta)
		minus.setSlack(s.matrix, s.beta)
		for i, z := range plus.z {
			s.matrix[i] = z - minus.z[i]
		}
		s.op.AddApply(s.output(s.loss.f, plus.output), s.matrix, plus.block)
	}
	s.loss.measure()
}

// Gap returns primal minus dual objective as a sum of nonnegative parts, and the primal objective. While there is dual infeasibility, it is
// an estimate.
func (s *Solver) Gap() (gap, primal float64) {
	gap, primal = s.loss.gap, s.loss.value
	infeasibility := 0.0
	for _, c := range s.cones {
		gap += c.product()
		primal += s.beta * Weight(c.z, c.p, c.hasTrace)
		infeasibility = math.Max(infeasibility, c.infeasibility)
	}
	// Scaling v to be feasible lowers its bound by about this share.
	return gap + infeasibility/s.beta*primal, primal
}

// Iterations returns the number of steps since Reset.
func (s *Solver) Iterations() int { return s.iterations }

// RankEstimate returns the rank estimate from the last step's affine direction.
func (s *Solver) RankEstimate() RankEstimate { return s.estimate }

// Primals returns the 2 K C matrices, of order p, row-major: a Z and a Z' for each output and block; the caller must not keep or
// change them.
func (s *Solver) Primals() [][]float64 { return s.primals }

// Dual returns the current dual vector v, output by output; the caller must not keep or change it.
func (s *Solver) Dual() []float64 { return s.loss.v }

// Step makes one iteration and reports whether it made progress. If not, which is numerical breakdown, the iterate is as it was, and Gap
// tells how good it is. Where the normal equations are not accurate enough, the run goes on with least squares. Canceled, it leaves the
// iterate unchanged or makes a step, and reports false.
func (s *Solver) Step() bool {
	ok := s.attempt()
	if !ok && !s.usesLeastSquares && s.canUseLeastSquares() && !parallel.Canceled(s.ctx) {
		s.usesLeastSquares = true
		ok = s.attempt()
	}
	return ok && !parallel.Canceled(s.ctx)
}

// attempt makes an iteration. It reports false, with the iterate as it was, where the iterate has no scaling, the Newton system gives no
// accurate direction, or the step along it would be tiny.
func (s *Solver) attempt() bool {
	for _, c := range s.cones {
		if !c.scale() {
			return false
		}
		c.setPredictor()
	}
	s.loss.setRoots()
	s.loss.setTargets(0)
	f := s.system()
	if !f.factor(s) || !s.direct(f) || !s.accurate() {
		return false
	}
	mu := s.complementarity(0)
	affine := math.Min(1, s.maxStep(true))
	ratio := s.complementarity(affine) / mu
	level := mu * math.Min(1, ratio*ratio*ratio)
	centering, fraction := minimumCentering, stepFraction
	if s.loss.startsOffZero() {
		centering, fraction = infeasibleCentering, infeasibleFraction
	}
	level = math.Max(level, math.Min(mu, centering*s.lossGapAfter(affine)/float64(s.pairs())))
	for _, c := range s.cones {
		c.setCorrector(level)
	}
	s.loss.setTargets(level)
	if !s.direct(f) {
		return false
	}
	fraction = math.Max(fraction, 1-0.1*ratio)
	alpha := math.Min(1, fraction*s.maxStep(false))
	if !(alpha > 1e-8) || parallel.Canceled(s.ctx) {
		return false
	}
	s.move(alpha)
	s.iterations++
	return true
}

// lossGapAfter returns the loss's part of the gap for minimumCentering. A quadratic loss has a linear condition, so the rest after the
// affine step is known: it is used, and since the start is on the central path, the first step does more than centre.
func (s *Solver) lossGapAfter(affine float64) float64 {
	if s.loss.lossFn.Quadratic() {
		return (1 - affine) * (1 - affine) * s.loss.gap
	}
	return s.loss.gap
}

// complementarity returns the average of the products of complementary eigenvalues after a step of length alpha along the direction.
func (s *Solver) complementarity(alpha float64) float64 {
	sum := s.loss.product(alpha)
	for _, c := range s.cones {
		sum += c.productAfter(alpha)
	}
	return sum / float64(s.pairs())
}

// pairs returns the number of products of complementary eigenvalues.
func (s *Solver) pairs() int { return s.loss.pairs() + len(s.cones)*s.p }

// maxStep returns the largest step length for which everything stays in its cone. For the affine direction it also updates the
// rank estimate.
func (s *Solver) maxStep(affine bool) float64 {
	step := s.loss.maxStep()
	if affine {
		s.estimate.reset(len(s.cones))
	}
	for j, c := range s.cones {
		if affine {
			step = math.Min(step, c.maxAffineStep())
			s.estimate.add(j, c.values)
			continue
		}
		step = math.Min(step, c.maxStep())
	}
	return step
}

// move takes a step of length alpha along the direction.
func (s *Solver) move(alpha float64) {
	s.loss.move(alpha)
	for j, c := range s.cones {
		dense.Axpy(alpha, c.dz, c.z)
		c.infeasibility *= 1 - alpha
		if s.multipliers > 0 {
			c.rho += alpha * s.step[s.rows+j]
		}
	}
	s.refresh()
}

// Point is a copy of an iterate, from which runs for other values of beta may start. The zero value means no point.
type Point struct {
	beta   float64
	values []float64 // of the loss block, then of each cone Z, rho and the infeasibility
}

// Clear removes the point.
func (t *Point) Clear() { t.values = t.values[:0] }

// MarkTo copies the iterate into dst, reusing its memory.
func (s *Solver) MarkTo(dst *Point) {
	dst.beta = s.beta
	dst.values = dense.Resize(dst.values, s.pointSize())
	at := copy(dst.values, s.loss.v)
	for _, side := range s.loss.sides {
		for _, e := range side.ends {
			dst.values[at], dst.values[at+1] = e.s, e.t
			at += 2
		}
	}
	for _, c := range s.cones {
		at += copy(dst.values[at:], c.z)
		dst.values[at], dst.values[at+1] = c.rho, c.infeasibility
		at += 2
	}
}

// pointSize returns the number of values of a point.
func (s *Solver) pointSize() int { return s.rows + 2*s.loss.pairs() + len(s.cones)*(s.p*s.p+2) }

// ResumeFrom moves the run, just after Reset, to a point of a run for the same operator, labels and loss and any beta. It does nothing
// without a point.
//
// The Z are feasible for any beta. For the dual, let r be the new beta divided by the old one. If r <= 1, then r v and r rho have
// the slacks r S, and r v stays in the domain of the dual, which is convex and has zero in its closure. If r > 1, v and rho have
// the slacks S + (r-1) beta E. The remaining dual infeasibility is kept.
func (s *Solver) ResumeFrom(from *Point) {
	if len(from.values) != s.pointSize() {
		return
	}
	r := min(1, s.beta/from.beta)
	at := copy(s.loss.v, from.values)
	dense.Scale(r, s.loss.v)
	for k := range s.loss.sides {
		side := &s.loss.sides[k]
		for i := range side.ends {
			e := &side.ends[i]
			e.s, e.t = (1-r)*s.loss.distance(side, i, 0)+r*from.values[at], from.values[at+1] // exact, without cancellation
			at += 2
		}
	}
	for _, c := range s.cones {
		at += copy(c.z, from.values[at:])
		c.rho, c.infeasibility = r*from.values[at], r*from.values[at+1]
		at += 2
	}
	s.refresh()
}
