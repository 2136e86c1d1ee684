package lift

import (
	"conelab/core/numeric/dense"
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

const (
	// largeWork is the number of multiplications from which AdjointTo takes blocks of the matrix, in gramParts parts.
	largeWork = 1 << 22
	gramParts = 4
)

// large reports whether the sum of AdjointTo is worth a product of blocks. The patches of a block must be evenly spaced in memory.
func (s *Samples) large() bool {
	return (s.patches == 1 || s.blocks == 1) && float64(s.n*s.patches)*float64(s.d*s.d) > largeWork
}

// addGram adds the mean over the patches of v_i x x' to the lower triangle of dst, whose rows are of length p.
func (s *Samples) addGram(dst, v []float64, k int) {
	rows, stride := s.n*s.patches, s.blocks*s.d
	if s.patches > 1 {
		stride = s.d
	}
	weights := make([]float64, rows)
	for i := range weights {
		weights[i] = v[i/s.patches] / float64(s.patches)
	}
	workers, sums := make([]gemm.Multiplier, parallel.Threads()), make([][]float64, gramParts)
	for part := range sums { // interrupted, some parts are left out
		sums[part] = make([]float64, s.d*s.d)
	}
	parallel.Run(gramParts, func(worker, part int) {
		from, to := part*rows/gramParts, (part+1)*rows/gramParts
		x := s.x[k*s.d+from*stride:]
		workers[worker].AddLowerTo(sums[part], s.d, gemm.Columns(x, stride), gemm.Rows(x, stride), weights[from:to], s.d, to-from)
	})
	for _, sum := range sums {
		for j := range s.d {
			dense.Axpy(1, sum[j*s.d:j*s.d+j+1], dst[j*s.p:j*s.p+j+1])
		}
	}
}
