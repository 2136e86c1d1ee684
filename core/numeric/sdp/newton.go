package sdp

import "conelab/core/numeric/lift"

// system solves for the direction. With dS_k = B_k (dv, drho) in scaled coordinates (less what is taken off an infeasible start, which
// moves the target), packed by svec, dZ_k = target_k - dS_k and dv = R w, the conditions of the matrices and of the loss are those of the least-squares problem
//
//	minimise   sum_k |B_k (R w, drho) - target_k|^2 + |w + eta|^2 - 2 g'drho
//
// with g_k = < G, Z_k >, zero up to rounding. It can be solved for (w, drho), as many unknowns as samples and outputs (dualSystem), or,
// equivalently, for z = (dZ_1, dZ_2, ...), as many as matrix entries (primalSystem):
//
//	minimise   |z - target|^2 + |(B R)'z - eta|^2   subject to   B_rho'z = -g,   w = (B R)'z - eta.
//
// Whichever is smaller is used. Both can be solved in two ways: the normal equations by Cholesky, cheap, whose condition is the square of
// B's, so that near the optimum, where W has eigenvalues of any size, the identity drowns in the rounding of the rest; and QR of the
// stacked matrix, several times the work and good to the last iteration.
type system interface {
	// factor prepares solve for the solver's current scaling and weights.
	factor(s *Solver, stacked bool) bool
	// solve writes w and drho into s.step, and the scaled dZ_k if it has them more accurately than target - dS; it says so.
	solve(s *Solver, stacked bool) (matrices bool)
	// correct writes into x what the normal equations say is missing of (w, drho), given what w + eta + R A(dZ - dZ') and the trace
	// conditions are instead of zero. It reports false where the form of the system has no use for it.
	correct(s *Solver, x, rest, traces []float64) bool
}

// scaledG writes F'GF into dst; scratch has order p too.
func scaledG(c *cone, dst, scratch []float64) {
	clear(scratch)
	addG(scratch, c.p, 1)
	c.congruence(dst, c.ft, scratch)
}

// packTargets writes svec of the cones' right sides into dst.
func packTargets(s *Solver, dst []float64) {
	for k, c := range s.cones {
		lift.PackTo(dst[k*s.q:(k+1)*s.q], c.right, s.p)
	}
}

// unpackDirections sets the cones' scaled dZ.
func unpackDirections(s *Solver, z []float64) {
	for k, c := range s.cones {
		lift.UnpackTo(c.dzs, z[k*s.q:(k+1)*s.q], s.p)
	}
}
