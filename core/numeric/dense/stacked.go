package dense

import (
	"context"
	"math"

	"conelab/core/numeric/parallel"
)

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

// NewStackedQR returns the workspace for D of order cols and B rows by cols.
func NewStackedQR(rows, cols int) *StackedQR {
	m := &StackedQR{}
	m.Resize(rows, cols)
	return m
}

// Resize makes it the workspace for D of order cols and B rows by cols, in the memory that it has as far as that suffices. What it held is lost. The
// zero value has no memory.
func (m *StackedQR) Resize(rows, cols int) {
	m.rows, m.cols = rows, cols
	m.d, m.head, m.tau = resize(m.d, cols), resize(m.head, cols), resize(m.tau, cols)
	m.b, m.r = resize(m.b, rows*cols), resize(m.r, cols*cols)
}

// Room returns for how many numbers there is memory.
func (m *StackedQR) Room() int { return cap(m.b) + cap(m.r) }

// Column returns column j of B, and SetDiagonal sets entry j of D. Set both before Factorize.
func (m *StackedQR) Column(j int) []float64       { return m.b[j*m.rows : (j+1)*m.rows] }
func (m *StackedQR) SetDiagonal(j int, v float64) { m.d[j] = v }

// Factorize overwrites B, and returns early if it is canceled. rows cols^2 multiplications. Within a block of columns, two reflections at a time are applied to four columns at a
// time. The columns after the block get all of the block's reflections at once, as products of blocks.
func (m *StackedQR) Factorize(ctx context.Context) {
	for from := 0; from < m.cols; from += reflectionBlock {
		if parallel.Canceled(ctx) {
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

// pair returns the coefficients by which the vectors of reflections j and j+1 are subtracted from column k, and sets the column's entries of
// R. cross is the inner product of the two vectors; s and t are those with the column. Rows j and j+1 of D are still zero in column k.
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
