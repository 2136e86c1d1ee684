package neural

import (
	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
)

// group is the neurons of a network that read one block and add to one output. What they add to a pooled sample is the product of its sums with one
// matrix, however many they are.
type group struct {
	output, block int
	neurons       []Neuron
}

// groupsOf divides the neurons of a network.
func groupsOf(neurons []Neuron) (groups []group) {
	places := map[[2]int]int{}
	for _, neuron := range neurons {
		at := [2]int{neuron.Output, neuron.Block}
		if _, known := places[at]; !known {
			places[at] = len(groups)
			groups = append(groups, group{output: neuron.Output, block: neuron.Block})
		}
		g := &groups[places[at]]
		g.neurons = append(g.neurons, neuron)
	}
	return groups
}

// predictPooled is PredictTo for pooled samples.
func predictPooled(dst []float64, neurons []Neuron, s *lift.Samples) {
	n := s.Len()
	for _, g := range groupsOf(neurons) {
		z := make([]float64, s.Order()*s.Order())
		for _, neuron := range g.neurons {
			neuron.addTo(z, neuron.Alpha, true)
		}
		s.AddApply(dst[g.output*n:(g.output+1)*n], z, g.block)
	}
}

// predictPooledPrecisely adds what PredictPrecisely does to sums, for pooled samples. Canceled, it leaves some samples out.
func predictPooledPrecisely(sums []sum, neurons []Neuron, s *lift.Samples) {
	n := s.Len()
	for _, g := range groupsOf(neurons) {
		weights := preciseWeights(g.neurons, s)
		for i := range n {
			if i%pollEvery == 0 && s.Canceled() {
				return
			}
			sums[g.output*n+i].join(preciseDot(weights, s, i, g.block))
		}
	}
}

// pollEvery is after how many samples a loop looks whether the work is to end.
const pollEvery = 1 << 8

// preciseWeights returns the w for which the neurons' outputs for a sample are w'sums / P, in twice the precision of a double.
func preciseWeights(neurons []Neuron, s *lift.Samples) []sum {
	sigma, p := s.Activation(), s.Order()
	weights := make([]sum, p*(p+1)/2)
	for _, neuron := range neurons {
		y := append(append([]float64(nil), neuron.U...), 1)
		at := 0
		for r := range p {
			for c := range r + 1 {
				high, low := exact.Product(y[r], y[c])
				weights[at].addProduct(neuron.Alpha, high)
				weights[at].low += neuron.Alpha * low
				at++
			}
		}
	}
	at := 0
	for r := range p {
		for c := range r + 1 {
			var scaled sum
			switch {
			case c == p-1:
				scaled.addTimes(sigma.C, weights[at])
			case r == p-1:
				scaled.addTimes(sigma.B, weights[at])
			case r == c:
				scaled.addTimes(sigma.A, weights[at])
			default:
				scaled.addTimes(2*sigma.A, weights[at])
			}
			weights[at] = scaled.normal()
			at++
		}
	}
	return weights
}

// preciseDot returns weights'sums / P for a block of a sample.
func preciseDot(weights []sum, s *lift.Samples, i, block int) sum {
	high, low := s.Sums(i, block)
	var total sum
	for j, w := range weights {
		total.addProduct(w.high, high[j])
		total.low += w.high*low[j] + w.low*high[j]
	}
	return total.over(float64(s.Patches()))
}

// addPooledTo is addTo for pooled samples.
func (p *Prover) addPooledTo(sums []sum, v []float64, k, from, to int) {
	for i := from; i < to; i++ {
		if i%pollEvery == 0 && p.samples.Canceled() {
			return
		}
		w := v[i]
		high, low := p.samples.Sums(i, k)
		sums := sums[:len(high)]
		for j, h := range high {
			sums[j].addProduct(w, h)
			sums[j].low += w * low[j]
		}
	}
}
