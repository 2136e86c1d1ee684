// Package lift turns data into the linear operator of the convex training program.
//
// A neuron sigma(x'u) with sigma(s) = a s^2 + b s + c and |u| = 1 is linear in the lifted matrix [u;1][u;1]':
//
//	sigma(x'u) = < A(x), [u;1][u;1]' >,   A(x) = [ a x x'   b x / 2 ]
//	                                             [ b x'/2   c       ]
//
// so a network is ŷ_i = < A_i, D >, D = Z - Z' (the paper's section 2, eq. (lifted network), and Theorem 3.1). This package applies
// the operator D -> ŷ, its adjoint v -> sum_i v_i A_i, and the Gram matrix < A_i, W A_j W > that the Newton system is made of, without
// ever forming the n matrices A_i.
//
// Where blocks have many patches, the A_ik themselves, in twice the precision of a double, take the place of the patches (Samples.Pooled).
//
// Two forms of the same operator serve the two forms of the Newton system: Samples keeps the data points (n rows), Rows replaces
// them by the p(p+1)/2 rows of an orthogonal factorisation (the paper's constrained least squares form, appendix A).
//
// Notation: n samples, d features, p = d+1, q = p(p+1)/2. Matrices of order p are stored in full, row-major; svec stacks the lower
// triangle row by row with the off-diagonal entries times sqrt 2, so that < A, B > = svec(A)'svec(B).
package lift
