//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package solve_test

import (
	"context"
	"fmt"

	"conelab/core/format/solve"
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

// A table with words and classes, a network for it, its check, the classes of another table's rows, and the network as a program.
func ExampleTable() {
	problem, notes, err := solve.Table([]byte("length,colour,kind\n3.1,grey,heron\n4.2,white,stork\n2.4,white,egret\n3.3,grey,heron\n"+
		"4.4,white,stork\n2.2,white,egret\n"), "softmax")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(notes[0].Sentence)
	solve.AddBias(problem)
	network, err := solve.Run(context.Background(), problem, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(network.Check().Badge())
	outputs, err := network.PredictTable([]byte("colour,length\nwhite,4\ngrey,3\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range outputs {
		fmt.Println(network.Class(row))
	}
	program, err := network.Export("python")
	fmt.Println(len(program) > 0, err)
	// Output:
	// the target is column 3 (kind), the last
	// CERTIFIED: cost 0.2705806761, lower bound 0.2705806761, gap 1.6e-14
	// stork
	// heron
	// true <nil>
}
