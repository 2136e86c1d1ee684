package certify

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// newton is Newton's method on the neurons of a network near the optimum. With c = sqrt|alpha| u a neuron of sign s adds
//
//	s h_i(c),   h_i(c) = [c; |c|]'A_i [c; |c|] = mean over the patches of a (x'c)^2 + b (x'c)|c| + c0 |c|^2
//
// to sample i and beta |c|^2 to the cost, without a constraint. Where the network has the ranks of the optimal matrices, its optimality
// conditions are those of the convex program, and a few steps meet them to rounding. Then v, minus the gradient of the loss, proves the
// optimum: the interior-point method need only come near enough to know the ranks. For losses with kinks see kinks.go.
//
// The Newton matrix is blockdiag(2 beta I - s_j grad^2 G(c_j)) + J'DJ with G(c) = [c; |c|]'(sum v_i A_i)[c; |c|], J the Jacobian of the
// outputs, and D the curvature of the loss. It is singular where networks are not unique, so a multiple of its diagonal is added.
type newton struct {
	operator *lift.Operator
	forms    *lift.Operator // the samples, or their reduced form
	reduced  *reduced       // that form, or nil
	y        []float64
	base     float64 // the part of the loss that the reduced form leaves out
	beta     float64
	lossFn   loss.Loss
	n, d     int
	outputs  int

	neurons []neural.Neuron // U is not used
	c       []float64       // c_j, row j
	fit     []float64
	dual    []float64
	onKink  []bool

	columns    []int // samples where the loss curves, and a root of the curvature of each, outputs by outputs
	roots      []float64
	row        []float64 // a slope
	weighted   []float64 // J' times a root of D: a row for each unknown
	hessian    []float64
	gradient   []float64
	step       []float64
	scale      []float64
	factor     []float64
	trial      []float64
	quadratics [][]float64

	probabilities []float64 // of a sample
}

const (
	// maxNewtonWork bounds the multiplications of a Newton step. The Jacobian is made for newtonStrip samples at a time.
	maxNewtonWork, newtonStrip = 2e8, 1024
	// newtonSteps is the largest number of steps.
	newtonSteps = 12
	// The steps do not converge if the gain of one is below that of the step before, but above slowGain of it.
	slowGain = 0.9
	// fewEntries is the largest number of entries of the matrices for Newton's method in the reduced form, whose rows have as many.
	fewEntries = 64
)

// newtonWork returns the multiplications of a Newton step for a network of that many neurons.
func (r *refiner) newtonWork(neurons int) float64 {
	unknowns := float64(neurons * r.operator.Dimension())
	return unknowns * unknowns * (float64(len(r.problem.Y))/2 + unknowns/6)
}

// newtonFits reports whether a network of that many neurons is small enough for Newton's method.
func (r *refiner) newtonFits(neurons int) bool {
	work := r.newtonWork(neurons)
	return work > 0 && work <= maxNewtonWork
}

// startNewton starts Newton's method from the neurons, in the reduced form of the samples where that is ready and small. The dual vector is
// not set. The workspace is shared: an earlier start is lost.
func (r *refiner) startNewton(neurons []neural.Neuron) *newton {
	m, s, p := r.newton, r.operator, &r.problem
	m.operator, m.forms, m.reduced, m.y, m.base, m.beta, m.lossFn = s, s, nil, p.Y, 0, p.Beta, p.Loss
	if r.reduced.factored && p.Loss.Quadratic() && r.entries() <= fewEntries {
		m.reduced = &r.reduced
		m.forms, m.y = m.reduced.rows.Operator, m.reduced.labels(p.Y)
		m.base = m.reduced.constant()
	}
	m.n, m.d, m.outputs, m.dual = m.forms.Len(), s.Dimension(), p.Outputs, dense.Resize(m.dual, len(m.y))
	m.probabilities = dense.Resize(m.probabilities, m.outputs)
	m.c, m.neurons = m.c[:0], m.neurons[:0]
	for _, neuron := range neurons {
		root := math.Sqrt(math.Abs(neuron.Alpha))
		for _, u := range neuron.U {
			m.c = append(m.c, root*u)
		}
		m.neurons = append(m.neurons, neural.Neuron{Alpha: math.Copysign(1, neuron.Alpha), Block: neuron.Block, Output: neuron.Output})
	}
	m.fit = dense.Resize(m.fit, len(m.y))
	if q, order := s.Blocks()*m.outputs, s.Order(); len(m.quadratics) != q || len(m.quadratics[0]) != order*order {
		m.quadratics = make([][]float64, q)
		for k := range m.quadratics {
			m.quadratics[k] = make([]float64, order*order)
		}
	}
	return m
}

