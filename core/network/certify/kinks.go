package certify

import (
	"context"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// A loss with kinks (l1, hinge) has samples on the kink, where f_i = y_i and v_i is free; the others have a v_i at an end of its interval.
// In place of Newton steps, one least-squares problem moves the outputs of the samples on the kink onto it, and another finds the v of
// these samples for which the neurons are stationary points of the Lagrangian.

const (
	// maxKinkOrder bounds the unknowns and the equations of one of the least-squares problems.
	maxKinkOrder = 2000
	// kinkSteps is how many times the outputs are moved onto the kinks.
	kinkSteps = 4
	// leastNorm is the weight of the step's norm relative to the conditions: it selects the shortest step where they do not determine it.
	leastNorm = 1e-9
)

// startKinks starts from neurons and a dual vector near the optimum, and reports whether the samples on a kink are few enough.
func (e *evaluator) startKinks(neurons []neural.Neuron, dual []float64) (m *newton, ok bool) {
	m = e.startNewton(neurons)
	copy(m.dual, dual)
	m.evaluate(m.c)
	m.chooseKinks()
	return m, max(len(m.c), len(m.kinkRows())) <= maxKinkOrder
}

// runKinks moves the neurons by the least steps that put the outputs of the samples on the kink, up to rounding, and then the v of these
// samples by the least step after which the gradient of the Lagrangian in the neurons is zero.
func (m *newton) runKinks() {
	cost := m.evaluate(m.c)
	for range kinkSteps {
		m.dropVanished()
		if len(m.neurons) == 0 || !m.stepOntoKinks() {
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

// chooseKinks decides which samples are on the kink: those whose v is farther from the ends of its interval, in units of the largest v,
// than the output from the kink, in units of the largest distance.
func (m *newton) chooseKinks() {
	m.onKink = make([]bool, len(m.y))
	var large, far float64
	for i, v := range m.dual {
		large, far = math.Max(large, math.Abs(v)), math.Max(far, math.Abs(m.y[i]-m.fit[i]))
	}
	for i, v := range m.dual {
		low, high := m.lossFn.Domain(m.y[i])
		room := v - low
		if m.y[i] > m.fit[i] {
			room = high - v
		}
		m.onKink[i] = room*far > math.Abs(m.y[i]-m.fit[i])*large
	}
}

// kinkRows returns the samples on a kink.
func (m *newton) kinkRows() (rows []int) {
	for i, kink := range m.onKink {
		if kink {
			rows = append(rows, i)
		}
	}
	return rows
}

// slopes returns the gradients of the outputs of the given samples in the vectors c, a row for each sample, in units of the length of each
// c.
func (m *newton) slopes(rows []int) []float64 {
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

// solveLeastSquares returns the x of least |A x - b|^2 + (leastNorm |A| |x|)^2, or nil. Row j of a has the coefficients of x_j.
func solveLeastSquares(a, b []float64) []float64 {
	rows, cols := len(b), len(a)/len(b)
	qr, x := dense.NewQR(rows, cols), make([]float64, cols)
	ridge := leastNorm * math.Sqrt(dense.Dot(a, a)/float64(min(rows, cols)))
	for j := range cols {
		qr.SetDiagonal(j, ridge)
		copy(qr.Column(j), a[j*rows:(j+1)*rows])
	}
	qr.Factorize(context.Background())
	qr.RotateTo(x, slices.Clone(b))
	qr.SolveR(x)
	if math.IsNaN(dense.Dot(x, x)) {
		return nil
	}
	return x
}

// stepOntoKinks sets trial to the vectors c after the least step that puts the samples on the kink, and reports whether there is one.
func (m *newton) stepOntoKinks() bool {
	rows := m.kinkRows()
	if len(rows) == 0 {
		return false
	}
	order := len(m.c)
	slopes, miss := m.slopes(rows), make([]float64, len(rows))
	transposed := make([]float64, len(slopes))
	for at, i := range rows {
		miss[at] = m.y[i] - m.fit[i]
		for k, v := range slopes[at*order : (at+1)*order] {
			transposed[k*len(rows)+at] = v
		}
	}
	step := solveLeastSquares(transposed, miss)
	if step == nil {
		return false
	}
	m.trial = append(m.trial[:0], m.c...)
	for j := range m.neurons {
		dense.Axpy(m.norm(j), step[j*m.d:(j+1)*m.d], m.trial[j*m.d:(j+1)*m.d])
	}
	return true
}

// fitDual moves the v of the samples on the kink by the second least-squares problem, and sets the others to an end of their interval.
func (m *newton) fitDual() {
	for i, kink := range m.onKink {
		low, high := m.lossFn.Domain(m.y[i])
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
	m.setQuadratics()
	step := solveLeastSquares(m.slopes(rows), m.lagrangian())
	for at, s := range step {
		m.dual[rows[at]] += s
	}
}

// lagrangian returns the gradient of the Lagrangian in the vectors c, in units of the length of each, for the quadratics that are set.
func (m *newton) lagrangian() []float64 {
	m.gradient, m.hessian = dense.Resize(m.gradient, len(m.c)), nil
	clear(m.gradient)
	for j := range m.neurons {
		m.addCurvature(j)
		dense.Scale(m.norm(j), m.gradient[j*m.d:(j+1)*m.d])
	}
	return m.gradient
}
