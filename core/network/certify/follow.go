package certify

import (
	"context"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Follow begins to solve p like Start, from the optimum of the problem solved last: where that is of the same shape and near, as
// it is while a sample is dragged, Newton's method on its neurons goes to the new optimum at once. The network is proved like any
// other, from the data alone; where the proof misses the tolerance, or the number of neurons is in doubt, the interior-point
// method solves the problem from the start.
//
// So the result may differ, within the tolerance, with what was solved before. Its iterations are Newton steps.
func (j *Job) Follow(p Problem) {
	j.before = j.before[:0]
	if j.follows(&p) {
		for _, q := range j.proved {
			j.before = append(j.before, q.neurons)
		}
	}
	j.start(p)
}

// follows reports whether the neurons of the last result may be where those of p are.
func (j *Job) follows(p *Problem) bool {
	q := &j.problem
	return j.result != nil && j.result.Status == Optimal && len(j.proved) > 0 && len(j.proved) == j.count && len(p.Y) == len(q.Y) &&
		p.D == q.D && p.outputs() == q.outputs() && p.Architecture == q.Architecture && p.Loss == q.Loss && !p.Loss.Kinked()
}

const (
	// followSteps is the largest number of Newton steps. The network is certified after the step that began where the square of
	// the error of the gradient, in units of beta, cost no more than followRest of the tolerance, and after one from followAgain
	// of that if the proof misses it.
	followSteps, followRest, followAgain = 12, 1e-4, 1e-4
	// followSlow is the factor from which a step is said not to converge, shedShare the share of the largest weight below which a
	// neuron may then be left out.
	followSlow, shedShare = 0.5, 0.01
	// followShare is the share of the largest eigenvalue of a matrix that the others have at least, in a network whose number of
	// neurons is clear.
	followShare = 1e-6
)

// follow takes the neurons of the problem before to the optimum, and reports whether that is proved.
func (a *subproblem) follow(neurons []neural.Neuron) bool {
	if len(neurons) == 0 || a.method != InteriorPoint || !a.polishable(len(neurons)) || a.unique() == nil {
		return false
	}
	m := &a.polish
	m.begin(a.samples, &a.problem, neurons)
	if m.gram = nil; a.problem.Loss == loss.Squared {
		m.gram = a.gram
	}
	m.dual = dense.Resize(m.dual, len(a.problem.Y))
	c := candidate{a: a, running: true}
	if !c.follow(m) {
		return false
	}
	a.proof = c.proof
	a.proof.trace = a.newTrace(nil)
	return true
}

// follow takes Newton steps until the network is proved, and reports whether it is. A neuron that has no place any more keeps
// them from converging, and is left out.
func (c *candidate) follow(m *polish) bool {
	p := &c.a.problem
	cost, rest := m.evaluate(m.c), math.Inf(1)
	limit := followRest * p.Tolerance * cost / m.penalty()
	for steps := 1; steps <= followSteps && len(m.neurons) > 0 && m.samples.Yield(); steps++ {
		before, ok := rest, false
		if cost, ok = m.advance(cost); !ok {
			return false
		}
		if rest = m.rest(); rest*rest > limit {
			if steps > 1 && rest > followSlow*before && m.shed() {
				cost, rest = m.evaluate(m.c), math.Inf(1)
			}
			continue
		}
		c.prove(m, steps)
		if !c.missed(p.Tolerance) {
			return c.proof.clear() && !m.samples.Canceled()
		}
		limit *= followAgain
	}
	return false
}

// prove makes the network of the polish, with its own dual vector, the proof.
func (c *candidate) prove(m *polish, steps int) {
	m.setDual()
	c.base = proof{iterations: steps}
	z, ranks := c.matrices(m.network())
	c.start(z, ranks, m.dual)
}

// shed takes out the neuron of least weight, if that is small. It reports whether it did.
func (m *polish) shed() bool {
	at, least, most := 0, math.Inf(1), 0.0
	for j := range m.neurons {
		square := dense.Dot(m.c[j*m.d:(j+1)*m.d], m.c[j*m.d:(j+1)*m.d])
		if most = math.Max(most, square); square < least {
			at, least = j, square
		}
	}
	if !(least < shedShare*most) {
		return false
	}
	m.neurons = slices.Delete(m.neurons, at, at+1)
	m.c = slices.Delete(m.c, at*m.d, (at+1)*m.d)
	return true
}

// rest returns by how much of beta the gradient at which the last step began was off, at the worst neuron. A Newton step squares it.
func (m *polish) rest() (most float64) {
	for j := range m.neurons {
		c, g := m.c[j*m.d:(j+1)*m.d], m.gradient[j*m.d:(j+1)*m.d]
		most = math.Max(most, dense.Dot(g, g)/dense.Dot(c, c))
	}
	return math.Sqrt(most) / (2 * m.beta)
}

// penalty returns beta times the weight of all neurons.
func (m *polish) penalty() float64 { return m.beta * dense.Dot(m.c, m.c) }

// unique returns the lifted samples of a problem whose optimal Z - Z' is the only one, as it is where they determine it and the
// loss has no kinks, or nil: of many optimal networks the one that is found is not to depend on what was solved before.
func (a *subproblem) unique() *gram {
	if a.problem.Loss.Kinked() {
		return nil
	}
	if !a.squared {
		a.squared = true
		a.gram = newGram(a.samples, a.gram)
	}
	return a.gram
}

// clear reports whether the number of neurons of a network is clear: each matrix has as many as its rank, by far.
func (q *proof) clear() bool {
	for _, dec := range q.decompositions {
		rank, order := len(dec.Vectors), len(dec.Eigenvalues)
		if rank > 0 && !(dec.Eigenvalues[order-rank] >= followShare*dec.Eigenvalues[order-1]) {
			return false
		}
	}
	return true
}

// gram has the lifted samples as columns Phi, one for each free entry of the symmetric matrices, and Phi'Phi. Where there are
// many more samples than entries a Newton step of the squared loss on the neurons then costs a few passes over the samples,
// however many neurons there are.
//
// Entries are in the order of svec, block by block. In the matrix of a network with a last row the last entry is the trace of the
// others: it is not free, and its column is added to theirs.
type gram struct {
	n, order, free, width int       // of each block free entries, width in all
	columns               []float64 // one after the other, and room for another
	products              []float64 // Phi'Phi, both triangles
	entries               []float64
	slopes, turned        []float64 // of the entries, in the unknowns, a row for each; the same times Phi'Phi
	packed                []float64 // svec of a block
}

const (
	// gramSamples is how many times more samples than entries there must be, gramWidth how many entries at most.
	gramSamples, gramWidth = 4, 64
	// gramSlack is what rounding may do to the cost, relatively: its sums are plain ones.
	gramSlack = 1e-13
	// dependentColumns is how much of the length of a column is left beside those before it where it depends on them.
	dependentColumns = 1e-4
)

// newGram returns the columns of the samples, or nil where they are not worth it or depend on each other. It reuses the slices of
// another one, which may be nil.
func newGram(s *lift.Operator, g *gram) *gram {
	order := s.Order()
	q := order * (order + 1) / 2
	free := q
	if s.Balanced() {
		free--
	}
	width := free * s.Blocks()
	if width > gramWidth || s.Len() < gramSamples*width {
		return nil
	}
	if g == nil {
		g = &gram{}
	}
	g.n, g.order, g.free, g.width = s.Len(), order, free, width
	g.columns, g.products = dense.Resize(g.columns, (width+1)*g.n), dense.Resize(g.products, width*width)
	g.entries, g.packed = dense.Resize(g.entries, width), dense.Resize(g.packed, q)
	corner := g.column(width)
	for k := range s.Blocks() {
		s.ColumnsTo(func(j int) []float64 {
			if j == free {
				return corner
			}
			return g.column(k*free + j)
		}, k)
		for i := 0; s.Balanced() && i < order-1; i++ {
			dense.Axpy(1, corner, g.column(k*free+i*(i+3)/2))
		}
	}
	clear(g.products)
	dense.AddGram(s.Context(), g.products, width, g.columns, width, g.n)
	for i := range width {
		for j := range i {
			g.products[j*width+i] = g.products[i*width+j]
		}
	}
	if !g.independent() {
		return nil
	}
	return g
}

// independent reports whether the columns determine the entries.
func (g *gram) independent() bool {
	g.turned = append(g.turned[:0], g.products...)
	for i := range g.width {
		for j := range i + 1 {
			g.turned[i*g.width+j] /= math.Sqrt(g.products[i*g.width+i] * g.products[j*g.width+j])
		}
	}
	if !dense.Cholesky(context.Background(), g.turned, g.width) {
		return false
	}
	for i := range g.width {
		if g.turned[i*g.width+i] < dependentColumns {
			return false
		}
	}
	return true
}

func (g *gram) column(j int) []float64 { return g.columns[j*g.n : (j+1)*g.n] }

// fitTo writes the outputs of the network with the vectors c into fit, and returns their loss.
func (g *gram) fitTo(fit []float64, m *polish, c []float64) (loss float64) {
	clear(g.entries)
	for j, neuron := range m.neurons {
		entries, at := g.entries[neuron.Block*g.free:][:g.free], 0
		for r, v := range c[j*m.d : (j+1)*m.d] {
			for _, w := range c[j*m.d : j*m.d+r] {
				entries[at] += math.Sqrt2 * neuron.Alpha * v * w
				at++
			}
			entries[at] += neuron.Alpha * v * v
			at++
		}
		norm := m.lengthOf(c, j)
		for i := range entries[at:] { // with |c|, in the last row
			entries[at+i] += math.Sqrt2 * neuron.Alpha * norm * c[j*m.d+i]
		}
	}
	clear(fit)
	for j, v := range g.entries {
		dense.Axpy(v, g.column(j), fit)
	}
	rest := g.column(g.width)
	copy(rest, fit)
	dense.Axpy(-1, m.y, rest)
	return dense.Dot(rest, rest)
}

// adjointTo writes sum v_i A_ik into the matrices, with the last entry of a last row added to the diagonal in place of where it is.
func (g *gram) adjointTo(matrices [][]float64, v []float64) {
	for k, matrix := range matrices {
		g.packed[len(g.packed)-1] = 0
		for j := range g.free {
			g.packed[j] = dense.Dot(g.column(k*g.free+j), v)
		}
		lift.UnpackTo(matrix, g.packed, g.order)
	}
}

// hessianTo writes the lower triangle of what the loss adds to the Newton matrix, 2 C'Phi'Phi C for the derivatives C of the entries.
func (g *gram) hessianTo(hessian []float64, m *polish) {
	order := len(m.c)
	g.slopes, g.turned = dense.Resize(g.slopes, order*g.width), dense.Resize(g.turned, order*g.width)
	clear(g.slopes)
	for j, neuron := range m.neurons {
		c, norm := m.c[j*m.d:(j+1)*m.d], m.norm(j)
		for a, v := range c { // of svec(y y') for y = [c; |c|] or c, in c_a
			slopes := g.slopes[(j*m.d+a)*g.width+neuron.Block*g.free:][:g.free]
			row := a * (a + 1) / 2
			for i, w := range c[:a] {
				slopes[row+i] = math.Sqrt2 * neuron.Alpha * w
			}
			slopes[row+a] = 2 * neuron.Alpha * v
			for r := a + 1; r < m.d; r++ {
				slopes[r*(r+1)/2+a] = math.Sqrt2 * neuron.Alpha * c[r]
			}
			last := slopes[m.d*(m.d+1)/2:]
			for i := range last {
				last[i] = math.Sqrt2 * neuron.Alpha * v / norm * c[i]
			}
			if len(last) > 0 {
				last[a] += math.Sqrt2 * neuron.Alpha * norm
			}
		}
	}
	dense.MulNT(g.turned, g.slopes, g.products, order, g.width, g.width)
	dense.Scale(2, g.turned)
	dense.LowerNT(hessian, g.turned, g.slopes, order, g.width)
}
