package gemm

// Packed is a matrix packed once for use in many products, as their left or right factor.
type Packed struct {
	data         []float64
	count, depth int // the rows of a left factor or columns of a right factor, and the other dimension
	wide         int // count, rounded up to whole panels
}

// PackLeft returns the m by k matrix a for AddLeftTo, PackRight the k by n matrix b for AddRightTo.
func PackLeft(a View, m, k int) *Packed { return newPacked(a, m, k, rowBlock, mr) }
func PackRight(b View, k, n int) *Packed {
	return newPacked(View{b.Data, b.Col, b.Row}, n, k, columnBlock, nr)
}

// newPacked packs a matrix of count rows, block rows at a time, in panels of width rows.
func newPacked(v View, count, k, block, width int) *Packed {
	wide := (count + width - 1) / width * width
	q := &Packed{data: make([]float64, wide*k), count: count, depth: k, wide: wide}
	for l := 0; l < k; l += depth {
		deep := min(depth, k-l)
		for i := 0; i < count; i += block {
			pack(q.data[l*wide+i*deep:], v.Data[i*v.Row+l*v.Col:], v.Row, v.Col, min(block, count-i), deep, width, nil)
		}
	}
	return q
}
