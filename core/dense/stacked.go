package dense

import "math"

// StackedQR is the factorisation of [D; B] = Q [R; 0], D diagonal, by Householder reflections. Each reflection meets one row of D and all
// of B, so that a matrix with a large diagonal part costs no more than its dense part.
type StackedQR struct {
	cols, rows int
	d          []float64
	b          []float64 // B by columns, then the lower parts of the reflections' vectors
	r          []float64 // R by columns: entry (i, j), i <= j, at j cols + i
	head, tau  []float64 // the reflections: I - tau v v' with v = (head at row j, column j of b)
}

// NewStackedQR returns the workspace for D of order cols and B rows by cols.
func NewStackedQR(rows, cols int) *StackedQR {
	vector := func() []float64 { return make([]float64, cols) }
	return &StackedQR{cols, rows, vector(), make([]float64, rows*cols), make([]float64, cols*cols), vector(), vector()}
}

// Column returns column j of B, and SetDiagonal sets entry j of D; both are to be set before Factorize.
func (m *StackedQR) Column(j int) []float64       { return m.b[j*m.rows : (j+1)*m.rows] }
func (m *StackedQR) SetDiagonal(j int, v float64) { m.d[j] = v }

// Factorize overwrites B. rows cols^2 multiplications.
func (m *StackedQR) Factorize() {
	for j := range m.cols {
		c := m.Column(j)
		diagonal := m.d[j]
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
		k := j + 1
		for ; k+4 <= m.cols; k += 4 {
			m.reflect4(j, k, c)
		}
		for ; k < m.cols; k++ {
			o := m.Column(k)
			w := m.tau[j] * Dot(c, o)
			m.r[k*m.cols+j] = -w * m.head[j]
			Axpy(-w, c, o)
		}
	}
}

// reflect4 applies reflection j, whose vector ends in c, to the columns k to k+3, in whose row j of D there is nothing yet.
func (m *StackedQR) reflect4(j, k int, c []float64) {
	c0, c1, c2, c3 := m.Column(k), m.Column(k+1), m.Column(k+2), m.Column(k+3)
	w0, w1, w2, w3 := dot4(c, c0, c1, c2, c3)
	tau, head := m.tau[j], m.head[j]
	w0, w1, w2, w3 = tau*w0, tau*w1, tau*w2, tau*w3
	m.r[k*m.cols+j], m.r[(k+1)*m.cols+j], m.r[(k+2)*m.cols+j], m.r[(k+3)*m.cols+j] = -w0*head, -w1*head, -w2*head, -w3*head
	subtract4(c, w0, w1, w2, w3, c0, c1, c2, c3)
}

// RotateTo overwrites (top, bottom), of lengths cols and rows, with Q'(top, bottom); RotateFrom with Q (top, bottom).
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

// SolveR overwrites y, of length cols, with R^-1 y; SolveRT with R^-T y. A zero pivot gives infinities.
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
