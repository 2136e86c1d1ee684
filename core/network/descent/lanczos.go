package descent

import (
	"math"

	"conelab/core/numeric/dense"
)

const (
	// krylovMost bounds the products of one decomposition. Where there are no more dimensions it is exact; else the least Ritz value, which
	// converges first of all with the largest, is an upper bound of the least eigenvalue.
	krylovMost = 80
	// krylovEnd is the relative size below which what is left of a product may be rounding: that has a part across the spheres, where the Hessian is
	// not that of the cost, and would be made as long as the other vectors.
	krylovEnd = 1e-9
)

// krylov is what Lanczos' method finds of a symmetric matrix H from a start g: with values theta_i and shares s_i, which add up to one,
// g'f(H)g is |g|^2 sum s_i f(theta_i), exactly for polynomials f up to twice as many degrees as there are values.
type krylov struct{ values, shares []float64 }

// least returns the least Ritz value, +Inf without any.
func (k *krylov) least() float64 {
	least := math.Inf(1)
	for _, v := range k.values {
		least = math.Min(least, v)
	}
	return least
}

// lanczos decomposes the matrix that product multiplies with, from a start that is not zero. All vectors are kept and made orthogonal to each
// other twice, so that no value appears more often than it should.
func lanczos(product func(dst, v []float64), start []float64) krylov {
	size := math.Sqrt(dense.Dot(start, start))
	if !(size > 0) || math.IsInf(size, 1) {
		return krylov{}
	}
	v := append([]float64(nil), start...)
	dense.Scale(1/size, v)
	var basis [][]float64
	var diagonal, beside []float64
	largest := 0.0
	for {
		basis = append(basis, v)
		next := make([]float64, len(v))
		product(next, v)
		diagonal = append(diagonal, dense.Dot(v, next))
		largest = math.Max(largest, math.Sqrt(dense.Dot(next, next)))
		for range 2 {
			for _, b := range basis {
				dense.Axpy(-dense.Dot(b, next), b, next)
			}
		}
		rest := math.Sqrt(dense.Dot(next, next))
		if len(basis) == min(krylovMost, len(v)) || !(rest > krylovEnd*largest) {
			return ritz(diagonal, beside)
		}
		beside = append(beside, rest)
		dense.Scale(1/rest, next)
		v = next
	}
}

// ritz returns the eigenvalues of the tridiagonal matrix, and the squares of the first entries of its eigenvectors.
func ritz(diagonal, beside []float64) krylov {
	n := len(diagonal)
	t, values := make([]float64, n*n), make([]float64, n)
	for i, v := range diagonal {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return krylov{}
		}
		t[i*n+i] = v
	}
	for i, v := range beside {
		t[i*n+i+1], t[(i+1)*n+i] = v, v
	}
	if !dense.NewEigen(n).Decompose(t, values) {
		return krylov{}
	}
	k := krylov{values: values}
	for i := range n {
		k.shares = append(k.shares, t[i*n]*t[i*n])
	}
	return k
}
