package dense

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// jacobiOrder is the largest order for which Jacobi rotations beat LAPACK here; the matrices of drawn data have order 3 and 4.
const jacobiOrder = 5

// Eigen finds eigenvalues and eigenvectors of symmetric matrices of one order. It holds the workspace; it is not safe for concurrent
// use.
type Eigen struct {
	n       int
	work    []float64
	vectors []float64
	lapack  gonum.Implementation
}

// NewEigen returns an Eigen for matrices of order n.
func NewEigen(n int) *Eigen {
	e := &Eigen{n: n, vectors: make([]float64, n*n)}
	if n > jacobiOrder {
		var size [1]float64
		e.lapack.Dsyev(lapack.EVCompute, blas.Lower, n, nil, n, nil, size[:], -1)
		e.work = make([]float64, int(size[0]))
	}
	return e
}

// Decompose writes the eigenvalues of a, ascending, into values and overwrites a with the eigenvectors as rows: on return
// a_before = sum_i values[i] a[i]'a[i]. Both triangles of a are read. It reports whether the method converged.
func (e *Eigen) Decompose(a, values []float64) bool {
	n := e.n
	if n > jacobiOrder {
		ok := e.lapack.Dsyev(lapack.EVCompute, blas.Lower, n, a, n, values, e.work, len(e.work))
		copy(e.vectors, a)
		Transpose(a, e.vectors, n) // LAPACK's eigenvectors are columns
		return ok
	}
	clear(e.vectors)
	for i := range n {
		e.vectors[i*n+i] = 1
	}
	ok := jacobi(a, e.vectors, n)
	e.sort(a, values)
	copy(a, e.vectors)
	return ok
}

// Values writes the eigenvalues of a, ascending, into values. It overwrites a.
func (e *Eigen) Values(a, values []float64) bool {
	n := e.n
	if n > jacobiOrder {
		return e.lapack.Dsyev(lapack.EVNone, blas.Lower, n, a, n, values, e.work, len(e.work))
	}
	ok := jacobi(a, nil, n)
	for i := range n {
		values[i] = a[i*n+i]
	}
	slices.Sort(values[:n])
	return ok
}

// sort reads the eigenvalues off a's diagonal into values and puts them, and the rows of e.vectors with them, in ascending order.
func (e *Eigen) sort(a, values []float64) {
	n := e.n
	for i := range n {
		values[i] = a[i*n+i]
	}
	for i := 1; i < n; i++ {
		for j := i; j > 0 && values[j] < values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
			for k := range n {
				e.vectors[j*n+k], e.vectors[(j-1)*n+k] = e.vectors[(j-1)*n+k], e.vectors[j*n+k]
			}
		}
	}
}

// jacobi makes the symmetric a diagonal by cyclic Jacobi rotations and applies them to the rows of v, unless v is nil. Rotations
// converge quadratically: six sweeps do for order 5, and a sweep that has nothing to rotate ends it.
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

// rotate annihilates a[p][q] by a rotation in the plane of p and q. See Golub and Van Loan, Matrix Computations, section 8.5.
func rotate(a, v []float64, n, p, q int) {
	apq := a[p*n+q]
	theta := (a[q*n+q] - a[p*n+p]) / (2 * apq)
	t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	if math.IsInf(theta, 0) {
		t, c, s = 0, 1, 0
	}
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
