//go:build !js

// The browser has no file to catch an example's output in.

package stack_test

import (
	"fmt"

	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/lift"
)

// Two layers on XOR and two points more: each is certified given those below it.
func ExampleJob() {
	p := certify.Problem{
		X: []float64{0, 0, 0, 1, 1, 0, 1, 1, 0.5, 0.5, 0.2, 0.9}, Y: []float64{-1, 1, 1, -1, 1, 1}, D: 2,
		Sigma: lift.Polynomial{A: 1, B: 1, C: 1}, Beta: 0.1,
	}
	var job stack.Job
	r := job.Run(stack.Problem{Problem: p, Options: stack.Options{Layers: 2}})
	for l, layer := range r.Layers {
		fmt.Printf("layer %d: cost %.4f, gap below 1e-8: %v\n", l+1, layer.Result.Objective, layer.Result.Gap < 1e-8)
	}
	fmt.Println(r.Status)
	// Output:
	// layer 1: cost 0.9946, gap below 1e-8: true
	// layer 2: cost 0.2500, gap below 1e-8: true
	// optimal
}
