//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package equivalent_test

import (
	"fmt"
	"math/rand/v2"

	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
)

// Three neurons of a plane network, and the same network with its first neuron turned to (0, 1).
func ExampleChooseFirst() {
	network := []neural.Neuron{{U: []float64{1, 0}, Alpha: 1}, {U: []float64{-0.6, 0.8}, Alpha: 2}, {U: []float64{-0.6, -0.8}, Alpha: 2}}
	z := make([]float64, 9)
	neural.Assemble(z, network, 1, 0, 0, true)
	choice, err := equivalent.ChooseFirst(z, 3, []float64{0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	first := choice.Neurons[0]
	fmt.Printf("u = (%.3f, %.3f), alpha = %.3f, cost %.3f\n", first.U[0]+0, first.U[1], first.Alpha, equivalent.L1Cost(choice.Neurons))
	// Output: u = (0.000, 1.000), alpha = 1.590, cost 5.000
}

// Ten neurons with the function of Z = diag(3, -1) and its least cost, |Z|_* = 4.
func ExampleWiden() {
	z := []float64{3, 0, 0, -1}
	rng := rand.New(rand.NewPCG(1, 1))
	wide, _ := equivalent.Widen(z, 2, 10, rng)
	fmt.Printf("%d neurons: %.6f\n", len(wide), equivalent.L1Cost(wide))
	// Output: 10 neurons: 4.000000
}

// An l1 network and the cubic one of equal cost.
func ExampleToCubic() {
	network := []neural.Neuron{{U: []float64{0.6, 0.8}, Alpha: 2}, {U: []float64{1, 0}, Alpha: -1}}
	cubic := equivalent.ToCubic(network)
	fmt.Printf("%.9f %.9f\n", equivalent.L1Cost(network), equivalent.CubicCost(cubic))
	// Output: 3.000000000 3.000000000
}
