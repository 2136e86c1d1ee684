package certify

import (
	"math"
	"testing"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// A matrix of full rank has a least eigenvalue above zero, and one that is off by design is measured as such.
func TestMeasuresOfKnownNeurons(t *testing.T) {
	p := Problem{X: []float64{1, 2}, Y: []float64{3}, D: 2, Sigma: lift.Polynomial{A: 1}, Beta: 0.5}
	r := &Result{Fit: []float64{5}}
	// Three directions at 120 degrees with weights of 2/3: Z = diag(1, 1, 2).
	for k := range 3 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3)
		r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{cos, sin}, Alpha: 2. / 3})
	}
	// One that is too long by a tenth, with weight -1: Z' = [u;1][u;1]', whose trace condition misses by 0.21.
	r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{1.1, 0}, Alpha: -1})
	m := r.Measure(p)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"loss", m.Loss, 4}, {"weight", m.Weight, 3}, {"lengths", m.Lengths, 0.1}, {"eigenvalue of Z", m.Eigenvalue[0], 1},
		{"eigenvalue of Z'", m.Eigenvalue[1], 0}, {"trace of Z", m.Trace[0], 0}, {"trace of Z'", m.Trace[1], 0.21},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
		}
	}
	if m.Reassembly < 0.01 || m.Width != 6 {
		t.Errorf("%+v", m)
	}
}
