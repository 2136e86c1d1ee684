package relu

import (
	"math"

	"conelab/core/numeric/dense"
)

// pruning makes neurons linearly independent, as functions on the points. At the optimum β |w_j| is the product of a neuron's outputs with
// s_j v, so that lengths moved along a combination of outputs that is zero cost nothing.
type pruning struct {
	columns []float64 // outputs of the neurons kept, for directions of length one, orthonormalised
	upper   []float64 // the triangular factor, row i in place i of stride count
	weights []float64 // of the outputs of a neuron in those kept, then its combination
	column  []float64
}

// dependent is how small, relative to its length, the part of a neuron's outputs that those of others cannot give is for the neuron to be
// dependent.
const dependent = 1e-10

// prune removes neurons that are hardly there, and others until no outputs are a combination of those of others. It reports whether
// there were any.
func (p *output) prune() bool {
	q, m := &p.pruning, len(p.z)
	before := len(p.neurons)
	p.removeShort(invisible)
	count := len(p.neurons)
	q.columns, q.upper = dense.Resize(q.columns, m*count), dense.Resize(q.upper, count*count)
	q.weights, q.column = dense.Resize(q.weights, count), dense.Resize(q.column, m)
	for kept := 0; kept < len(p.neurons); {
		if q.take(p, kept, m, count) {
			kept++
			continue
		}
		out := p.shift(kept)
		p.neurons[out], p.neurons[kept] = p.neurons[kept], p.neurons[out]
		p.remove(kept)
		kept = min(kept, out) // the factor from there on is made anew
	}
	return len(p.neurons) < before
}

// take adds the outputs of neuron number at to the factor, and reports false if they are a combination of those kept: then weights has it.
func (q *pruning) take(p *output, at, m, count int) bool {
	j := &p.neurons[at]
	u := j.w
	u.normalize()
	clear(q.column)
	p.addOutputs(q.column, j.sign, &u, j.sides)
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

// shift moves the lengths of the neurons up to number at along the combination in weights, the way that makes their sum smaller, until one
// has none left, and returns which.
func (p *output) shift(at int) (out int) {
	weights, sum := p.pruning.weights[:at+1], 0.0
	weights[at] = -1
	for _, weight := range weights {
		sum += weight
	}
	most, direction := math.Inf(1), math.Copysign(1, sum)
	for i, weight := range weights {
		if share := p.neurons[i].w.length() / (direction * weight); weight*direction > 0 && share < most {
			most, out = share, i
		}
	}
	for i, weight := range weights {
		w := &p.neurons[i].w
		w.scale(math.Max(0, 1-direction*most*weight/w.length()))
	}
	return out
}
