package certify

import (
	"math"
	"slices"
	"sort"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// refinement brings residuals of rounding to zero by moving doubles, as far as these allow. All unknowns are moved first, by the least step
// relative to their size; then the ones with the largest effect of their last bit stay as they are rounded, and the others make up for what
// rounding has left, again and again: what remains is what the last bits of the finest few unknowns do, and these are chosen together in the end.
type refinement struct {
	unknowns []*float64
	// slopes has the derivative of all equations in each unknown, times its unit, a row for each unknown. Steps are as short as may be in these
	// units, which are the unknowns as they are at first unless they are given.
	slopes, units []float64
	equations     int
	// scales, if there are any, is what the equations are multiplied by to solve them.
	scales  []float64
	lengths []float64 // the weights of the lengths of directions, where these are unknowns
	// within, if it is there, returns the number in the interval of an unknown that is nearest to v.
	within func(u int, v float64) float64
	// residual returns what the equations miss, with more digits than a double has of their terms. miss is its size.
	residual func() []float64
	miss     func(residual []float64) float64
}

const (
	// refineKeep is the share of the unknowns that move on after a step, unless it has made the residual smaller by refineAgain; refineSteps is how
	// many steps there are at most.
	refineKeep, refineAgain, refineSteps = 0.7, 1e-2, 40
	// maxRefineWork bounds the multiplications of the least-squares problems of a refinement.
	maxRefineWork = 2e9
)

// run moves the unknowns and reports whether that has helped.
func (r *refinement) run() (helped bool) {
	if r.units == nil {
		for _, u := range r.unknowns {
			r.units = append(r.units, *u)
		}
	}
	order := r.order()
	if len(order) == 0 || r.equations == 0 {
		return false
	}
	rest := r.residual()
	size := r.miss(rest)
	last := len(order)
	work := 0.0
	var squares squares
	var rows []float64
	for range refineSteps {
		narrow, wide := float64(min(last, r.equations)), float64(max(last, r.equations))
		if work += narrow * narrow * wide; !(size > 0) || work > maxRefineWork || parallel.Interrupted() {
			break
		}
		part := order[:last] // the finest
		rows = slices.Grow(rows[:0], last*r.equations)
		units := make([]float64, 0, last)
		for _, u := range part {
			rows = append(rows, r.slopes[u*r.equations:(u+1)*r.equations]...)
			units = append(units, r.units[u])
		}
		step := squares.solve(r.scaled(rows), r.scaled(slices.Clone(rest)), last, true)
		if step == nil {
			break
		}
		if now, found := r.move(part, step, units, size); now != nil {
			again := found < refineAgain*size
			rest, size, helped = now, found, true
			if again {
				continue
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
	return r.roundTogether(order, rest, size) || helped
}

const (
	// roundEquations is the largest number of equations for which a reduced lattice chooses the roundings, roundLeast how many times more unknowns
	// there must be for it to have a choice. Otherwise one unknown is rounded after the other. roundUnknowns is how many times more unknowns take part
	// at most, and roundRounds how many times it is done.
	roundEquations, roundLeast, roundUnknowns, roundRounds = 80, 1.25, 2, 3
)

// roundTogether chooses the last bits of the finest unknowns together, so that their effects cancel. It reports whether that has helped.
func (r *refinement) roundTogether(order []int, rest []float64, size float64) (helped bool) {
	count := min(roundUnknowns*r.equations, len(order))
	work := 4 * float64(count) * float64(count) * float64(count+r.equations) // of arrange
	if !(size > 0) || math.IsInf(size, 1) || count < r.equations || work > maxRefineWork || parallel.Interrupted() {
		return false
	}
	part, bits := order[:count], make([]float64, count)
	vectors, lengths := make([]float64, count*r.equations), make([]float64, count)
	for i, u := range part {
		v := *r.unknowns[u]
		bits[i] = math.Nextafter(math.Abs(v), math.Inf(1)) - math.Abs(v)
		row := vectors[i*r.equations : (i+1)*r.equations]
		dense.Axpy(bits[i]/r.units[u], r.slopes[u*r.equations:(u+1)*r.equations], row)
		lengths[i] = math.Sqrt(dense.Dot(row, row))
	}
	sort.Float64s(lengths)
	if !(size <= float64(count)*lengths[count-1]) {
		return false // it is not the last bits that are missing
	}
	choice := r.equations <= roundEquations && float64(count) >= roundLeast*float64(r.equations)
	for _, share := range latticeWeights {
		l := newLattice(vectors, count, r.equations, share*lengths[count/2])
		if choice {
			l.reduce()
		} else {
			l.arrange()
		}
		for range roundRounds {
			now, found := r.move(part, l.nearest(rest), bits, size)
			if now == nil {
				break
			}
			rest, size, helped = now, found, true
		}
		if helped || !choice {
			return helped
		}
	}
	return false
}

// move adds multiples of the units to the unknowns of the part, and returns the residual after that with its size; or nil, with the unknowns as they
// were, if it is no smaller.
func (r *refinement) move(part []int, times, units []float64, size float64) (now []float64, found float64) {
	kept := make([]float64, len(part))
	for i, u := range part {
		kept[i] = *r.unknowns[u]
		*r.unknowns[u] += times[i] * units[i]
		if r.within != nil {
			*r.unknowns[u] = r.within(u, *r.unknowns[u])
		}
	}
	now = r.residual()
	if found = r.miss(now); found < size {
		return now, found
	}
	for i, u := range part {
		*r.unknowns[u] = kept[i]
	}
	return nil, size
}

// scaled multiplies the equations by their scales.
func (r *refinement) scaled(rows []float64) []float64 {
	for i := range rows {
		if r.scales != nil {
			rows[i] *= r.scales[i%r.equations]
		}
	}
	return rows
}

// equilibrate chooses scales that make the equations alike.
func (r *refinement) equilibrate() {
	r.scales = make([]float64, r.equations)
	for i, v := range r.slopes {
		r.scales[i%r.equations] += v * v
	}
	for i, square := range r.scales {
		r.scales[i] = 1 / math.Sqrt(math.Max(square, tiny))
	}
}

// order returns the unknowns that move the equations, finest first.
func (r *refinement) order() (order []int) {
	grain := make([]float64, len(r.unknowns))
	for u := range grain {
		row := r.slopes[u*r.equations : (u+1)*r.equations]
		if grain[u] = math.Sqrt(dense.Dot(row, row)) * math.Abs(*r.unknowns[u]/r.units[u]); grain[u] > 0 {
			order = append(order, u)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return grain[order[a]] < grain[order[b]] })
	return order
}

// lengthSlack is how far the length of a direction may be from one after its entries were moved.
const lengthSlack = 4e-13

// refineNetwork moves weights and directions of the network, which is near the optimum of a loss with kinks, so that the outputs of the samples on
// a kink are there to more digits than one neuron's outputs have. It reports whether that has helped.
func (m *polish) refineNetwork(neurons []neural.Neuron) bool {
	rows := m.kinkRows()
	if len(rows) == 0 {
		return false
	}
	r := refinement{equations: len(rows) + len(neurons)}
	for j := range neurons {
		r.add(m, neurons, j, rows)
	}
	fit := make([]float64, len(m.y))
	r.residual = func() []float64 {
		low := neural.PredictPrecisely(fit, neurons, m.samples)
		rest := make([]float64, r.equations)
		for at, i := range rows {
			rest[at] = (m.y[i] - fit[i]) - low[i]
		}
		for j, n := range neurons {
			rest[len(rows)+j] = r.lengths[j] * (1 - dense.Dot(n.U, n.U)) / 2
		}
		return rest
	}
	r.miss = func(rest []float64) (sum float64) {
		for _, v := range rest {
			sum += math.Abs(v)
		}
		return sum
	}
	return r.run() && lengths(neurons) <= lengthSlack
}

// lengthShare is the weight of an error of a direction's length, in units of what it does to the outputs: it matters less than these.
const lengthShare = 1e-3

// add adds the weight and the direction of neuron j to the unknowns: the equations are the outputs of the samples, then the lengths of the directions.
func (r *refinement) add(m *polish, neurons []neural.Neuron, j int, rows []int) {
	neuron := &neurons[j]
	d := len(neuron.U)
	at := len(r.slopes)
	r.slopes = append(r.slopes, make([]float64, (d+1)*r.equations)...)
	slopes := r.slopes[at:]
	r.unknowns = append(r.unknowns, &neuron.Alpha)
	for k := range neuron.U {
		r.unknowns = append(r.unknowns, &neuron.U[k])
	}
	slope, most := make([]float64, d), 0.0
	for e, i := range rows {
		if i/m.n != neuron.Output {
			continue
		}
		slopes[e] = neuron.Alpha * m.samples.Neuron(i%m.n, neuron.Block, neuron.U)
		m.samples.SlopeTo(slope, i%m.n, neuron.Block, neuron.Alpha, neuron.U, 1)
		for k, v := range slope {
			slopes[(k+1)*r.equations+e] = v * neuron.U[k]
		}
		most = math.Max(most, math.Abs(slopes[e]))
	}
	r.lengths = append(r.lengths, lengthShare*most)
	for k, u := range neuron.U {
		slopes[(k+1)*r.equations+len(rows)+j] = lengthShare * most * u * u
	}
}

// rounding returns about what rounding in the outputs does to the |g| of the dual vector that is minus the gradient of the loss.
func (m *polish) rounding(prover *neural.Prover) float64 {
	terms := make([]float64, len(m.y))
	for i, y := range m.y {
		terms[i] = math.Abs(y) + math.Abs(m.fit[i])
	}
	return prover.Rounding(terms) / m.kind.Kappa()
}

// refineDual moves the v that are inside of their intervals, multiplied by ends, so that the gradient of the Lagrangian in the neurons, with scale
// times beta in place of beta, is zero to more digits than the sums of their terms have. It reports whether that has helped.
func (m *polish) refineDual(prover *neural.Prover, scale, ends float64) bool {
	rows, order := m.inside(ends), len(m.c)
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
	r.miss = func(rest []float64) float64 { return math.Sqrt(dense.Dot(rest, rest)) }
	r.within = m.within(rows, ends)
	return r.run()
}

// pulled is by which part of it a v at an end of its interval is pulled in: the bound hardly notices, and these v have last bits to move, too.
const pulled = 1e-12

// pull pulls the v at the ends of their intervals in. It reports whether there are any.
func (m *polish) pull() (some bool) {
	for i, v := range m.dual {
		low, high := m.kind.Domain(m.y[i])
		if inner := math.Max(low*(1-pulled), math.Min(high*(1-pulled), v)); inner != v {
			m.dual[i], some = inner, true
		}
	}
	return some
}

// inside returns the samples whose v is inside of its interval, multiplied by ends, and not zero.
func (m *polish) inside(ends float64) (rows []int) {
	for i, v := range m.dual {
		if low, high := m.kind.Domain(m.y[i]); v > low*ends && v < high*ends && v != 0 {
			rows = append(rows, i)
		}
	}
	return rows
}

// within returns what keeps the v of the given samples in their intervals, multiplied by ends.
func (m *polish) within(rows []int, ends float64) func(u int, v float64) float64 {
	return func(u int, v float64) float64 {
		low, high := m.kind.Domain(m.y[rows[u]])
		return math.Max(low*ends, math.Min(high*ends, v))
	}
}

// setPreciseQuadratics sets the matrices sum v_i A_i with sums of twice the precision.
func (m *polish) setPreciseQuadratics(prover *neural.Prover) {
	blocks := m.samples.Blocks()
	for k := range m.quadratics {
		prover.SumTo(m.quadratics[k], m.dual[k/blocks*m.n:(k/blocks+1)*m.n], k%blocks)
	}
}
