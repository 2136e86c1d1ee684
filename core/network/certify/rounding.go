package certify

import (
	"cmp"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

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
		for e, i := range rows {
			own[e] = neuron.Alpha * m.operator.Neuron(i%m.n, neuron.Block, neuron.U)
			m.operator.SlopeTo(slope, i%m.n, neuron.Block, neuron.Alpha, neuron.U, 1)
			for k, v := range slope {
				own[(k+1)*equations+e] = v * neuron.U[k]
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
