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
	n, r, p, q int
	// reflectors holds Phi's columns; below its diagonal stands what the Householder vectors are made of.
	reflectors, scale []float64
	rows              []float64 // R, r by q
	packed, full, tmp []float64 // workspace of order p: svec, and two full matrices
	moved             []float64 // r by q: svec(F'A_i F)
}

// NewRows factorises the operator s. n q^2 multiplications, n q + 2 r q numbers of memory.
func NewRows(s *Samples) *Rows {
	n, p := s.n, s.Order()
	q := p * (p + 1) / 2
	m := &Rows{n: n, r: min(n, q), p: p, q: q}
	m.reflectors, m.scale = make([]float64, n*q), make([]float64, min(n, q))
	m.packed, m.full, m.tmp = make([]float64, q), make([]float64, p*p), make([]float64, p*p)
	m.fill(s)
	m.factorize()
	m.rows, m.moved = make([]float64, m.r*q), make([]float64, m.r*q)
	for j := range q {
		for i := 0; i <= j && i < m.r; i++ {
			m.rows[i*q+j] = m.reflectors[j*n+i]
		}
	}
	return m
}

// fill writes svec(A_i) into the columns of m.reflectors: column j has the n entries of place j.
func (m *Rows) fill(s *Samples) {
	d, j := s.d, 0
	column := func() []float64 { j++; return m.reflectors[(j-1)*m.n : j*m.n] }
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

// factorize applies Householder reflections I - scale v v', v_j = 1, to the columns from the left to the right. Column j keeps R
// down to its diagonal and v's remaining entries below.
func (m *Rows) factorize() {
	n := m.n
	for j := range m.r {
		c := m.reflectors[j*n : (j+1)*n]
		norm := math.Sqrt(dense.Dot(c[j:], c[j:]))
		if norm == 0 {
			continue // scale 0: the reflection is the identity
		}
		if c[j] > 0 {
			norm = -norm
		}
		head := c[j] - norm
		m.scale[j] = -head / norm
		for i := j + 1; i < n; i++ {
			c[i] /= head
		}
		c[j] = norm
		for k := j + 1; k < m.q; k++ {
			m.reflect(j, m.reflectors[k*n:(k+1)*n])
		}
	}
}

// reflect applies the j-th reflection to y.
func (m *Rows) reflect(j int, y []float64) {
	v := m.reflectors[j*m.n+j+1 : (j+1)*m.n]
	w := m.scale[j] * (y[j] + dense.Dot(v, y[j+1:]))
	y[j] -= w
	dense.Axpy(-w, v, y[j+1:])
}

// rotateTo overwrites y, of length n, with Q'y; rotateFrom with Q y.
func (m *Rows) rotateTo(y []float64) {
	for j := range m.r {
		m.reflect(j, y)
	}
}

func (m *Rows) rotateFrom(y []float64) {
	for j := m.r - 1; j >= 0; j-- {
		m.reflect(j, y)
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
		m.rotateTo(rest)
		for i := range target {
			target[i] += rest[i]
			rest[i] = 0
		}
		m.rotateFrom(rest)
	}
}

// ExpandTo writes Q v into dst, of length n, for v of length Len.
func (m *Rows) ExpandTo(dst, v []float64) {
	clear(dst)
	copy(dst, v)
	m.rotateFrom(dst)
}

// Len returns the number of rows r, Order p.
func (m *Rows) Len() int   { return m.r }
func (m *Rows) Order() int { return m.p }

// ApplyTo writes R svec(D) into dst.
func (m *Rows) ApplyTo(dst, d []float64) {
	packTo(m.packed, d, m.p)
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
	unpackTo(dst, m.packed, m.p)
}

// AddGram adds < B_i, W B_j W >, W = F F' and B_i the i-th row as a matrix, to the lower triangle of dst, whose rows are stride
// apart; f is p by p. r (2 p^3 + r q/2) multiplications.
func (m *Rows) AddGram(dst []float64, stride int, f []float64) {
	for i := range m.r {
		unpackTo(m.full, m.rows[i*m.q:(i+1)*m.q], m.p)
		dense.MulNN(m.tmp, m.full, f, m.p, m.p, m.p)
		congruenceRow(m.moved[i*m.q:(i+1)*m.q], f, m.tmp, m.p)
	}
	dense.AddGram(dst, stride, m.moved, m.r, m.q)
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

// packTo writes svec(a) into dst, unpackTo the matrix with svec packed into dst.
func packTo(dst, a []float64, p int) {
	at := 0
	for k := range p {
		at += copy(dst[at:], a[k*p:k*p+k+1])
	}
	scaleOffDiagonal(dst, p, math.Sqrt2)
}

func unpackTo(dst, packed []float64, p int) {
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
