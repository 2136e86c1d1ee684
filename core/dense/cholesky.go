package dense

import "math"

// Cholesky overwrites the lower triangle of the n by n symmetric a with its factor L, a = L L', and reports whether a is positive
// definite; only the lower triangle is read and written. When it is not, a is left half done. n^3/6 multiplications.
func Cholesky(a []float64, n int) bool {
	for i := range n {
		row := a[i*n : i*n+i+1]
		j := 0
		for ; j+4 <= i; j += 4 {
			// Four entries of the row share one pass over what is left of them; the triangle between the four follows.
			r0, r1, r2, r3 := a[j*n:], a[(j+1)*n:], a[(j+2)*n:], a[(j+3)*n:]
			s0, s1, s2, s3 := dot4(row[:j], r0, r1, r2, r3)
			l0 := (row[j] - s0) / r0[j]
			l1 := (row[j+1] - s1 - l0*r1[j]) / r1[j+1]
			l2 := (row[j+2] - s2 - l0*r2[j] - l1*r2[j+1]) / r2[j+2]
			l3 := (row[j+3] - s3 - l0*r3[j] - l1*r3[j+1] - l2*r3[j+2]) / r3[j+3]
			row[j], row[j+1], row[j+2], row[j+3] = l0, l1, l2, l3
		}
		for ; j < i; j++ {
			row[j] = (row[j] - Dot(row[:j], a[j*n:j*n+j])) / a[j*n+j]
		}
		pivot := row[i] - Dot(row[:i], row[:i])
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		row[i] = math.Sqrt(pivot)
	}
	return true
}

// CholeskySolve overwrites b with the solution x of L L' x = b, l being what Cholesky left.
func CholeskySolve(l []float64, n int, b []float64) {
	SolveLower(l, n, b)
	SolveLowerT(l, n, b)
}

// SolveLowerT overwrites b with the solution x of L'x = b, L lower triangular.
func SolveLowerT(l []float64, n int, b []float64) {
	for i := n - 1; i >= 0; i-- {
		b[i] /= l[i*n+i]
		Axpy(-b[i], l[i*n:i*n+i], b[:i])
	}
}

// SolveLower overwrites b with the solution x of L x = b, L lower triangular.
func SolveLower(l []float64, n int, b []float64) {
	for i := range n {
		b[i] = (b[i] - Dot(l[i*n:i*n+i], b[:i])) / l[i*n+i]
	}
}
