//go:build !js

package mesh_test

import (
	"fmt"

	"conelab/core/draw/mesh"
)

// The shadow of all networks with two features and weights >= 0 of sum one, and in it two neurons of weight 1/2 each.
func Example() {
	shadow := mesh.Shadow2{Frame: [3][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}
	var hull mesh.Hull
	curve := shadow.CurveTo(nil, 240)
	hull.Build(curve)

	a, b := shadow.Neuron([2]float64{1, 0}), shadow.Neuron([2]float64{0, 1})
	z := []float64{ // 1/2 [1 0 1]'[1 0 1] + 1/2 [0 1 1]'[0 1 1]
		0.5, 0, 0.5,
		0, 0.5, 0.5,
		0.5, 0.5, 1,
	}
	network, _ := shadow.Matrix(z)
	fmt.Println(a, b, network, hull.Contains(network, 1e-12))
	// Output: [1 0 1] [0 1 -1] [0.5 0.5 0] true
}
