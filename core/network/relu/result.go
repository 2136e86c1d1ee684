package relu

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Evaluate returns g(u) = sum_i v_i σ(z_i'u) for the dual vector v of one output (n numbers, such as Dual[o n : (o+1) n]) and a direction u
// of D + 1 numbers, the bias last, in O(n D) operations.
func Evaluate(p *certify.Problem, v, u []float64) (sum float64) {
	for i, vi := range v {
		sum += vi * p.Piecewise.Value(ramp(u, p.X[i*p.D:(i+1)*p.D]))
	}
	return sum
}

// Predict returns f at the rows of x, d numbers each, for one output of a network: the sum of the neurons that add to it.
func Predict(a Activation, neurons []neural.Neuron, x []float64, d, output int) []float64 {
	out := make([]float64, len(x)/d)
	for j := range neurons {
		if neurons[j].Output != output {
			continue
		}
		for i := range out {
			out[i] += neurons[j].Alpha * a.Value(ramp(neurons[j].U, x[i*d:(i+1)*d]))
		}
	}
	return out
}

// ramp returns [x; 1]'u.
func ramp(u, x []float64) float64 {
	t := u[len(x)]
	for k, v := range x {
		t += v * u[k]
	}
	return t
}
