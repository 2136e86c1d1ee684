package dense

import "golang.org/x/sys/cpu"

// vectorized says whether the processor has the instructions that the assembly kernels need: AVX2 and fused multiply-add.
var vectorized = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// dot4x3 writes the inner products of four rows of a with three rows of b into out. The rows have k numbers and are lda and ldb numbers
// apart.
//
//go:noescape
func dot4x3(k int, a *float64, lda int, b *float64, ldb int, out *[12]float64)

//go:noescape
func dotVector(x, y *float64, n int) float64

//go:noescape
func axpyVector(a float64, x, y *float64, n int)

//go:noescape
func subtract8Vector(c *[8]float64, x, y, r0, r1, r2, r3 *float64, n int)

//go:noescape
func quadraticVector(out, v, half, squares *float64, n int, c *[4]float64)

//go:noescape
func dot8Vector(x, y, r0, r1, r2, r3 *float64, n int, out *[8]float64)

// rotateVector overwrites x and y, n numbers long, with c x - s y and s x + c y; n is a multiple of four.
//
//go:noescape
func rotateVector(c, s float64, x, y *float64, n int)
