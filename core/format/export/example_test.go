//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package export_test

import (
	"fmt"

	"conelab/core/format/document"
	"conelab/core/format/export"
)

// A network of two neurons in the plane.
func Example() {
	problem := &document.Problem{
		Data:         document.Data{X: [][]float64{{1, 0}, {0, 1}}, Y: [][]float64{{1}, {-1}}},
		Architecture: document.Architecture{Kind: document.KindDense},
		Activation:   document.Activation{A: 1, B: 0.5},
		Loss:         document.LossSquared, Beta: 0.1,
	}
	solution := &document.Solution{
		Objective: 0.25, LowerBound: 0.25,
		Network: document.Network{Neurons: []document.Neuron{{U: []float64{1, 0}, Alpha: 0.5}, {U: []float64{0.6, 0.8}, Alpha: -0.25}}},
	}
	network, err := export.Of(problem, solution)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s%s", network.LaTeX(3), network.Neurons())
	// Output:
	// % A two-layer network with 2 neurons, written by Conelab.
	// % Dense, 2 features, 1 output.
	// % The sum of alpha sigma(x'u) over the neurons; sigma(s) = s^2 + 0.5 s.
	// % Loss squared, beta = 0.1.
	// % Cost 0.25, relative gap 0.
	// % No network of this kind, however wide, costs less than 0.25.
	// % Needs \usepackage{amsmath}. Numbers are rounded to 3 digits.
	// \begin{align*}
	// f(x) ={}& 0.5\,\sigma(x_{1}) \\
	// & \quad - 0.25\,\sigma(0.6\,x_{1} + 0.8\,x_{2}) \\
	// ={}& 0.41\,x_{1}^{2} - 0.24\,x_{1} x_{2} - 0.16\,x_{2}^{2} + 0.175\,x_{1} - 0.1\,x_{2} \\
	// \sigma(s) ={}& s^{2} + 0.5\,s
	// \end{align*}
	// u1,u2,alpha,block,output
	// 1,0,0.5,0,0
	// 0.6,0.8,-0.25,0,0
}
