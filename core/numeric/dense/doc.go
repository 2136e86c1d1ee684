// Package dense has the few dense kernels used in the solver's inner loop.
//
// The project uses Gonum for linear algebra. These kernels exist where measurements call for them: in WebAssembly Gonum's Cholesky
// factorisation and matrix product take three to seven times as long (its assembly is native only), and for the 3 by 3 matrices of drawn data
// a call to LAPACK costs more than the work itself. Each kernel is tested against Gonum.
//
// Matrices are row-major []float64 without padding. A symmetric matrix is stored in full unless stated otherwise. Nothing here allocates. The
// caller is responsible for lengths: a wrong one panics with Go's index error.
package dense
