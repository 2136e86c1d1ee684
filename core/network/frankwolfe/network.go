package frankwolfe

import (
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Network returns the neurons of the best network so far and their decompositions: that of Z of block k of output o is at 2 (o K + k), that of Z' after it. Before any network was evaluated, it is the present one.
func (s *Solver) Network() (neurons []neural.Neuron, decompositions []*neural.Decomposition) {
	y, q := s.now.y, s.points
	if s.best.factors.points != nil {
		y = &s.best.factors
	}
	y.prune()
	for o := range y.outputs {
		for k := range q.blocks {
			for side := range 2 {
				g := (k*y.outputs+o)*2 + side
				dec := neural.FromFactors(slices.Collect(slices.Chunk(slices.Clone(y.group(g)), q.order)), q.hasTrace)
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

// negligible is the share of the squares of all rows that a network may leave out.
const negligible = 1e-13

// prune drops rows whose weight is lost in the rounding of the total.
func (y *factors) prune() {
	total := dense.Dot(y.rows, y.rows)
	for g := range y.groups() {
		y.truncate(g, negligible*total)
	}
}

// Dual returns the best dual vector so far, output by output, or nil. It is in the domain of the conjugate, but not scaled to be feasible.
func (s *Solver) Dual() []float64 { return s.best.dual }
