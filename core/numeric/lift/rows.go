package lift

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
)

// Rows are the samples of an operator in reduced form: with Phi the n by Kq matrix of rows (svec(A_i1), ..., svec(A_iK)) and Phi = Q R its QR
// factorisation,
//
//	|Phi z - y|^2 = |R z - Q'y|^2 + |y_perp|^2,   y_perp = y - Q Q'y,
//
// so that the Kq rows of R, as matrices, replace n samples for every beta (the paper's constrained least squares form, with R in place of
// R'R, which would square the condition number). It is for the squared loss.
type Rows struct {
	*Operator // of the rows of R
	n         int
	qr        *dense.QR // of Phi
}

// NewRows factorises the operator s, in the memory of other rows m of these sizes unless m is nil. It takes n (Kq)^2 multiplications, and n
// Kq + 2 (Kq)^2 numbers of memory.
func NewRows(s *Operator, m *Rows) *Rows {
	if m == nil || m.n != s.n || m.p != s.p || m.blocks != s.blocks || m.square != s.square {
		r := s.blocks * s.q
		m = &Rows{OfMatrices(s.ctx, s.sigma, s.square, s.blocks, s.d, make([]float64, r*r), nil), s.n, dense.NewQR(s.n, r)}
	}
	m.ctx = s.ctx
	for k := range m.blocks {
		s.ColumnsTo(func(j int) []float64 { return m.qr.Column(k*m.q + j) }, k)
	}
	m.qr.Factorize(s.ctx)
	width := m.blocks * m.q
	for j := range width {
		for i, v := range m.qr.R(j) {
			m.pooled.high[i*width+j] = v
		}
	}
	for at := 0; at < width*width; at += m.q {
		scaleOffDiagonal(m.pooled.high[at:at+m.q], m.p, 1/math.Sqrt2)
	}
	return m
}

// ReduceTo writes Q'y into target, of length Len, and y_perp into rest, of length n.
//
// Labels may be five orders of magnitude larger than the network's residuals, so the split is done twice: the second pass reduces
// Phi'y_perp from rounding errors of y's size to rounding errors of y_perp's.
func (m *Rows) ReduceTo(target, rest, y []float64) {
	copy(rest, y)
	clear(target)
	top := make([]float64, m.Len())
	for range 2 {
		clear(top)
		m.qr.RotateTo(top, rest)
		dense.Axpy(1, top, target)
		clear(top)
		m.qr.RotateFrom(top, rest)
	}
}

// ExpandTo writes Q v into dst, of length n, for v of length Len.
func (m *Rows) ExpandTo(dst, v []float64) {
	clear(dst)
	m.qr.RotateFrom(slices.Clone(v), dst)
}

// PackTo writes svec(a) into dst, of length p(p+1)/2, for the symmetric a of order p.
func PackTo(dst, a []float64, p int) { packLower(dst, a, p, math.Sqrt2) }

// UnpackTo writes the symmetric matrix with svec packed, of order p, into dst.
func UnpackTo(dst, packed []float64, p int) { unpackLower(dst, packed, p, 1/math.Sqrt2) }

// packLower writes the lower triangle of a, row by row, into dst, with the entries off the diagonal multiplied by scale.
func packLower(dst, a []float64, p int, scale float64) {
	at := 0
	for k := range p {
		at += copy(dst[at:], a[k*p:k*p+k+1])
	}
	scaleOffDiagonal(dst, p, scale)
}

// unpackLower writes the symmetric matrix with that lower triangle into dst, with the entries off the diagonal multiplied by scale.
func unpackLower(dst, packed []float64, p int, scale float64) {
	at := 0
	for k := range p {
		for l := range k {
			v := packed[at+l] * scale
			dst[k*p+l], dst[l*p+k] = v, v
		}
		dst[k*p+k] = packed[at+k]
		at += k + 1
	}
}

// Independent reports whether the outputs determine the matrices: whether each column of R has more than the share of its length outside
// the span of those before it. In a matrix that meets the trace condition the last entry is the trace of the others: it is not free, and
// its column is added to theirs.
func (m *Rows) Independent(share float64) bool {
	free := m.q
	if m.HasTrace() {
		free--
	}
	qr := dense.NewQR(m.Len(), m.blocks*free)
	for k := range m.blocks {
		for i := range m.Len() {
			row := m.matrix(i, k)
			for j, v := range row[:free] {
				qr.Column(k*free + j)[i] = v
			}
			for j := 0; m.HasTrace() && j < m.p-1; j++ {
				qr.Column(k*free + j*(j+3)/2)[i] += row[free]
			}
		}
	}
	lengths := make([]float64, m.blocks*free)
	for j := range lengths {
		lengths[j] = dense.Length(qr.Column(j))
	}
	qr.Factorize(m.ctx)
	for j, length := range lengths {
		if !(math.Abs(qr.R(j)[j]) > share*length) {
			return false
		}
	}
	return true
}

// TraceForm returns < G, A > for G = diag(1,...,1,-1) and A of order p.
func TraceForm(a []float64, p int) float64 {
	sum := -a[p*p-1]
	for i := range p - 1 {
		sum += a[i*p+i]
	}
	return sum
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
