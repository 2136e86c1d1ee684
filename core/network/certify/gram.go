package certify

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

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
