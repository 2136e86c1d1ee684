package lift

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
)

// Rows is the lifted operator in reduced form: with Phi the n by Kq matrix of rows (svec(A_i1), ..., svec(A_iK)) and Phi = Q R its QR
// factorisation,
//
//	|Phi z - y|^2 = |R z - Q'y|^2 + |y_perp|^2,   y_perp = y - Q Q'y,
//
// so that r = Kq rows replace n samples for every beta (the paper's constrained least squares form, with R in place of R'R, which would
// square the condition number). It is for the squared loss.
type Rows struct {
	samples               *Operator
	n, r, p, q, blocks    int
	hasTrace              bool
	qr                    *dense.QR // of Phi
	rows                  []float64 // R, r by Kq
	packed                []float64 // workspace of order p: svec, and three full matrices
	full, tmp, transposed []float64
	tail                  []float64 // the last rows of F, transposed
	vector, slopes        []float64 // of length p
	congruent             []float64 // r by q: svec(F'B_i F)
}

// NewRows factorises the operator s, in the memory of other rows m of these sizes unless m is nil. It takes n (Kq)^2 multiplications, and n
// Kq + r q (2 K + 1) numbers of memory.
func NewRows(s *Operator, m *Rows) *Rows {
	if m == nil || m.n != s.n || m.p != s.p || m.blocks != s.blocks || m.hasTrace == s.square {
		m = allocateRows(s)
	}
	m.samples = s
	for k := range m.blocks {
		s.ColumnsTo(func(j int) []float64 { return m.qr.Column(k*m.q + j) }, k)
	}
	m.qr.Factorize(s.ctx)
	width := m.blocks * m.q
	for j := range width {
		for i, v := range m.qr.R(j) {
			m.rows[i*width+j] = v
		}
	}
	return m
}

func allocateRows(s *Operator) *Rows {
	n, p, q := s.n, s.p, s.p*(s.p+1)/2
	r, vector := s.blocks*q, func(n int) []float64 { return make([]float64, n) }
	return &Rows{
		n: n, r: r, p: p, q: q, blocks: s.blocks, hasTrace: !s.square, qr: dense.NewQR(n, r), rows: vector(r * r), packed: vector(q),
		full: vector(p * p),
		tmp:  vector(p * p), transposed: vector(p * p), tail: vector(p * p), vector: vector(p), slopes: vector(p), congruent: vector(r * q),
	}
}

