// Package neural goes between matrices and networks, and proves networks optimal.
//
//   - Decompose writes a psd matrix Z with < G, Z > = 0, G = diag(1,...,1,-1), as a sum of rank-one matrices y y' with y'Gy = 0, one for
//     each rank: the paper's neural decomposition (section 4.1). A vector y = (c, t) on the cone |c| = |t| is the neuron u = c/t with
//     weight t^2.
//   - Network is such a list of neurons: f(x) = sum_j alpha_j sigma(x'u_j), |u_j| = 1.
//   - Bound turns any dual vector into a true lower bound of the training cost, whatever produced it.
//
// The paper prints p_1'p_j in step 2 of the decomposition; p_1'Gp_j is meant, and used here.
package neural
