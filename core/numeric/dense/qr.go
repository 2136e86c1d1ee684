package dense

import (
	"context"
	"math"

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

// Factorize overwrites the columns with R, and below its diagonal with the vectors v of the reflections I - scale_j v v', v_j = 1. About rows
// cols^2 multiplications. The columns after a block of reflections get all of them at once, as products of matrices. Canceled, it leaves the
// remaining columns as they are.
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

// factorize computes the reflections of the columns from one index to another and applies them to these columns. It reports false if it was canceled.
func (m *QR) factorize(ctx context.Context, from, to int) bool {
	work := 0
	for j := from; j < to; j++ {
		if work += (m.rows - j) * (to - j); work > pollWork {
			if work = 0; parallel.Canceled(ctx) {
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
	m.vectors = resize(m.vectors, (to-from)*height)
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
