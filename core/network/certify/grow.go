package certify

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// grow adds a neuron at the peak of |g| of each block and output where that is above beta, with the weight that the loss's curvature says, or as much
// of it as lowers the cost. It reports false where none does.
func (m *polish) grow(prover *neural.Prover) bool {
	m.setQuadratics()
	blocks, grown := m.samples.Blocks(), false
	for k, quadratic := range m.quadratics {
		g, u := prover.PeakOf(quadratic)
		if excess := math.Abs(g) - m.beta; excess > 0 {
			grown = m.add(neural.Neuron{U: u, Alpha: math.Copysign(1, g), Block: k % blocks, Output: k / blocks}, excess) || grown
		}
	}
	return grown
}

// add adds the neuron if that lowers the cost; slope is minus the derivative of the cost in its weight at zero.
func (m *polish) add(neuron neural.Neuron, slope float64) bool {
	outputs := make([]float64, m.n)
	m.samples.AddNeuron(outputs, 1, neuron.Block, neuron.U)
	cost := m.evaluate(m.c)
	weight := slope / m.curvature(outputs, neuron.Output)
	m.neurons = append(m.neurons, neural.Neuron{Alpha: neuron.Alpha, Block: neuron.Block, Output: neuron.Output})
	at := len(m.c)
	m.c = append(m.c, neuron.U...)
	for range 60 {
		copy(m.c[at:], neuron.U)
		dense.Scale(math.Sqrt(weight), m.c[at:])
		if m.evaluate(m.c) < cost {
			return true
		}
		weight /= 4
	}
	m.neurons, m.c = m.neurons[:len(m.neurons)-1], m.c[:at]
	m.evaluate(m.c)
	return false
}

// curvature returns the second derivative of the loss along a change of one output.
func (m *polish) curvature(outputs []float64, output int) float64 {
	total := 0.0
	for i, h := range outputs {
		var curvature float64
		if at := output*m.n + i; m.outputs == 1 {
			curvature = m.kind.Curvature(m.fit[at], m.y[at])
		} else {
			p := m.y[at] - m.dual[at]
			curvature = p * (1 - p)
		}
		total += curvature * h * h
	}
	return math.Max(total, tiny)
}
