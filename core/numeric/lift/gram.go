package lift

import (
	"slices"

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
func (s *Operator) large() bool {
	return (s.patches == 1 || s.blocks == 1) && float64(s.n*s.patches)*float64(s.d*s.d) > largeWork
}

// addGram adds the mean over the patches of v_i x x' to the lower triangle of dst, whose rows are of length p.
func (s *Operator) addGram(dst, v []float64, k int) {
	rows, stride, used := s.n*s.patches, s.patchStride(), s.usedFeatures(k)
	weights := make([]float64, rows)
	for i := range weights {
		weights[i] = v[i/s.patches] / float64(s.patches)
	}
	d := len(used)
	workers, gathered, sums := make([]gemm.Multiplier, parallel.Threads()), make([][]float64, parallel.Threads()), make([][]float64, gramParts)
	for part := range sums { // canceled, some parts are left out
		sums[part] = make([]float64, d*d)
	}
	parallel.Run(s.ctx, gramParts, func(worker, part int) {
		from, to := part*rows/gramParts, (part+1)*rows/gramParts
		if gathered[worker] == nil && d < s.d {
			gathered[worker] = make([]float64, gatherRows*d)
		}
		for ; from < to && s.Yield(); from += gatherRows {
			count := min(gatherRows, to-from)
			if d == s.d {
				x := s.x[k*s.d+from*stride:]
				workers[worker].AddLowerTo(sums[part], d, gemm.Columns(x, stride), gemm.Rows(x, stride), weights[from:from+count], d, count)
				continue
			}
			for i := range count {
				x := s.x[k*s.d+(from+i)*stride:][:s.d]
				row := gathered[worker][i*d : (i+1)*d]
				for j, feature := range used {
					row[j] = x[feature]
				}
			}
			x := gathered[worker]
			workers[worker].AddLowerTo(sums[part], d, gemm.Columns(x, d), gemm.Rows(x, d), weights[from:from+count], d, count)
		}
	})
	for _, sum := range sums {
		for j, feature := range used {
			row := dst[feature*s.p:]
			for l, v := range sum[j*d : j*d+j+1] {
				row[used[l]] += v
			}
		}
	}
}

// addLines adds the sums v_i x over the patches, divided by their number, to the last row of dst, if there is one, and returns
// the sum of the v.
func (s *Operator) addLines(dst, v []float64, k int) (sum float64) {
	sums, totals := make([][]float64, gramParts), make([]float64, gramParts)
	share := 1 / float64(s.patches)
	parallel.Run(s.ctx, gramParts, func(_, part int) {
		line, total := make([]float64, s.d), 0.0
		for i := part * s.n / gramParts; i < (part+1)*s.n/gramParts; i++ {
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

// gatherRows is how many samples are copied at a time where some features are zero in all; usedShare is the share of the features
// that may be used then.
const gatherRows, usedShare = 512, 0.9

// patchStride is how far apart the patches of a block are in memory, one after the other.
func (s *Operator) patchStride() int {
	if s.patches > 1 {
		return s.d
	}
	return s.blocks * s.d
}

// usedFeatures returns the features of block k that are not zero in all samples, in ascending order, or all where they are nearly all.
func (s *Operator) usedFeatures(k int) []int {
	if s.used == nil {
		s.used = make([][]int, s.blocks)
	}
	if s.used[k] != nil {
		return s.used[k]
	}
	var unseen []int
	for j := range s.d {
		unseen = append(unseen, j)
	}
	stride := s.patchStride()
	for i := 0; i < s.n*s.patches && len(unseen) > 0; i++ {
		x := s.x[k*s.d+i*stride:][:s.d]
		unseen = slices.DeleteFunc(unseen, func(j int) bool { return x[j] != 0 })
	}
	used := make([]int, 0, s.d)
	for j := range s.d {
		if _, is := slices.BinarySearch(unseen, j); !is {
			used = append(used, j)
		}
	}
	if float64(len(used)) > usedShare*float64(s.d) {
		used = used[:0]
		for j := range s.d {
			used = append(used, j)
		}
	}
	s.used[k] = used
	return used
}
