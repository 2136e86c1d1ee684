package dense

import (
	"context"
	"math"
	"slices"
)

// jacobiOrder is the largest order for which Jacobi rotations are faster than tridiagonal reduction; the matrices of drawn data
// have order 3 and 4.
const jacobiOrder = 5

// Eigen computes eigenvalues and eigenvectors of symmetric matrices of one order. It holds the workspace and is not safe for
// concurrent use.
type Eigen struct {
	n       int
	vectors []float64
	reduced *Tridiagonal // for orders above jacobiOrder
}

// NewEigen returns an Eigen for matrices of order n.
func NewEigen(n int) *Eigen {
	e := &Eigen{n: n, vectors: make([]float64, n*n)}
	if n > jacobiOrder {
		e.reduced = NewTridiagonal(n)
	}
	return e
}

// Decompose writes the eigenvalues of a, ascending, into values and overwrites a with the eigenvectors as rows: on return
// a_before = sum_i values[i] a[i]'a[i]. Both triangles of a are read. It reports whether the method converged, and false if it is canceled.
func (e *Eigen) Decompose(ctx context.Context, a, values []float64) bool {
	ok := e.solve(ctx, a, values, e.vectors)
	e.sort(values)
	copy(a, e.vectors)
	return ok
}

// Values writes the eigenvalues of a, ascending, into values, and overwrites a. It reports whether the method converged, and false if it is
// canceled.
func (e *Eigen) Values(ctx context.Context, a, values []float64) bool {
	ok := e.solve(ctx, a, values, nil)
	slices.Sort(values[:e.n])
	return ok
}

// solve writes the eigenvalues, unsorted, and the eigenvectors, unless vectors is nil. It overwrites a.
func (e *Eigen) solve(ctx context.Context, a, values, vectors []float64) bool {
	n := e.n
	if n > jacobiOrder {
		e.reduced.Reduce(ctx, a)
		if vectors != nil {
			e.reduced.basis(ctx, vectors)
		}
		return e.reduced.diagonalize(ctx, values[:n], vectors)
	}
	clear(vectors)
	for at := 0; at < len(vectors); at += n + 1 {
		vectors[at] = 1
	}
	ok := jacobi(a, vectors, n)
	for i := range n {
		values[i] = a[i*n+i]
	}
	return ok
}

// rotation returns tangent, cosine and sine of the rotation that annihilates the off-diagonal entry off between the diagonal
// entries p and q. See Golub and Van Loan, Matrix Computations, section 8.5.
func rotation(off, p, q float64) (t, c, s float64) {
	theta := (q - p) / (2 * off)
	if math.IsInf(theta, 0) {
		return 0, 1, 0
	}
	t = 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c = 1 / math.Sqrt(t*t+1)
	return t, c, t * c
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

// jacobi diagonalises the symmetric a by cyclic Jacobi rotations and applies them to the rows of v, unless v is nil. Convergence is
// quadratic: six sweeps are enough for order 5, and the method stops after a sweep without rotations.
func jacobi(a, v []float64, n int) bool {
	for range 30 {
		done := true
		for p := range n {
			for q := p + 1; q < n; q++ {
				apq, app, aqq := a[p*n+q], a[p*n+p], a[q*n+q]
				if abs := math.Abs(apq); abs == 0 || abs <= 1e-17*math.Sqrt(math.Abs(app*aqq)) {
					continue
				}
				done = false
				rotate(a, v, n, p, q)
			}
		}
		if done {
			return true
		}
	}
	return false
}

// rotate annihilates a[p][q] by a rotation in the plane of p and q.
func rotate(a, v []float64, n, p, q int) {
	apq := a[p*n+q]
	t, c, s := rotation(apq, a[p*n+p], a[q*n+q])
	a[p*n+p] -= t * apq
	a[q*n+q] += t * apq
	a[p*n+q], a[q*n+p] = 0, 0
	for k := range n {
		if k != p && k != q {
			x, y := a[k*n+p], a[k*n+q]
			a[k*n+p], a[k*n+q] = c*x-s*y, s*x+c*y
			a[p*n+k], a[q*n+k] = a[k*n+p], a[k*n+q]
		}
	}
	if v == nil {
		return
	}
	vp, vq := v[p*n:(p+1)*n], v[q*n:(q+1)*n]
	for k := range vp {
		x, y := vp[k], vq[k]
		vp[k], vq[k] = c*x-s*y, s*x+c*y
	}
}