// dualVector returns the dual vector of the samples.
func (m *newton) dualVector() []float64 {
	if m.reduced != nil {
		return m.reduced.expand(m.dual)
	}
	return m.dual
}

// run makes Newton steps until they no longer help.
func (m *newton) run() {
	cost, gained := m.evaluate(m.c), math.Inf(1)
	for range newtonSteps {
		if !m.operator.Yield() {
			break
		}
		now, ok := m.advance(cost)
		gain := cost - now
		if !ok || gain <= 1e-16*math.Abs(now) || slowGain*gained < gain && gain < gained {
			break
		}
		cost, gained = now, gain
	}
}

// evaluate sets the outputs for the vectors c, and returns the cost.
func (m *newton) evaluate(c []float64) float64 {
	clear(m.fit)
	weight := 0.0
	for j, neuron := range m.neurons {
		cj := c[j*m.d : (j+1)*m.d]
		square := dense.Dot(cj, cj)
		weight += square
		m.forms.AddForm(m.fit[neuron.Output*m.n:(neuron.Output+1)*m.n], 0, neuron.Alpha, neuron.Block, cj, math.Sqrt(square))
	}
	return m.base + neural.Loss(m.fit, m.y, m.n, m.lossFn) + m.beta*weight
}

// vector returns c_j.
func (m *newton) vector(j int) []float64 { return m.c[j*m.d : (j+1)*m.d] }

// norm returns |c_j|.
func (m *newton) norm(j int) float64 { return math.Sqrt(dense.Dot(m.vector(j), m.vector(j))) }

// setDual sets the dual vector, for a loss without kinks.
func (m *newton) setDual() { neural.DualTo(m.dual, m.fit, m.y, m.n, m.lossFn) }

// advance makes one step and returns the cost after it. It reports false, and changes nothing, if no step lowers the cost.
func (m *newton) advance(cost float64) (float64, bool) {
	m.setDual()
	m.assemble()
	const slack = 1e-15
	for damping := 1e-13; damping < 1e3; damping *= 1e3 {
		if !m.solve(damping) {
			continue
		}
		if !m.operator.Yield() {
			break
		}
		for length := 1.0; length > 0.05; length /= 2 {
			copy(m.trial, m.c)
			dense.Axpy(length, m.step, m.trial)
			now := m.evaluate(m.trial)
			if now <= cost+slack*math.Abs(cost) {
				copy(m.c, m.trial)
				return now, true
			}
		}
	}
	m.evaluate(m.c)
	return cost, false
}

// assemble sets the gradient and the Newton matrix.
func (m *newton) assemble() {
	order := len(m.c)
	m.gradient, m.step, m.scale, m.trial = dense.Resize(m.gradient, order), dense.Resize(m.step, order), dense.Resize(m.scale, order),
		dense.Resize(m.trial, order)
	m.hessian, m.factor = dense.Resize(m.hessian, order*order), dense.Resize(m.factor, order*order)
	clear(m.hessian)
	m.setQuadratics()
	for from := 0; from < m.n; from += newtonStrip {
		m.weighSlopes(from, min(m.n, from+newtonStrip))
		dense.AddGram(m.operator.Context(), m.hessian, order, m.weighted, order, len(m.weighted)/order)
	}
	clear(m.gradient)
	for j := range m.neurons {
		m.addCurvature(j)
	}
}

// setQuadratics sets the matrices sum v_i A_i of the dual vector.
func (m *newton) setQuadratics() {
	blocks := m.operator.Blocks()
	for k := range m.quadratics {
		m.forms.AdjointTo(m.quadratics[k], m.dual[k/blocks*m.n:(k/blocks+1)*m.n], k%blocks)
	}
}

