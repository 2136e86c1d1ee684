package neural

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"

	"conelab/core/numeric/dense"
)

// Spectrum holds a symmetric matrix Q of order n as P T P', with T tridiagonal. All eigenvalues, a few eigenvectors, and the maxima of quadratic
// functions over the sphere are computed from T. This takes 4/3 n^3 multiplications and additions, a fraction of the cost of a full decomposition.
type Spectrum struct {
	n               int
	a               []float64 // Q, then the reflections
	diagonal, off   []float64
	tau, work       []float64
	reflect         []float64 // vectors of the reflections, as rows
	values, scratch []float64
	lu              [4][]float64
	h, x, z         []float64
	size            float64 // of T
	lapack          gonum.Implementation
}

// NewSpectrum returns the workspace for order n.
func NewSpectrum(n int) *Spectrum {
	s := &Spectrum{n: n}
	vector := func() []float64 { return make([]float64, n) }
	s.a, s.reflect = make([]float64, n*n), make([]float64, n*n)
	s.diagonal, s.off, s.tau, s.values, s.scratch = vector(), vector(), vector(), vector(), vector()
	s.h, s.x, s.z = vector(), vector(), vector()
	for i := range s.lu {
		s.lu[i] = vector()
	}
	if n > 1 {
		var size [1]float64
		s.lapack.Dsytrd(blas.Lower, n, nil, n, nil, nil, nil, size[:], -1)
		s.work = make([]float64, int(size[0]))
	}
	return s
}

// Decompose reads the symmetric q of order n.
func (s *Spectrum) Decompose(q []float64) {
	n := s.n
	copy(s.a, q)
	if n > 1 {
		s.lapack.Dsytrd(blas.Lower, n, s.a, n, s.diagonal, s.off[:n-1], s.tau[:n-1], s.work, len(s.work))
	} else {
		s.diagonal[0] = q[0]
	}
	for i := range n - 1 {
		row := s.reflect[i*n : (i+1)*n]
		clear(row)
		row[i+1] = 1
		for k := i + 2; k < n; k++ {
			row[k] = s.a[k*n+i]
		}
	}
	s.setValues()
	s.size = math.Max(math.Abs(s.values[0]), math.Abs(s.values[n-1]))
}

// setValues computes the eigenvalues. It scales the matrix to size one itself, because Dsterf panics where it would have to scale.
func (s *Spectrum) setValues() {
	size := math.Max(dense.Largest(s.diagonal), dense.Largest(s.off[:s.n-1]))
	if size == 0 || math.IsNaN(size) || math.IsInf(size, 0) {
		copy(s.values, s.diagonal)
		return
	}
	for i, v := range s.diagonal {
		s.values[i] = v / size
	}
	for i, v := range s.off[:s.n-1] {
		s.scratch[i] = v / size
	}
	s.lapack.Dsterf(s.n, s.values, s.scratch[:s.n-1])
	dense.Scale(size, s.values)
}

// toQ overwrites z, in the basis of T, with P z; fromQ with P'z.
func (s *Spectrum) toQ(z []float64) {
	for i := s.n - 2; i >= 0; i-- {
		s.mirror(z, i)
	}
}

func (s *Spectrum) fromQ(z []float64) {
	for i := range s.n - 1 {
		s.mirror(z, i)
	}
}

func (s *Spectrum) mirror(z []float64, i int) {
	v := s.reflect[i*s.n+i+1 : (i+1)*s.n]
	dense.Axpy(-s.tau[i]*dense.Dot(v, z[i+1:]), v, z[i+1:])
}

// Values returns the eigenvalues in ascending order.
func (s *Spectrum) Values() []float64 { return s.values }

// Vectors returns the eigenvectors of the count largest eigenvalues of sign Q, the largest first, by inverse iteration.
func (s *Spectrum) Vectors(sign float64, count int) (found [][]float64) {
	n := s.n
	for k := range min(count, n) {
		at := k
		if sign > 0 {
			at = n - 1 - k
		}
		v := make([]float64, n)
		// The starting vectors differ, and no eigenvector is orthogonal to them.
		state := uint64(k + 1)
		for i := range v {
			state = state*6364136223846793005 + 1442695040888963407
			v[i] = float64(state>>11)/(1<<53) - 0.5
		}
		shift := s.values[at] + 1e-15*s.size*float64(1+k%7)
		for range 3 {
			s.solveShifted(v, shift)
			for _, other := range found {
				dense.Axpy(-dense.Dot(other, v), other, v)
			}
			dense.Scale(1/math.Sqrt(dense.Dot(v, v)), v)
		}
		found = append(found, v)
	}
	for _, v := range found {
		s.toQ(v)
	}
	return found
}

