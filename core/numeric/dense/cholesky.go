package dense

import (
	"context"
	"math"

	"conelab/core/numeric/parallel"
)

// choleskyBlock is the number of columns that are factorised at a time, solveBlock the number of columns solved for at a time.
const choleskyBlock, solveBlock = 36, 12

// Cholesky overwrites the lower triangle of the n by n symmetric a with its factor L, A = L L', and reports whether A is positive definite.
// Only the lower triangle is read and written. If A is not positive definite, or ctx is canceled, it returns false and a is
// partly overwritten. n^3/6 multiplications.
//
// Block columns are processed from left to right. The update by all columns before is one matrix product; then the diagonal block is
// factorised, and the rows below it, which are independent, are solved for.
func Cholesky(ctx context.Context, a []float64, n int) bool {
	if n <= choleskyBlock {
		return choleskyRows(a, n, n)
	}
	for j := 0; j < n; j += choleskyBlock {
		if !parallel.Yield(ctx) {
			return false
		}
		c := blockColumn{a: a, n: n, from: j, width: min(choleskyBlock, n-j)}
		diagonal := tiles{dst: a[j*n+j:], ldd: n, a: a[j*n:], lda: n, b: a[j*n:], ldb: n, m: c.width, n: c.width, k: j, sign: -1,
			lower: true}
		diagonal.rows(0, c.width)
		if !choleskyRows(a[j*n+j:], n, c.width) {
			return false
		}
		below := n - j - c.width
		if float64(below)*float64(c.width)*float64(j+c.width) < threadWork || parallel.Threads() == 1 {
			c.rows(j+c.width, n)
			continue
		}
		c.spread(ctx)
	}
	return true
}

// blockColumn is a block column of a matrix under factorisation; the columns before it are done.
type blockColumn struct {
	a              []float64
	n, from, width int
}

// spread computes the rows below the diagonal block on several threads.
func (c blockColumn) spread(ctx context.Context) {
	first := c.from + c.width
	parallel.For(ctx, (c.n-first+rowBlock-1)/rowBlock, func(i int) {
		c.rows(first+i*rowBlock, min(c.n, first+(i+1)*rowBlock))
	})
}

// rows computes L for the rows from low to high: the updated A times the inverse transpose of the diagonal block's factor.
func (c blockColumn) rows(low, high int) {
	a, n, j := c.a, c.n, c.from
	for ; low < high; low += rowBlock {
		top := min(high, low+rowBlock)
		rest := tiles{dst: a[low*n+j:], ldd: n, a: a[low*n:], lda: n, b: a[j*n:], ldb: n, m: top - low, n: c.width, k: j, sign: -1}
		rest.rows(0, top-low)
		for s := 0; s < c.width; s += solveBlock {
			part := tiles{dst: a[low*n+j+s:], ldd: n, a: a[low*n+j:], lda: n, b: a[(j+s)*n+j:], ldb: n, m: top - low,
				n: min(solveBlock, c.width-s), k: s, sign: -1}
			if s > 0 {
				part.rows(0, top-low)
			}
			solveRows(a[low*n+j+s:], a[(j+s)*n+j+s:], n, top-low, part.n)
		}
	}
}

// solveRows overwrites count rows x of the given width with x L^-T, for lower triangular L; the rows of x and of l are stride
// apart. It works on four rows at a time, since the operations on a single row would wait for each other.
func solveRows(x, l []float64, stride, count, width int) {
	var inverse [solveBlock]float64
	for k := range width {
		inverse[k] = 1 / l[k*stride+k]
	}
	i := 0
	for ; i+4 <= count; i += 4 {
		r0, r1 := x[i*stride:i*stride+width], x[(i+1)*stride:(i+1)*stride+width]
		r2, r3 := x[(i+2)*stride:(i+2)*stride+width], x[(i+3)*stride:(i+3)*stride+width]
		for k := range width {
			v0, v1, v2, v3 := r0[k], r1[k], r2[k], r3[k]
			for q, w := range l[k*stride : k*stride+k] {
				v0 -= w * r0[q]
				v1 -= w * r1[q]
				v2 -= w * r2[q]
				v3 -= w * r3[q]
			}
			d := inverse[k]
			r0[k], r1[k], r2[k], r3[k] = v0*d, v1*d, v2*d, v3*d
		}
	}
	for ; i < count; i++ {
		row := x[i*stride : i*stride+width]
		for k, v := range row {
			for q, w := range l[k*stride : k*stride+k] {
				v -= w * row[q]
			}
			row[k] = v * inverse[k]
		}
	}
}

// choleskyRows factorises a small matrix of order n whose rows are stride apart.
func choleskyRows(a []float64, stride, n int) bool {
	for i := range n {
		row := a[i*stride : i*stride+i+1]
		j := 0
		for ; j+4 <= i; j += 4 {
			// Four entries of the row share one pass over the columns before them; the triangle between the four follows.
			r0, r1, r2, r3 := a[j*stride:], a[(j+1)*stride:], a[(j+2)*stride:], a[(j+3)*stride:]
			s0, s1, s2, s3 := dot4(row[:j], r0, r1, r2, r3)
			l0 := (row[j] - s0) / r0[j]
			l1 := (row[j+1] - s1 - l0*r1[j]) / r1[j+1]
			l2 := (row[j+2] - s2 - l0*r2[j] - l1*r2[j+1]) / r2[j+2]
			l3 := (row[j+3] - s3 - l0*r3[j] - l1*r3[j+1] - l2*r3[j+2]) / r3[j+3]
			row[j], row[j+1], row[j+2], row[j+3] = l0, l1, l2, l3
		}
		for ; j < i; j++ {
			row[j] = (row[j] - Dot(row[:j], a[j*stride:j*stride+j])) / a[j*stride+j]
		}
		pivot := row[i] - Dot(row[:i], row[:i])
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		row[i] = math.Sqrt(pivot)
	}
	return true
}

// CholeskySolve overwrites b with the solution x of L L' x = b, where l is the factor from Cholesky.
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
