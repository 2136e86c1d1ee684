package descent

import (
	"math"
	"math/rand/v2"

	"conelab/core/network/neural"
)

// weights are the parameters of a network of m hidden units: U is m by dim, and Alpha is m by K by C.
type weights struct {
	Width    int
	U, Alpha []float64
}

func newWeights(d *Data, m int) *weights {
	return &weights{m, make([]float64, m*d.dim), make([]float64, m*d.blocks*d.outputs)}
}

// draw fills the weights with uniform random numbers up to 1 / sqrt(number of inputs), the default of common libraries.
func (w *weights) draw(d *Data, rng *rand.Rand) {
	fill := func(v []float64, inputs int) {
		limit := 1 / math.Sqrt(float64(inputs))
		for i := range v {
			v[i] = limit * (2*rng.Float64() - 1)
		}
	}
	fill(w.U, d.dim)
	fill(w.Alpha, w.Width*d.blocks)
}

// normalize scales every u to unit length.
func (w *weights) normalize() {
	dim := len(w.U) / w.Width
	for j := range w.Width {
		u := w.U[j*dim : (j+1)*dim]
		norm := length(u)
		for i := range u {
			u[i] /= norm
		}
	}
}

// length returns |u| without overflow.
func length(u []float64) float64 {
	norm := 0.0
	for _, v := range u {
		norm = math.Hypot(norm, v)
	}
	return norm
}

// neurons returns the hidden units as neurons alpha sigma(x'u) of package neural, one for each block and output. Their u have unit length only in the
// Tractable form.
func (w *weights) neurons(d *Data) []neural.Neuron {
	neurons := make([]neural.Neuron, 0, len(w.Alpha))
	for j := range w.Width {
		u := append([]float64(nil), w.U[j*d.dim:(j+1)*d.dim]...)
		for k := range d.blocks {
			for o := range d.outputs {
				neurons = append(neurons, neural.Neuron{U: u, Alpha: w.Alpha[(j*d.blocks+k)*d.outputs+o], Block: k, Output: o})
			}
		}
	}
	return neurons
}
