package frankwolfe

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Network returns the neurons of the best network so far, in the features of the samples, and the decompositions that they come
// from: those of Z and Z' of block k of output o at 2 (o K + k), Z' after Z. Before any network was evaluated, it is the present
// one.
func (s *Solver) Network() (neurons []neural.Neuron, decompositions []*neural.Decomposition) {
	y, q := s.now.y, s.q
	if s.best.factors.q != nil {
		y = &s.best.factors
	}
	y.prune()
	for o := range y.outputs {
		for k := range q.blocks {
			for side := range 2 {
				g := (k*y.outputs+o)*2 + side
				dec := neural.FromFactors(q.expand(y.group(g)), q.hasTrace)
				for _, neuron := range dec.Neurons(sign(g), q.hasTrace) {
					neuron.Block, neuron.Output = k, o
					neurons = append(neurons, neuron)
				}
				decompositions = append(decompositions, dec)
			}
		}
	}
	return neurons, decompositions
}

// negligible is the part of the squares of all rows that may be left out of a network.
const negligible = 1e-13

// prune leaves out rows whose weight is lost in rounding beside that of all.
func (y *factors) prune() {
	total := dense.Dot(y.rows, y.rows)
	for g := range y.groups() {
		y.truncate(g, negligible*total)
	}
}

// expand returns rows in all features.
func (q *points) expand(rows []float64) (all [][]float64) {
	for at := 0; at < len(rows); at += q.p {
		row := make([]float64, q.total, q.total+1)
		for i, j := range q.features {
			row[j] = rows[at+i]
		}
		if q.hasTrace {
			row = append(row, rows[at+q.last()])
		}
		all = append(all, row)
	}
	return all
}

// Dual returns the best dual vector so far, in the domain of the conjugate and not scaled to be feasible, output by output, or nil before
// there is any.
func (s *Solver) Dual() []float64 { return s.best.dual }
