package dense

import (
	"context"
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
// The vectors, of the given height, are the rows of v, apart entries from each other. It leaves -w of each column in taken.
func (s *spread) apply(ctx context.Context, columns []float64, stride, behind int, v []float64, apart, height int, tau []float64) {
	count := len(tau)
	for len(s.multipliers) < parallel.Threads() {
		s.multipliers = append(s.multipliers, gemm.Multiplier{})
	}
	s.cross, s.taken = resize(s.cross, count*count), resize(s.taken, behind*count)
	clear(s.cross)
	s.multipliers[0].AddTo(s.cross, count, gemm.Rows(v, apart), gemm.Columns(v, apart), nil, count, count, height)
	if behind <= spreadStrip {
		s.strip(0, columns, stride, s.taken, v, apart, height, tau)
		return
	}
	parallel.Run(ctx, (behind+spreadStrip-1)/spreadStrip, func(worker, part int) {
		low, high := part*spreadStrip, min(behind, (part+1)*spreadStrip)
		s.strip(worker, columns[low*stride:], stride, s.taken[low*count:high*count], v, apart, height, tau)
	})
}

// spreadStrip is the number of columns that one thread takes at a time.
const spreadStrip = 192

// strip does so for the first columns, as many as taken has rows.
func (s *spread) strip(worker int, columns []float64, stride int, taken, v []float64, apart, height int, tau []float64) {
	count, product := len(tau), &s.multipliers[worker]
	wide := len(taken) / count
	clear(taken)
	product.AddTo(taken, count, gemm.Rows(columns, stride), gemm.Columns(v, apart), nil, wide, count, height)
	for k := range wide {
		w := taken[k*count : (k+1)*count]
		for j := range w { // the entries before j hold -w_i already
			w[j] = -tau[j] * (w[j] + Dot(w[:j], s.cross[j*count:j*count+j]))
		}
	}
	product.AddTo(columns, stride, gemm.Rows(taken, count), gemm.Rows(v, apart), nil, wide, height, count)
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
