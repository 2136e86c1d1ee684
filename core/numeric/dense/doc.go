// Package dense has the dense kernels and factorisations of the solvers: products, Cholesky, QR and eigenvalues.
//
// They are written here because Gonum's assembly is native only: in WebAssembly its Cholesky factorisation and matrix product take three to seven
// times as long as these, and for the 3 by 3 matrices of drawn data a call to LAPACK costs more than the work itself. What is taken from
// Gonum are Dsytrd and Dsterf in package neural, the tridiagonal form and its eigenvalues; Gonum is also what the tests compare each kernel with.
//
// Matrices are row-major []float64 without padding. A symmetric matrix is stored in full unless stated otherwise. Nothing here allocates. The
// caller is responsible for lengths: a wrong one panics with Go's index error.
package dense
