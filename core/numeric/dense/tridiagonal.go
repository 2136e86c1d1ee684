package dense

import "math"

// tridiagonal is the factorisation A = Q T Q' of a symmetric matrix, T tridiagonal, with the eigenvalues and eigenvectors of T by implicit QL
// steps. All loops run along rows: Q' and the eigenvectors are stored by rows, so that a reflection consists of products and sums of rows,
// and a rotation of two rows. See Golub and Van Loan, Matrix Computations, section 8.3.
type tridiagonal struct {
	diagonal, off []float64 // of T; off[i] is between i and i+1
	tau           []float64 // of the reflections I - tau v v'; the v of row k is in the first k entries of row k of A
	w             []float64
}

func newTridiagonal(n int) *tridiagonal {
	vector := func() []float64 { return make([]float64, n) }
	return &tridiagonal{vector(), vector(), vector(), vector()}
}

// reduce computes T, and overwrites a, of order n with both triangles stored, with the vectors of the reflections. n^3 multiplications.
func (t *tridiagonal) reduce(a []float64, n int) {
	for k := n - 1; k > 0; k-- {
		v := a[k*n : k*n+k]
		t.diagonal[k] = a[k*n+k]
		t.off[k-1], t.tau[k] = reflection(v)
		if t.tau[k] != 0 {
			t.update(a, n, v, t.tau[k])
		}
	}
	t.diagonal[0] = a[0]
}

// reflection overwrites x with the v of the reflection that maps x to a multiple of the last unit vector, and returns the multiple and tau. A
// tau of zero means the identity.
func reflection(x []float64) (multiple, tau float64) {
	last := len(x) - 1
	alpha := x[last]
	rest := Dot(x[:last], x[:last])
	if rest == 0 {
		return alpha, 0
	}
	norm := math.Sqrt(rest + alpha*alpha)
	x[last] = alpha + math.Copysign(norm, alpha)
	return -math.Copysign(norm, alpha), 1 / (norm * (norm + math.Abs(alpha)))
}

// update overwrites the leading block A of v's order with H A H, H = I - tau v v': A - v q' - q v' with w = tau A v, q = w - (tau v'w / 2) v.
func (t *tridiagonal) update(a []float64, n int, v []float64, tau float64) {
	k := len(v)
	w := t.w[:k]
	i := 0
	for ; i+4 <= k; i += 4 {
		s0, s1, s2, s3 := dot4(v, a[i*n:], a[(i+1)*n:], a[(i+2)*n:], a[(i+3)*n:])
		w[i], w[i+1], w[i+2], w[i+3] = tau*s0, tau*s1, tau*s2, tau*s3
	}
	for ; i < k; i++ {
		w[i] = tau * Dot(v, a[i*n:i*n+k])
	}
	Axpy(-tau/2*Dot(v, w), v, w)
	for i = 0; i+4 <= k; i += 4 {
		subtract8(v, w, w[i], w[i+1], w[i+2], w[i+3], v[i], v[i+1], v[i+2], v[i+3], a[i*n:], a[(i+1)*n:], a[(i+2)*n:], a[(i+3)*n:])
	}
	for ; i < k; i++ {
		row := a[i*n : i*n+k]
		Axpy(-w[i], v, row)
		Axpy(-v[i], w, row)
	}
}

// basis writes Q' into q, given the reflections that reduce has left in a.
func (t *tridiagonal) basis(q, a []float64, n int) {
	clear(q)
	for i := range n {
		q[i*n+i] = 1
	}
	for k := 1; k < n; k++ {
		tau := t.tau[k]
		if tau == 0 {
			continue
		}
		v := a[k*n : k*n+k]
		// The rows before k are zero beyond their first k entries, and entry k-1 is 1 only in row k-1.
		i := 0
		for ; i+4 <= k; i += 4 {
			r0, r1, r2, r3 := q[i*n:], q[(i+1)*n:], q[(i+2)*n:], q[(i+3)*n:]
			s0, s1, s2, s3 := dot4(v, r0, r1, r2, r3)
			subtract4(v, tau*s0, tau*s1, tau*s2, tau*s3, r0, r1, r2, r3)
		}
		for ; i < k; i++ {
			row := q[i*n : i*n+k]
			Axpy(-tau*Dot(v, row), v, row)
		}
	}
}

// maxSteps is the largest number of QL steps for one eigenvalue; two are usual.
const maxSteps = 60

// diagonalise overwrites diagonal with the eigenvalues of T, unsorted, and multiplies the rows of q, of order n, by the rotations, so that
// they become the eigenvectors; q may be nil. It reports whether the method converged.
func (t *tridiagonal) diagonalise(q []float64, n int) bool {
	d, e := t.diagonal[:n], t.off[:n]
	for l := range d {
		for step := 0; ; step++ {
			m := l
			for m+1 < n && !negligible(e[m], d[m], d[m+1]) {
				m++
			}
			if m == l {
				break
			}
			if step == maxSteps {
				return false
			}
			t.step(q, n, l, m)
		}
	}
	return true
}

// negligible reports whether the entry e beside the diagonal entries d and c is of the size of rounding errors.
func negligible(e, d, c float64) bool {
	const eps, least = 0x1p-53, 0x1p-1021
	return e*e <= eps*eps*math.Abs(d)*math.Abs(c)+least
}

// step makes an implicit QL step on the block from l to m, with a shift near the eigenvalue at l.
func (t *tridiagonal) step(q []float64, n, l, m int) {
	d, e := t.diagonal, t.off
	half := (d[l+1] - d[l]) / (2 * e[l])
	g := d[m] - d[l] + e[l]/(half+math.Copysign(math.Sqrt(half*half+1), half))
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], c*e[i]
		r := math.Sqrt(f*f + g*g)
		e[i+1] = r
		if r == 0 { // the matrix splits here
			d[i+1] -= p
			e[m] = 0
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = (d[i]-g)*s + 2*c*b
		p = s * r
		d[i+1] = g + p
		g = c*r - b
		if q != nil {
			turn(c, s, q[i*n:(i+1)*n], q[(i+1)*n:(i+2)*n])
		}
	}
	d[l] -= p
	e[l], e[m] = g, 0
}
