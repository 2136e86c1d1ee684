package neural

import (
	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
)

// eachGroup calls body with the neurons that read one block and add to one output, for each where there are any. What they add to a pooled sample is
// the product of its matrix with one matrix, however many they are.
func eachGroup(neurons []Neuron, s *lift.Samples, outputs int, body func(output, block int, group []Neuron)) {
	for output := range outputs {
		for block := range s.Blocks() {
			var group []Neuron
			for _, neuron := range neurons {
				if neuron.Output == output && neuron.Block == block {
					group = append(group, neuron)
				}
			}
			if group != nil {
				body(output, block, group)
			}
		}
	}
}

// predictPooled is PredictTo for pooled samples.
func predictPooled(dst []float64, neurons []Neuron, s *lift.Samples) {
	n := s.Len()
	eachGroup(neurons, s, len(dst)/n, func(output, block int, group []Neuron) {
		z := make([]float64, s.Order()*s.Order())
		for _, neuron := range group {
			neuron.addTo(z, neuron.Alpha, true)
		}
		s.AddApply(dst[output*n:(output+1)*n], z, block)
	})
}

// predictPooledPrecisely adds what PredictPrecisely does to sums, for pooled samples. Canceled, it leaves some samples out.
func predictPooledPrecisely(sums []sum, neurons []Neuron, s *lift.Samples) {
	n := s.Len()
	eachGroup(neurons, s, len(sums)/n, func(output, block int, group []Neuron) {
		weights := preciseWeights(group, s.Order())
		for i := range n {
			if i%pollEvery == 0 && s.Canceled() {
				return
			}
			high, low := s.Matrix(i, block)
			total := &sums[output*n+i]
			for j, w := range weights {
				total.addProduct(w.high, high[j])
				total.low += w.high*low[j] + w.low*high[j]
			}
		}
	})
}

// pollEvery is after how many samples a loop looks whether the work is to end.
const pollEvery = 1 << 8

// preciseWeights returns the w for which the neurons' outputs for a sample are w'matrix, in twice the precision of a double.
func preciseWeights(neurons []Neuron, p int) []sum {
	weights := make([]sum, p*(p+1)/2)
	for _, neuron := range neurons {
		y := append(append([]float64(nil), neuron.U...), 1)
		at := 0
		for r := range p {
			for c := range r + 1 {
				alpha := neuron.Alpha
				if c < r {
					alpha *= 2
				}
				high, low := exact.Product(y[r], y[c])
				weights[at].addTimes(alpha, sum{high, low})
				at++
			}
		}
	}
	for at := range weights {
		weights[at] = weights[at].normal()
	}
	return weights
}

// addPooledTo is addTo for pooled samples.
func (p *Prover) addPooledTo(sums []sum, v []float64, k, from, to int) {
	for i := from; i < to; i++ {
		if i%pollEvery == 0 && p.samples.Canceled() {
			return
		}
		w := v[i]
		high, low := p.samples.Matrix(i, k)
		sums := sums[:len(high)]
		for j, h := range high {
			sums[j].addProduct(w, h)
			sums[j].low += w * low[j]
		}
	}
}
