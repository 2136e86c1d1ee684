//go:build !js

// The browser has no file to catch an example's output in.

package certify_test

import (
	"fmt"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
)

// A job solves a problem, and then the same with another beta.
func ExampleJob() {
	p := certify.Problem{
		X: []float64{0, 1, 1, 0, -1, 0.5, 0.5, -1, -0.5, -0.5}, Y: []float64{1, -1, 1, -1, 1}, D: 2,
		Sigma: lift.Polynomial{A: 1, B: 1, C: 1}, Beta: 0.1,
	}
	var job certify.Job
	r := job.Run(p)
	fmt.Printf("%s: cost %.6f, gap below 1e-8: %v\n", r.Status, r.Objective, r.Gap < 1e-8)
	job.Restart(1)
	r = job.Result()
	fmt.Printf("%s: cost %.6f with beta = 1\n", r.Status, r.Objective)
	// Output:
	// optimal: cost 0.169472, gap below 1e-8: true
	// optimal: cost 1.513023 with beta = 1
}
