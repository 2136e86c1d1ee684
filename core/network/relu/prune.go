package relu

import (
	"math"

	"conelab/core/numeric/dense"
)

// pruning makes a list of neurons affinely independent: the vectors of their outputs, at the points, are linearly independent. At the
// optimum β |w_j| is the product of these outputs with s_j v, so that lengths moved along a combination that is zero cost nothing.
type pruning struct {
	columns []float64 // outputs of the neurons kept, orthonormalised
	upper   []float64 // the triangular factor, row i in place i of stride count
	weights []float64 // of the outputs of a neuron in those kept, then its combination
	column  []float64
}

// dependent is how small, relative to its length, the part of a neuron's outputs that those of others cannot give is for the neuron to be
// dependent.
const dependent = 1e-10

// independent removes neurons that are hardly there, and others until no outputs are a combination of those of others. It reports whether
// there were any.
func (p *part) independent() bool {
	q, m := &p.prune, len(p.z)
	before := len(p.neurons)
	p.clean(invisible)
	count := len(p.neurons)
	q.columns, q.upper = room(q.columns, m*count), room(q.upper, count*count)
	q.weights, q.column = room(q.weights, count), room(q.column, m)
	for kept := 0; kept < len(p.neurons); {
		if q.take(p, kept, m, count) {
			kept++
			continue
		}
		// The neuron at kept takes the place of the one that was removed, and the factor from there on is made anew.
		kept = min(kept, p.shift(kept, count))
	}
	return len(p.neurons) < before
}

// take adds the outputs of neuron number at to the factor, and reports false if they are a combination of those kept: then weights has it.
func (q *pruning) take(p *part, at, m, count int) bool {
	j := &p.neurons[at]
	clear(q.column)
	p.addOutputs(q.column, j.sign, &j.w, j.sides)
	size := math.Sqrt(dense.Dot(q.column, q.column))
	clear(q.weights)
	for range 2 { // once more, against rounding
		for i := range at {
			kept := q.columns[i*m : (i+1)*m]
			t := dense.Dot(kept, q.column)
			q.weights[i] += t
			dense.Axpy(-t, kept, q.column)
		}
	}
	rest := math.Sqrt(dense.Dot(q.column, q.column))
	if at < m && rest > dependent*size {
		for i := range at {
			q.upper[i*count+at] = q.weights[i]
		}
		q.upper[at*count+at] = rest
		copy(q.columns[at*m:(at+1)*m], q.column)
		dense.Scale(1/rest, q.columns[at*m:(at+1)*m])
		return true
	}
	for i := at - 1; i >= 0; i-- {
		for k := i + 1; k < at; k++ {
			q.weights[i] -= q.upper[i*count+k] * q.weights[k]
		}
		q.weights[i] /= q.upper[i*count+i]
	}
	return false
}

// shift moves lengths along the combination in weights, the way that costs less, until a neuron has none left, and removes it. It returns
// which.
func (p *part) shift(at, count int) (out int) {
	weights := p.prune.weights
	change := p.neurons[at].w.length()
	for i := range at {
		change -= weights[i] * p.neurons[i].w.length()
	}
	way := -math.Copysign(1, change) // the factor of neuron at changes by way, that of neuron i by -way weights[i]
	most, out := math.Inf(1), at
	if way < 0 {
		most = 1
	}
	for i := range at {
		if rate := way * weights[i]; rate > 0 && 1/rate < most {
			most, out = 1/rate, i
		}
	}
	if math.IsInf(most, 1) {
		most, way = 1, -1
	}
	for i := range at {
		factor := 1 - way*weights[i]*most
		p.stretch(i, factor)
		for k := range i + 1 {
			p.prune.upper[k*count+i] *= factor
		}
	}
	p.stretch(at, 1+way*most)
	if out < at {
		p.neurons[out], p.neurons[at] = p.neurons[at], p.neurons[out]
	}
	p.remove(at)
	return out
}

func (p *part) stretch(i int, factor float64) {
	for k := range p.neurons[i].w {
		p.neurons[i].w[k] *= math.Max(0, factor)
	}
}
