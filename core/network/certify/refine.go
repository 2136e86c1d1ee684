package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// refinement brings residuals of rounding to zero by moving doubles, as far as these allow. All unknowns are moved first, by the least step
// relative to their size; then the ones with the largest effect of their last bit stay as they are rounded, and the others make up for what
// rounding has left, again and again. It is for losses with kinks and a beta so small that rounding in one output, or in one v, costs more than the
// tolerance allows.
type refinement struct {
	unknowns []*float64
	// slopes has the derivative of all equations in each unknown, times the unknown as it is at first, a row for each.
	slopes    []float64
	equations int
	residual  func() []float64 // what the equations miss, with more digits than a double has of their terms
}

const (
	// refineKeep is the share of the unknowns that move on after a step, unless it has made the residual smaller by refineAgain; refineSteps is how
	// many steps there are at most.
	refineKeep, refineAgain, refineSteps = 0.7, 1e-2, 40
	// maxRefineWork bounds the multiplications of the least-squares problems of a refinement.
	maxRefineWork = 2e9
	// refineFrom is the relative gap below which rounding may be what keeps a network from the tolerance.
	refineFrom = 0.1
	// lengthSlack is how far the length of a direction may be from one after its entries were moved.
	lengthSlack = 4e-13
)

// run moves the unknowns and reports whether that has helped.
func (r *refinement) run() (helped bool) {
	if r.equations == 0 {
		return false
	}
	var units []float64
	var order []int // finest first
	grain := make([]float64, len(r.unknowns))
	for u, v := range r.unknowns {
		units = append(units, *v)
		row := r.slopes[u*r.equations : (u+1)*r.equations]
		if grain[u] = dense.Dot(row, row); grain[u] > 0 {
			order = append(order, u)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, grain[a]-grain[b])) })
	rest, work := r.residual(), 0.0
	var squares squares
	for last, steps := len(order), 0; last > 0 && (steps == 0 || last > r.equations/2) && steps < refineSteps; steps++ {
		narrow, wide := float64(min(last, r.equations)), float64(max(last, r.equations))
		if work += narrow * narrow * wide; work > maxRefineWork {
			break
		}
		var rows, kept []float64
		for _, u := range order[:last] {
			rows, kept = append(rows, r.slopes[u*r.equations:(u+1)*r.equations]...), append(kept, *r.unknowns[u])
		}
		step := squares.solve(rows, rest, last, true)
		if step == nil {
			break
		}
		for i, u := range order[:last] {
			*r.unknowns[u] += step[i] * units[u]
		}
		now, size := r.residual(), dense.Dot(rest, rest)
		if better := dense.Dot(now, now); better < size {
			rest, helped = now, true
			if better < refineAgain*refineAgain*size {
				continue
			}
		} else {
			for i, u := range order[:last] {
				*r.unknowns[u] = kept[i]
			}
		}
		if next := int(float64(last) * refineKeep); last > r.equations {
			last = max(r.equations, next)
		} else {
			last = next
		}
	}
	return helped
}

// refine moves weights and directions of the network, and then v, to the kinks as closely as doubles allow.
func (c *candidate) refine(m *polish, neurons []neural.Neuron) {
	if c.running || !m.kinked() || c.missed(refineFrom) {
		return
	}
	if m.refineNetwork(neurons) && lengths(neurons) <= lengthSlack {
		c.neurons(neurons)
	}
	for tries := 0; tries < 3 && c.missed(c.j.problem.Tolerance); tries++ {
		scale := 1.0
		if tries > 0 { // the bound hardly notices, and all v have last bits to move
			m.pull()
		}
		if tries > 1 {
			peak := neural.Certificate{Dual: m.dual}
			c.j.prover.PeakTo(&peak)
			scale = math.Min(1, m.beta/(2*peak.Peak-m.beta)) // by twice as much as the vector is above beta
		}
		if m.refineDual(c.j.prover, scale) {
			c.bound(m.dual)
		}
	}
}

// pull pulls the v at the ends of their intervals in.
func (m *polish) pull() {
	const inside = 1 - 1e-12
	for i, v := range m.dual {
		low, high := m.kind.Domain(m.y[i])
		m.dual[i] = math.Max(inside*low, math.Min(inside*high, v))
	}
}

// refineNetwork moves the neurons so that the outputs of the samples on a kink are there to more digits than one neuron's outputs have.
func (m *polish) refineNetwork(neurons []neural.Neuron) bool {
	rows := m.kinkRows()
	r := refinement{equations: len(rows)}
	slope := make([]float64, m.d)
	for j := range neurons {
		neuron := &neurons[j]
		r.unknowns = append(r.unknowns, &neuron.Alpha)
		slopes := make([]float64, (m.d+1)*len(rows))
		for k := range neuron.U {
			r.unknowns = append(r.unknowns, &neuron.U[k])
		}
		for e, i := range rows {
			slopes[e] = neuron.Alpha * m.samples.Neuron(i%m.n, neuron.Block, neuron.U)
			m.samples.SlopeTo(slope, i%m.n, neuron.Block, neuron.Alpha, neuron.U, 1)
			for k, v := range slope {
				slopes[(k+1)*len(rows)+e] = v * neuron.U[k]
			}
		}
		r.slopes = append(r.slopes, slopes...)
	}
	fit := make([]float64, len(m.y))
	r.residual = func() []float64 {
		low := neural.PredictPrecisely(fit, neurons, m.samples)
		rest := make([]float64, len(rows))
		for at, i := range rows {
			rest[at] = (m.y[i] - fit[i]) - low[i]
		}
		return rest
	}
	return r.run()
}

// refineDual moves the v inside of their intervals so that the gradient of the Lagrangian in the neurons, with scale times beta in place of beta, is
// zero to more digits than the sums of its terms have.
func (m *polish) refineDual(prover *neural.Prover, scale float64) bool {
	var rows []int
	for i, v := range m.dual {
		if low, high := m.kind.Domain(m.y[i]); v > low && v < high && v != 0 {
			rows = append(rows, i)
		}
	}
	order := len(m.c)
	r := refinement{equations: order, slopes: m.slopes(rows)}
	for at, i := range rows {
		dense.Scale(m.dual[i], r.slopes[at*order:(at+1)*order])
		r.unknowns = append(r.unknowns, &m.dual[i])
	}
	m.gradient, m.hessian = resize(m.gradient, order), nil
	beta, blocks := m.beta, m.samples.Blocks()
	m.beta *= scale
	defer func() { m.beta = beta }()
	r.residual = func() []float64 {
		for k := range m.quadratics { // with sums of twice the precision
			prover.SumTo(m.quadratics[k], m.dual[k/blocks*m.n:(k/blocks+1)*m.n], k%blocks)
		}
		clear(m.gradient)
		for j := range m.neurons {
			m.addCurvature(j)
			dense.Scale(m.norm(j), m.gradient[j*m.d:(j+1)*m.d])
		}
		return slices.Clone(m.gradient)
	}
	return r.run()
}
