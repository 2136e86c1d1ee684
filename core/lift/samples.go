package lift

import (
	"math"

	"conelab/core/dense"
)

// Samples is the lifted operator of n data points.
type Samples struct {
	sigma Activation
	x     []float64 // n by d
	n, d  int
	// Workspace of AddGram: h is X F with rows of length p, t its product with F's last row.
	h, t, half, square, row []float64
	moved                   []float64 // of MoveTo
}

// NewSamples returns the operator for the n by d matrix x, which it keeps.
func NewSamples(sigma Activation, x []float64, n, d int) *Samples {
	p := d + 1
	vector := func() []float64 { return make([]float64, n) }
	return &Samples{sigma: sigma, x: x, n: n, d: d, h: make([]float64, n*p), t: vector(), half: vector(), square: vector(), row: vector(),
		moved: make([]float64, p)}
}

// Len returns n, Order p.
func (s *Samples) Len() int   { return s.n }
func (s *Samples) Order() int { return s.d + 1 }

// Row returns the i-th data point.
func (s *Samples) Row(i int) []float64 { return s.x[i*s.d : (i+1)*s.d] }

// ApplyTo writes ŷ_i = < A_i, D > into dst for the symmetric D of order p. n p^2 multiplications.
func (s *Samples) ApplyTo(dst, d []float64) {
	p, sigma := s.d+1, s.sigma
	edge := d[s.d*p : s.d*p+s.d]
	for i := range s.n {
		x := s.Row(i)
		quadratic := 0.0
		for k, v := range x {
			// The lower triangle twice, its diagonal once.
			row := d[k*p : k*p+k+1]
			quadratic += v * (2*dense.Dot(row[:k], x[:k]) + row[k]*v)
		}
		dst[i] = sigma.A*quadratic + sigma.B*dense.Dot(edge, x) + sigma.C*d[p*p-1]
	}
}

// AdjointTo writes sum_i v_i A_i, of order p, into dst.
func (s *Samples) AdjointTo(dst, v []float64) {
	p, sigma := s.d+1, s.sigma
	clear(dst)
	edge, sum := dst[s.d*p:p*p-1], 0.0
	for i, w := range v[:s.n] {
		x := s.Row(i)
		for k, xk := range x {
			dense.Axpy(w*xk, x[:k+1], dst[k*p:k*p+k+1])
		}
		dense.Axpy(w, x, edge)
		sum += w
	}
	for k := range s.d {
		for l := range k + 1 {
			dst[k*p+l] *= sigma.A
			dst[l*p+k] = dst[k*p+l]
		}
		edge[k] *= sigma.B / 2
		dst[k*p+s.d] = edge[k]
	}
	dst[p*p-1] = sigma.C * sum
}

// AddGram adds < A_i, W A_j W >, W = F F', to the lower triangle of m, whose rows are stride apart; f is p by p.
//
// With q_ij = x_i'Wx_j, t_i = x_i'We and s = e'We (e the last unit vector) it is
//
//	(a q + b (t_i + t_j)/2 + c s)^2 + (b^2/4 - a c)(2 s q - t_i^2 - t_j^2),
//
// which needs one product of n by p matrices: n^2 p/2 multiplications.
func (s *Samples) AddGram(m []float64, stride int, f []float64) {
	n, d, p, sigma := s.n, s.d, s.d+1, s.sigma
	last := f[d*p : p*p]
	dense.MulNN(s.h, s.x, f[:d*p], n, p, d)
	dense.MulNT(s.t, s.h, last, n, 1, p)
	corner := dense.Dot(last, last)
	delta := sigma.B*sigma.B/4 - sigma.A*sigma.C
	half, square := s.half, s.square
	for i, t := range s.t {
		half[i] = (sigma.B*t + sigma.C*corner) / 2
		square[i] = delta * t * t
	}
	cross := 2 * delta * corner
	for i := range n {
		q, out := s.row[:i+1], m[i*stride:i*stride+i+1]
		dense.MulNT(q, s.h[i*p:(i+1)*p], s.h, 1, i+1, p)
		hi, si := half[i], square[i]
		for j, v := range q {
			k := sigma.A*v + hi + half[j]
			out[j] += k*k + cross*v - si - square[j]
		}
	}
}

// MoveTo writes svec(F'A_i F) into dst, of length q: with h = F_x'x_i and f the last row of F it is a h h' + b (h f' + f h')/2 + c f f'.
func (s *Samples) MoveTo(dst []float64, i int, f []float64) {
	d, p, sigma := s.d, s.d+1, s.sigma
	last, h := f[d*p:p*p], s.moved
	clear(h)
	for k, v := range s.Row(i) {
		dense.Axpy(v, f[k*p:(k+1)*p], h)
	}
	at := 0
	for k := range p {
		for l := range k + 1 {
			dst[at+l] = sigma.A*h[k]*h[l] + sigma.B/2*(h[k]*last[l]+last[k]*h[l]) + sigma.C*last[k]*last[l]
		}
		at += k + 1
	}
	scaleOffDiagonal(dst, p, math.Sqrt2)
}

// Activation returns the activation.
func (s *Samples) Activation() Activation { return s.sigma }
