package lift

import (
	"math"

	"conelab/core/numeric/dense"
)

// Directions is the operator of a network whose directions are given and whose weights are not: block k is one neuron, a matrix of order
// one, with A_ik the neuron's output for sample i. Training it is the convex problem in alpha alone.
type Directions struct {
	n       int
	outputs []float64 // K rows of n
}

// NewDirections returns the operator; outputs has a row of n outputs for each neuron and is kept.
func NewDirections(outputs []float64, n int) *Directions { return &Directions{n, outputs} }

// Len returns n, Order 1, Blocks the number of neurons, Balanced false: a weight has no trace condition.
func (m *Directions) Len() int       { return m.n }
func (m *Directions) Order() int     { return 1 }
func (m *Directions) Blocks() int    { return len(m.outputs) / m.n }
func (m *Directions) Balanced() bool { return false }

func (m *Directions) neuron(k int) []float64 { return m.outputs[k*m.n : (k+1)*m.n] }

// AddApply adds the weight d[0] times the neuron's outputs to dst.
func (m *Directions) AddApply(dst, d []float64, k int) { dense.Axpy(d[0], m.neuron(k), dst) }

// AdjointTo writes sum_i v_i A_ik into dst[0].
func (m *Directions) AdjointTo(dst, v []float64, k int) { dst[0] = dense.Dot(m.neuron(k), v) }

// AddGram adds f^4 A_ik A_jk to the lower triangle of dst, whose rows are stride apart.
func (m *Directions) AddGram(dst []float64, stride int, f []float64, k int) {
	out, w := m.neuron(k), f[0]*f[0]*f[0]*f[0]
	for i, v := range out {
		dense.Axpy(w*v, out[:i+1], dst[i*stride:i*stride+i+1])
	}
}

// AddWeightedGram does so for the weight's square times A_ik A_jk.
func (m *Directions) AddWeightedGram(dst []float64, stride int, f, weights []float64, k int) {
	m.AddGram(dst, stride, []float64{f[0] * math.Sqrt(weights[0])}, k)
}

// Paired reports whether AddWeightedGram takes no longer than AddGram.
func (m *Directions) Paired() bool { return true }

// MoveTo writes f^2 A_ik into dst[0].
func (m *Directions) MoveTo(dst []float64, i int, f []float64, k int) {
	dst[0] = f[0] * f[0] * m.outputs[k*m.n+i]
}
