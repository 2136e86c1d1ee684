// Package hardness runs the paper's section 6: training with weight decay is NP-hard, by a reduction from subset sum.
//
// Given integers a_1, ..., a_d and a target z, is there a subset with the sum z? The reduction builds n = 2d + 1 samples,
//
//	X = [ I        ]    y = [ 1/d            ]   d rows
//	    [ X_D      ]        [ (a_i/w_i)^2    ]   d rows, X_D diagonal with entries +-1, w = X_D^-T x_n
//	    [ sqrt d a']        [ (2z - sum a)^2 ]   one row x_n
//
// for the network with quadratic activation, and asks for beta -> 0 in the 2/3-norm form of weight decay (package equivalent):
//
//	minimise sum_j |alpha_j|^(2/3)   subject to   sum_j alpha_j (x_i'u_j)^2 = y_i,   |u_j| = 1.
//
// The first d rows sum to sum_j alpha_j = 1, so the optimal value is at least 1, with equality only for a single neuron (Lemma 6.2): alpha =
// 1 and u_k^2 = 1/d, so u = e/sqrt d with signs e, and the last row says |sum_k e_k a_k| = |2z - sum a|. Then either {e = +1} or {e = -1} has
// the sum z. So the value is 1 if and only if the subset exists, and Instance.decode reads the subset from u.
//
// With the l1 norm, sum |alpha|, the same data give a convex program, which does not decide the question: its value is 1 for nearly every
// instance, whether the answer is yes or no (Instance.relax).
//
// Departures from the paper's text, whose construction this is:
//   - For a_i = 0, (a_i/w_i)^2 is 0/0. For every other a_i its value is 1/d, as in the first rows, and 1/d is used here.
//   - Rows d+1 to 2d therefore repeat rows 1 to d up to sign, and do not change the problem.
//   - The reduction is from subset sum (the paper says "to"), the simplex constraint misses the factor alpha_j where it is first
//     written, and the last label of direction 2 is y_(d+1), not y_(i+1).
//   - Lemma 6.2 needs no convexity of its set.
//   - sqrt d is irrational; in exact arithmetic, with e = sqrt d u, the equations are e_k^2 = 1 and (sum e_k a_k)^2 = (2z - sum a)^2, all
//     in integers: Instance.check.
package hardness
