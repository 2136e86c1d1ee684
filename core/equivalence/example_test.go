//go:build !js

// The browser has no file to catch an example's output in.

package equivalence_test

import (
	"fmt"
	"math/rand/v2"

	"conelab/core/equivalence"
	"conelab/core/neural"
)

// Three neurons of a plane network, and the same network with its first neuron turned to (0, 1).
func ExampleChooseFirst() {
	network := []neural.Neuron{{U: []float64{1, 0}, Alpha: 1}, {U: []float64{-0.6, 0.8}, Alpha: 2}, {U: []float64{-0.6, -0.8}, Alpha: 2}}
	z := equivalence.Lifted(network, 2)
	choice, err := equivalence.ChooseFirst(z, 3, []float64{0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	first := choice.Neurons[0]
	fmt.Printf("u = (%.3f, %.3f), alpha = %.3f, cost %.3f\n", first.U[0]+0, first.U[1], first.Alpha, equivalence.L1Cost(choice.Neurons))
	// Output: u = (0.000, 1.000), alpha = 1.590, cost 5.000
}

// Section 5.4 corrected, beside what is printed there: both have the function of Z = diag(3, -1), one has its cost |Z|_* = 4.
func ExampleWiden() {
	z := []float64{3, 0, 0, -1}
	rng := rand.New(rand.NewPCG(1, 1))
	wide, _ := equivalence.Widen(z, 2, 10, rng)
	printed, _ := equivalence.Printed(z, 2, 5, rng)
	fmt.Printf("%d neurons: %.6f and %.6f\n", len(wide), equivalence.L1Cost(wide), equivalence.L1Cost(printed))
	// Output: 10 neurons: 4.000000 and 6.000000
}

// An l1 network and the cubic one of equal cost.
func ExampleToCubic() {
	network := []neural.Neuron{{U: []float64{0.6, 0.8}, Alpha: 2}, {U: []float64{1, 0}, Alpha: -1}}
	cubic := equivalence.ToCubic(network)
	fmt.Printf("%.9f %.9f\n", equivalence.L1Cost(network), equivalence.CubicCost(cubic))
	// Output: 3.000000000 3.000000000
}
