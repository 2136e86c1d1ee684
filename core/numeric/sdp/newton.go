package sdp

import "conelab/core/numeric/lift"

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
// The smaller form is used, by normal equations and Cholesky. That is cheap, but the condition number is the square of that of B: near the optimum, where
// W has eigenvalues of very different sizes, the identity is lost in the rounding of the other terms. QR of the stacked matrix of the first form
// (stackedSystem) takes several times the work and is accurate up to the last iteration.
type system interface {
	// factor prepares solve for the solver's current scaling and weights.
	factor(s *Solver) bool
	// solve writes w and drho into s.step. If it has the scaled dZ_k more accurately than target - dS, it writes those too and returns true.
	solve(s *Solver) (matrices bool)
	// refine reduces the residual of the direction that solve has found, and reports whether it can be used.
	refine(s *Solver, corrected bool) bool
}

// maxStacked is how many numbers the QR factorisation may take.
const maxStacked = 4e7

// Stackable reports whether the run can use least squares: the QR factorisation has as many columns as there are samples times outputs.
func (s *Solver) Stackable() bool {
	columns := float64(len(s.step))
	return columns*(columns+float64(len(s.cones)*s.q)) <= maxStacked
}

// form returns the system that solves for directions now. Its QR factorisation is made when it is first needed.
func (s *Solver) form() system {
	if !s.stacked {
		return s.newton
	}
	if s.careful == nil {
		s.careful = newStackedSystem(s)
	}
	return s.careful
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
