// Package gemm multiplies dense matrices, C += A B with views of A and B that may be transposed and weighted.
//
// Blocks of A and B are copied into panels that fit in the caches, and a kernel of 12 by 16 or 6 by 8 sums runs along them (Goto and van de
// Geijn, "Anatomy of high-performance matrix multiplication", 2008). The kernel is AVX-512 or AVX2 assembly with fused multiply-adds where
// the processor has them, and plain Go elsewhere. Rounding differs between these kernels; on one processor, results depend only on the
// operands.
//
// Package parallel spreads the work over the processors. The number of threads never changes the order of summation: callers
// split their sums into a fixed number of parts, so that results are the same for any number of threads.
package gemm

import (
	"context"

	"conelab/core/numeric/parallel"
)

// View is a view of a matrix in memory owned by the caller: entry (i, j) is Data[i Row + j Col].
type View struct {
	Data     []float64
	Row, Col int
}

// Rows returns the view of a row-major matrix whose rows are stride apart; Columns returns the view of its transpose.
func Rows(data []float64, stride int) View    { return View{data, stride, 1} }
func Columns(data []float64, stride int) View { return View{data, 1, stride} }

// A block of A, rowBlock by depth, and a block of B, depth by columnBlock, fit into the second-level cache together.
const rowBlock, columnBlock, depth = 16 * smallRows, 32 * smallColumns, 256

// Multiplier holds the panels. Only one goroutine may use it at a time; the zero value is ready to use.
type Multiplier struct {
	a, b []float64
	edge [4 * smallRows * smallColumns]float64
}

// AddTo adds A B to the m by n matrix c, whose rows are stride apart, for A m by k and B k by n. If weights, of length k, are
// given, it adds A diag(weights) B.
func (p *Multiplier) AddTo(c []float64, stride int, a, b View, weights []float64, m, n, k int) {
	p.add(c, stride, a, b, weights, m, n, k, false)
}

// AddLowerTo is AddTo for an m by m product known to be symmetric: entries above the diagonal are left undefined.
func (p *Multiplier) AddLowerTo(c []float64, stride int, a, b View, weights []float64, m, k int) {
	p.add(c, stride, a, b, weights, m, m, k, true)
}

// left returns the packed block of high rows of A from (i, l), right that of wide columns of B from (l, j); both have the depth deep.
func (p *Multiplier) left(a View, weights []float64, i, l, high, deep int) []float64 {
	p.a = atLeast(p.a, (high+mr-1)/mr*mr*deep)
	if weights != nil {
		weights = weights[l : l+deep]
	}
	pack(p.a, a.Data[i*a.Row+l*a.Col:], a.Row, a.Col, high, deep, mr, weights)
	return p.a
}

func (p *Multiplier) right(b View, l, j, wide, deep int) []float64 {
	p.b = atLeast(p.b, (wide+nr-1)/nr*nr*deep)
	pack(p.b, b.Data[l*b.Row+j*b.Col:], b.Col, b.Row, wide, deep, nr, nil)
	return p.b
}

// atLeast returns x, or a longer slice if x is shorter than n. Whole panels would take 0.7 MB; small matrices need a few percent of that.
func atLeast(x []float64, n int) []float64 {
	if len(x) < n {
		return make([]float64, n)
	}
	return x
}

func (p *Multiplier) add(c []float64, stride int, a, b View, weights []float64, m, n, k int, lower bool) {
	for l := 0; l < k; l += depth {
		deep := min(depth, k-l)
		for j := 0; j < n; j += columnBlock {
			wide := min(columnBlock, n-j)
			right := p.right(b, l, j, wide, deep)
			i := 0
			if lower {
				i = j / rowBlock * rowBlock
			}
			for ; i < m; i += rowBlock {
				high := min(rowBlock, m-i)
				limit := wide
				if lower {
					limit = min(wide, i+high-j)
				}
				p.block(c[i*stride+j:], stride, p.left(a, weights, i, l, high, deep), right, high, limit, deep)
			}
		}
	}
}

// block multiplies packed blocks of depth k.
func (p *Multiplier) block(c []float64, stride int, left, right []float64, m, n, k int) {
	for j := 0; j < n; j += nr {
		b := right[j*k : (j+nr)*k]
		for i := 0; i < m; i += mr {
			a := left[i*k : (i+mr)*k]
			if i+mr <= m && j+nr <= n {
				kernel(k, a, b, c[i*stride+j:], stride)
				continue
			}
			clear(p.edge[:])
			kernel(k, a, b, p.edge[:], nr)
			for r := range min(mr, m-i) {
				row := c[(i+r)*stride+j:]
				for s := range min(nr, n-j) {
					row[s] += p.edge[r*nr+s]
				}
			}
		}
	}
}

