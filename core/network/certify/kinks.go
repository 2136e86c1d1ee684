package certify

import (
	"cmp"
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
func (r *refiner) startKinks(neurons []neural.Neuron, dual []float64) (m *newton, ok bool) {
	m = r.startNewton(neurons)
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
		if !m.stepOntoKinks() {
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

const (
	// roundingKept is the share of the unknowns that still move after a step, unless the step has reduced the residual by roundingAgain.
	// roundingSteps bounds the steps, maxRoundingWork the multiplications of their least-squares problems.
	roundingKept, roundingAgain, roundingSteps, maxRoundingWork = 0.85, 1e-2, 80, 2e9
	// roundingFrom is the relative gap below which rounding may be what keeps a network from the tolerance.
	roundingFrom = 0.1
	// lengthWeight is the weight of |u|^2 - 1 among the residuals, relative to the largest label.
	lengthWeight = 1e-3
)

// chooseBits brings a residual as close to zero as the spacing of doubles allows, and reports whether it became smaller. Where beta is
// small, rounding in one output costs more than the tolerance allows. At first all unknowns move, by the least step relative to their size;
// then, again and again, the unknowns whose last bits have the largest effect stay rounded, and the others make up for the error that is
// left.
//
// Row u of slopes has the derivative of the residual in unknown u times that unknown. The residual is computed in more than double
// precision.
func chooseBits(yield func() bool, unknowns []*float64, slopes []float64, residual func() []float64) (helped bool) {
	rest, work := residual(), 0.0
	equations := len(rest)
	row := func(u int) []float64 { return slopes[u*equations : (u+1)*equations] }
	var order []int // finest first
	units, grain := make([]float64, len(unknowns)), make([]float64, len(unknowns))
	for u, v := range unknowns {
		units[u], grain[u] = *v, dense.Dot(row(u), row(u))
		if grain[u] > 0 {
			order = append(order, u)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(grain[a], grain[b]) })
	for steps := 0; steps < roundingSteps && len(order) > 0 && (steps == 0 || len(order) > equations/2); steps++ {
		work += float64(len(order)) * float64(len(order)) * float64(equations)
		if work > maxRoundingWork || !yield() {
			break
		}
		var rows, kept []float64
		for _, u := range order {
			rows, kept = append(rows, row(u)...), append(kept, *unknowns[u])
		}
		step := solveLeastSquares(rows, rest)
		if step == nil {
			break
		}
		for i, u := range order {
			*unknowns[u] += step[i] * units[u]
		}
		now, size := residual(), dense.Dot(rest, rest)
		better := dense.Dot(now, now)
		if better < size {
			rest, helped = now, true
		} else {
			for i, u := range order {
				*unknowns[u] = kept[i]
			}
		}
		if !(better < roundingAgain*roundingAgain*size) {
			fewer := int(roundingKept * float64(len(order)))
			if len(order) > equations {
				fewer = max(fewer, equations)
			}
			order = order[:fewer]
		}
	}
	return helped
}

// roundOnKinks moves the neurons so that their sum puts the samples on their kinks to more digits than one neuron's output has.
func (m *newton) roundOnKinks(neurons []neural.Neuron) bool {
	rows := m.kinkRows()
	if len(rows) == 0 {
		return false
	}
	var unknowns []*float64
	var slopes []float64
	slope, equations, weight := make([]float64, m.d), len(rows)+len(neurons), lengthWeight*dense.Largest(m.y)
	for j := range neurons {
		neuron := &neurons[j]
		unknowns = append(unknowns, &neuron.Alpha)
		own := make([]float64, (m.d+1)*equations)
		for k := range neuron.U {
			unknowns = append(unknowns, &neuron.U[k])
		}
		for r, i := range rows {
			own[r] = neuron.Alpha * m.operator.Neuron(i%m.n, neuron.Block, neuron.U)
			m.operator.SlopeTo(slope, i%m.n, neuron.Block, neuron.Alpha, neuron.U, 1)
			for k, v := range slope {
				own[(k+1)*equations+r] = v * neuron.U[k]
			}
		}
		for k, u := range neuron.U {
			own[(k+1)*equations+len(rows)+j] = 2 * weight * u * u
		}
		slopes = append(slopes, own...)
	}
	fit := make([]float64, len(m.y))
	return chooseBits(m.operator.Yield, unknowns, slopes, func() []float64 {
		low := neural.PredictPrecisely(fit, neurons, m.operator)
		rest := make([]float64, equations)
		for at, i := range rows {
			rest[at] = (m.y[i] - fit[i]) - low[i]
		}
		for j := range neurons {
			rest[len(rows)+j] = -weight * neurons[j].Excess()
		}
		return rest
	})
}
