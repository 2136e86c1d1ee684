//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package solve_test

import (
	"context"
	"fmt"

	"conelab/core/network/solve"
)

// Five points in the plane with a label each.
func ExampleRun() {
	problem := solve.Problem([][]float64{{0, 1}, {1, 0}, {-1, 0.5}, {0.5, -1}, {-0.5, -0.5}}, [][]float64{{1}, {-1}, {1}, {-1}, {1}})
	problem.Activation.A, problem.Activation.B, problem.Activation.C = 1, 1, 1
	problem.Beta = 0.1
	network, err := solve.Run(context.Background(), problem, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("certified: %v, cost %.4f, lower bound %.4f, %d neurons\n",
		network.Certified(), network.Objective, network.LowerBound, len(network.Network.Neurons))
	values, err := network.Predict([][]float64{{0.2, 0.3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(0.2, 0.3) = %.4f\n", values[0][0])
	// Output:
	// certified: true, cost 0.1695, lower bound 0.1695, 3 neurons
	// f(0.2, 0.3) = 0.2323
}
