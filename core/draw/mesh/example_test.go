//go:build !js

package mesh_test

import (
	"fmt"

	"conelab/core/draw/mesh"
)

// The shadow of all networks with two features and weights >= 0 of sum one, and in it two neurons of weight 1/2 each.
func Example() {
	shadow := mesh.Shadow{Features: 2, Rows: [3][8]float64{{0: 1}, {1: 1}, {2: 1}}}
	var hull mesh.Hull
	curve := shadow.CurveTo(nil, 240)
	hull.Build(curve)

	a, b := shadow.Neuron(mesh.Vec{1, 0}), shadow.Neuron(mesh.Vec{0, 1})
	z := [4][4]float64{ // 1/2 [1 0 1]'[1 0 1] + 1/2 [0 1 1]'[0 1 1]; the third row would be that of a third feature
		{0.5, 0, 0, 0.5},
		{0, 0.5, 0, 0.5},
		{},
		{0.5, 0.5, 0, 1},
	}
	network, _ := shadow.Matrix(func(i, j int) float64 { return z[i][j] })
	fmt.Println(a, b, network, hull.Contains(network, 1e-8))
	// Output: [1 0 1] [0 1 -1] [0.5 0.5 0] true
}
