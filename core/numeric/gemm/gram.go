package gemm

import (
	"context"

	"conelab/core/numeric/parallel"
)

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
