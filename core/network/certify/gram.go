package certify

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// gram has the lifted samples as columns Phi, of which row i is (svec(A_i1), ..., svec(A_iK)), and Phi'Phi. Where there are many more samples than
// entries a Newton step of the squared loss on the neurons then costs a few passes over the samples, however many neurons there are.
type gram struct {
	n, q, width int       // q entries for each of the blocks, width in all
	columns     []float64 // one after the other
	products    []float64 // Phi'Phi, both triangles
	entries     []float64 // of the matrices of a network
	slopes      []float64 // of the entries, in the unknowns: a row for each
	turned      []float64 // the same times Phi'Phi
	lifted      []float64 // [c; |c|]
	rest        []float64 // what the outputs miss
	factor      []float64 // of independent
	traced      bool      // matrices have a last row, whose last entry is the trace of the others
}

const (
	// gramSamples is how many times more samples than entries there must be, gramWidth how many entries at most.
	gramSamples, gramWidth = 4, 64
	// gramSlack is what rounding may do to the cost, relatively: its sums are plain ones.
	gramSlack = 1e-13
	// dependentColumns is how much of the length of a column is left beside those before it where it depends on them.
	dependentColumns = 1e-4
)

// newGram returns the columns of the samples, or nil where they are not worth it or depend on each other. It reuses the slices of another one, which may be nil.
func newGram(s *lift.Samples, g *gram) *gram {
	q := s.Order() * (s.Order() + 1) / 2
	width := q * s.Blocks()
	if width > gramWidth || s.Len() < gramSamples*width {
		return nil
	}
	if g == nil {
		g = &gram{}
	}
	g.n, g.q, g.width, g.traced = s.Len(), q, width, s.Balanced()
	g.columns, g.products, g.entries = resize(g.columns, g.n*width), resize(g.products, width*width), resize(g.entries, width)
	g.lifted, g.rest = resize(g.lifted, s.Order()), resize(g.rest, g.n)
	for k := range s.Blocks() {
		s.ColumnsTo(func(j int) []float64 { return g.column(k*q + j) }, k)
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

// independent reports whether the columns determine the entries. In a matrix of a network with a last row, the last entry is the trace of the
// others, so its column counts with theirs: alone it is zero for an activation without a constant.
func (g *gram) independent() bool {
	width := g.reduce()
	for i := range width {
		g.entries[i] = 1 / math.Sqrt(g.factor[i*width+i])
	}
	for i := range width {
		for j := range i + 1 {
			g.factor[i*width+j] *= g.entries[i] * g.entries[j]
		}
	}
	if !dense.Cholesky(context.Background(), g.factor, width) {
		return false
	}
	for i := range width {
		if g.factor[i*width+i] < dependentColumns {
			return false
		}
	}
	return true
}

// reduce writes into factor the products of the columns of the entries that are free, and returns their number.
func (g *gram) reduce() int {
	g.factor = append(g.factor[:0], g.products...)
	if !g.traced {
		return g.width
	}
	for corner := g.q - 1; corner < g.width; corner += g.q {
		for row := range len(g.lifted) - 1 {
			diagonal := corner + 1 - g.q + row*(row+3)/2
			for j := range g.width {
				g.factor[diagonal*g.width+j] += g.factor[corner*g.width+j]
			}
			for i := range g.width {
				g.factor[i*g.width+diagonal] += g.factor[i*g.width+corner]
			}
		}
	}
	at := 0
	for i := range g.width {
		for j := range g.width {
			if i%g.q != g.q-1 && j%g.q != g.q-1 {
				g.factor[at] = g.factor[i*g.width+j]
				at++
			}
		}
	}
	return g.width / g.q * (g.q - 1)
}

func (g *gram) column(j int) []float64 { return g.columns[j*g.n : (j+1)*g.n] }

// fitTo writes the outputs of the network with the vectors c into fit, and returns the sum of its weights.
func (g *gram) fitTo(fit []float64, m *polish, c []float64) (weight float64) {
	clear(g.entries)
	for j, neuron := range m.neurons {
		y := g.lift(c[j*m.d : (j+1)*m.d])
		entries := g.entries[neuron.Block*g.q:]
		at := 0
		for r, v := range y {
			for _, w := range y[:r] {
				entries[at] += math.Sqrt2 * neuron.Alpha * v * w
				at++
			}
			entries[at] += neuron.Alpha * v * v
			at++
		}
		for _, v := range y[:m.d] {
			weight += v * v
		}
	}
	clear(fit)
	for j, v := range g.entries {
		dense.Axpy(v, g.column(j), fit)
	}
	return weight
}

// missOf returns the sum of the squares of what the outputs miss, up to gramSlack.
func (g *gram) missOf(fit, y []float64) float64 {
	copy(g.rest, fit)
	dense.Axpy(-1, y, g.rest)
	return dense.Dot(g.rest, g.rest)
}

// lift returns [c; |c|], or c where matrices have no last row.
func (g *gram) lift(c []float64) []float64 {
	square := 0.0
	for k, v := range c {
		g.lifted[k] = v
		square += v * v
	}
	if len(g.lifted) > len(c) {
		g.lifted[len(c)] = math.Sqrt(square)
	}
	return g.lifted
}

// adjointTo writes sum v_i A_ik into the matrices, which are of the given order.
func (g *gram) adjointTo(matrices [][]float64, v []float64, order int) {
	for k, matrix := range matrices {
		for j := range g.q {
			g.entries[j] = dense.Dot(g.column(k*g.q+j), v)
		}
		lift.UnpackTo(matrix, g.entries[:g.q], order)
	}
}

// hessianTo writes the lower triangle of what the loss adds to the Newton matrix, 2 C'Phi'Phi C for the derivatives C of the entries.
func (g *gram) hessianTo(hessian []float64, m *polish) {
	order := len(m.c)
	g.slopes, g.turned = resize(g.slopes, order*g.width), resize(g.turned, order*g.width)
	clear(g.slopes)
	for j, neuron := range m.neurons {
		y := g.lift(m.c[j*m.d : (j+1)*m.d])
		for a := range m.d {
			g.slopeTo(g.slopes[(j*m.d+a)*g.width+neuron.Block*g.q:], y, a, m.d, neuron.Alpha)
		}
	}
	dense.MulNT(g.turned, g.slopes, g.products, order, g.width, g.width)
	dense.Scale(2, g.turned)
	dense.LowerNT(hessian, g.turned, g.slopes, order, g.width)
}

// slopeTo writes the derivative of sign svec(y y') in c_a, for y = [c; |c|] or c.
func (g *gram) slopeTo(slopes, y []float64, a, d int, sign float64) {
	last := 0.0 // dy in the last entry
	if len(y) > d {
		last = y[a] / y[d]
	}
	at := 0
	for r, v := range y {
		dv := 0.0
		if r == a {
			dv = 1
		} else if r == d {
			dv = last
		}
		for t, w := range y[:r] {
			slope := dv * w
			if t == a {
				slope += v
			}
			slopes[at] = sign * math.Sqrt2 * slope
			at++
		}
		slopes[at] = 2 * sign * dv * v
		at++
	}
}
