package gemm

// View is a matrix in somebody's memory: entry (i, j) is Data[i Row + j Col].
type View struct {
	Data     []float64
	Row, Col int
}

// Rows returns the view of a row-major matrix whose rows are stride apart, Columns that of its transpose.
func Rows(data []float64, stride int) View    { return View{data, stride, 1} }
func Columns(data []float64, stride int) View { return View{data, 1, stride} }

// The blocks of A, rowBlock by depth, and of B, depth by columnBlock, fit into the second-level cache together.
const rowBlock, columnBlock, depth = 16 * mr, 32 * nr, 256

// Multiplier holds the panels. It is for one goroutine at a time; the zero value is ready.
type Multiplier struct {
	a, b, minus []float64
	edge        [mr * nr]float64
}

// AddTo adds A B to the m by n matrix c, whose rows are stride apart, for A m by k and B k by n. Where weights are given, of length k, it
// adds A diag(weights) B.
func (p *Multiplier) AddTo(c []float64, stride int, a, b View, weights []float64, m, n, k int) {
	p.add(c, stride, a, b, weights, m, n, k, false)
}

// AddLowerTo is AddTo for a product known to be symmetric, m by m: entries above the diagonal are left undefined.
func (p *Multiplier) AddLowerTo(c []float64, stride int, a, b View, weights []float64, m, k int) {
	p.add(c, stride, a, b, weights, m, m, k, true)
}

func (p *Multiplier) add(c []float64, stride int, a, b View, weights []float64, m, n, k int, lower bool) {
	if p.a == nil {
		p.a, p.b = make([]float64, rowBlock*depth), make([]float64, columnBlock*depth)
	}
	for l := 0; l < k; l += depth {
		deep := min(depth, k-l)
		var w []float64
		if weights != nil {
			w = weights[l : l+deep]
		}
		for j := 0; j < n; j += columnBlock {
			wide := min(columnBlock, n-j)
			pack(p.b, b.Data[l*b.Row+j*b.Col:], b.Col, b.Row, wide, deep, nr, nil)
			i := 0
			if lower {
				i = j / rowBlock * rowBlock
			}
			for ; i < m; i += rowBlock {
				high := min(rowBlock, m-i)
				pack(p.a, a.Data[i*a.Row+l*a.Col:], a.Row, a.Col, high, deep, mr, w)
				limit := wide
				if lower {
					limit = min(wide, i+high-j)
				}
				p.block(c[i*stride+j:], stride, high, limit, deep)
			}
		}
	}
}

// block multiplies the packed blocks.
func (p *Multiplier) block(c []float64, stride, m, n, k int) {
	for j := 0; j < n; j += nr {
		b := p.b[j*k : (j+nr)*k]
		for i := 0; i < m; i += mr {
			a := p.a[i*k : (i+mr)*k]
			if i+mr <= m && j+nr <= n {
				kernel(k, a, b, c[i*stride+j:], stride)
				continue
			}
			p.edge = [mr * nr]float64{}
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

// pack copies a block of count by deep entries, (i, l) at data[i across + l along], into panels of width rows each, entry by entry of the
// depth, and fills the last panel with zeros.
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
				copy(panel[l*width:l*width+rows], data[at:at+rows])
			}
		} else if along == 1 && rows == width && width == nr {
			transpose8(panel, data[i*across:], across, deep)
		} else if along == 1 && rows == width && width == mr {
			transpose6(panel, data[i*across:], across, deep)
		} else {
			for r := range rows {
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

// transpose8 writes the transpose of 8 rows of the given length, stride apart, transpose6 that of 6.
func transpose8(dst, data []float64, stride, length int) {
	r0, r1, r2, r3 := data[:length], data[stride:][:length], data[2*stride:][:length], data[3*stride:][:length]
	r4, r5, r6, r7 := data[4*stride:][:length], data[5*stride:][:length], data[6*stride:][:length], data[7*stride:][:length]
	for l := range r0 {
		out := (*[8]float64)(dst[8*l:])
		out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7] = r0[l], r1[l], r2[l], r3[l], r4[l], r5[l], r6[l], r7[l]
	}
}

func transpose6(dst, data []float64, stride, length int) {
	r0, r1, r2 := data[:length], data[stride:][:length], data[2*stride:][:length]
	r3, r4, r5 := data[3*stride:][:length], data[4*stride:][:length], data[5*stride:][:length]
	for l := range r0 {
		out := (*[6]float64)(dst[6*l:])
		out[0], out[1], out[2], out[3], out[4], out[5] = r0[l], r1[l], r2[l], r3[l], r4[l], r5[l]
	}
}
