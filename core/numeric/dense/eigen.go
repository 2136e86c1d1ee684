package dense

import (
	"context"
	"math"
	"slices"

	"conelab/core/numeric/parallel"
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

// Tridiagonal is the factorisation A = Q T Q' of a symmetric matrix, T tridiagonal, with the eigenvalues and eigenvectors of T by
// implicit QL steps. All loops run along rows: Q' and the eigenvectors are stored by rows, so that a reflection consists of
// products and sums of rows, and a rotation of two rows. See Golub and Van Loan, Matrix Computations, section 8.3.
type Tridiagonal struct {
	// Diagonal and Off are T: Off[i] is between i and i+1; the last entry is not used.
	Diagonal, Off []float64

	n           int
	reflections []float64 // A, overwritten: the v of reflection k is in the first k entries of row k
	tau         []float64 // of the reflections I - tau v v'
	d, e, w     []float64
}

// NewTridiagonal returns the workspace for order n. The matrix itself belongs to the caller.
func NewTridiagonal(n int) *Tridiagonal {
	vector := func() []float64 { return make([]float64, n) }
	return &Tridiagonal{n: n, Diagonal: vector(), Off: vector(), tau: vector(), d: vector(), e: vector(), w: vector()}
}

// Reduce computes T, and returns early, with another one, if it is canceled. It overwrites a, with both triangles stored, with the
// reflections, to which t refers until the next call. 4/3 n^3 multiplications and additions, or about 4 r n^2 for a matrix of low rank r, of
// which only rounding is left after a few reflections.
func (t *Tridiagonal) Reduce(ctx context.Context, a []float64) {
	n := t.n
	scale := scaleOf(a)
	Scale(1/scale, a)
	t.reflections = a
	// 2^-51 times the mean length of a row, a few times the rounding of its entries, squared.
	negligible := Dot(a, a) / float64(n) * 0x1p-102
	poll := poll{ctx: ctx}
	for k := n - 1; k > 0 && poll.after(4*k*k); k-- {
		v := a[k*n : k*n+k]
		t.Diagonal[k] = a[k*n+k]
		t.Off[k-1], t.tau[k] = reflection(v, negligible)
		if t.tau[k] != 0 {
			t.update(a, v, t.tau[k])
		}
	}
	t.Diagonal[0] = a[0]
	Scale(scale, t.Diagonal)
	Scale(scale, t.Off)
}

// poll asks whether to go on once in pollWork multiplications.
type poll struct {
	ctx  context.Context
	work int
}

// after counts some multiplications, and reports false once the work is canceled.
func (p *poll) after(work int) bool {
	if p.work += work; p.work <= pollWork {
		return true
	}
	p.work = 0
	return parallel.Yield(p.ctx)
}

// Values writes the eigenvalues, ascending, into values. It reports whether the method converged, and false if it is canceled.
func (t *Tridiagonal) Values(ctx context.Context, values []float64) bool {
	ok := t.diagonalize(ctx, values, nil)
	slices.Sort(values)
	return ok
}

// Apply overwrites z with Q z.
func (t *Tridiagonal) Apply(z []float64) {
	for k := 1; k < t.n; k++ {
		t.reflect(k, z)
	}
}

// ApplyTransposed overwrites z with Q'z.
func (t *Tridiagonal) ApplyTransposed(z []float64) {
	for k := t.n - 1; k > 0; k-- {
		t.reflect(k, z)
	}
}

func (t *Tridiagonal) reflect(k int, z []float64) {
	v := t.reflections[k*t.n : k*t.n+k]
	Axpy(-t.tau[k]*Dot(v, z[:k]), v, z[:k])
}

// scaleOf returns a power of two by which to divide a if squares of its entries are outside the range of doubles, and otherwise 1.
func scaleOf(a []float64) float64 {
	const small, large = 0x1p-600, 0x1p600
	if square := Dot(a, a); square > small && square < large {
		return 1
	}
	size := Largest(a)
	if size == 0 || !Finite(size) {
		return 1
	}
	_, exponent := math.Frexp(size)
	return math.Ldexp(1, max(exponent, -1021))
}

// reflection overwrites x with the v of the reflection that maps x to a multiple of the last unit vector, and returns the
// multiple and tau. A tau of zero means the identity: an x whose square is negligible, which is rounding, is taken to be zero, and so are
// entries whose squares are at the lower end of doubles, since the matrix was scaled to be above their rounding errors.
func reflection(x []float64, negligible float64) (multiple, tau float64) {
	last := len(x) - 1
	alpha := x[last]
	rest := Dot(x[:last], x[:last])
	if rest+alpha*alpha <= negligible {
		return 0, 0
	}
	if rest < 0x1p-1000 {
		return alpha, 0
	}
	norm := math.Sqrt(rest + alpha*alpha)
	x[last] = alpha + math.Copysign(norm, alpha)
	return -math.Copysign(norm, alpha), 1 / (norm * (norm + math.Abs(alpha)))
}

// update overwrites the leading block A of v's order with H A H, H = I - tau v v': A - v q' - q v' with w = tau A v, q = w - (tau
// v'w / 2) v.
func (t *Tridiagonal) update(a, v []float64, tau float64) {
	n, k := t.n, len(v)
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

// basis writes Q' into q. Canceled, it is incomplete.
func (t *Tridiagonal) basis(ctx context.Context, q []float64) {
	n, a, poll := t.n, t.reflections, poll{ctx: ctx}
	clear(q)
	for i := range n {
		q[i*n+i] = 1
	}
	for k := 1; k < n && poll.after(2*k*k); k++ {
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

// diagonalize writes the eigenvalues of T, unsorted, into values, and multiplies the rows of q, of order n, by the rotations, so that Q'
// becomes the eigenvectors; q may be nil. It reports whether the method converged, and false if it is canceled.
func (t *Tridiagonal) diagonalize(ctx context.Context, values, q []float64) bool {
	d, e, poll := t.d, t.e, poll{ctx: ctx}
	scale := 1.0
	if size := max(Largest(t.Diagonal), Largest(t.Off)); size > 0 && !math.IsInf(size, 0) {
		_, exponent := math.Frexp(size)
		scale = math.Ldexp(1, max(exponent, -1021)) // squares of entries stay within the range of doubles
	}
	for i := range d {
		d[i], e[i] = t.Diagonal[i]/scale, t.Off[i]/scale
	}
	for l := range d {
		for steps := 0; ; steps++ {
			m := l
			for m+1 < len(d) && !negligible(e[m], d[m], d[m+1]) {
				m++
			}
			if m == l {
				break
			}
			if steps == maxSteps || !poll.after(4*(m-l)*len(q)/len(d)) {
				return false
			}
			step(d, e, q, l, m)
		}
	}
	for i, v := range d {
		values[i] = v * scale
	}
	return true
}

// negligible reports whether the entry e beside the diagonal entries d and c is of the size of rounding errors.
func negligible(e, d, c float64) bool {
	const eps, least = 0x1p-53, 0x1p-1021
	return e*e <= eps*eps*math.Abs(d)*math.Abs(c)+least
}

// step makes an implicit QL step, on d and e, on the block from l to m, with a shift near the eigenvalue at l.
func step(d, e, q []float64, l, m int) {
	n := len(d)
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
