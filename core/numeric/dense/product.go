package dense

import (
	"context"

	"conelab/core/numeric/parallel"
)

// MulNT writes A B' into dst, for A m by k and B n by k. Rows run along both factors, so every inner product is over contiguous memory.
func MulNT(dst, a, b []float64, m, n, k int) {
	clear(dst[:m*n])
	t := tiles{dst: dst, ldd: n, a: a, lda: k, b: b, ldb: k, m: m, n: n, k: k, sign: 1}
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

// LowerNT writes the lower triangle of A B' into the n by n dst, with zeros above it, for A and B n by k.
func LowerNT(dst, a, b []float64, n, k int) {
	clear(dst[:n*n])
	t := tiles{dst: dst, ldd: n, a: a, lda: k, b: b, ldb: k, m: n, n: n, k: k, sign: 1, lower: true}
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
	t := tiles{dst: dst, ldd: stride, a: a, lda: k, b: a, ldb: k, m: n, n: n, k: k, sign: 1, lower: true}
	t.run(ctx)
}

// AddQuadratic adds to entries (i, j) of the symmetric out, whose rows are stride apart, the numbers
//
//	g^2 + cross v - squares_i - squares_j,   g = a v + half_i + half_j,
//
// for v = h_i'h_j and all j <= i. h has n rows of k numbers; row is scratch for 8 n numbers. The sum is the Gram matrix of a
// lifted operator. Canceled, it leaves rows out.
func AddQuadratic(ctx context.Context, out []float64, stride int, h []float64, n, k int, a, cross float64, half, squares, row []float64) {
	const rows = 8
	for i := 0; i < n && parallel.Yield(ctx); i += rows {
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

// Columns returns the columns of a matrix given by its rows, one after the other.
func Columns(rows [][]float64) []float64 {
	var all []float64
	for j := 0; len(rows) > 0 && j < len(rows[0]); j++ {
		for _, row := range rows {
			all = append(all, row[j])
		}
	}
	return all
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

// AddForms adds scale x_i'M x_i to dst_i for the rows x_i of d numbers and the symmetric M of order d. The rows of x are apart
// numbers apart, those of m stride. n d^2 multiplications.
func AddForms(dst []float64, scale float64, x []float64, apart, d int, m []float64, stride int, scratch []float64) {
	for i := 0; i < len(dst); i += formRows {
		count := min(formRows, len(dst)-i)
		t := tiles{dst: scratch, ldd: d, a: x[i*apart:], lda: apart, b: m, ldb: stride, m: count, n: d, k: d, sign: 1}
		clear(scratch)
		t.rows(0, count)
		for l := range count {
			at := (i + l) * apart
			dst[i+l] += scale * Dot(x[at:at+d], scratch[l*d:(l+1)*d])
		}
	}
}

// Block sizes: numbers of a row for one call of the kernel; rows of these that fit in the nearest cache; rows for one thread at a time;
// multiplications above which several threads pay; multiplications between two checks of the context.
const (
	depthBlock, cacheRows, rowBlock = 192, 16, 48
	threadWork                      = 2e6
	pollWork                        = 1e6
)

// tiles are the inner products of m rows of a with n rows of b, each of k numbers, to be added to dst times sign, 1 or -1. The rows of a, b
// and dst are lda, ldb and ldd apart. If lower is set, only columns up to the row's index are added to.
type tiles struct {
	dst     []float64
	ldd     int
	a       []float64
	lda     int
	b       []float64
	ldb     int
	m, n, k int
	sign    float64
	lower   bool
}

// run computes all products, on several threads where that pays.
func (t *tiles) run(ctx context.Context) {
	work := float64(t.m) * float64(t.n) * float64(t.k)
	if work < threadWork || t.m < 2*rowBlock {
		t.rows(0, t.m)
		return
	}
	t.spread(ctx)
}

// spread is separate from run so that small products allocate nothing. The last blocks come first: in a lower triangle they are
// the longest.
func (t tiles) spread(ctx context.Context) {
	blocks := (t.m + rowBlock - 1) / rowBlock
	parallel.For(ctx, blocks, func(i int) {
		i = blocks - 1 - i
		t.rows(i*rowBlock, min(t.m, (i+1)*rowBlock))
	})
}

// rows computes the rows from low to high.
func (t *tiles) rows(low, high int) {
	if !vectorized || high-low < 4 || t.n < 3 {
		t.plain(low, high)
		return
	}
	for high-low >= cacheRows+4 {
		t.block(low, low+cacheRows)
		low += cacheRows
	}
	t.block(low, high)
}

// block computes the rows from low to high, at least four, with the kernel.
func (t *tiles) block(low, high int) {
	for k := 0; k == 0 || k < t.k; k += depthBlock {
		depth := min(depthBlock, t.k-k)
		for j := 0; j < t.n; j += 3 {
			if t.lower && j >= high {
				break
			}
			for i := low; i < high; i += 4 {
				if t.lower && j > i+3 {
					continue
				}
				t.tile(i, min(i, high-4), j, min(j, t.n-3), k, depth)
			}
		}
	}
}

// tile computes the products of the rows from i on with the columns from j on, using a kernel that begins at the rows fromI and fromJ.
func (t *tiles) tile(i, fromI, j, fromJ, k, depth int) {
	var out [12]float64
	if depth > 0 {
		dot4x3(depth, &t.a[fromI*t.lda+k], t.lda, &t.b[fromJ*t.ldb+k], t.ldb, &out)
	}
	if i == fromI && j == fromJ && !(t.lower && j+2 > i) {
		t.whole(i, j, &out)
		return
	}
	for r := i; r < fromI+4; r++ {
		columns := fromJ + 3
		if t.lower {
			columns = min(columns, r+1)
		}
		if j >= columns {
			continue
		}
		row, from := t.dst[r*t.ldd+j:r*t.ldd+columns], out[(r-fromI)*3+j-fromJ:]
		for c := range row {
			row[c] += t.sign * from[c]
		}
	}
}

// whole adds a tile that lies completely inside the result.
func (t *tiles) whole(i, j int, out *[12]float64) {
	at, sign := i*t.ldd+j, t.sign
	r0, r1 := (*[3]float64)(t.dst[at:]), (*[3]float64)(t.dst[at+t.ldd:])
	r2, r3 := (*[3]float64)(t.dst[at+2*t.ldd:]), (*[3]float64)(t.dst[at+3*t.ldd:])
	for c := range 3 {
		r0[c] += sign * out[c]
		r1[c] += sign * out[3+c]
		r2[c] += sign * out[6+c]
		r3[c] += sign * out[9+c]
	}
}

// plain computes the rows from low to high without the assembly kernel.
func (t *tiles) plain(low, high int) {
	i := low
	for ; i+2 <= high; i += 2 {
		x, y := t.a[i*t.lda:i*t.lda+t.k], t.a[(i+1)*t.lda:(i+1)*t.lda+t.k]
		width := t.n
		if t.lower {
			width = min(width, i+1)
		}
		j := 0
		for ; j+4 <= width; j += 4 {
			s0, s1, s2, s3, t0, t1, t2, t3 := dot8(x, y, t.b[j*t.ldb:], t.b[(j+1)*t.ldb:], t.b[(j+2)*t.ldb:], t.b[(j+3)*t.ldb:])
			t.put4(i, j, s0, s1, s2, s3)
			t.put4(i+1, j, t0, t1, t2, t3)
		}
		for ; j < width; j++ {
			row := t.b[j*t.ldb : j*t.ldb+t.k]
			t.put(i, j, Dot(x, row))
			t.put(i+1, j, Dot(y, row))
		}
		if t.lower && i+1 < t.n {
			t.put(i+1, i+1, Dot(y, t.b[(i+1)*t.ldb:(i+1)*t.ldb+t.k]))
		}
	}
	if i < high {
		x, width := t.a[i*t.lda:i*t.lda+t.k], t.n
		if t.lower {
			width = min(width, i+1)
		}
		j := 0
		for ; j+4 <= width; j += 4 {
			s0, s1, s2, s3 := dot4(x, t.b[j*t.ldb:], t.b[(j+1)*t.ldb:], t.b[(j+2)*t.ldb:], t.b[(j+3)*t.ldb:])
			t.put4(i, j, s0, s1, s2, s3)
		}
		for ; j < width; j++ {
			t.put(i, j, Dot(x, t.b[j*t.ldb:j*t.ldb+t.k]))
		}
	}
}

func (t *tiles) put(i, j int, v float64) { t.dst[i*t.ldd+j] += t.sign * v }

func (t *tiles) put4(i, j int, v0, v1, v2, v3 float64) {
	row := (*[4]float64)(t.dst[i*t.ldd+j:])
	row[0] += t.sign * v0
	row[1] += t.sign * v1
	row[2] += t.sign * v2
	row[3] += t.sign * v3
}
