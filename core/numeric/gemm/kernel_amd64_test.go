package gemm

import "testing"

// TestKernels: products are right with each of the kernels that the processor runs.
func TestKernels(t *testing.T) {
	best := level
	choose := func(l int) {
		level, mr, nr = l, smallRows, smallColumns
		if l == 2 {
			mr, nr = 2*smallRows, 2*smallColumns
		}
	}
	defer choose(best)
	for l := range best {
		choose(l)
		TestAddTo(t)
	}
}
