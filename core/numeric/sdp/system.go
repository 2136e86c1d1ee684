package sdp

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// system solves for the direction. Let dS_k = B_k (dv, drho) in scaled coordinates, packed by svec (without the reduction of a dual
// infeasibility, which is part of the target), dZ_k = target_k - dS_k and dv = R w. Then the conditions for the matrices and the loss are
// those of the least-squares problem
//
//	minimise   sum_k |B_k (R w, drho) - target_k|^2 + |w + eta|^2 - 2 g'drho
//
// with g_k = < G, Z_k >, zero up to rounding. It can be solved for (w, drho), with as many unknowns as there are samples times outputs
// (samplesSystem), or, equivalently, for z = (dZ_1, dZ_2, ...), with as many as there are matrix entries (entriesSystem):
//
//	minimise   |z - target|^2 + |(B R)'z - eta|^2   subject to   B_rho'z = -g,   w = (B R)'z - eta.
//
// The cheaper form is used, by normal equations and Cholesky. But the condition number is the square of that of B: near the optimum, where W
// has eigenvalues of very different sizes, the identity is lost in the rounding of the other terms. A QR factorisation of the matrix of the
// form with fewer unknowns (leastsquares.go) takes several times the work and is accurate up to the last iteration.
type system interface {
	// factor prepares solve for the solver's current scaling and weights.
	factor(s *Solver) bool
	// solve writes w and drho into s.step. A system that knows the scaled dZ_k more accurately than as target - dS writes them, too, and
	// returns true.
	solve(s *Solver) (matrices bool)
}

// scaledG writes F'GF into dst; scratch has order p too.
func scaledG(c *cone, dst, scratch []float64) {
	clear(scratch)
	addG(scratch, c.p, 1)
	c.congruence(dst, c.ft, scratch)
}

// packTargets writes svec of the cones' right-hand sides into dst.
func packTargets(s *Solver, dst []float64) {
	for k, c := range s.cones {
		lift.PackTo(dst[k*s.q:(k+1)*s.q], c.right, s.p)
	}
}

// unpackDirections sets the cones' scaled dZ from z.
func unpackDirections(s *Solver, z []float64) {
	for k, c := range s.cones {
		lift.UnpackTo(c.dzs, z[k*s.q:(k+1)*s.q], s.p)
	}
}

// direct solves for the direction to the current targets of the cones and of the loss, and reports whether it is finite.
func (s *Solver) direct(f system) bool {
	s.expand(f.solve(s))
	return !math.IsNaN(dense.Dot(s.step, s.step))
}

// defectLimit is the relative residual of the linearised conditions above which the normal equations are given up.
const defectLimit = 1e-2

// accurate reports whether the direction is accurate enough, or cannot be improved by least squares.
func (s *Solver) accurate() bool {
	return s.usesLeastSquares || !s.canUseLeastSquares() || s.defect() <= defectLimit
}

// defect returns the relative residual of the direction in its conditions, w + eta + R'A(dZ - dZ') = 0 and dZ + dS = target.
func (s *Solver) defect() float64 {
	var size, miss float64
	s.fitChange = dense.Resize(s.fitChange, s.rows)
	clear(s.fitChange)
	for _, c := range s.cones {
		for i, v := range c.dz {
			s.matrix[i] = c.sign * v
			rest := c.target[i] - c.dzs[i] - c.dss[i]
			size += c.target[i]*c.target[i] + c.dzs[i]*c.dzs[i] + c.dss[i]*c.dss[i]
			miss += rest * rest
		}
		s.op.AddApply(s.output(s.fitChange, c.output), s.matrix, c.block)
	}
	defect := miss / math.Max(size, 1e-300)
	s.loss.applyRootTransposed(s.fitChange)
	size, miss = 0, 0
	for i, a := range s.fitChange {
		w, eta := s.step[i], s.loss.eta[i]
		size += w*w + eta*eta + a*a
		miss += (w + eta + a) * (w + eta + a)
	}
	return math.Sqrt(math.Max(defect, miss/math.Max(size, 1e-300)))
}

// expand computes the rest of the direction from (w, drho), and from the scaled dZ if the system has written them.
func (s *Solver) expand(matrices bool) {
	s.loss.direct(s.step[:s.rows])
	for j, c := range s.cones {
		if j%2 == 0 { // the same for a Z and its Z'
			s.op.AdjointTo(s.matrix, s.output(s.loss.dv, c.output), c.block)
		}
		rho := 0.0
		if s.multipliers > 0 {
			rho = s.step[s.rows+j]
		}
		c.directSlack(s.matrix, rho)
		if !matrices {
			c.complement()
		}
		c.congruence(c.dz, c.f, c.dzs)
	}
}

