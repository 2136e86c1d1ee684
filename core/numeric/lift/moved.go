package lift

import (
	"math"

	"conelab/core/numeric/gemm"
)

// moved computes svec(F'B_i F) for all rows of a block together, where products of single small matrices would keep the processor waiting.
//
// With L_i the lower triangle of B_i and half of its diagonal, F'B_i F = S_i + S_i' for S_i = F'(L_i F). Row r of every L_i is one matrix, whose
// product with F is one product, and so is F' times [L_1 F, L_2 F, ...]. Since R is triangular, row r of L_i is zero for large i.
type moved struct {
	count, p int
	rows     [][]float64 // row r of L_i for i < len(rows[r]) / p
	product  []float64   // L_i F: row r of L_i F at (r count + i) p
	sums     []float64   // S_i: row r at (r count + i) p
	gemm     gemm.Multiplier
}

const (
	// movedOrder is the least order p, and movedEntries the largest number of entries of all matrices of a block, for which moved is used.
	movedOrder, movedEntries = 12, 1 << 18
)

// newMoved returns nil where it does not pay.
func newMoved(m *Rows, k int) *moved {
	p, count := m.p, min(m.r, (k+1)*m.q)
	if p < movedOrder || count*p*p > movedEntries {
		return nil
	}
	w := &moved{count: count, p: p, rows: make([][]float64, p), product: make([]float64, p*count*p), sums: make([]float64, p*count*p)}
	width := m.blocks * m.q
	for r := range p {
		at := k*m.q + r*(r+1)/2
		w.rows[r] = make([]float64, min(count, at+r+1)*p)
		for i := range len(w.rows[r]) / p {
			line := w.rows[r][i*p : i*p+r+1]
			for l, v := range m.rows[i*width+at : i*width+at+r] {
				line[l] = v * (1 / math.Sqrt2)
			}
			line[r] = m.rows[i*width+at+r] / 2
		}
	}
	return w
}

// writeTo writes the svec, of length p(p+1)/2 each, into dst, one after the other.
func (w *moved) writeTo(dst, f []float64) {
	p, wide := w.p, w.count*w.p
	clear(w.sums)
	for r, rows := range w.rows {
		product := w.product[r*wide : r*wide+len(rows)]
		clear(product)
		w.gemm.AddTo(product, p, gemm.Rows(rows, p), gemm.Rows(f, p), nil, len(rows)/p, p, r+1)
	}
	w.gemm.AddTo(w.sums, wide, gemm.Columns(f, p), gemm.Rows(w.product, wide), nil, p, wide, p)
	at := 0
	for from := 0; from < wide; from += p {
		for j := range p {
			row := w.sums[j*wide+from : j*wide+from+p]
			for l := range j {
				dst[at+l] = math.Sqrt2 * (row[l] + w.sums[l*wide+from+j])
			}
			dst[at+j] = 2 * row[j]
			at += j + 1
		}
	}
}
