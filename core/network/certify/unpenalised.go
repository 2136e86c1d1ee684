package certify

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

const (
	// unpenalisedWork bounds the multiplications of a least-squares problem in the entries of the matrices.
	unpenalisedWork = 5e8
	// unpenalisedRounds is how many times it is solved for what the rounds before have left.
	unpenalisedRounds = 3
)

// unpenalised tries the least-squares solution without the penalty, and the dual vector that is nearest to its residual and orthogonal to every
// neuron: the optimum of the squared loss where beta is too small to be resolved beside the data, and there are more samples than the matrices have
// entries. The interior-point method cannot find it there, since its Newton systems square the condition of the data.
func (c *candidate) unpenalised() {
	p, samples := &c.j.problem, c.j.samples
	entries := newSphereEntries(samples)
	cols := samples.Blocks() * entries.count
	if p.Loss != loss.Squared || !(p.Beta < refineShare*c.a.empty.Peak) || samples.Len() < cols ||
		float64(samples.Len())*float64(cols)*float64(cols) > unpenalisedWork {
		return
	}
	x := entries.fit(samples, c.a.y)
	if x == nil {
		return
	}
	var z [][]float64
	for k := range samples.Blocks() {
		plus, minus := entries.cones(x[k*entries.count : (k+1)*entries.count])
		z = append(z, plus, minus)
	}
	full := make([]int, len(z))
	for k := range full {
		full[k] = samples.Order()
	}
	c.network(z, full)
	if len(c.proof.neurons) == 0 {
		return
	}
	m := newPolish(samples, c.a.y, p.Beta, p.Loss, c.proof.neurons, c.proof.certificate.Dual)
	copy(m.fit, c.proof.fit)
	m.setDual()
	if excess := c.excess(m.dual); excess > 0 && m.shrink(c.j.prover, 1/(1+2*excess)) {
		c.bound(m.dual)
	}
}

// fit returns the entries of the matrices, block by block, whose outputs are nearest to y, or nil.
func (e *sphereEntries) fit(s *lift.Samples, y []float64) []float64 {
	n, cols := s.Len(), s.Blocks()*e.count
	columns, sizes := make([]float64, n*cols), make([]float64, cols)
	corner := make([]float64, n)
	for j := range cols {
		column, k := columns[j*n:(j+1)*n], j/e.count
		s.EntriesTo(column, k, j%e.count)
		if e.balanced && e.diagonal(j%e.count) {
			s.EntriesTo(corner, k, e.count)
			dense.Axpy(1, corner, column)
		}
		if sizes[j] = math.Sqrt(dense.Dot(column, column)); sizes[j] > 0 {
			dense.Scale(1/sizes[j], column)
		}
	}
	x, rest := make([]float64, cols), append([]float64(nil), y...)
	var squares squares
	for range unpenalisedRounds {
		step := squares.solve(columns, rest, cols, true)
		if step == nil {
			return nil
		}
		dense.Axpy(1, step, x)
		for j, v := range step {
			dense.Axpy(-v, columns[j*n:(j+1)*n], rest)
		}
	}
	for j, size := range sizes {
		if size > 0 {
			x[j] /= size
		}
	}
	return x
}

// diagonal reports whether place j of a packed matrix is on its diagonal.
func (e *sphereEntries) diagonal(j int) bool {
	row := 0
	for row*(row+3)/2 < j {
		row++
	}
	return row*(row+3)/2 == j
}

// cones returns positive semidefinite matrices, of equal traces and last entries if there is a last row, whose difference has the entries x.
func (e *sphereEntries) cones(x []float64) (plus, minus []float64) {
	order := e.order
	copy(e.packed, x)
	if e.balanced { // the last entry is the trace of the others
		trace := 0.0
		for row := range order - 1 {
			trace += x[row*(row+3)/2]
		}
		e.packed[e.count] = trace
	}
	vectors, values := make([]float64, order*order), make([]float64, order)
	lift.UnpackTo(vectors, e.packed, order)
	plus, minus = make([]float64, order*order), make([]float64, order*order)
	if !dense.NewEigen(order).Decompose(vectors, values) {
		return plus, minus
	}
	for i, value := range values {
		z, v := plus, vectors[i*order:(i+1)*order]
		if value < 0 {
			z, value = minus, -value
		}
		for r, w := range v {
			dense.Axpy(value*w, v, z[r*order:(r+1)*order])
		}
	}
	if e.balanced {
		raiseTogether(plus, minus, order)
	}
	return plus, minus
}

// raiseTogether adds the same diagonal matrix to both, so that the last entry of each is the trace of its others. It is so for their difference.
func raiseTogether(plus, minus []float64, order int) {
	last := order*order - 1
	missing := -plus[last]
	for i := range order - 1 {
		missing += plus[i*(order+1)]
	}
	for _, z := range [][]float64{plus, minus} {
		if missing > 0 {
			z[last] += missing
			continue
		}
		for i := range order - 1 {
			z[i*(order+1)] -= missing / float64(order-1)
		}
	}
}
