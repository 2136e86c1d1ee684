package dense

import (
	"context"
	"math"

	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// QR is the factorisation of [D; B] = Q [R; 0], D diagonal, by Householder reflections. Each reflection touches one row of D and all of B,
// so that a matrix with a large diagonal part costs no more than its dense part. With D = 0 it is that of B = Q R for B of any shape: R is
// square, and Q has the columns of the lower part of Q [I; 0].
type QR struct {
	cols, rows int
	d          []float64
	b          []float64 // B by columns, then the lower parts of the reflections' vectors
	r          []float64 // R by columns: entry (i, j), i <= j, at j (j+1)/2 + i
	head, tau  []float64 // the reflections: I - tau v v' with v = (head at row j, column j of b)

	cross, taken []float64 // of a block of reflections: the vectors' inner products, and their coefficients for each column
	multipliers  []gemm.Multiplier
}

// NewQR returns the workspace for D = 0 of order cols and B rows by cols.
func NewQR(rows, cols int) *QR {
	m := &QR{}
	m.Resize(rows, cols)
	return m
}

// Resize makes it the workspace for D of order cols and B rows by cols. It reuses its memory and loses its contents. The zero value has no
// memory.
func (m *QR) Resize(rows, cols int) {
	m.rows, m.cols = rows, cols
	m.d, m.head, m.tau = Resize(m.d, cols), Resize(m.head, cols), Resize(m.tau, cols)
	m.b, m.r = Resize(m.b, rows*cols), Resize(m.r, cols*(cols+1)/2)
}

// Column returns column j of B, to be set before Factorize.
func (m *QR) Column(j int) []float64 { return m.b[j*m.rows : (j+1)*m.rows] }

// SetDiagonal sets entry j of D, before Factorize.
func (m *QR) SetDiagonal(j int, v float64) { m.d[j] = v }

// R returns the first j+1 entries of column j of R; those below are zero.
func (m *QR) R(j int) []float64 { return m.r[j*(j+1)/2:][:j+1] }

// Factorize overwrites B, and returns early if it is canceled. rows cols^2 multiplications. Within a block of columns, two
// reflections at a time are applied to four columns at a time. The columns after the block get all of the block's reflections at
// once, as products of blocks.
func (m *QR) Factorize(ctx context.Context) {
	for from := 0; from < m.cols && parallel.Yield(ctx); from += reflectionBlock {
		to := min(m.cols, from+reflectionBlock)
		m.factorize(ctx, from, to)
		if to < m.cols {
			m.apply(ctx, from, to)
		}
	}
}

// factorize computes the reflections of the columns from one index to another, and applies them to these columns.
func (m *QR) factorize(ctx context.Context, from, to int) {
	poll := poll{ctx: ctx}
	for j := from; j < to && poll.after(2*m.rows*(to-j)); j += 2 {
		m.prepare(j)
		if j+1 == to {
			return
		}
		c := m.Column(j)
		next := m.Column(j + 1)
		w := m.tau[j] * Dot(c, next)
		m.R(j + 1)[j] = -w * m.head[j]
		Axpy(-w, c, next)
		m.prepare(j + 1)
		cross := Dot(c, next)
		k := j + 2
		for ; k+4 <= to; k += 4 {
			m.reflect4(j, k, cross)
		}
		for ; k < to; k++ {
			o := m.Column(k)
			w, v := m.pair(j, k, cross, Dot(c, o), Dot(next, o))
			Axpy(-w, c, o)
			Axpy(-v, next, o)
		}
	}
}

// prepare computes reflection j from column j.
func (m *QR) prepare(j int) {
	c, diagonal := m.Column(j), m.d[j]
	m.tau[j], m.head[j] = 0, 1
	norm := math.Sqrt(diagonal*diagonal + Dot(c, c))
	if norm > 0 {
		if diagonal > 0 {
			norm = -norm
		}
		m.head[j] = diagonal - norm
		m.tau[j] = -1 / (norm * m.head[j])
	}
	m.R(j)[j] = norm
}

// pair returns the coefficients by which the vectors of reflections j and j+1 are subtracted from column k, and sets the column's
// entries of R. cross is the inner product of the two vectors; s and t are those with the column. Rows j and j+1 of D are still
// zero in column k.
func (m *QR) pair(j, k int, cross, s, t float64) (w, v float64) {
	w = m.tau[j] * s
	v = m.tau[j+1] * (t - w*cross)
	r := m.R(k)
	r[j], r[j+1] = -w*m.head[j], -v*m.head[j+1]
	return w, v
}

// reflect4 applies reflections j and j+1 to the columns k to k+3.
func (m *QR) reflect4(j, k int, cross float64) {
	c, next := m.Column(j), m.Column(j+1)
	c0, c1, c2, c3 := m.Column(k), m.Column(k+1), m.Column(k+2), m.Column(k+3)
	s0, s1, s2, s3, t0, t1, t2, t3 := dot8(c, next, c0, c1, c2, c3)
	w0, v0 := m.pair(j, k, cross, s0, t0)
	w1, v1 := m.pair(j, k+1, cross, s1, t1)
	w2, v2 := m.pair(j, k+2, cross, s2, t2)
	w3, v3 := m.pair(j, k+3, cross, s3, t3)
	subtract8(c, next, w0, w1, w2, w3, v0, v1, v2, v3, c0, c1, c2, c3)
}

// RotateTo overwrites (top, bottom), of lengths cols and rows, with Q'(top, bottom).
func (m *QR) RotateTo(top, bottom []float64) {
	for j := range m.cols {
		m.reflect(j, top, bottom)
	}
}

// RotateFrom overwrites (top, bottom) with Q (top, bottom).
func (m *QR) RotateFrom(top, bottom []float64) {
	for j := m.cols - 1; j >= 0; j-- {
		m.reflect(j, top, bottom)
	}
}

// reflect applies reflection j.
func (m *QR) reflect(j int, top, bottom []float64) {
	c := m.Column(j)
	w := m.tau[j] * (m.head[j]*top[j] + Dot(c, bottom))
	top[j] -= w * m.head[j]
	Axpy(-w, c, bottom)
}

// SolveR overwrites y, of length cols, with R^-1 y. A zero pivot gives infinities.
func (m *QR) SolveR(y []float64) {
	for j := m.cols - 1; j >= 0; j-- {
		c := m.R(j)
		y[j] /= c[j]
		Axpy(-y[j], c[:j], y[:j])
	}
}

// SolveRT overwrites y with R^-T y.
func (m *QR) SolveRT(y []float64) {
	for j := range m.cols {
		c := m.R(j)
		y[j] = (y[j] - Dot(c[:j], y[:j])) / c[j]
	}
}

// reflectionBlock is the number of reflections that are applied together to the columns after them. Products of matrices pay
// where their kernel is in assembly; in plain Go, pairs of reflections keep more in registers.
var reflectionBlock = func() int {
	if vectorized {
		return 32
	}
	return math.MaxInt32
}()

// strip is the number of columns that one thread takes at a time.
const strip = 192

// apply applies the reflections I - tau_j v_j v_j' of a block to the columns after it, as products of matrices: it subtracts sum w_j v_j
// from each column c, with
//
//	w_j = tau_j (v_j'c - sum_{i<j} w_i v_i'v_j).
func (m *QR) apply(ctx context.Context, from, to int) {
	count, v := to-from, m.b[from*m.rows:]
	for len(m.multipliers) < parallel.Threads() {
		m.multipliers = append(m.multipliers, gemm.Multiplier{})
	}
	m.cross, m.taken = Resize(m.cross, count*count), Resize(m.taken, (m.cols-to)*count)
	clear(m.cross)
	m.multipliers[0].AddTo(m.cross, count, gemm.Rows(v, m.rows), gemm.Columns(v, m.rows), nil, count, count, m.rows)
	if m.cols-to <= strip { // which allocates nothing
		m.applyTo(0, from, to, to, m.cols)
		return
	}
	parallel.Run(ctx, (m.cols-to+strip-1)/strip, func(worker, part int) {
		m.applyTo(worker, from, to, to+part*strip, min(m.cols, to+(part+1)*strip))
	})
}

// applyTo does so for the columns from low to high.
func (m *QR) applyTo(worker, from, to, low, high int) {
	count, product, v := to-from, &m.multipliers[worker], m.b[from*m.rows:]
	columns, taken := m.b[low*m.rows:], m.taken[(low-to)*count:(high-to)*count]
	clear(taken)
	product.AddTo(taken, count, gemm.Rows(columns, m.rows), gemm.Columns(v, m.rows), nil, high-low, count, m.rows)
	for k := range high - low {
		w, row := taken[k*count:(k+1)*count], m.R(low + k)[from:]
		for j := range w { // the entries before j hold -w_i already
			w[j] = -m.tau[from+j] * (w[j] + Dot(w[:j], m.cross[j*count:j*count+j]))
			row[j] = w[j] * m.head[from+j]
		}
	}
	product.AddTo(columns, m.rows, gemm.Rows(taken, count), gemm.Rows(v, m.rows), nil, high-low, m.rows, count)
}