// weighSlopes sets weighted to J'B, where D = B B', for the samples from..to with a nonzero second derivative.
func (m *newton) weighSlopes(from, to int) {
	order, c := len(m.c), m.outputs
	m.columns, m.roots = m.columns[:0], m.roots[:0]
	for i := from; i < to; i++ {
		at := len(m.roots)
		m.roots = append(m.roots, make([]float64, c*c)...)
		root := m.roots[at:]
		if m.lossFn == loss.Softmax {
			loss.RowTo(m.probabilities, m.fit, i, m.n)
			loss.SoftmaxTo(m.probabilities, m.probabilities)
			loss.SoftmaxFactorTo(root, m.probabilities)
		} else {
			root[0] = math.Sqrt(m.lossFn.Curvature(m.fit[i], m.y[i]))
			if root[0] == 0 {
				m.roots = m.roots[:at]
				continue
			}
		}
		m.columns = append(m.columns, i)
	}
	width := len(m.columns) * c
	m.weighted, m.row = dense.Resize(m.weighted, order*width), dense.Resize(m.row, m.d)
	for j, neuron := range m.neurons {
		for at, i := range m.columns {
			m.slopeTo(m.row, i, j, neuron)
			root := m.roots[(at*c+neuron.Output)*c:][:c]
			for k, v := range m.row {
				for o, r := range root {
					m.weighted[(j*m.d+k)*width+at*c+o] = r * v
				}
			}
		}
	}
}

// slopeTo writes the gradient of the output of neuron j for sample i in c_j.
func (m *newton) slopeTo(row []float64, i, j int, neuron neural.Neuron) {
	cj, norm := m.vector(j), m.norm(j)
	dense.Axpy(m.forms.SlopeTo(row, i, neuron.Block, neuron.Alpha, cj, norm)/norm, cj, row)
}

// addCurvature adds grad^2 (beta |c|^2 - s G(c)) to the block of neuron j, if there is a Newton matrix, and the gradient of the same
// function to the gradient.
func (m *newton) addCurvature(j int) {
	d, order, p, neuron := m.d, len(m.c), m.operator.Order(), m.neurons[j]
	quadratic := m.quadratics[neuron.Output*m.operator.Blocks()+neuron.Block]
	cj, norm, g := m.vector(j), m.norm(j), m.gradient[j*d:(j+1)*d]
	var h []float64
	cross, corner := 0.0, 0.0
	if p > d {
		h = quadratic[d*p : d*p+d]
		cross, corner = dense.Dot(h, cj), quadratic[p*p-1]
	}
	for a := range d {
		gradient := dense.Dot(quadratic[a*p:a*p+d], cj)
		var row []float64
		if len(m.hessian) > 0 {
			row = m.hessian[(j*d+a)*order+j*d:][:a+1]
		}
		for b := range row {
			v := quadratic[a*p+b]
			if h != nil {
				v += (h[a]*cj[b]+cj[a]*h[b])/norm - cross*cj[a]*cj[b]/(norm*norm*norm)
			}
			if a == b {
				v += cross/norm + corner - neuron.Alpha*m.beta
			}
			row[b] -= 2 * neuron.Alpha * v
		}
		if h != nil {
			gradient += norm*h[a] + (cross/norm+corner)*cj[a]
		}
		g[a] += 2*m.beta*cj[a] - 2*neuron.Alpha*gradient
	}
}

// solve sets the step, of the matrix scaled to a unit diagonal plus damping.
func (m *newton) solve(damping float64) bool {
	order := len(m.c)
	for a := range m.scale {
		m.scale[a] = 1 / math.Sqrt(math.Max(math.Abs(m.hessian[a*order+a]), 2*m.beta*1e-8))
	}
	for a := range order {
		for b := range a + 1 {
			m.factor[a*order+b] = m.hessian[a*order+b] * m.scale[a] * m.scale[b]
		}
		m.factor[a*order+a] += damping
		m.step[a] = -m.gradient[a] * m.scale[a]
	}
	if !dense.Cholesky(m.operator.Context(), m.factor, order) {
		return false
	}
	dense.CholeskySolve(m.factor, order, m.step)
	for a := range m.step {
		m.step[a] *= m.scale[a]
	}
	return !math.IsNaN(dense.Dot(m.step, m.step))
}

// network returns the neurons with their weights and directions of length one.
func (m *newton) network() []neural.Neuron {
	network := make([]neural.Neuron, len(m.neurons))
	for j, neuron := range m.neurons {
		cj := m.vector(j)
		square := dense.Dot(cj, cj)
		network[j] = neural.Neuron{U: append([]float64(nil), cj...), Alpha: neuron.Alpha * square, Block: neuron.Block, Output: neuron.Output}
		for k := range network[j].U {
			network[j].U[k] /= math.Sqrt(square)
		}
	}
	return network
}
