package dense

// MulNT writes A B' into dst, for A m by k and B n by k. Rows run along both factors, so every product is over contiguous memory.
func MulNT(dst, a, b []float64, m, n, k int) {
	for i := range m {
		x, out := a[i*k:(i+1)*k], dst[i*n:(i+1)*n]
		j := 0
		for ; j+4 <= n; j += 4 {
			out[j], out[j+1], out[j+2], out[j+3] = dot4(x, b[j*k:], b[(j+1)*k:], b[(j+2)*k:], b[(j+3)*k:])
		}
		for ; j < n; j++ {
			out[j] = Dot(x, b[j*k:(j+1)*k])
		}
	}
}

// MulNN writes A B into dst, for A m by k and B k by n.
func MulNN(dst, a, b []float64, m, n, k int) {
	for i := range m {
		out := dst[i*n : (i+1)*n]
		clear(out)
		for l, v := range a[i*k : (i+1)*k] {
			Axpy(v, b[l*n:(l+1)*n], out)
		}
	}
}

// AddGram adds the lower triangle of A A' to that of the symmetric dst, whose rows are stride apart, for A n by k.
func AddGram(dst []float64, stride int, a []float64, n, k int) {
	for i := range n {
		x, out := a[i*k:(i+1)*k], dst[i*stride:i*stride+i+1]
		j := 0
		for ; j+4 <= i+1; j += 4 {
			s0, s1, s2, s3 := dot4(x, a[j*k:], a[(j+1)*k:], a[(j+2)*k:], a[(j+3)*k:])
			out[j] += s0
			out[j+1] += s1
			out[j+2] += s2
			out[j+3] += s3
		}
		for ; j <= i; j++ {
			out[j] += Dot(x, a[j*k:(j+1)*k])
		}
	}
}

// Transpose writes A' into dst, for A n by n.
func Transpose(dst, a []float64, n int) {
	for i := range n {
		for j := range n {
			dst[j*n+i] = a[i*n+j]
		}
	}
}
