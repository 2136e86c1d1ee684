package gemm

import "golang.org/x/sys/cpu"

// fast reports whether the processor runs the assembly.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

//go:noescape
func kernel6x8(k int, a, b, c *float64, stride int)

// kernel adds the product of the panels a, k by mr, and b, k by nr, to the mr by nr block c, whose rows are stride apart. k > 0.
func kernel(k int, a, b, c []float64, stride int) {
	if !fast {
		plainKernel(k, a, b, c, stride)
		return
	}
	_, _, _ = a[k*mr-1], b[k*nr-1], c[(mr-1)*stride+nr-1]
	kernel6x8(k, &a[0], &b[0], &c[0], stride)
}
