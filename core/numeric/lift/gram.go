package lift

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

const (
	// largeWork is the number of multiplications from which AdjointTo uses products of blocks, lineParts the number of parts for the sum of
	// the rows.
	largeWork, lineParts = 1 << 22, 4
)

// large reports whether accumulate is faster as a product of blocks. The patches of a block must be evenly spaced in memory.
func (s *Operator) large() bool {
	return (s.patches == 1 || s.blocks == 1) && float64(s.n*s.patches)*float64(s.d*s.d) > largeWork
}

// addGram adds the mean over the patches of v_i x x' to the lower triangle of dst, whose rows are of length p.
func (s *Operator) addGram(dst, v []float64, k int) {
	rows, stride, d := s.n*s.patches, s.d, s.d
	if s.patches == 1 {
		stride = s.blocks * s.d
	}
	weights := make([]float64, rows)
	for i := range weights {
		weights[i] = v[i/s.patches] / float64(s.patches)
	}
	sum := new(gemm.WeightedGram).Lower(s.ctx, s.x[k*d:], stride, d, weights)
	for j := range d {
		dense.Axpy(1, sum[j*d:j*d+j+1], dst[j*s.p:j*s.p+j+1])
	}
}

// addLines adds the sums v_i x over the patches, divided by their number, to the last row of dst, if there is one, and returns
// the sum of the v.
func (s *Operator) addLines(dst, v []float64, k int) (sum float64) {
	sums, totals := make([][]float64, lineParts), make([]float64, lineParts)
	share := 1 / float64(s.patches)
	parallel.Run(s.ctx, lineParts, func(_, part int) {
		line, total := make([]float64, s.d), 0.0
		for i := part * s.n / lineParts; i < (part+1)*s.n/lineParts; i++ {
			total += v[i]
			if s.square {
				continue
			}
			for l := range s.patches {
				dense.Axpy(share*v[i], s.Patch(i, k, l), line)
			}
		}
		sums[part], totals[part] = line, total
	})
	for part, line := range sums {
		sum += totals[part]
		if line != nil && !s.square { // canceled, some parts are left out
			dense.Axpy(1, line, dst[s.d*s.p:s.p*s.p-1])
		}
	}
	return sum
}
