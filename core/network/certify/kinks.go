package certify

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
)

const (
	// kinkSteps is how many times the outputs are brought to the kinks.
	kinkSteps = 4
	// leastNorm is the weight of the step's own norm beside the conditions': where these leave the step open the shortest one is taken.
	leastNorm = 1e-9
)

// runKinks polishes a network trained with a loss that has kinks. It moves the neurons by the least step that brings the outputs of the samples
// on a kink to it, as closely as rounding lets it; and then the v of these samples by the least step after which the gradient of the
// Lagrangian in the neurons is zero.
func (m *polish) runKinks() {
	m.chooseKinks()
	cost := m.evaluate(m.c)
	for range kinkSteps {
		if m.drop(); len(m.neurons) == 0 || !m.restore() {
			break
		}
		now := m.evaluate(m.trial)
		if !(now < cost) {
			break
		}
		cost = now
		copy(m.c, m.trial)
	}
	m.evaluate(m.c)
	m.fitDual()
}

// chooseKinks puts the samples on the kink whose v is farther from the ends of its interval, in units of the largest, than the output from the kink.
func (m *polish) chooseKinks() {
	m.onKink = make([]bool, len(m.y))
	var large, far float64
	for i, v := range m.dual {
		large, far = math.Max(large, math.Abs(v)), math.Max(far, math.Abs(m.y[i]-m.fit[i]))
	}
	for i, v := range m.dual {
		low, high := m.kind.Domain(m.y[i])
		room := v - low
		if m.y[i] > m.fit[i] {
			room = high - v
		}
		m.onKink[i] = room*far > math.Abs(m.y[i]-m.fit[i])*large
	}
}

// kinkRows returns the samples on a kink.
func (m *polish) kinkRows() (rows []int) {
	for i, kink := range m.onKink {
		if kink {
			rows = append(rows, i)
		}
	}
	return rows
}

// slopes returns the gradient of the outputs of the samples in the vectors c, a row for each sample, in units of the length of each c.
func (m *polish) slopes(rows []int) []float64 {
	order := len(m.c)
	slopes := make([]float64, len(rows)*order)
	for j, neuron := range m.neurons {
		norm := m.norm(j)
		for at, i := range rows {
			row := slopes[at*order+j*m.d : at*order+(j+1)*m.d]
			m.slopeTo(row, i, j, neuron)
			for k := range row {
				row[k] *= norm
			}
		}
	}
	return slopes
}

// norm returns |c_j|.
func (m *polish) norm(j int) float64 {
	cj := m.c[j*m.d : (j+1)*m.d]
	return math.Sqrt(dense.Dot(cj, cj))
}

// squares solves least-squares problems, each in the memory of those before. The zero value is ready for use.
type squares struct {
	qr        dense.StackedQR
	transpose []float64
}

// solve returns the x of least |A x - b|^2 + (leastNorm |A| |x|)^2 for A of len(b) rows, or nil.
func (s *squares) solve(a, b []float64, cols int, transposed bool) []float64 {
	rows := len(b)
	ridge := leastNorm * math.Sqrt(dense.Dot(a, a)/float64(min(rows, cols)))
	at := func(i, j int) float64 {
		if transposed {
			return a[j*rows+i]
		}
		return a[i*cols+j]
	}
	var x []float64
	if cols > rows {
		x = s.shortest(at, b, cols, ridge)
	} else {
		qr := &s.qr
		qr.Resize(rows, cols)
		for j := range cols {
			qr.SetDiagonal(j, ridge)
			column := qr.Column(j)
			for i := range column {
				column[i] = at(i, j)
			}
		}
		qr.Factorize(context.Background())
		x = make([]float64, cols)
		qr.RotateTo(x, append([]float64(nil), b...))
		qr.SolveR(x)
	}
	if math.IsNaN(dense.Dot(x, x)) {
		return nil
	}
	return x
}

// shortest does so, but for the check, where there are fewer equations than unknowns: x = A'w with (AA' + ridge^2 I) w = b, by the QR factorisation of A' over ridge I, and
// once more for what is left.
func (s *squares) shortest(at func(i, j int) float64, b []float64, cols int, ridge float64) []float64 {
	rows, qr := len(b), &s.qr
	qr.Resize(cols, rows)
	s.transpose = resize(s.transpose, rows*cols)
	transpose := s.transpose // row i of A
	for i := range rows {
		qr.SetDiagonal(i, ridge)
		row := transpose[i*cols : (i+1)*cols]
		for j := range row {
			row[j] = at(i, j)
		}
		copy(qr.Column(i), row)
	}
	qr.Factorize(context.Background())
	x, w, rest := make([]float64, cols), make([]float64, rows), append([]float64(nil), b...)
	for range 2 {
		copy(w, rest)
		qr.SolveRT(w)
		qr.SolveR(w)
		for i, v := range w {
			dense.Axpy(v, transpose[i*cols:(i+1)*cols], x)
		}
		for i := range rest {
			rest[i] = b[i] - dense.Dot(transpose[i*cols:(i+1)*cols], x)
		}
	}
	return x
}

// restore sets trial to the vectors c after the least step that brings the samples on a kink to it.
func (m *polish) restore() bool {
	rows := m.kinkRows()
	if len(rows) == 0 {
		return false
	}
	miss := make([]float64, len(rows))
	for at, i := range rows {
		miss[at] = m.y[i] - m.fit[i]
	}
	step := m.squares.solve(m.slopes(rows), miss, len(m.c), false)
	if step == nil {
		return false
	}
	m.trial = append(m.trial[:0], m.c...)
	for j := range m.neurons {
		dense.Axpy(m.norm(j), step[j*m.d:(j+1)*m.d], m.trial[j*m.d:(j+1)*m.d])
	}
	return true
}

// fitDual moves the v of the samples on a kink, and puts those of the others at the end of their interval.
func (m *polish) fitDual() {
	for i, kink := range m.onKink {
		low, high := m.kind.Domain(m.y[i])
		switch {
		case kink:
		case m.y[i] > m.fit[i]:
			m.dual[i] = high
		default:
			m.dual[i] = low
		}
	}
	rows := m.kinkRows()
	if len(rows) == 0 || len(m.c) == 0 {
		return
	}
	order := len(m.c)
	m.gradient, m.hessian = resize(m.gradient, order), nil
	clear(m.gradient)
	m.setQuadratics()
	for j := range m.neurons {
		m.addCurvature(j)
		dense.Scale(m.norm(j), m.gradient[j*m.d:(j+1)*m.d])
	}
	step := m.squares.solve(m.slopes(rows), m.gradient, len(rows), true)
	for at, s := range step {
		m.dual[rows[at]] += s
	}
}
