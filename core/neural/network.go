package neural

import (
	"math"

	"conelab/core/dense"
	"conelab/core/lift"
)

// Neuron is one hidden unit alpha sigma(x'u), |u| = 1.
type Neuron struct {
	U     []float64
	Alpha float64
}

// Neurons returns the hidden units of vectors on the cone, y = (c, t) as u = c/|c|, alpha = sign t^2, leaving out those of no weight.
func Neurons(vectors [][]float64, sign float64) []Neuron {
	var neurons []Neuron
	for _, y := range vectors {
		d := len(y) - 1
		norm := math.Sqrt(dense.Dot(y[:d], y[:d]))
		if !(norm > 0) || y[d] == 0 {
			continue
		}
		u := make([]float64, d)
		for k := range u {
			u[k] = y[k] / norm
		}
		neurons = append(neurons, Neuron{u, sign * y[d] * y[d]})
	}
	return neurons
}

// PredictTo writes the network's outputs for the samples into dst, by forward passes.
func PredictTo(dst []float64, neurons []Neuron, s *lift.Samples) {
	clear(dst)
	sigma := s.Activation()
	for _, neuron := range neurons {
		for i := range dst {
			dst[i] += neuron.Alpha * sigma.At(dense.Dot(s.Row(i), neuron.U))
		}
	}
}

// Cost returns the training cost |ŷ - y|^2 + beta sum |alpha| of the network by a forward pass; fit, of y's length, is overwritten
// with ŷ. It is a true upper bound of the optimum for any neurons with |u| = 1.
func Cost(fit []float64, neurons []Neuron, s *lift.Samples, y []float64, beta float64) float64 {
	PredictTo(fit, neurons, s)
	var loss, weight sum
	for i, f := range fit {
		loss.addProduct(f-y[i], f-y[i])
	}
	for _, neuron := range neurons {
		weight.add(math.Abs(neuron.Alpha))
	}
	return loss.value() + beta*weight.value()
}

// Assemble adds sum |alpha| [u;1][u;1]' over the neurons of the given sign to z, of order d + 1.
func Assemble(z []float64, neurons []Neuron, sign float64) {
	for _, neuron := range neurons {
		weight := neuron.Alpha * sign
		if weight <= 0 {
			continue
		}
		d := len(neuron.U)
		p := d + 1
		for i := range p {
			ui := 1.0
			if i < d {
				ui = neuron.U[i]
			}
			dense.Axpy(weight*ui, neuron.U, z[i*p:i*p+d])
			z[i*p+d] += weight * ui
		}
	}
}
