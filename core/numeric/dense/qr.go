package dense

import (
	"context"
	"math"

	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// QR is the factorisation A = Q R of a matrix of any shape by Householder reflections. The matrix is stored by columns, so that reflections
// run along contiguous memory.
type QR struct {
	rows, cols int
	a, scale   []float64
	spread     spread
	vectors    []float64 // of a block of reflections, in full
}

// NewQR returns the workspace for rows by cols matrices: rows * cols numbers.
func NewQR(rows, cols int) *QR {
	return &QR{rows: rows, cols: cols, a: make([]float64, rows*cols), scale: make([]float64, min(rows, cols))}
}

// Column returns column j, to be filled before Factorize; afterwards its first j+1 entries are column j of R.
func (m *QR) Column(j int) []float64 { return m.a[j*m.rows : (j+1)*m.rows] }

// fewColumns is the number of columns up to which products of matrices take more memory than they save time.
const fewColumns = 128

// Factorize overwrites the columns with R, and below its diagonal with the vectors v of the reflections I - scale_j v v', v_j =
// 1. About rows cols^2 multiplications. The columns after a block of reflections get all of them at once, as products of
// matrices. Canceled, it leaves the remaining columns as they are.
func (m *QR) Factorize(ctx context.Context) {
	block := reflectionBlock
	if m.cols <= fewColumns {
		block = m.cols
	}
	for from := 0; from < len(m.scale); from += block {
		to := min(len(m.scale), from+block)
		if !m.factorize(ctx, from, to) {
			return
		}
		if to < m.cols {
			m.spread.apply(ctx, m.a[to*m.rows+from:], m.rows, m.cols-to, m.write(from, to), m.rows-from, m.rows-from, m.scale[from:to])
		}
	}
}

// factorize computes the reflections of the columns from one index to another and applies them to these columns. It reports false
// if it was canceled.
func (m *QR) factorize(ctx context.Context, from, to int) bool {
	work := 0
	for j := from; j < to; j++ {
		if work += (m.rows - j) * (to - j); work > pollWork {
			if work = 0; !parallel.Yield(ctx) {
				return false
			}
		}
		c := m.Column(j)
		m.scale[j] = 0 // the identity, for a column that is zero already
		norm := math.Sqrt(Dot(c[j:], c[j:]))
		if norm == 0 {
			continue
		}
		if c[j] > 0 {
			norm = -norm
		}
		head := c[j] - norm
		m.scale[j] = -head / norm
		for i := j + 1; i < m.rows; i++ {
			c[i] /= head
		}
		c[j] = norm
		k := j + 1
		for ; k+4 <= to; k += 4 {
			m.reflect4(j, k)
		}
		for ; k < to; k++ {
			m.reflect(j, m.Column(k))
		}
	}
	return !parallel.Canceled(ctx)
}

// write returns the vectors of a block of reflections as rows, from entry from on, with the ones and zeros that the columns do not hold.
func (m *QR) write(from, to int) []float64 {
	height := m.rows - from
	m.vectors = Resize(m.vectors, (to-from)*height)
	for j := from; j < to; j++ {
		v := m.vectors[(j-from)*height : (j-from+1)*height]
		clear(v[:j-from])
		v[j-from] = 1
		copy(v[j-from+1:], m.Column(j)[j+1:])
	}
	return m.vectors
}

// reflect applies reflection j to y.
func (m *QR) reflect(j int, y []float64) {
	v := m.a[j*m.rows+j+1 : (j+1)*m.rows]
	w := m.scale[j] * (y[j] + Dot(v, y[j+1:]))
	y[j] -= w
	Axpy(-w, v, y[j+1:])
}

// RotateTo overwrites y, of length rows, with Q'y.
func (m *QR) RotateTo(y []float64) {
	for j := range m.scale {
		m.reflect(j, y)
	}
}

// RotateFrom overwrites y, of length rows, with Q y.
func (m *QR) RotateFrom(y []float64) {
	for j := len(m.scale) - 1; j >= 0; j-- {
		m.reflect(j, y)
	}
}

// reflect4 applies reflection j to the columns k to k+3 in one pass.
func (m *QR) reflect4(j, k int) {
	v, tau := m.a[j*m.rows+j+1:(j+1)*m.rows], m.scale[j]
	c0, c1, c2, c3 := m.Column(k)[j:], m.Column(k + 1)[j:], m.Column(k + 2)[j:], m.Column(k + 3)[j:]
	w0, w1, w2, w3 := dot4(v, c0[1:], c1[1:], c2[1:], c3[1:])
	w0, w1, w2, w3 = tau*(c0[0]+w0), tau*(c1[0]+w1), tau*(c2[0]+w2), tau*(c3[0]+w3)
	c0[0] -= w0
	c1[0] -= w1
	c2[0] -= w2
	c3[0] -= w3
	subtract4(v, w0, w1, w2, w3, c0[1:], c1[1:], c2[1:], c3[1:])
}

// StackedQR is the factorisation of [D; B] = Q [R; 0], D diagonal, by Householder reflections. Each reflection touches one row of D and all
// of B, so that a matrix with a large diagonal part costs no more than its dense part.
type StackedQR struct {
	cols, rows int
	d          []float64
	b          []float64 // B by columns, then the lower parts of the reflections' vectors
	r          []float64 // R by columns: entry (i, j), i <= j, at j cols + i
	head, tau  []float64 // the reflections: I - tau v v' with v = (head at row j, column j of b)
	spread     spread
}

// Resize makes it the workspace for D of order cols and B rows by cols, in the memory that it has as far as that suffices. What
// it held is lost. The zero value has no memory.
func (m *StackedQR) Resize(rows, cols int) {
	m.rows, m.cols = rows, cols
	m.d, m.head, m.tau = Resize(m.d, cols), Resize(m.head, cols), Resize(m.tau, cols)
	m.b, m.r = Resize(m.b, rows*cols), Resize(m.r, cols*cols)
}

// Room returns for how many numbers there is memory.
func (m *StackedQR) Room() int { return cap(m.b) + cap(m.r) }

// Column returns column j of B, and SetDiagonal sets entry j of D. Set both before Factorize.
func (m *StackedQR) Column(j int) []float64       { return m.b[j*m.rows : (j+1)*m.rows] }
func (m *StackedQR) SetDiagonal(j int, v float64) { m.d[j] = v }

// Factorize overwrites B, and returns early if it is canceled. rows cols^2 multiplications. Within a block of columns, two
// reflections at a time are applied to four columns at a time. The columns after the block get all of the block's reflections at
// once, as products of blocks.
func (m *StackedQR) Factorize(ctx context.Context) {
	for from := 0; from < m.cols; from += reflectionBlock {
		if !parallel.Yield(ctx) {
			return
		}
		to := min(m.cols, from+reflectionBlock)
		m.factorize(from, to)
		if to < m.cols {
			m.spread.apply(ctx, m.b[to*m.rows:], m.rows, m.cols-to, m.b[from*m.rows:], m.rows, m.rows, m.tau[from:to])
			for k := to; k < m.cols; k++ {
				row := m.r[k*m.cols+from:]
				for j, w := range m.spread.taken[(k-to)*(to-from) : (k-to+1)*(to-from)] {
					row[j] = w * m.head[from+j]
				}
			}
		}
	}
}

// factorize computes the reflections of the columns from one index to another, and applies them to these columns.
func (m *StackedQR) factorize(from, to int) {
	for j := from; j < to; j += 2 {
		m.prepare(j)
		if j+1 == to {
			return
		}
		c := m.Column(j)
		next := m.Column(j + 1)
		w := m.tau[j] * Dot(c, next)
		m.r[(j+1)*m.cols+j] = -w * m.head[j]
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
func (m *StackedQR) prepare(j int) {
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
	m.r[j*m.cols+j] = norm
}

// pair returns the coefficients by which the vectors of reflections j and j+1 are subtracted from column k, and sets the column's
// entries of R. cross is the inner product of the two vectors; s and t are those with the column. Rows j and j+1 of D are still
// zero in column k.
func (m *StackedQR) pair(j, k int, cross, s, t float64) (w, v float64) {
	w = m.tau[j] * s
	v = m.tau[j+1] * (t - w*cross)
	m.r[k*m.cols+j], m.r[k*m.cols+j+1] = -w*m.head[j], -v*m.head[j+1]
	return w, v
}

// reflect4 applies reflections j and j+1 to the columns k to k+3.
func (m *StackedQR) reflect4(j, k int, cross float64) {
	c, next := m.Column(j), m.Column(j+1)
	c0, c1, c2, c3 := m.Column(k), m.Column(k+1), m.Column(k+2), m.Column(k+3)
	s0, s1, s2, s3, t0, t1, t2, t3 := dot8(c, next, c0, c1, c2, c3)
	w0, v0 := m.pair(j, k, cross, s0, t0)
	w1, v1 := m.pair(j, k+1, cross, s1, t1)
	w2, v2 := m.pair(j, k+2, cross, s2, t2)
	w3, v3 := m.pair(j, k+3, cross, s3, t3)
	subtract8(c, next, w0, w1, w2, w3, v0, v1, v2, v3, c0, c1, c2, c3)
}

// RotateTo overwrites (top, bottom), of lengths cols and rows, with Q'(top, bottom); RotateFrom overwrites it with Q (top, bottom).
func (m *StackedQR) RotateTo(top, bottom []float64) {
	for j := range m.cols {
		m.reflect(j, top, bottom)
	}
}

func (m *StackedQR) RotateFrom(top, bottom []float64) {
	for j := m.cols - 1; j >= 0; j-- {
		m.reflect(j, top, bottom)
	}
}

func (m *StackedQR) reflect(j int, top, bottom []float64) {
	c := m.Column(j)
	w := m.tau[j] * (m.head[j]*top[j] + Dot(c, bottom))
	top[j] -= w * m.head[j]
	Axpy(-w, c, bottom)
}

// SolveR overwrites y, of length cols, with R^-1 y; SolveRT overwrites it with R^-T y. A zero pivot gives infinities.
func (m *StackedQR) SolveR(y []float64) {
	for j := m.cols - 1; j >= 0; j-- {
		c := m.r[j*m.cols:]
		y[j] /= c[j]
		Axpy(-y[j], c[:j], y[:j])
	}
}

func (m *StackedQR) SolveRT(y []float64) {
	for j := range m.cols {
		c := m.r[j*m.cols:]
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

// spread applies a block of reflections I - tau_j v_j v_j' to many columns, as products of matrices. It holds the workspace.
type spread struct {
	cross, taken []float64 // inner products of the vectors, and what is subtracted of them from each column
	multipliers  []gemm.Multiplier
}

// apply subtracts sum w_j v_j from each column c of the behind columns, which are stride apart, with
//
//	w_j = tau_j (v_j'c - sum_{i<j} w_i v_i'v_j).
//
// The vectors, of the given height, are the rows of v, apart entries from each other. It leaves -w of each column in taken.
func (s *spread) apply(ctx context.Context, columns []float64, stride, behind int, v []float64, apart, height int, tau []float64) {
	count := len(tau)
	for len(s.multipliers) < parallel.Threads() {
		s.multipliers = append(s.multipliers, gemm.Multiplier{})
	}
	s.cross, s.taken = Resize(s.cross, count*count), Resize(s.taken, behind*count)
	clear(s.cross)
	s.multipliers[0].AddTo(s.cross, count, gemm.Rows(v, apart), gemm.Columns(v, apart), nil, count, count, height)
	if behind <= spreadStrip {
		s.strip(0, columns, stride, s.taken, v, apart, height, tau)
		return
	}
	parallel.Run(ctx, (behind+spreadStrip-1)/spreadStrip, func(worker, part int) {
		low, high := part*spreadStrip, min(behind, (part+1)*spreadStrip)
		s.strip(worker, columns[low*stride:], stride, s.taken[low*count:high*count], v, apart, height, tau)
	})
}

// spreadStrip is the number of columns that one thread takes at a time.
const spreadStrip = 192

// strip does so for the first columns, as many as taken has rows.
func (s *spread) strip(worker int, columns []float64, stride int, taken, v []float64, apart, height int, tau []float64) {
	count, product := len(tau), &s.multipliers[worker]
	wide := len(taken) / count
	clear(taken)
	product.AddTo(taken, count, gemm.Rows(columns, stride), gemm.Columns(v, apart), nil, wide, count, height)
	for k := range wide {
		w := taken[k*count : (k+1)*count]
		for j := range w { // the entries before j hold -w_i already
			w[j] = -tau[j] * (w[j] + Dot(w[:j], s.cross[j*count:j*count+j]))
		}
	}
	product.AddTo(columns, stride, gemm.Rows(taken, count), gemm.Rows(v, apart), nil, wide, height, count)
}
