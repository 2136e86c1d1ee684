package frankwolfe

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Network is what a solver has found.
type Network struct {
	Neurons []neural.Neuron
	// Decompositions has those of Z and Z' of block k of output o at 2 (o K + k), Z' after Z, from the neurons.
	Decompositions []*neural.Decomposition
}

// Network returns the best network so far, in the features of the samples.
func (s *Solver) Network() Network {
	y, q := s.found(), s.q
	s.prune(y)
	var found Network
	for o := range y.outputs {
		for k := range q.blocks {
			for side := range 2 {
				g := (k*y.outputs+o)*2 + side
				dec := neural.FromFactors(q.expand(y.group(g)), q.balanced)
				for _, neuron := range dec.Neurons(sign(g), q.balanced) {
					neuron.Block, neuron.Output = k, o
					found.Neurons = append(found.Neurons, neuron)
				}
				found.Decompositions = append(found.Decompositions, dec)
			}
		}
	}
	return found
}

// found returns the factors of the best network so far, the present ones before any was evaluated.
func (s *Solver) found() *factors {
	if s.best.factors.q != nil {
		return &s.best.factors
	}
	return s.now.y
}

// negligible is the part of the squares of all rows that may be left out of a network.
const negligible = 1e-13

// prune leaves out rows whose weight is lost in rounding beside that of all.
func (s *Solver) prune(y *factors) {
	total := dense.Dot(y.rows, y.rows)
	for g := range y.groups() {
		if rows := y.group(g); len(rows) > 0 {
			y.truncate(g, negligible*total/dense.Dot(rows, rows))
		}
	}
}

// expand returns rows in all features.
func (q *points) expand(rows []float64) (all [][]float64) {
	for at := 0; at < len(rows); at += q.p {
		row := make([]float64, q.total, q.total+1)
		for i, j := range q.features {
			row[j] = rows[at+i]
		}
		if q.balanced {
			row = append(row, rows[at+q.last()])
		}
		all = append(all, row)
	}
	return all
}
