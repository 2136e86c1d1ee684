// Package dense has the few dense kernels that the solver's inner loop is made of.
//
// Gonum is the linear algebra of this project; these kernels exist where measurement asks for them: in WebAssembly Gonum's Cholesky
// factorisation and matrix product take three to seven times as long (its assembly is native only), and for the 3 by 3 matrices of
// drawn data a call to LAPACK costs more than the work. Each is tested against Gonum.
//
// Matrices are row-major []float64 without padding; a symmetric matrix is stored in full unless said otherwise. Nothing here
// allocates. Lengths are the caller's business: a wrong one panics with Go's index error.
package dense
