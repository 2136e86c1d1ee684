// Package sdp solves the convex training program of a two-layer network with polynomial activation by a primal-dual interior-point
// method made for its structure.
//
// Primal (the paper's Theorem 3.1 with the squared loss) and dual, with ŷ = A(Z - Z'), A the lifted operator, E = e_p e_p' and
// G = diag(1,...,1,-1):
//
//	minimise   |ŷ - y|^2 + beta < E, Z + Z' >      subject to  < G, Z > = < G, Z' > = 0,   Z, Z' psd
//	maximise   v'y - |v|^2/4                       subject to  S  = beta E - A*v + rho  G psd
//	                                                           S' = beta E + A*v + rho' G psd
//
// Both have interior points at sight: v = 0, rho = beta/2 gives S = S' = beta/2 I, and Z = Z' = diag(1,...,1,d) is balanced. The
// iterates keep S, S' exact functions of (v, rho, rho'), and Z, Z' balanced up to rounding; all that is reduced on the way is
//
//	e = ŷ - y + v/2   and the products < Z, S >, < Z', S' >:   primal - dual = |e|^2 + < Z, S > + < Z', S' >,
//
// a sum of terms that vanish one by one, so that |y|^2 is never subtracted from itself.
//
// Each iteration is Mehrotra's predictor and corrector in Nesterov and Todd's scaling: with F F' = W the scaling point,
// F^-1 Z F^-T = F' S F = diag(lambda), and the linearised complementarity lambda o (dZ + dS) = sigma mu - lambda^2 - dZ o dS in scaled
// coordinates. Eliminating dZ leaves a system in (dv, drho, drho') with the matrix
//
//	M = I/2 + A W A* W + A W' A* W', bordered by A W G W and A W' G W',
//
// of order n + 2 in the samples, or p(p+1)/2 + 2 after reduction: the caller chooses by the operator that it passes (see Cost).
//
// References: Nesterov and Todd, Primal-dual interior-point methods for self-scaled cones, SIAM J. Optim. 8 (1998); Vandenberghe, The
// CVXOPT linear and quadratic cone program solvers (2010), for the scaled form used here.
package sdp