// jointScaling is the workspace for diagonalising W and W', the scaling points of the Z and Z' of one block and output, together:
//
//	W = T diag(a) T',   W' = T diag(1 - a) T',   0 <= a <= 1,
//
// so that < A_i, W A_j W > + < A_i, W' A_j W' > is one product of T'A_i T and T'A_j T, with the weights a_k a_l + (1 - a_k)(1 -
// a_l), instead of two.
type jointScaling struct {
	sum, congruent, basis, shares []float64
	weights                       []float64 // square roots of the weights, packed like svec
}

func newJointScaling(p int) *jointScaling {
	matrix := func() []float64 { return make([]float64, p*p) }
	return &jointScaling{matrix(), matrix(), matrix(), make([]float64, p), make([]float64, p*(p+1)/2)}
}

// jointFrom times the order is the number of samples above which the joint diagonalisation pays.
const jointFrom = 3

// addGrams adds sum < A_ik, W_k A_jk W_k > over the cones of an output to the lower triangle of m.
func (s *Solver) addGrams(m []float64, stride, output int) {
	for k := 0; k < len(s.cones); k += 2 {
		plus, minus := s.cones[k], s.cones[k+1]
		if plus.output != output {
			continue
		}
		if s.op.CheapWeights() && s.n >= jointFrom*s.p && s.diagonalize(plus, minus) {
			s.op.AddGram(m, stride, s.joint.basis, s.joint.weights, plus.block)
			continue
		}
		s.op.AddGram(m, stride, plus.f, nil, plus.block)
		s.op.AddGram(m, stride, minus.f, nil, minus.block)
	}
}

// diagonalize computes T and the weights. With W + W' = L L' and F = L G, the rows of U are the eigenvectors of G G', and T = L U'.
func (s *Solver) diagonalize(plus, minus *cone) bool {
	if s.joint == nil {
		s.joint = newJointScaling(s.p)
	}
	p, l, g := s.p, s.joint.sum, s.joint.congruent
	clear(l)
	dense.AddGram(s.ctx, l, p, plus.f, p, p)
	dense.AddGram(s.ctx, l, p, minus.f, p, p)
	if !dense.Cholesky(s.ctx, l, p) {
		return false
	}
	copy(g, plus.f)
	for i := range p {
		clear(l[i*p+i+1 : (i+1)*p])
		row := g[i*p : (i+1)*p]
		for k, v := range l[i*p : i*p+i] {
			dense.Axpy(-v, g[k*p:(k+1)*p], row)
		}
		dense.Scale(1/l[i*p+i], row)
	}
	dense.SymmetricNT(s.matrix, g, g, p, p)
	if !plus.eigen.Decompose(s.ctx, s.matrix, s.joint.shares) {
		return false
	}
	dense.MulNT(s.joint.basis, l, s.matrix, p, p, p)
	at := 0
	for i, a := range s.joint.shares {
		a = math.Max(0, math.Min(a, 1))
		s.joint.shares[i] = a
		for _, b := range s.joint.shares[:i+1] {
			s.joint.weights[at] = math.Sqrt(a*b + (1-a)*(1-b))
			at++
		}
	}
	return true
}

// Cost returns the multiplications of one iteration with the Newton system in the samples, and with that in the matrix entries, for n
// samples and matrices of order p. The solver uses the cheaper form.
func Cost(n, outputs, blocks, p int) (samples, entries float64) {
	q, pf := float64(p*(p+1)/2), float64(p)
	cones := float64(2 * blocks * outputs)
	gram := cones * float64(n) * float64(n) / 2
	samples = gram * math.Min(pf, q)
	rows := float64(n * outputs)
	samples += rows * rows * rows / 6
	m := cones * q
	pairs, width := float64(outputs*(outputs+1)/2), float64(blocks)*q
	return samples, m*m*m/6 + cones*float64(n)*q*pf + pairs*width*width*float64(n)/2 + cones*cones*2*q*pf*pf*pf
}

// Memory returns how many numbers the Newton system takes in the samples and in the matrix entries, by the arguments of Cost:
//
//	in the samples  (n C)^2, and n^2 more if C > 1
//	in the entries  m^2 (2 + 1/C) with m = 2 K C q
//
// Least squares take more: see LeastSquaresMemory.
func Memory(n, outputs, blocks, p int) (samples, entries float64) {
	c, square := float64(outputs), float64(n)*float64(n)
	samples = c * c * square
	if outputs > 1 {
		samples += square
	}
	m := 2 * float64(blocks) * c * float64(p*(p+1)/2)
	return samples, m * m * (2 + 1/c)
}

// TakesMoments reports whether the Newton system is in the entries, made of moments of the samples. Where there is little work, the system
// in the samples is preferred unless it costs far more, since it is more accurate.
func TakesMoments(n, outputs, blocks, p int) bool {
	const byFar, littleWork = 2.5, 5e7
	samples, entries := Cost(n, outputs, blocks, p)
	if m := float64(2 * blocks * outputs * (p * (p + 1) / 2)); m*m*float64(n*outputs)/2 < littleWork {
		entries *= byFar
	}
	return entries < samples
}
