package certify

import (
	"math"
	"sort"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// refinement brings residuals of rounding to zero by moving doubles, as far as these allow. All unknowns are moved first, by the least step
// relative to their size; then the ones with the largest effect of their last bit stay as they are rounded, and the others make up for what
// rounding has left, again and again: what remains in the end is what the last bits of the finest few unknowns do.
type refinement struct {
	unknowns []*float64
	// slopes has the derivative of all equations in each unknown, times the unknown, a row for each unknown.
	slopes    []float64
	equations int
	// residual returns what the equations miss, with more digits than a double has of their terms. miss is its size.
	residual func() []float64
	miss     func(residual []float64) float64
}

const (
	// refineKeep is the share of the unknowns that move on after a step, unless it has made the residual smaller by refineAgain; refineSteps is how
	// many steps there are at most.
	refineKeep, refineAgain, refineSteps = 0.7, 1e-6, 40
	// maxRefineWork bounds the multiplications of the least-squares problems of a refinement.
	maxRefineWork = 5e8
)

// run moves the unknowns and reports whether that has helped.
func (r *refinement) run() (helped bool) {
	order := r.order()
	if len(order) == 0 || r.equations == 0 {
		return false
	}
	rest := r.residual()
	size := r.miss(rest)
	kept := make([]float64, len(order))
	last := len(order)
	work := 0.0
	for range refineSteps {
		narrow, wide := float64(min(last, r.equations)), float64(max(last, r.equations))
		if work += narrow * narrow * wide; !(size > 0) || work > maxRefineWork || parallel.Interrupted() {
			break
		}
		part := order[:last] // the finest
		rows := make([]float64, 0, last*r.equations)
		for i, u := range part {
			rows = append(rows, r.slopes[u*r.equations:(u+1)*r.equations]...)
			kept[i] = *r.unknowns[u]
		}
		step := leastSquares(rows, rest, last, true)
		for i, s := range step {
			*r.unknowns[part[i]] += s * kept[i]
		}
		now := r.residual()
		if found := r.miss(now); step != nil && found < size {
			again := found < refineAgain*size
			rest, size, helped = now, found, true
			if again {
				continue
			}
		} else {
			for i, u := range part {
				*r.unknowns[u] = kept[i]
			}
		}
		if last <= r.equations {
			if last = int(float64(last) * refineKeep); last < r.equations/2 || last == 0 {
				break
			}
			continue
		}
		last = max(r.equations, int(float64(last)*refineKeep))
	}
	return helped
}

// order returns the unknowns that move the equations, finest first.
func (r *refinement) order() (order []int) {
	grain := make([]float64, len(r.unknowns))
	for u := range grain {
		row := r.slopes[u*r.equations : (u+1)*r.equations]
		if grain[u] = math.Sqrt(dense.Dot(row, row)); grain[u] > 0 {
			order = append(order, u)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return grain[order[a]] < grain[order[b]] })
	return order
}

// lengthSlack is how far the length of a direction may be from one after its entries were moved.
const lengthSlack = 1e-14

// refineNetwork moves weights and directions of the network, which is near the optimum of a loss with kinks, so that the outputs of the samples on
// a kink are there to more digits than one neuron's outputs have. It reports whether that has helped.
func (m *polish) refineNetwork(neurons []neural.Neuron) bool {
	rows := m.kinkRows()
	if len(rows) == 0 {
		return false
	}
	r := refinement{equations: len(rows)}
	for j := range neurons {
		r.add(m, &neurons[j], rows)
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
	r.miss = func(rest []float64) (sum float64) {
		for _, v := range rest {
			sum += math.Abs(v)
		}
		if lengths(neurons) > lengthSlack {
			return math.Inf(1)
		}
		return sum
	}
	return r.run()
}

// add adds the weight and the direction of a neuron to the unknowns.
func (r *refinement) add(m *polish, neuron *neural.Neuron, rows []int) {
	patches, sigma := m.samples.Patches(), m.samples.Activation()
	d := len(neuron.U)
	at := len(r.slopes)
	r.slopes = append(r.slopes, make([]float64, (d+1)*len(rows))...)
	slopes := r.slopes[at:]
	r.unknowns = append(r.unknowns, &neuron.Alpha)
	for k := range neuron.U {
		r.unknowns = append(r.unknowns, &neuron.U[k])
	}
	share := neuron.Alpha / float64(patches)
	for e, i := range rows {
		if i/m.n != neuron.Output {
			continue
		}
		for l := range patches {
			x := m.samples.Patch(i%m.n, neuron.Block, l)
			t := dense.Dot(x, neuron.U)
			slopes[e] += share * sigma.At(t)
			slope := share * (2*sigma.A*t + sigma.B)
			for k, v := range x {
				slopes[(k+1)*len(rows)+e] += slope * v * neuron.U[k]
			}
		}
	}
}

// refineDual moves the v that are inside of their intervals so that the gradient of the Lagrangian in the neurons, with scale times beta in place
// of beta, is zero to more digits than the sums of their terms have. It reports whether that has helped.
func (m *polish) refineDual(prover *neural.Prover, scale float64) bool {
	var rows []int
	for i, v := range m.dual {
		if low, high := m.kind.Domain(m.y[i]); v > low*scale && v < high*scale && v != 0 {
			rows = append(rows, i)
		}
	}
	order := len(m.c)
	if len(rows) == 0 || order == 0 {
		return false
	}
	r := refinement{equations: order, slopes: m.slopes(rows)}
	for at, i := range rows {
		dense.Scale(m.dual[i], r.slopes[at*order:(at+1)*order])
		r.unknowns = append(r.unknowns, &m.dual[i])
	}
	m.gradient, m.hessian = resize(m.gradient, order), nil
	beta := m.beta
	m.beta *= scale
	defer func() { m.beta = beta }()
	r.residual = func() []float64 {
		m.setPreciseQuadratics(prover)
		clear(m.gradient)
		for j := range m.neurons {
			m.addCurvature(j)
			dense.Scale(m.norm(j), m.gradient[j*m.d:(j+1)*m.d])
		}
		return append([]float64(nil), m.gradient...)
	}
	r.miss = func(rest []float64) float64 {
		for _, i := range rows {
			if low, high := m.kind.Domain(m.y[i]); !(m.dual[i] >= low*scale && m.dual[i] <= high*scale) {
				return math.Inf(1)
			}
		}
		return math.Sqrt(dense.Dot(rest, rest))
	}
	return r.run()
}

// setPreciseQuadratics sets the matrices sum v_i A_i with sums of twice the precision.
func (m *polish) setPreciseQuadratics(prover *neural.Prover) {
	blocks := m.samples.Blocks()
	for k := range m.quadratics {
		prover.SumTo(m.quadratics[k], m.dual[k/blocks*m.n:(k/blocks+1)*m.n], k%blocks)
	}
}
