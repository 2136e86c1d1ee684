//go:build !js

// Examples are left out in the browser: capturing their output takes a file.

package path_test

import (
	"fmt"

	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
)

// Three values of beta, from the one at which the network is empty downwards. Each optimum is certified, and scored on points
// that are not trained on.
func ExampleJob() {
	x, y := []float64{0, 1, 1, 0, -1, 0.5, 0.5, -1, -0.5, -0.5}, []float64{1, -1, 1, -1, 1}
	p := certify.Problem{X: x, Y: y, D: 2, Sigma: lift.Polynomial{A: 1, B: 1, C: 1}}
	betas, err := path.Grid(&p, 3, 0.01)
	if err != nil {
		fmt.Println(err)
		return
	}
	var job path.Job
	found := job.Run(p, betas, &certify.Set{X: []float64{0.9, -0.2, -0.8, 0.4}, Y: []float64{-1, 1}})
	for _, point := range found.Points {
		fmt.Printf("beta %.3f: cost %.4f, %d neurons, %.0f %% of the others right\n",
			point.Beta, point.Objective, len(point.Neurons), 100**point.Test.Accuracy)
	}
	fmt.Printf("%s; best is beta = %.3f\n", found.Status, found.Points[found.Outcome().Best].Beta)
	// Output:
	// beta 9.088: cost 5.0000, 0 neurons, 50 % of the others right
	// beta 0.909: cost 1.3909, 3 neurons, 100 % of the others right
	// beta 0.091: cost 0.1542, 3 neurons, 100 % of the others right
	// optimal; best is beta = 0.909
}
