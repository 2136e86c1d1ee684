package gemm

import "golang.org/x/sys/cpu"

//go:noescape
func kernel6x8(k int, a, b, c *float64, stride int)

//go:noescape
func kernel12x16(k int, a, b, c *float64, stride int)

// level says which assembly the processor can run: none, AVX2, or AVX-512 with enough registers for blocks of four times the size.
var level = func() int {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasFMA:
		return 2
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return 1
	}
	return 0
}()

func init() {
	if level == 2 {
		mr, nr = 2*smallRows, 2*smallColumns
	}
}

// kernel adds the product of the panels a, k by mr, and b, k by nr, to the mr by nr block c, whose rows are stride apart. k > 0.
func kernel(k int, a, b, c []float64, stride int) {
	_, _, _ = a[k*mr-1], b[k*nr-1], c[(mr-1)*stride+nr-1]
	switch level {
	case 2:
		kernel12x16(k, &a[0], &b[0], &c[0], stride)
	case 1:
		kernel6x8(k, &a[0], &b[0], &c[0], stride)
	default:
		plainKernel(k, a, b, c, stride)
	}
}
