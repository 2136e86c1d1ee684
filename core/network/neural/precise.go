package neural

import (
	"math"

	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// PredictPrecisely computes the network's outputs in twice the working precision. It writes them into high, rounded to doubles and in the order of
// PredictTo, and returns the remainders in low. Canceled, it leaves some samples out.
func PredictPrecisely(high []float64, neurons []Neuron, s *lift.Samples) (low []float64) {
	n, sigma, patches := s.Len(), s.Activation(), s.Patches()
	sums := make([]sum, len(high))
	if s.Pooled() {
		predictPooledPrecisely(sums, neurons, s)
		neurons = nil
	}
	for _, neuron := range neurons {
		for i := range n {
			if i%pollEvery == 0 && s.Canceled() {
				break
			}
			var value sum // of all patches
			for l := range patches {
				t := dot(s.Patch(i, neuron.Block, l), neuron.U)
				// a t^2 + b t + c with t = high + low
				square, rest := exact.Product(t.high, t.high)
				value.addProduct(sigma.A, square)
				value.low += sigma.A * (rest + 2*t.high*t.low)
				if s.Balanced() {
					value.addProduct(sigma.B, t.high)
					value.low += sigma.B * t.low
					value.add(sigma.C)
				}
			}
			if patches > 1 {
				value = value.over(float64(patches))
			}
			sums[neuron.Output*n+i].addTimes(neuron.Alpha, value)
		}
	}
	low = make([]float64, len(high))
	for i, t := range sums {
		high[i] = t.value()
		low[i] = (t.high - high[i]) + t.low
	}
	return low
}

// dot returns x'u as the sum of a double and a small remainder.
func dot(x, u []float64) (t sum) {
	for j, v := range x {
		t.addProduct(v, u[j])
	}
	high := t.high + t.low
	return sum{high, (t.high - high) + t.low}
}

// preciseLoss returns the loss of the outputs high + low.
func preciseLoss(high, low, y []float64, n int, kind loss.Loss) float64 {
	if kind == loss.Softmax {
		return Loss(high, y, n, kind)
	}
	var total sum
	for i, f := range high {
		switch kind {
		case loss.Logistic:
			total.add(kind.Value(f, y[i]))
			total.add(kind.Slope(f, y[i]) * low[i])
		case loss.Hinge:
			total.add(math.Max(0, (1-y[i]*f)-y[i]*low[i]))
		default:
			total.add(kind.Value((f-y[i])+low[i], 0))
		}
	}
	return total.value()
}
