package dense

import (
	"context"

	"conelab/core/numeric/parallel"
)

// MulNT writes A B' into dst, for A m by k and B n by k. Rows run along both factors, so every inner product is over contiguous memory.
func MulNT(dst, a, b []float64, m, n, k int) {
	t := tiles{dst: dst, ldd: n, a: a, lda: k, b: b, ldb: k, m: m, n: n, k: k}
	t.run(context.Background())
}

// SymmetricNT writes A B', which must be symmetric, into the n by n dst, for A and B n by k. It computes the lower triangle and copies it.
func SymmetricNT(dst, a, b []float64, n, k int) {
	LowerNT(dst, a, b, n, k)
	for i := range n {
		for j := range i {
			dst[j*n+i] = dst[i*n+j]
		}
	}
}

// ProductNT writes A B' into the m by n dst, for A m by k and B n by k. The rows of a, b and dst are lda, ldb and ldd apart. AddProductNT
// adds A B' to dst, the last m of the n rows of a matrix of which only the lower triangle is updated.
func ProductNT(dst []float64, ldd int, a []float64, lda int, b []float64, ldb, m, n, k int) {
	t := tiles{dst: dst, ldd: ldd, a: a, lda: lda, b: b, ldb: ldb, m: m, n: n, k: k}
	t.run(context.Background())
}

func AddProductNT(dst []float64, ldd int, a []float64, lda int, b []float64, ldb, m, n, k int) {
	whole := tiles{dst: dst, ldd: ldd, a: a, lda: lda, b: b, ldb: ldb, m: m, n: n - m, k: k, how: add}
	whole.run(context.Background())
	corner := tiles{dst: dst[n-m:], ldd: ldd, a: a, lda: lda, b: b[(n-m)*ldb:], ldb: ldb, m: m, n: m, k: k, how: add, lower: true}
	corner.run(context.Background())
}

// LowerNT writes the lower triangle of A B' into that of the n by n dst, for A and B n by k.
func LowerNT(dst, a, b []float64, n, k int) {
	t := tiles{dst: dst, ldd: n, a: a, lda: k, b: b, ldb: k, m: n, n: n, k: k, lower: true}
	t.run(context.Background())
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

// AddGram adds the lower triangle of A A' to that of the symmetric dst, whose rows are stride apart, for A n by k. Canceled, it leaves rows
// out.
func AddGram(ctx context.Context, dst []float64, stride int, a []float64, n, k int) {
	t := tiles{dst: dst, ldd: stride, a: a, lda: k, b: a, ldb: k, m: n, n: n, k: k, how: add, lower: true}
	t.run(ctx)
}

// AddQuadratic adds to entries (i, j) of the symmetric out, whose rows are stride apart, the numbers
//
//	g^2 + cross v - squares_i - squares_j,   g = a v + half_i + half_j,
//
// for v = h_i'h_j and all j <= i. h has n rows of k numbers; row is scratch for 8 n numbers. The sum is the Gram matrix of a lifted operator. Canceled, it leaves rows out.
func AddQuadratic(ctx context.Context, out []float64, stride int, h []float64, n, k int, a, cross float64, half, squares, row []float64) {
	const rows = 8
	for i := 0; i < n && !parallel.Canceled(ctx); i += rows {
		count := min(rows, n-i)
		width := i + count
		MulNT(row, h[i*k:(i+count)*k], h, count, width, k)
		for l := range count {
			quadratic(out[(i+l)*stride:(i+l)*stride+i+l+1], row[l*width:], half, squares, a, half[i+l], cross, squares[i+l])
		}
	}
}

// quadratic is AddQuadratic for one row.
func quadratic(out, v, half, squares []float64, a, hi, cross, si float64) {
	j := 0
	if whole := len(out) &^ 3; vectorized && whole > 0 {
		quadraticVector(&out[0], &v[0], &half[0], &squares[0], whole, &[4]float64{a, hi, cross, si})
		j = whole
	}
	for ; j < len(out); j++ {
		g := a*v[j] + hi + half[j]
		out[j] += g*g + cross*v[j] - si - squares[j]
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

// formRows is the number of rows that AddForms processes at a time.
const formRows = 16

// FormScratch returns the length of the scratch of AddForms for rows of d numbers.
func FormScratch(d int) int { return formRows * d }

// AddForms adds scale x_i'M x_i to dst_i for the rows x_i of d numbers and the symmetric M of order d. The rows of x are apart numbers apart,
// those of m stride. n d^2 multiplications.
func AddForms(dst []float64, scale float64, x []float64, apart, d int, m []float64, stride int, scratch []float64) {
	for i := 0; i < len(dst); i += formRows {
		count := min(formRows, len(dst)-i)
		t := tiles{dst: scratch, ldd: d, a: x[i*apart:], lda: apart, b: m, ldb: stride, m: count, n: d, k: d}
		t.rows(0, count)
		for l := range count {
			at := (i + l) * apart
			dst[i+l] += scale * Dot(x[at:at+d], scratch[l*d:(l+1)*d])
		}
	}
}
