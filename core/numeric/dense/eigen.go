package dense

import (
	"context"
)

// Eigen computes eigenvalues and eigenvectors of symmetric matrices of one order. It holds the workspace and is not safe for
// concurrent use.
type Eigen struct {
	n       int
	vectors []float64
	reduced *Tridiagonal
}

// NewEigen returns an Eigen for matrices of order n.
func NewEigen(n int) *Eigen { return &Eigen{n, make([]float64, n*n), NewTridiagonal(n)} }

// Decompose writes the eigenvalues of a, ascending, into values and overwrites a with the eigenvectors as rows: on return
// a_before = sum_i values[i] a[i]'a[i]. Both triangles of a are read. It reports whether the method converged, and false if it is canceled.
func (e *Eigen) Decompose(ctx context.Context, a, values []float64) bool {
	e.reduced.Reduce(ctx, a)
	e.reduced.basis(ctx, e.vectors)
	ok := e.reduced.diagonalize(ctx, values[:e.n], e.vectors)
	e.sort(values)
	copy(a, e.vectors)
	return ok
}

// Values writes the eigenvalues of a, ascending, into values, and overwrites a. It reports whether the method converged, and false if it is
// canceled.
func (e *Eigen) Values(ctx context.Context, a, values []float64) bool {
	e.reduced.Reduce(ctx, a)
	return e.reduced.Values(ctx, values[:e.n])
}

// sort sorts the values, and the rows of e.vectors with them, in ascending order.
func (e *Eigen) sort(values []float64) {
	n := e.n
	for i := range n {
		least := i
		for j := i + 1; j < n; j++ {
			if values[j] < values[least] {
				least = j
			}
		}
		if least == i {
			continue
		}
		values[i], values[least] = values[least], values[i]
		for k, v := range e.vectors[i*n : (i+1)*n] {
			e.vectors[i*n+k], e.vectors[least*n+k] = e.vectors[least*n+k], v
		}
	}
}
