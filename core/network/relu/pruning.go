package relu

import (
	"math"

	"conelab/core/numeric/dense"
)

// pruning makes the outputs of the neurons at the points linearly independent. At the optimum β |w_j| is the product of a neuron's outputs
// with s_j v, so changing the lengths along a combination of outputs that is zero leaves the cost as it is.
type pruning struct {
	columns []float64 // Q of the QR factorization of the outputs of the neurons kept, for directions of length one
	upper   []float64 // R, with rows of length count
	weights []float64 // the coordinates of a neuron's outputs in Q, then in the outputs of the neurons kept
	column  []float64
}

// dependence is the share of its outputs that a neuron's part orthogonal to the outputs of the others must exceed: otherwise the neuron
// counts as dependent on them.
const dependence = 1e-10

// prune removes neurons of negligible length, and then others until the outputs of the rest are linearly independent. It reports whether
// it removed any.
func (q *pruning) prune(n *network) bool {
	m, before := len(n.z), len(n.neurons)
	n.removeShort(invisible)
	count := len(n.neurons)
	q.columns, q.upper = dense.Resize(q.columns, m*count), dense.Resize(q.upper, count*count)
	q.weights, q.column = dense.Resize(q.weights, count), dense.Resize(q.column, m)
	for kept := 0; kept < len(n.neurons); {
		if q.addColumn(n, kept, m, count) {
			kept++
			continue
		}
		out := q.shift(n, kept)
		n.neurons[out], n.neurons[kept] = n.neurons[kept], n.neurons[out]
		n.remove(kept)
		kept = min(kept, out) // the factorization is repeated from there
	}
	return len(n.neurons) < before
}

// addColumn adds the outputs of neuron number at to the factorization. It reports false if they are a combination of those kept, and then
// sets weights to its coefficients.
func (q *pruning) addColumn(n *network, at, m, count int) bool {
	j := &n.neurons[at]
	u := j.w
	u.normalize()
	clear(q.column)
	n.addOutputs(q.column, j.sign, &u, j.sides)
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
	if at < m && rest > dependence*size {
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

// shift changes the lengths of the neurons up to number at along the combination in weights, in the direction in which their sum does not
// grow, until the first becomes zero, and returns its index.
func (q *pruning) shift(n *network, at int) (out int) {
	weights, sum := q.weights[:at+1], 0.0
	weights[at] = -1
	for _, weight := range weights {
		sum += weight
	}
	most, direction := math.Inf(1), math.Copysign(1, sum)
	for i, weight := range weights {
		if share := n.neurons[i].w.length() / (direction * weight); weight*direction > 0 && share < most {
			most, out = share, i
		}
	}
	for i, weight := range weights {
		w := &n.neurons[i].w
		w.scale(math.Max(0, 1-direction*most*weight/w.length()))
	}
	return out
}
