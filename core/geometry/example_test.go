//go:build !js

// The browser has no file to catch an example's output in.

package geometry_test

import (
	"fmt"

	"conelab/core/geometry"
)

// The center of the hull of (cos a, sin a, cos 2a, sin 2a) is the network of three neurons.
func ExampleCurve() {
	var c geometry.Curve
	fmt.Println(len(c.Combination([4]float64{})), "points")
	value, _ := c.Support([4]float64{1, 0, 1, 0}) // cos a + cos 2a is largest at a = 0
	fmt.Printf("%.6f\n", value)
	// Output:
	// 3 points
	// 2.000000
}

// diag(1, 1, 3) is not balanced; the nearest matrix of +M(1) is.
func ExamplePositive_Project() {
	b := geometry.Positive{D: 2, T: 1}
	got := b.Project([]float64{1, 0, 0, 0, 1, 0, 0, 0, 3})
	fmt.Printf("%.4f, %d neurons, distance %.4f, proved: %v\n", got.Point[8], len(got.Neurons), got.Distance, got.Gap < 1e-12)
	// Output: 1.0000, 3 neurons, distance 2.1213, proved: true
}
