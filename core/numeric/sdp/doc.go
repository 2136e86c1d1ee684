// Package sdp solves the convex training programs of two-layer networks with polynomial activation by a primal-dual interior-point method
// designed for their structure.
//
// Primal (the paper's Theorems 3.1, 5.1, 7.1, 8.1, 9.1) and dual, with ŷ = sum_k A_k(Z_k - Z'_k), A_k the lifted operator of block k,
// G = diag(1,...,1,-1) and E = e_p e_p' (balanced), or no trace condition and E = I (quadratic activation):
//
//	minimise   loss(ŷ) + beta sum_k < E, Z_k + Z'_k >   subject to  < G, Z_k > = < G, Z'_k > = 0,   Z_k, Z'_k psd
//	maximise   -loss*(-v)                               subject to  S_k  = beta E - A_k*v + rho_k  G psd
//	                                                                S'_k = beta E + A_k*v + rho'_k G psd
//
// A strictly feasible starting point is known for both: v = 0 with rho = beta/2 gives the slacks beta/2 I, and Z = diag(1,...,1,d) is
// balanced. With rho = beta d/p the products of the two are all equal, so the point is on the central path. (If the middle of the domain of
// the conjugate is not zero, v starts there, and S has a multiple of I added that every step reduces.) The iterates keep the slacks exact
// functions of (v, rho), and the Z balanced up to rounding. The only quantity to be reduced is the gap, a sum of terms that vanish one by
// one, so that a large loss is never subtracted from itself:
//
//	primal - dual = sum_i (loss(ŷ_i) + loss*(-v_i) + v_i ŷ_i) + sum_k < Z_k, S_k > + < Z'_k, S'_k >.
//
// Each iteration is Mehrotra's predictor and corrector in Nesterov and Todd's scaling: with the scaling point W = F F', F^-1 Z F^-T = F' S F
// = diag(lambda), and the linearised complementarity lambda o (dZ + dS) = sigma mu - lambda^2 - dZ o dS in scaled coordinates. The loss
// enters through its conjugate (type lossBlock): it gives a weight H_i for each sample and, if the dual has bounds, pairs of slacks and
// multipliers that are driven to zero together with the matrices. Eliminating dZ leaves a linear least-squares problem (type system) with as
// many unknowns as there are samples or matrix entries, whichever is smaller. Its normal equations have the matrix
//
//	M = H^-1 + sum_k A_k W_k A_k* W_k + A_k W'_k A_k* W'_k, bordered by A_k W_k G W_k and A_k W'_k G W'_k.
//
// In the entries of the matrices, for many samples, they are made of second moments of the samples (type entriesSystem). If normal equations are not
// accurate enough, the problem is solved by a QR factorisation where that is small enough (type stackedSystem).
//
// References: Nesterov and Todd, Primal-dual interior-point methods for self-scaled cones, SIAM J. Optim. 8 (1998); Vandenberghe, The
// CVXOPT linear and quadratic cone program solvers (2010), for the scaled form used here.
package sdp
