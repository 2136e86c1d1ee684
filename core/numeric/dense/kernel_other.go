//go:build !amd64

package dense

// vectorized says whether there are assembly kernels.
const vectorized = false

func dot4x3(k int, a *float64, lda int, b *float64, ldb int, out *[12]float64) { panic(noKernel) }
func dotVector(x, y *float64, n int) float64                                   { panic(noKernel) }
func axpyVector(a float64, x, y *float64, n int)                               { panic(noKernel) }
func subtract8Vector(c *[8]float64, x, y, r0, r1, r2, r3 *float64, n int)      { panic(noKernel) }
func quadraticVector(out, v, half, squares *float64, n int, c *[4]float64)     { panic(noKernel) }

func rotateVector(c, s float64, x, y *float64, n int) { panic(noKernel) }

func dot8Vector(x, y, r0, r1, r2, r3 *float64, n int, out *[8]float64) { panic(noKernel) }

const noKernel = "dense: no kernel in assembly"
