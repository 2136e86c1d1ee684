// Package neural converts between matrices and networks, and proves networks optimal.
//
//   - Decompose writes a psd matrix Z with < G, Z > = 0, G = diag(1,...,1,-1), as a sum of as many rank-one matrices y y' with y'Gy = 0 as its rank:
//     the paper's neural decomposition (section 4.1). A vector y = (c, t) on the cone |c| = |t| is the neuron u = c/t with weight t^2.
//   - A network is a list of such neurons: f(x) = sum_j alpha_j sigma(x'u_j), |u_j| = 1.
//   - Prover turns any dual vector, whatever produced it, into a valid lower bound of the training cost.
//
// Step 2 of the decomposition is printed with p_1'p_j in the paper; p_1'Gp_j is meant, and used here.
package neural
