package neural

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
)

// Sphere maximises quadratic functions over the unit sphere: the trust-region subproblem on the boundary. It holds a symmetric matrix Q
// of order n as P T P', with T tridiagonal, which takes 4/3 n^3 multiplications and additions, a fraction of the cost of all
// eigenvectors.
type Sphere struct {
	n            int
	t            *dense.Tridiagonal
	a            []float64 // Q, then the reflections
	values       []float64
	lu           [4][]float64
	h, x, z      []float64
	linear       []float64 // the linear part of the form of Extremes
	u, direction []float64 // the maximiser, and the top eigenvector
	size         float64   // of T
}

// NewSphere returns the workspace for order n.
func NewSphere(n int) *Sphere {
	vector := func() []float64 { return make([]float64, n) }
	s := &Sphere{
		n: n, t: dense.NewTridiagonal(n), a: make([]float64, n*n), values: vector(), h: vector(), x: vector(), z: vector(), u: vector(),
		linear: vector(), direction: vector(),
	}
	for i := range s.lu {
		s.lu[i] = vector()
	}
	return s
}

// Decompose reads the symmetric q of order n. If it is canceled, what the sphere returns is meaningless.
func (s *Sphere) Decompose(ctx context.Context, q []float64) {
	copy(s.a, q)
	s.reduce(ctx)
}

func (s *Sphere) reduce(ctx context.Context) {
	s.t.Reduce(ctx, s.a)
	if !s.t.Values(ctx, s.values) { // only if q is not finite, and then no bound is
		copy(s.values, s.t.Diagonal)
	}
	s.size = math.Max(math.Abs(s.values[0]), math.Abs(s.values[s.n-1]))
}

// Values returns the eigenvalues in ascending order.
func (s *Sphere) Values() []float64 { return s.values }

// Vectors returns the eigenvectors of the count largest eigenvalues of sign Q, the largest first, by inverse iteration.
func (s *Sphere) Vectors(sign float64, count int) (found [][]float64) {
	for range min(count, s.n) {
		v := make([]float64, s.n)
		s.vectorTo(v, sign, found)
		found = append(found, v)
	}
	for _, v := range found {
		s.t.Apply(v)
	}
	return found
}

// vectorTo writes the next eigenvector of sign T after those that are found into v.
func (s *Sphere) vectorTo(v []float64, sign float64, found [][]float64) {
	k := len(found)
	at := k
	if sign > 0 {
		at = s.n - 1 - k
	}
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
}

// solveShifted overwrites v with a multiple of (T - shift)^-1 v, by elimination with partial pivoting.
func (s *Sphere) solveShifted(v []float64, shift float64) {
	n := s.n
	d, u, w, l := s.lu[0], s.lu[1], s.lu[2], s.lu[3]
	for i := range n {
		d[i], u[i], w[i], l[i] = s.t.Diagonal[i]-shift, s.t.Off[i], 0, s.t.Off[i]
	}
	tiny := 1e-16*s.size + 1e-300
	largest := 0.0
	for i := range n - 1 {
		below := l[i]
		if math.Abs(below) > math.Abs(d[i]) {
			// Row i+1 becomes the pivot.
			factor := d[i] / below
			d[i], d[i+1] = below, u[i]-factor*d[i+1]
			u[i], w[i] = s.t.Diagonal[i+1]-shift, 0
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

// Extremes returns the largest and the smallest value over |u| = 1 of [u;1]'M[u;1], or of u'M u for m of order n. They are computed for m
// divided by its size, because the eigenvalue solver fails for tiny or huge numbers. If it is canceled, they are
// meaningless.
func (s *Sphere) Extremes(ctx context.Context, m []float64) (high, low float64) {
	size, corner, order := sizeOf(m), 0.0, s.n
	if len(m) > s.n*s.n {
		order, corner = s.n+1, m[len(m)-1]/size
	}
	clear(s.linear)
	for i := range s.n {
		for k, v := range m[i*order : i*order+s.n] {
			s.a[i*s.n+k] = v / size
		}
		if order > s.n {
			s.linear[i] = 2 * m[i*order+s.n] / size
		}
	}
	s.reduce(ctx)
	high, _ = s.Best(s.linear, 1)
	low, _ = s.Best(s.linear, -1)
	return size * (high + corner), size * (corner - low)
}

// sizeOf returns a power of two near the largest absolute entry, so that dividing by it does not round; 1 if there is none.
func sizeOf(m []float64) float64 {
	largest := dense.Largest(m)
	_, exponent := math.Frexp(largest)
	if !(largest > 0) || math.IsInf(largest, 0) || exponent < -1000 {
		return 1
	}
	return math.Ldexp(1, exponent)
}

// Max returns max u'Qu + h'u over |u| = 1, and a u that attains it (overwritten by the next call). q is symmetric of order n, row-major.
func (s *Sphere) Max(q, h []float64) (value float64, u []float64) {
	s.Decompose(context.Background(), q)
	return s.Best(h, 1)
}

// Best returns max sign (u'Qu + h'u) over |u| = 1 for the matrix last decomposed and sign 1 or -1, and a u that attains the maximum
// (overwritten by the next call).
//
// The value is the Lagrange dual, lambda + h'(lambda - sign Q)^-1 h / 4, for the multiplier lambda of the condition |u|^2 = 1. It is an upper
// bound of the maximum for every lambda above the largest eigenvalue, so it is safe for certificates even if lambda is inexact. The lambda
// with |u| = 1 is found by Newton's method on 1/|u|, which is concave and nearly linear, from the left, where the iteration is monotone (Moré
// and Sorensen 1983).
func (s *Sphere) Best(h []float64, sign float64) (value float64, u []float64) {
	top := s.values[s.n-1]
	if sign < 0 {
		top = -s.values[0]
	}
	linear := 0.0
	for i, v := range h {
		s.h[i] = sign * v / 2
		linear = math.Max(linear, math.Abs(v))
	}
	v := s.direction
	s.vectorTo(v, sign, nil)
	s.t.Apply(v)
	u = s.u
	if linear == 0 {
		copy(u, v)
		return top, u
	}
	// At the root, the top eigenvector's term alone is at most one.
	delta := math.Max(math.Abs(dense.Dot(v, s.h)), 1e-14*math.Max(s.size, linear))
	s.t.ApplyTransposed(s.h)
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
	s.t.Apply(u)
	if norm < 1 {
		// In the hard case, a multiple of the top eigenvector is added to make the length one.
		dot := dense.Dot(v, u)
		root := math.Sqrt(dot*dot + 1 - norm*norm)
		dense.Axpy(-dot+math.Copysign(root, dot), v, u)
	}
	dense.Scale(1/math.Sqrt(dense.Dot(u, u)), u)
	return value, u
}

// solveBelow writes (shift - sign T)^-1 b into x, for a shift above the largest eigenvalue of sign T.
func (s *Sphere) solveBelow(x, b []float64, shift, sign float64) {
	d, l := s.lu[0], s.lu[1]
	tiny := 1e-19 * math.Max(s.size, math.Abs(shift))
	for i := range x {
		d[i] = shift - sign*s.t.Diagonal[i]
		x[i] = b[i]
		if i > 0 {
			off := -sign * s.t.Off[i-1]
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
