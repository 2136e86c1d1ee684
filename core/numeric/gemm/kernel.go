package gemm

// The kernel updates an mr by nr block of C: six by eight, or twice as many rows and columns if the processor has enough registers.
const smallRows, smallColumns = 6, 8

var mr, nr = smallRows, smallColumns

// plainKernel, for the small block size, adds the product of the panels a, k by mr, and b, k by nr, to the mr by nr block c, whose rows are
// stride apart. It takes two columns at a time, so that the twelve sums stay in registers.
func plainKernel(k int, a, b, c []float64, stride int) {
	a, b = a[:k*smallRows], b[:k*smallColumns]
	for j := 0; j < smallColumns; j += 2 {
		var s0, s1, s2, s3, s4, s5, t0, t1, t2, t3, t4, t5 float64
		x, y := a, b[j:]
		for len(x) >= smallRows {
			u, b0, b1 := (*[smallRows]float64)(x), y[0], y[1]
			s0 += u[0] * b0
			t0 += u[0] * b1
			s1 += u[1] * b0
			t1 += u[1] * b1
			s2 += u[2] * b0
			t2 += u[2] * b1
			s3 += u[3] * b0
			t3 += u[3] * b1
			s4 += u[4] * b0
			t4 += u[4] * b1
			s5 += u[5] * b0
			t5 += u[5] * b1
			if x = x[smallRows:]; len(x) > 0 {
				y = y[smallColumns:]
			}
		}
		for i, pair := range [smallRows][2]float64{{s0, t0}, {s1, t1}, {s2, t2}, {s3, t3}, {s4, t4}, {s5, t5}} {
			c[i*stride+j] += pair[0]
			c[i*stride+j+1] += pair[1]
		}
	}
}
