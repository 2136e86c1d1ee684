//go:build !amd64

package gemm

// kernel adds the product of the panels a, k by mr, and b, k by nr, to the mr by nr block c, whose rows are stride apart. k > 0.
func kernel(k int, a, b, c []float64, stride int) { plainKernel(k, a, b, c, stride) }
