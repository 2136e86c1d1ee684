package descent

import (
	"math"

	"conelab/core/numeric/dense"
)

const (
	// krylovMost is the largest number of products in one decomposition. The decomposition is exact if there are no more dimensions than that.
	// Otherwise the least Ritz value is an upper bound of the least eigenvalue; it and the largest one converge first.
	krylovMost = 80
	// krylovEnd is the relative size below which the remainder of a product may be rounding error. Such a remainder has a component normal to the
	// spheres, where the Hessian is not that of the cost, and normalising it would make that component as large as the other vectors.
	krylovEnd = 1e-9
)

// krylov is the result of Lanczos' method for a symmetric matrix H and a starting vector g: with values theta_i and shares s_i, which add up to one,
// g'f(H)g is approximated by |g|^2 sum s_i f(theta_i). This is exact for polynomials f of a degree below twice the number of values.
type krylov struct{ values, shares []float64 }

// least returns the least Ritz value, or +Inf if there is none.
func (k *krylov) least() float64 {
	least := math.Inf(1)
	for _, v := range k.values {
		least = math.Min(least, v)
	}
	return least
}

// lanczos decomposes the matrix that product multiplies by, from a nonzero starting vector. All vectors are kept and orthogonalised twice, so that no
// Ritz value appears more often than it should.
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