// ReduceTo writes Q'y into target, of length Len, and y_perp into rest, of length n.
//
// Labels may be five orders of magnitude larger than the network's residuals, so the split is done twice: the second pass reduces
// Phi'y_perp from rounding errors of y's size to rounding errors of y_perp's.
func (m *Rows) ReduceTo(target, rest, y []float64) {
	copy(rest, y)
	clear(target)
	top := make([]float64, m.r)
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

// Len returns the number of rows r, Order p, Blocks K, HasTrace as for Operator.
func (m *Rows) Len() int       { return m.r }
func (m *Rows) Order() int     { return m.p }
func (m *Rows) Blocks() int    { return m.blocks }
func (m *Rows) HasTrace() bool { return m.hasTrace }

// row returns row i of R for block k from the diagonal on, without the skip entries before it.
func (m *Rows) row(i, k int) (row []float64, skip int) {
	skip = min(m.q, max(0, i-k*m.q))
	at := i*m.blocks*m.q + k*m.q
	return m.rows[at+skip : at+m.q], skip
}

// AddApply adds R_k svec(D) to dst.
func (m *Rows) AddApply(dst, d []float64, k int) {
	PackTo(m.packed, d, m.p)
	for i := range min(m.r, (k+1)*m.q) {
		row, skip := m.row(i, k)
		dst[i] += dense.Dot(row, m.packed[skip:])
	}
}

// AdjointTo writes the matrix with svec R_k'v into dst.
func (m *Rows) AdjointTo(dst, v []float64, k int) {
	clear(m.packed)
	for i := range min(m.r, (k+1)*m.q) {
		row, skip := m.row(i, k)
		dense.Axpy(v[i], row, m.packed[skip:])
	}
	UnpackTo(dst, m.packed, m.p)
}

// AddForm adds factor y'B_i y to dst for the rows of block k starting at from, with y = [c; t], or c where matrices have no last row.
func (m *Rows) AddForm(dst []float64, from int, factor float64, k int, c []float64, t float64) {
	m.vector[m.p-1] = t
	copy(m.vector, c)
	at := 0
	for j, v := range m.vector {
		for _, w := range m.vector[:j] {
			m.packed[at] = math.Sqrt2 * v * w
			at++
		}
		m.packed[at] = v * v
		at++
	}
	for i := range dst {
		row, skip := m.row(from+i, k)
		dst[i] += factor * dense.Dot(row, m.packed[skip:])
	}
}

// SlopeTo writes the derivatives of factor y'B_i y in c into dst, and returns that in t.
func (m *Rows) SlopeTo(dst []float64, i, k int, factor float64, c []float64, t float64) (last float64) {
	m.vector[m.p-1] = t
	copy(m.vector, c)
	clear(m.slopes)
	row := m.rows[i*m.blocks*m.q+k*m.q:]
	for j, v := range m.vector {
		off, sum := math.Sqrt2*factor*v, 0.0
		for l, w := range m.vector[:j] {
			sum += row[l] * w
			m.slopes[l] += off * row[l]
		}
		m.slopes[j] += math.Sqrt2*factor*sum + 2*factor*row[j]*v
		row = row[j+1:]
	}
	copy(dst, m.slopes)
	if !m.hasTrace {
		return 0
	}
	return m.slopes[m.p-1]
}

// AddGram adds < B_i, W B_j W >, W = F F' and B_i row i of block k as a matrix, to the lower triangle of dst, whose rows are
// stride apart; f is p by p. With weights, of length q, the svec(F'B_i F) are multiplied by them, entry by entry. r (2 p^3 + r
// q/2) multiplications; the rows below block k's triangle are zero.
func (m *Rows) AddGram(dst []float64, stride int, f, weights []float64, k int) {
	congruent := m.Congruences(f, k)
	count := len(congruent) / m.q
	for i := range count {
		multiply(congruent[i*m.q:(i+1)*m.q], weights)
	}
	dense.AddGram(m.samples.ctx, dst, stride, congruent, count, m.q)
}

// Congruences returns svec(F'B_i F), of length q, for the first rows of block k, one after the other; the rows after them are zero. The
// next call of it or of AddGram overwrites the slice.
func (m *Rows) Congruences(f []float64, k int) []float64 {
	count := min(m.r, (k+1)*m.q)
	all := m.congruent[:count*m.q]
	dense.Transpose(m.transposed, f, m.p)
	for i := range count {
		m.congruenceTo(all[i*m.q:(i+1)*m.q], i, k)
	}
	return all
}

// CheapWeights reports whether AddGram takes no longer with weights.
func (m *Rows) CheapWeights() bool { return true }

// multiply multiplies x by the weights, if there are any, entry by entry.
func multiply(x, weights []float64) {
	for i, w := range weights {
		x[i] *= w
	}
}

// congruenceTo writes svec(F'B_i F) into dst; transposed holds F'. With L the lower triangle of B_i, its diagonal halved, it is S + S',
// S = F'(L F). Since R is triangular, the first rows of L are zero.
func (m *Rows) congruenceTo(dst []float64, i, k int) {
	p, at := m.p, 0
	row, skip := m.row(i, k)
	first := 0 // row of L that is not zero
	for at+first+1 <= skip && first < p {
		first++
		at += first
	}
	count := p - first
	low, tail := m.full[:count*p], m.tail[:count*p]
	clear(low)
	for r := first; r < p; r++ {
		line := low[(r-first)*p:][:r+1]
		for l := max(0, skip-at); l <= r; l++ {
			line[l] = row[at+l-skip]
		}
		line[r] *= math.Sqrt2 / 2 // entries off the diagonal are multiplied by sqrt 2 in the row, and in dst
		at += r + 1
	}
	for a := range p {
		copy(tail[a*count:(a+1)*count], m.transposed[a*p+first:(a+1)*p])
	}
	dense.MulNT(m.tmp, m.transposed, low, p, count, p) // (L F)'
	dense.MulNT(m.full, tail, m.tmp, p, p, count)
	at = 0
	for a := range p {
		for b := range a {
			dst[at+b] = m.full[a*p+b] + m.full[b*p+a]
		}
		dst[at+a] = math.Sqrt2 * m.full[a*p+a]
		at += a + 1
	}
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
	if m.hasTrace {
		free--
	}
	width := m.blocks * m.q
	qr := dense.NewQR(m.r, m.blocks*free)
	for k := range m.blocks {
		for i := range m.r {
			row := m.rows[i*width+k*m.q : i*width+(k+1)*m.q]
			for j, v := range row[:free] {
				qr.Column(k*free + j)[i] = v
			}
			for j := 0; m.hasTrace && j < m.p-1; j++ {
				qr.Column(k*free + j*(j+3)/2)[i] += row[free]
			}
		}
	}
	lengths := make([]float64, m.blocks*free)
	for j := range lengths {
		lengths[j] = dense.Length(qr.Column(j))
	}
	qr.Factorize(m.samples.ctx)
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
