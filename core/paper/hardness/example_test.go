//go:build !js

// A browser cannot capture an example's output in a file.

package hardness_test

import (
	"fmt"

	"conelab/core/paper/hardness"
)

// The same four integers: 16 is a subset's sum and 17 is not. The convex relaxation has the value 1 for both.
func Example() {
	for _, target := range []int64{16, 17} {
		in, err := hardness.New([]int64{3, 5, 8, 13}, target)
		if err != nil {
			fmt.Println(err)
			return
		}
		r := hardness.Run(in)
		fmt.Println(target, r.Exists, r.Subset, r.Witness, r.Exact, "relaxation:", r.Relaxation.Lower, r.Relaxation.Attained)
	}
	// Output:
	// 16 true [0 3] [0.5 -0.5 -0.5 0.5] true relaxation: 1 true
	// 17 false [] [] false relaxation: 1 true
}
