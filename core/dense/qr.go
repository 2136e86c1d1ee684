package dense

import "math"

// QR is the factorisation A = Q R of a matrix of any shape by Householder reflections. The matrix is
// stored by columns, which is how the reflections run over it.
type QR struct {
	rows, cols int
	a, scale   []float64
}

// NewQR returns the workspace for matrices of that size: rows * cols numbers.
func NewQR(rows, cols int) *QR {
	return &QR{rows, cols, make([]float64, rows*cols), make([]float64, min(rows, cols))}
}

// Column returns the j-th column, to be filled before Factorize; afterwards its first j+1 entries are R's column j.
func (m *QR) Column(j int) []float64 { return m.a[j*m.rows : (j+1)*m.rows] }

// Factorize overwrites the columns with R, and below its diagonal what the reflections are made of: I - scale_j v v' with v_j = 1. About
// rows cols^2 multiplications.
func (m *QR) Factorize() {
	for j := range m.scale {
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
		for k := j + 1; k < m.cols; k++ {
			m.reflect(j, m.Column(k))
		}
	}
}

// reflect applies the j-th reflection to y.
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

// SolveR overwrites y, of length cols <= rows, with R^-1 y. A zero pivot gives infinities.
func (m *QR) SolveR(y []float64) {
	for j := m.cols - 1; j >= 0; j-- {
		c := m.Column(j)
		y[j] /= c[j]
		Axpy(-y[j], c[:j], y[:j])
	}
}

// SolveRT overwrites y with R^-T y.
func (m *QR) SolveRT(y []float64) {
	for j := range m.cols {
		c := m.Column(j)
		y[j] = (y[j] - Dot(c[:j], y[:j])) / c[j]
	}
}
