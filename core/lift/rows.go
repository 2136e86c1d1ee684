package lift

import (
	"math"

	"conelab/core/dense"
)

// Rows is the lifted operator in reduced form: with Phi the n by q matrix of rows svec(A_i) and Phi = Q R its QR factorisation,
//
//	|Phi z - y|^2 = |R z - Q'y|^2 + |y_perp|^2,   y_perp = y - Q Q'y,
//
// so that n samples become r = min(n, q) rows once and for all, whatever beta is (the paper's constrained least squares form, with R
// in place of R'R, which would square the condition number).
type Rows struct {
	n, r, p, q        int
	qr                *dense.QR // of Phi
	rows              []float64 // R, r by q
	packed, full, tmp []float64 // workspace of order p: svec, and two full matrices
	moved             []float64 // r by q: svec(F'A_i F)
}

// NewRows factorises the operator s. n q^2 multiplications, n q + 2 r q numbers of memory.
func NewRows(s *Samples) *Rows {
	n, p := s.n, s.Order()
	q := p * (p + 1) / 2
	m := &Rows{n: n, r: min(n, q), p: p, q: q, qr: dense.NewQR(n, q)}
	m.packed, m.full, m.tmp = make([]float64, q), make([]float64, p*p), make([]float64, p*p)
	m.fill(s)
	m.qr.Factorize()
	m.rows, m.moved = make([]float64, m.r*q), make([]float64, m.r*q)
	for j := range q {
		for i, v := range m.qr.Column(j)[:min(j+1, m.r)] {
			m.rows[i*q+j] = v
		}
	}
	return m
}

// fill writes svec(A_i) into the columns to be factorised: column j has the n entries of place j.
func (m *Rows) fill(s *Samples) {
	d, j := s.d, 0
	column := func() []float64 { j++; return m.qr.Column(j - 1) }
	for k := range d {
		for l := range k + 1 {
			scale := s.sigma.A * math.Sqrt2
			if k == l {
				scale = s.sigma.A
			}
			for i, c := 0, column(); i < m.n; i++ {
				c[i] = scale * s.x[i*d+k] * s.x[i*d+l]
			}
		}
	}
	for k := range d {
		for i, c := 0, column(); i < m.n; i++ {
			c[i] = s.sigma.B / math.Sqrt2 * s.x[i*d+k]
		}
	}
	for i, c := 0, column(); i < m.n; i++ {
		c[i] = s.sigma.C
	}
}

// ReduceTo writes Q'y into target, of length Len, and y_perp into rest, of length n.
//
// Labels may be five orders of magnitude larger than what the network leaves of them, so the split is done twice: the second pass
// brings Phi'y_perp from rounding errors of y's size to rounding errors of y_perp's.
func (m *Rows) ReduceTo(target, rest, y []float64) {
	copy(rest, y)
	clear(target)
	for range 2 {
		m.qr.RotateTo(rest)
		for i := range target {
			target[i] += rest[i]
			rest[i] = 0
		}
		m.qr.RotateFrom(rest)
	}
}

// ExpandTo writes Q v into dst, of length n, for v of length Len.
func (m *Rows) ExpandTo(dst, v []float64) {
	clear(dst)
	copy(dst, v)
	m.qr.RotateFrom(dst)
}

// Len returns the number of rows r, Order p.
func (m *Rows) Len() int   { return m.r }
func (m *Rows) Order() int { return m.p }

// ApplyTo writes R svec(D) into dst.
func (m *Rows) ApplyTo(dst, d []float64) {
	PackTo(m.packed, d, m.p)
	for i := range m.r {
		dst[i] = dense.Dot(m.rows[i*m.q+i:(i+1)*m.q], m.packed[i:])
	}
}

// AdjointTo writes the matrix with svec R'v into dst.
func (m *Rows) AdjointTo(dst, v []float64) {
	clear(m.packed)
	for i := range m.r {
		dense.Axpy(v[i], m.rows[i*m.q+i:(i+1)*m.q], m.packed[i:])
	}
	UnpackTo(dst, m.packed, m.p)
}

// AddGram adds < B_i, W B_j W >, W = F F' and B_i the i-th row as a matrix, to the lower triangle of dst, whose rows are stride
// apart; f is p by p. r (2 p^3 + r q/2) multiplications.
func (m *Rows) AddGram(dst []float64, stride int, f []float64) {
	for i := range m.r {
		m.MoveTo(m.moved[i*m.q:(i+1)*m.q], i, f)
	}
	dense.AddGram(dst, stride, m.moved, m.r, m.q)
}

// MoveTo writes svec(F'B_i F) into dst, of length q.
func (m *Rows) MoveTo(dst []float64, i int, f []float64) {
	UnpackTo(m.full, m.rows[i*m.q:(i+1)*m.q], m.p)
	dense.MulNN(m.tmp, m.full, f, m.p, m.p, m.p)
	congruenceRow(dst, f, m.tmp, m.p)
}

// congruenceRow writes svec(F'T) into dst, T = A F, so that F'T is symmetric.
func congruenceRow(dst, f, t []float64, p int) {
	clear(dst)
	for l := range p {
		frow, trow, at := f[l*p:(l+1)*p], t[l*p:(l+1)*p], 0
		for k, v := range frow {
			dense.Axpy(v, trow[:k+1], dst[at:at+k+1])
			at += k + 1
		}
	}
	scaleOffDiagonal(dst, p, math.Sqrt2)
}

// PackTo writes svec(a) into dst, of length p(p+1)/2, for the symmetric a of order p.
func PackTo(dst, a []float64, p int) {
	at := 0
	for k := range p {
		at += copy(dst[at:], a[k*p:k*p+k+1])
	}
	scaleOffDiagonal(dst, p, math.Sqrt2)
}

// UnpackTo writes the symmetric matrix with svec packed, of order p, into dst.
func UnpackTo(dst, packed []float64, p int) {
	at := 0
	for k := range p {
		for l := range k {
			v := packed[at+l] * (1 / math.Sqrt2)
			dst[k*p+l], dst[l*p+k] = v, v
		}
		dst[k*p+k] = packed[at+k]
		at += k + 1
	}
}

func scaleOffDiagonal(packed []float64, p int, scale float64) {
	at := 0
	for k := range p {
		for l := range k {
			packed[at+l] *= scale
		}
		at += k + 1
	}
}
