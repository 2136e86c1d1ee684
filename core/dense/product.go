package dense

// MulNT writes A B' into dst, for A m by k and B n by k. Rows run along both factors, so every product is over contiguous memory.
func MulNT(dst, a, b []float64, m, n, k int) {
	i := 0
	for ; i+2 <= m; i += 2 {
		x, y := a[i*k:(i+1)*k], a[(i+1)*k:(i+2)*k]
		out, next := dst[i*n:(i+1)*n], dst[(i+1)*n:(i+2)*n]
		j := 0
		for ; j+4 <= n; j += 4 {
			out[j], out[j+1], out[j+2], out[j+3], next[j], next[j+1], next[j+2], next[j+3] =
				dot8(x, y, b[j*k:], b[(j+1)*k:], b[(j+2)*k:], b[(j+3)*k:])
		}
		for ; j < n; j++ {
			out[j], next[j] = Dot(x, b[j*k:(j+1)*k]), Dot(y, b[j*k:(j+1)*k])
		}
	}
	if i < m {
		rowNT(dst[i*n:(i+1)*n], a[i*k:(i+1)*k], b, n, k)
	}
}

// rowNT writes x B' into out, for B n by k.
func rowNT(out, x, b []float64, n, k int) {
	j := 0
	for ; j+4 <= n; j += 4 {
		out[j], out[j+1], out[j+2], out[j+3] = dot4(x, b[j*k:], b[(j+1)*k:], b[(j+2)*k:], b[(j+3)*k:])
	}
	for ; j < n; j++ {
		out[j] = Dot(x, b[j*k:(j+1)*k])
	}
}

// SymmetricNT writes A B' into the n by n dst where that is symmetric, for A and B n by k: the lower triangle is computed, and copied.
func SymmetricNT(dst, a, b []float64, n, k int) {
	for i := range n {
		rowNT(dst[i*n:i*n+i+1], a[i*k:(i+1)*k], b, i+1, k)
		for j := range i {
			dst[j*n+i] = dst[i*n+j]
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
	i := 0
	for ; i+2 <= n; i += 2 {
		x, y := a[i*k:(i+1)*k], a[(i+1)*k:(i+2)*k]
		out, next := dst[i*stride:i*stride+i+1], dst[(i+1)*stride:(i+1)*stride+i+2]
		j := 0
		for ; j+4 <= i+1; j += 4 {
			s0, s1, s2, s3, t0, t1, t2, t3 := dot8(x, y, a[j*k:], a[(j+1)*k:], a[(j+2)*k:], a[(j+3)*k:])
			out[j] += s0
			out[j+1] += s1
			out[j+2] += s2
			out[j+3] += s3
			next[j] += t0
			next[j+1] += t1
			next[j+2] += t2
			next[j+3] += t3
		}
		for ; j <= i; j++ {
			row := a[j*k : (j+1)*k]
			out[j] += Dot(x, row)
			next[j] += Dot(y, row)
		}
		next[i+1] += Dot(y, y)
	}
	if i < n {
		x, out := a[i*k:(i+1)*k], dst[i*stride:i*stride+i+1]
		for j := range out {
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
