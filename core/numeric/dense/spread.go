package dense

import (
	"math"

	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// reflectionBlock is the number of reflections that are applied together to the columns after them. Products of matrices pay where their kernel is
// in assembly; in plain Go, pairs of reflections keep more in registers.
var reflectionBlock = func() int {
	if vectorized {
		return 32
	}
	return math.MaxInt32
}()

// spread applies a block of reflections I - tau_j v_j v_j' to many columns, as products of matrices. It holds the workspace.
type spread struct {
	cross, taken []float64 // inner products of the vectors, and what is subtracted of them from each column
	multipliers  []gemm.Multiplier
}

// apply subtracts sum w_j v_j from each column c of the behind columns, which are stride apart, with
//
//	w_j = tau_j (v_j'c - sum_{i<j} w_i v_i'v_j).
//
// The vectors, of the given height, are the rows of v, apart entries from each other. done, if it is not nil, gets -w of each column.
func (s *spread) apply(columns []float64, stride, behind int, v []float64, apart, height int, tau []float64, done func(k int, taken []float64)) {
	const strip = 192
	count := len(tau)
	vectors, transposed := gemm.Rows(v, apart), gemm.Columns(v, apart)
	for len(s.multipliers) < parallel.Threads() {
		s.multipliers = append(s.multipliers, gemm.Multiplier{})
	}
	s.cross, s.taken = resize(s.cross, count*count), resize(s.taken, behind*count)
	clear(s.cross)
	s.multipliers[0].AddTo(s.cross, count, vectors, transposed, nil, count, count, height)
	parallel.Run((behind+strip-1)/strip, func(worker, part int) {
		low, high := part*strip, min(behind, (part+1)*strip)
		taken, strip := s.taken[low*count:high*count], columns[low*stride:]
		clear(taken)
		s.multipliers[worker].AddTo(taken, count, gemm.Rows(strip, stride), transposed, nil, high-low, count, height)
		for k := range high - low {
			w := taken[k*count : (k+1)*count]
			for j := range w { // the entries before j hold -w_i already
				w[j] = -tau[j] * (w[j] + Dot(w[:j], s.cross[j*count:j*count+j]))
			}
			if done != nil {
				done(low+k, w)
			}
		}
		s.multipliers[worker].AddTo(strip, stride, gemm.Rows(taken, count), vectors, nil, high-low, height, count)
	})
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
