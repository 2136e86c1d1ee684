package neural

import (
	"math"

	"conelab/core/numeric/dense"
)

// Sphere maximises quadratic functions over the unit sphere: the trust-region subproblem on the boundary. It holds the workspace
// for one dimension. Up to dimension fullOrder it allocates nothing.
type Sphere struct {
	d     int
	large *Spectrum // used above fullOrder
	u     []float64

	eigen  *dense.Eigen
	basis  []float64 // Q, then its eigenvectors as rows
	values []float64
	// half holds h/2 in the eigenbasis, gap the distance of each eigenvalue from the largest.
	half, gap []float64
	top       int // index of the eigenvector of the largest eigenvalue of sign Q
}

// fullOrder is the largest dimension for which all eigenvectors are computed.
const fullOrder = 24

// NewSphere returns a Sphere for dimension d.
func NewSphere(d int) *Sphere {
	if d > fullOrder {
		return &Sphere{d: d, u: make([]float64, d), large: NewSpectrum(d)}
	}
	return newFullSphere(d)
}

func newFullSphere(d int) *Sphere {
	vector := func() []float64 { return make([]float64, d) }
	return &Sphere{d: d, u: vector(), eigen: dense.NewEigen(d), basis: make([]float64, d*d), values: vector(), half: vector(), gap: vector()}
}

// Max returns max u'Qu + h'u over |u| = 1, and a u that attains it (overwritten by the next call). q is symmetric of order d, row-major.
//
// The value is that of the Lagrange dual, lambda + sum_i (h_i/2)^2 / (lambda - lambda_i) in the eigenbasis. It is an upper bound
// of the maximum for every lambda >= the largest eigenvalue, so it is safe for certificates even if the root below is inexact.
func (s *Sphere) Max(q, h []float64) (value float64, u []float64) {
	s.Decompose(q)
	value, _, u = s.Best(h, 1)
	return value, u
}

// Decompose prepares q for Best.
func (s *Sphere) Decompose(q []float64) {
	if s.large != nil {
		s.large.Decompose(q)
		return
	}
	copy(s.basis, q[:s.d*s.d])
	s.eigen.Decompose(s.basis, s.values)
}

// Best returns max sign (u'Qu + h'u) over |u| = 1 for the matrix last decomposed and sign 1 or -1, the multiplier lambda of the condition
// |u|^2 = 1, and a u that attains the maximum (overwritten by the next call). See Max.
func (s *Sphere) Best(h []float64, sign float64) (value, lambda float64, u []float64) {
	if s.large != nil {
		value, lambda = s.large.Best(s.u, h, sign)
		return value, lambda, s.u
	}
	s.top = s.d - 1
	if sign < 0 {
		s.top = 0
	}
	top := sign * s.values[s.top]
	for i := range s.half {
		s.half[i] = sign * dense.Dot(s.basis[i*s.d:(i+1)*s.d], h) / 2
		s.gap[i] = top - sign*s.values[i]
	}
	delta := s.secular()
	value = top + delta
	for i, v := range s.half {
		if v != 0 {
			value += v * (v / (delta + s.gap[i]))
		}
	}
	s.attain(delta)
	return value, top + delta, s.u
}

// secular returns the delta = lambda - lambda_max >= 0 at which sum_i (half_i / (delta + gap_i))^2 = 1. It returns 0 in the hard
// case, where h has no component in the top eigenspace and the sum stays below 1. It applies Newton's method to 1/sqrt(sum),
// which is concave and nearly linear, from the left, where the iteration is monotone (Moré and Sorensen 1983).
func (s *Sphere) secular() float64 {
	delta := 0.0
	for i, v := range s.half {
		delta = math.Max(delta, math.Abs(v)-s.gap[i])
	}
	for range 60 {
		var sum, slope float64
		for i, v := range s.half {
			if v != 0 {
				t := v / (delta + s.gap[i])
				sum += t * t
				slope += t * t / (delta + s.gap[i])
			}
		}
		norm := math.Sqrt(sum)
		step := (norm - 1) * sum / slope
		if !(step > 1e-16*delta) { // also if all of half is zero, or in the hard case
			break
		}
		delta += step
	}
	return delta
}

// attain writes the maximiser for the root delta: half / (delta + gap) in the eigenbasis, completed in the hard case by the
// multiple of the top eigenvector that makes |u| = 1.
func (s *Sphere) attain(delta float64) {
	clear(s.u)
	length := 0.0
	for i, v := range s.half {
		if v != 0 && delta+s.gap[i] > 0 {
			t := v / (delta + s.gap[i])
			length += t * t
			dense.Axpy(t, s.basis[i*s.d:(i+1)*s.d], s.u)
		}
	}
	if length < 1 {
		dense.Axpy(math.Sqrt(1-length), s.basis[s.top*s.d:(s.top+1)*s.d], s.u)
	}
	dense.Scale(1/math.Sqrt(dense.Dot(s.u, s.u)), s.u)
}

// peak returns max |[u;1]'M[u;1]|, or |u'M u|, over |u| = 1.
func (p *Prover) peak(m []float64) float64 {
	high, low := p.extremes(m)
	return math.Max(high, -low)
}

// extremes returns the largest and the smallest value of g over the sphere. They are computed for g divided by its size, because
// the eigenvalue solver fails for tiny or huge numbers.
func (p *Prover) extremes(m []float64) (high, low float64) {
	size := sizeOf(m)
	corner := p.load(m, 1/size)
	p.sphere.Decompose(p.q)
	high, _, _ = p.sphere.Best(p.h, 1)
	low, _, _ = p.sphere.Best(p.h, -1)
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

// load sets q and h for factor times g without its constant. It returns the constant times factor.
func (p *Prover) load(m []float64, factor float64) (corner float64) {
	d, order := p.sphere.d, p.samples.Order()
	for i := range d {
		for k, v := range m[i*order : i*order+d] {
			p.q[i*d+k] = factor * v
		}
		p.h[i] = 0
		if order > d {
			p.h[i] = 2 * factor * m[i*order+d]
			corner = factor * m[order*order-1]
		}
	}
	return corner
}