// pack copies a block of count by deep entries, where entry (i, l) is data[i across + l along], into panels of width rows each, stored one
// depth index after another. It fills the last panel with zeros.
func pack(dst, data []float64, across, along, count, deep, width int, weights []float64) {
	for i := 0; i < count; i += width {
		panel := dst[i*deep : (i+width)*deep]
		rows := min(width, count-i)
		if rows < width {
			clear(panel)
		}
		if across == 1 {
			for l := range deep {
				at := i + l*along
				from := data[at : at+rows]
				switch rows {
				case 2 * smallColumns:
					*(*[2 * smallColumns]float64)(panel[l*width:]) = [2 * smallColumns]float64(from)
				case 2 * smallRows:
					*(*[2 * smallRows]float64)(panel[l*width:]) = [2 * smallRows]float64(from)
				default:
					to := panel[l*width:][:len(from)]
					//lint:ignore S1001 for the few numbers of a partial panel a call of copy takes longer
					for r, v := range from {
						to[r] = v
					}
				}
			}
		} else {
			r := 0
			for ; r+4 <= rows && along == 1; r += 4 {
				transpose4(panel[r:], width, data[(i+r)*across:], across, deep)
			}
			for ; r < rows; r++ {
				at, to := (i+r)*across, r
				for range deep {
					panel[to] = data[at]
					at += along
					to += width
				}
			}
		}
		for l, w := range weights {
			for r := range panel[l*width : (l+1)*width] {
				panel[l*width+r] *= w
			}
		}
	}
}

// transpose4 writes the transpose of 4 rows of the given length, stride apart, into dst, whose rows are width apart.
func transpose4(dst []float64, width int, data []float64, stride, length int) {
	r0, r1, r2, r3 := data[:length], data[stride:][:length], data[2*stride:][:length], data[3*stride:][:length]
	at := 0
	for l, v := range r0 {
		out := (*[4]float64)(dst[at:])
		out[0], out[1], out[2], out[3] = v, r1[l], r2[l], r3[l]
		at += width
	}
}

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
			x = x[smallRows:]
			if len(x) > 0 {
				y = y[smallColumns:]
			}
		}
		for i, pair := range [smallRows][2]float64{{s0, t0}, {s1, t1}, {s2, t2}, {s3, t3}, {s4, t4}, {s5, t5}} {
			c[i*stride+j] += pair[0]
			c[i*stride+j+1] += pair[1]
		}
	}
}

// WeightedGram sums X'diag(w)X on all processors. The zero value is ready to use.
type WeightedGram struct {
	workers []Multiplier
	sums    [][]float64
}

// The rows of X are cut into at most gramParts parts of at least gramRows rows, and added gramRows at a time.
const gramParts, gramRows = 4, 512

// Lower returns the lower triangle of the d by d sum over a row of x for each weight, the rows stride apart. The next call overwrites it.
// Canceled, it leaves rows out.
func (g *WeightedGram) Lower(ctx context.Context, x []float64, stride, d int, weights []float64) []float64 {
	rows := len(weights)
	if need := parallel.Threads(); need > len(g.workers) {
		g.workers = make([]Multiplier, need)
	}
	parts := max(1, min(gramParts, rows/gramRows))
	for len(g.sums) < parts {
		g.sums = append(g.sums, nil)
	}
	for part := range parts {
		g.sums[part] = atLeast(g.sums[part], d*d)[:d*d]
		clear(g.sums[part])
	}
	parallel.Run(ctx, parts, func(worker, part int) {
		from, to := part*rows/parts, (part+1)*rows/parts
		for ; d > 0 && from < to && parallel.Yield(ctx); from += gramRows {
			count, block := min(gramRows, to-from), x[from*stride:]
			g.workers[worker].AddLowerTo(g.sums[part], d, Columns(block, stride), Rows(block, stride), weights[from:from+count], d, count)
		}
	})
	for _, sum := range g.sums[1:parts] {
		for i, v := range sum {
			g.sums[0][i] += v
		}
	}
	return g.sums[0]
}
