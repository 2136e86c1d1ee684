package neural

import (
	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// cachedEntries is the number of entries of samples that stay in the caches while all neurons read them.
const cachedEntries = 1 << 15

// PredictTo writes the network's outputs for the samples into dst by forward passes: output o of sample i at o n + i. All neurons
// are evaluated on one batch of samples, as many as fit in the caches, before the next batch. If the samples are canceled, dst is
// incomplete.
func PredictTo(dst []float64, neurons []Neuron, s *lift.Operator) {
	clear(dst)
	if s.Pooled() {
		predictPooled(dst, neurons, s)
		return
	}
	n, step := s.Len(), max(1, cachedEntries/(s.Blocks()*s.Patches()*s.Dimension()))
	parallel.Run(s.Context(), (n+step-1)/step, func(_, batch int) {
		from, to := batch*step, min(n, (batch+1)*step)
		for _, neuron := range neurons {
			s.AddNeuron(dst[neuron.Output*n+from:neuron.Output*n+to], from, neuron.Alpha, neuron.Block, neuron.U)
		}
	})
}

// PredictPrecisely computes the network's outputs in twice the working precision. It writes them into high, rounded to doubles and in the
// order of PredictTo, and returns the remainders in low. Canceled, it leaves some samples out.
func PredictPrecisely(high []float64, neurons []Neuron, s *lift.Operator) (low []float64) {
	n, sigma, patches := s.Len(), s.Activation(), s.Patches()
	sums := make([]exact.Double, len(high))
	if s.Pooled() {
		predictPooledPrecisely(sums, neurons, s)
		neurons = nil
	}
	for _, neuron := range neurons {
		for i := range n {
			if i%parallel.PollEvery == 0 && !s.Yield() {
				break
			}
			var value exact.Double // of all patches
			for l := range patches {
				t := dot(s.Patch(i, neuron.Block, l), neuron.U)
				// a t^2 + b t + c with t = high + low
				square, rest := exact.Product(t.High, t.High)
				value.AddProduct(sigma.A, square)
				value.Low += sigma.A * (rest + 2*t.High*t.Low)
				if s.HasTrace() {
					value.AddProduct(sigma.B, t.High)
					value.Low += sigma.B * t.Low
					value.Add(sigma.C)
				}
			}
			if patches > 1 {
				value = value.Over(exact.Of(float64(patches)))
			}
			sums[neuron.Output*n+i].AddTimes(neuron.Alpha, value)
		}
	}
	low = make([]float64, len(high))
	for i, t := range sums {
		high[i] = t.Value()
		low[i] = (t.High - high[i]) + t.Low
	}
	return low
}

// dot returns x'u as the sum of a double and a small remainder.
func dot(x, u []float64) (t exact.Double) {
	for j, v := range x {
		t.AddProduct(v, u[j])
	}
	return t.Normal()
}

// preciseLoss returns the loss of the outputs high + low.
func preciseLoss(high, low, y []float64, n int, lossFn loss.Loss) float64 {
	if !lossFn.Separable() {
		return Loss(high, y, n, lossFn)
	}
	var total exact.Double
	for i, f := range high {
		value, rest := lossFn.PreciseValue(f, low[i], y[i])
		total.Add(value)
		total.Add(rest)
	}
	return total.Value()
}

// eachGroup calls body for each block and output with neurons, with these. On a pooled sample such a group is one product of matrices,
// whatever its size.
func eachGroup(neurons []Neuron, s *lift.Operator, outputs int, body func(output, block int, group []Neuron)) {
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
func predictPooled(dst []float64, neurons []Neuron, s *lift.Operator) {
	n := s.Len()
	eachGroup(neurons, s, len(dst)/n, func(output, block int, group []Neuron) {
		z := make([]float64, s.Order()*s.Order())
		for _, neuron := range group {
			neuron.addTo(z, neuron.Alpha, s.HasTrace())
		}
		s.AddApply(dst[output*n:(output+1)*n], z, block)
	})
}

// predictPooledPrecisely is PredictPrecisely for pooled samples; it adds the outputs to sums. Canceled, it leaves some samples out.
func predictPooledPrecisely(sums []exact.Double, neurons []Neuron, s *lift.Operator) {
	n := s.Len()
	eachGroup(neurons, s, len(sums)/n, func(output, block int, group []Neuron) {
		weights := preciseWeights(group, s.Order())
		for i := range n {
			if i%parallel.PollEvery == 0 && !s.Yield() {
				return
			}
			high, low := s.Matrix(i, block)
			total := &sums[output*n+i]
			for j, w := range weights {
				total.AddProduct(w.High, high[j])
				total.Low += w.High*low[j] + w.Low*high[j]
			}
		}
	})
}

// preciseWeights returns the w for which the neurons' outputs for a sample are w'matrix, in twice the precision of a double.
func preciseWeights(neurons []Neuron, p int) []exact.Double {
	weights := make([]exact.Double, p*(p+1)/2)
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
				weights[at].AddTimes(alpha, exact.Double{High: high, Low: low})
				at++
			}
		}
	}
	for at := range weights {
		weights[at] = weights[at].Normal()
	}
	return weights
}

// addPooledTo is addTo for pooled samples.
func (p *Prover) addPooledTo(sums []exact.Double, v []float64, k, from, to int) {
	for i := from; i < to; i++ {
		if i%parallel.PollEvery == 0 && !p.operator.Yield() {
			return
		}
		w := v[i]
		high, low := p.operator.Matrix(i, k)
		sums := sums[:len(high)]
		for j, h := range high {
			sums[j].AddProduct(w, h)
			sums[j].Low += w * low[j]
		}
	}
}
