package corrective

import "slices"

// pieces is the model of a step for a loss whose slope is piecewise linear: the loss itself at outputs that change linearly, and half of d'T d, T
// being the slacks. It is a convex function of d.
type pieces struct {
	w       *newton
	at      *state
	penalty []float64 // its gradient
	d, td   []float64 // the step, and T d
	linear  []float64 // J d
	f       []float64 // the outputs at d
	image   []float64 // T times the next d
	next    []float64 // J times the way to it
	start   float64   // the loss without a step
}

func newPieces(w *newton, at *state, linear []float64) *pieces {
	size, n := len(at.y.rows), len(linear)
	m := &pieces{w: w, at: at, linear: linear, start: w.s.fit.value(at.f)}
	for _, v := range []*[]float64{&m.penalty, &m.d, &m.td, &m.image} {
		*v = make([]float64, size)
	}
	m.f, m.next = append([]float64(nil), at.f...), make([]float64, n)
	w.s.addPenalty(m.penalty, at.y.rows)
	w.direction, w.residual = resize(w.direction, size), resize(w.residual, size)
	clear(linear)
	return m
}

// piecewise sets direction to the minimum of the model, by Newton's method with a line search, which takes the pieces on which the samples are
// until they stay. linear is J d at the end. It returns the decrease that the model predicts.
func (w *newton) piecewise(at *state, linear []float64, accuracy float64, limit int) (decrease float64) {
	const most, small = 12, 1e-3
	m := newPieces(w, at, linear)
	for round := range most {
		if round > 0 {
			w.assemble(at)
		}
		m.aim(accuracy, limit)
		tau := m.search()
		if tau == 0 {
			break
		}
		before, curvature := decrease, slices.Clone(w.s.fit.curvature)
		decrease = m.move(tau)
		if tau == 1 && slices.Equal(curvature, w.s.fit.curvature) || decrease-before < small*decrease {
			break
		}
	}
	copy(w.direction, m.d)
	w.s.fit.differentiate(m.f)
	w.assemble(at) // for corrections of second order
	return decrease
}

// aim finds the minimum of the model on the pieces that there are.
func (m *pieces) aim(accuracy float64, limit int) {
	w, fit := m.w, m.w.s.fit
	slope, guess := make([]float64, len(m.linear)), slices.Clone(w.slope)
	for i, v := range m.linear {
		slope[i] = fit.slope[i] - fit.curvature[i]*v
		guess[i] -= slope[i]
	}
	w.s.adjoint(w.residual, slope, m.at)
	for i, v := range m.penalty {
		w.residual[i] = -w.residual[i] - v
	}
	w.tangent(w.residual, m.at.y)
	w.solve(w.direction, w.residual, guess, m.at, accuracy, accuracy, 0, limit)
	w.s.derivative(m.next, w.direction, m.at)
	for i, v := range m.linear {
		m.next[i] -= v
	}
	// T times the direction: the Hessian without the curvature of the loss.
	curvature := slices.Clone(fit.curvature)
	clear(fit.curvature)
	w.apply(m.image, w.direction, m.at)
	copy(fit.curvature, curvature)
}

// search returns how far to go towards the direction: to the minimum of the model on the way, or zero if it does not descend.
func (m *pieces) search() (tau float64) {
	first, second := 0.0, 0.0 // of the quadratic part
	for i := range m.d {
		v := m.w.direction[i] - m.d[i]
		first += v * (m.penalty[i] + m.td[i])
		second += v * (m.image[i] - m.td[i])
	}
	slopeAt := func(tau float64) float64 {
		total := first + second*tau
		for i, v := range m.next {
			total += v * m.w.s.fit.slopeAt(i, m.f[i]+tau*v)
		}
		return total
	}
	if !(slopeAt(0) < 0) {
		return 0
	}
	if !(slopeAt(1) > 0) {
		return 1
	}
	low := 0.0
	for high := 1.0; high-low > 1e-3*high && high > 1e-12; {
		if middle := (low + high) / 2; slopeAt(middle) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// move goes there, sets slope and curvature of the loss, and returns by how much the model is below its start.
func (m *pieces) move(tau float64) (decrease float64) {
	for i, v := range m.next {
		m.linear[i] += tau * v
		m.f[i] = m.at.f[i] + m.linear[i]
	}
	fit := m.w.s.fit
	decrease = m.start - fit.value(m.f)
	for i := range m.d {
		m.d[i] += tau * (m.w.direction[i] - m.d[i])
		m.td[i] += tau * (m.image[i] - m.td[i])
		decrease -= m.d[i] * (m.penalty[i] + m.td[i]/2)
	}
	fit.differentiate(m.f)
	return decrease
}

// assemble makes the system anew for another curvature of the loss.
func (w *newton) assemble(at *state) {
	if !w.direct {
		w.part.assemble(w.s.fit)
		return
	}
	w.exact.assemble(w.s.fit)
	w.constrain(at)
}