// solveShifted overwrites v with a multiple of (T - shift)^-1 v, by elimination with partial pivoting.
func (s *Spectrum) solveShifted(v []float64, shift float64) {
	n := s.n
	d, u, w, l := s.lu[0], s.lu[1], s.lu[2], s.lu[3]
	for i := range n {
		d[i], u[i], w[i], l[i] = s.diagonal[i]-shift, s.off[i], 0, s.off[i]
	}
	tiny := 1e-16*s.size + 1e-300
	largest := 0.0
	for i := range n - 1 {
		below := l[i]
		if math.Abs(below) > math.Abs(d[i]) {
			// Row i+1 becomes the pivot.
			factor := d[i] / below
			d[i], d[i+1] = below, u[i]-factor*d[i+1]
			u[i], w[i] = s.diagonal[i+1]-shift, 0
			if i+2 < n { // fill-in to the right of that row's diagonal
				w[i] = u[i+1]
				u[i+1] *= -factor
			}
			v[i], v[i+1] = v[i+1], v[i]-factor*v[i+1]
		} else {
			if math.Abs(d[i]) < tiny {
				d[i] = tiny
			}
			factor := below / d[i]
			d[i+1] -= factor * u[i]
			v[i+1] -= factor * v[i]
		}
	}
	if math.Abs(d[n-1]) < tiny {
		d[n-1] = tiny
	}
	for i := n - 1; i >= 0; i-- {
		if i+1 < n {
			v[i] -= u[i] * v[i+1]
		}
		if i+2 < n {
			v[i] -= w[i] * v[i+2]
		}
		v[i] /= d[i]
		if a := math.Abs(v[i]); a > largest {
			largest = a
		}
		if largest > 1e200 {
			for k := i; k < n; k++ {
				v[k] *= 1e-200
			}
			// The entries above are not divided yet.
			for k := range i {
				v[k] *= 1e-200
			}
			largest *= 1e-200
		}
	}
}

// Best returns max sign (u'Qu + h'u) over |u| = 1 and the multiplier lambda, and writes the maximiser into u. Sphere does the same in the basis of
// the eigenvectors.
func (s *Spectrum) Best(u, h []float64, sign float64) (value, lambda float64) {
	n := s.n
	top := s.values[n-1]
	if sign < 0 {
		top = -s.values[0]
	}
	linear := 0.0
	for i, v := range h {
		s.h[i] = sign * v / 2
		linear = math.Max(linear, math.Abs(v))
	}
	v := s.Vectors(sign, 1)[0]
	if linear == 0 {
		copy(u, v)
		return top, top
	}
	// At the root, the top eigenvector's term alone is at most one.
	delta := math.Max(math.Abs(dense.Dot(v, s.h)), 1e-14*s.size+1e-300)
	s.fromQ(s.h)
	var norm float64
	for range 80 {
		s.solveBelow(s.x, s.h, top+delta, sign)
		norm = math.Sqrt(dense.Dot(s.x, s.x))
		s.solveBelow(s.z, s.x, top+delta, sign)
		step := (norm - 1) * norm * norm / dense.Dot(s.x, s.z)
		if !(step > 1e-15*delta) {
			break
		}
		delta += step
	}
	// The Lagrange dual is a bound for every lambda above the largest eigenvalue.
	value = top + delta + dense.Dot(s.h, s.x)
	copy(u, s.x)
	s.toQ(u)
	if norm < 1 {
		// In the hard case, a multiple of the top eigenvector is added to make the length one.
		dot := dense.Dot(v, u)
		root := math.Sqrt(dot*dot + 1 - norm*norm)
		dense.Axpy(-dot+math.Copysign(root, dot), v, u)
	}
	dense.Scale(1/math.Sqrt(dense.Dot(u, u)), u)
	return value, top + delta
}

// solveBelow writes (shift - sign T)^-1 b into x, for a shift above the largest eigenvalue of sign T.
func (s *Spectrum) solveBelow(x, b []float64, shift, sign float64) {
	d, l := s.lu[0], s.lu[1]
	tiny := 1e-16*s.size*1e-3 + 1e-300
	for i := range x {
		d[i] = shift - sign*s.diagonal[i]
		x[i] = b[i]
		if i > 0 {
			off := -sign * s.off[i-1]
			l[i] = off / d[i-1]
			d[i] -= l[i] * off
			x[i] -= l[i] * x[i-1]
		}
		if d[i] < tiny {
			d[i] = tiny
		}
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= d[i]
		if i+1 < len(x) {
			x[i] -= l[i+1] * x[i+1]
		}
	}
}
