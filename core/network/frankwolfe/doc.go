// Package frankwolfe trains a network by descent on its neurons directly, for problems whose matrices are too large for an interior-point
// method: a fully corrective Frank-Wolfe (conditional gradient) method, of which the certificate is the oracle.
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
//     by conjugate residuals in the samples (residuals.go). The outputs are quadratic in Y: corrections of second order follow while their
//     curvature spoils the step (step.go), without which steps are short wherever the loss is much steeper than the slacks;
//   - the dual vector. The v of the linear model at the end of the step, not that of the new outputs, is what the next slacks are made of
//     (a primal-dual Newton method): where J'DJ is large beside the slacks, the outputs are off their condition by the square of the step,
//     and v by as much times D, while the model's v is off by what the slacks lose;
//   - the oracle: a tridiagonal form of Q, the leading block of M, for each block and output gives the peak of |g(u)| = |sum v_i
//     sigma(x_i'u)| over the sphere, and with it a lower bound, and the eigenvectors of negative eigenvalues of the slack, which become
//     new rows of Y;
//   - truncation: rows that the others can replace are taken out by a singular value decomposition.
//
// If beta is less than a fortieth of the peak of the empty network, it is reached in stages: the first beta is that fortieth, and each
// further one a thousandth of the one before. All but the last are solved to a gap of a third.
//
// Losses whose slope jumps (l1, hinge) have no curvature to step by, and are left to the interior-point method.
//
// # Certificate
//
// What is found is a list of neurons and a dual vector. Whoever takes them proves them: the package's own bound decides only when to stop.
package frankwolfe
