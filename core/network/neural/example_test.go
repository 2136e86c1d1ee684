//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package neural_test

import (
	"fmt"

	"conelab/core/network/neural"
)

// A matrix with the trace of its leading block equal to its last entry is a sum of as many neurons as its rank: here of (1, 0)
// and (0.6, 0.8), whose weights are 1 and 2, or of two others.
func ExampleDecompose() {
	z := make([]float64, 9)
	neural.Assemble(z, []neural.Neuron{{U: []float64{1, 0}, Alpha: 1}, {U: []float64{0.6, 0.8}, Alpha: 2}}, 1, 0, 0, true)
	d := neural.Decompose(z, 3, 3, true)
	total := 0.0
	for _, n := range d.Neurons(1, true) {
		total += n.Alpha
	}
	fmt.Printf("rank %d, weights add up to %.6f, residual below 1e-12: %v\n", len(d.Vectors), total, d.Residual < 1e-12)
	// Output:
	// rank 2, weights add up to 3.000000, residual below 1e-12: true
}
