package stack

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// canonical returns the result with neurons that depend on its matrices alone, since they are features of the next layer: for each output
// and block those of positive weight first, each sign heaviest first (equivalent.Heaviest); of a quadratic network, whose neurons are unique but for
// their sign, with the largest entry of u positive. Where rounding costs the proof, the network is left as it is. A network that rounding
// has left above the cost of the empty one gives way to that, so that no layer of a residual stack is worse than none.
func canonical(p *certify.Problem, r *certify.Result) *certify.Result {
	if r.Status == certify.Failed {
		return r
	}
	if len(r.Neurons) > 0 && neural.Loss(make([]float64, len(p.Y)), p.Y, r.Samples, p.Loss) <= r.Objective {
		return r.Replace(*p, nil)
	}
	q := r.Replace(*p, arrange(r.Neurons, p))
	if q.Status != certify.Optimal && q.Gap > r.Gap {
		return r
	}
	return q
}

// arrange returns the neurons in canonical form.
func arrange(neurons []neural.Neuron, p *certify.Problem) (list []neural.Neuron) {
	blocks := p.Architecture.Shape(p.D).Blocks
	for o := range max(1, p.Outputs) {
		for k := range blocks {
			for _, sign := range [2]float64{1, -1} {
				var group []neural.Neuron
				for _, neuron := range neurons {
					if neuron.Output == o && neuron.Block == k && neuron.Alpha*sign > 0 {
						group = append(group, neuron)
					}
				}
				list = append(list, arrangeGroup(group, p)...)
			}
		}
	}
	return list
}

// arrangeGroup arranges neurons of one sign, block and output.
func arrangeGroup(group []neural.Neuron, p *certify.Problem) []neural.Neuron {
	if p.Architecture.Kind != lift.Quadratic {
		if len(group) > p.Architecture.Shape(p.D).Dimension+1 {
			return group // not independent
		}
		return equivalent.Heaviest(group)
	}
	return byWeight(group)
}

// byWeight sorts neurons of a quadratic network, heaviest first, and gives u, which computes what -u does, a sign.
func byWeight(group []neural.Neuron) []neural.Neuron {
	list := slices.Clone(group)
	for j := range list {
		largest := 0.0
		for _, v := range list[j].U {
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		list[j].U = slices.Clone(list[j].U)
		for k := range list[j].U {
			list[j].U[k] *= math.Copysign(1, largest)
		}
	}
	slices.SortStableFunc(list, func(a, b neural.Neuron) int { return cmp.Compare(math.Abs(b.Alpha), math.Abs(a.Alpha)) })
	return list
}
