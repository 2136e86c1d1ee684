//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package solve_test

import (
	"fmt"

	"conelab/core/network/solve"
	"conelab/core/numeric/lift"
)

// Five points in the plane with a label each, row by row.
func ExampleRun() {
	x := []float64{0, 1, 1, 0, -1, 0.5, 0.5, -1, -0.5, -0.5}
	y := []float64{1, -1, 1, -1, 1}
	network, err := solve.Run(x, y, 2, 1, solve.Options{Activation: lift.Polynomial{A: 1, B: 1, C: 1}, Beta: 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("certified: %v, cost %.4f, lower bound %.4f, %d neurons\n",
		network.Certified(), network.Objective, network.Lower, len(network.Neurons))
	values, err := network.Predict([]float64{0.2, 0.3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(0.2, 0.3) = %.4f\n", values[0])
	// Output:
	// certified: true, cost 0.1695, lower bound 0.1695, 3 neurons
	// f(0.2, 0.3) = 0.2323
}
