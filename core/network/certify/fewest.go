package certify

import (
	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Fewest returns an optimal network with fewer neurons than r, the result of p, has; or r itself where it finds none, or r is not optimal.
// What it returns is proved anew, by its own cost and r's dual vector, whose certificate it shares.
//
// An interior-point method ends in the middle of the set of optimal (Z, Z'), where the ranks are largest. Fewest goes along that set to a
// corner of it (equivalent.Reduce), keeping for each output
//
//	sum_k < A_ik, Z_k - Z'_k >  for every sample i   the network's outputs, so that the loss stays
//	< G, Z_k >, < G, Z'_k >     for every block k    the trace condition, which quadratic networks do not have
//	sum_k < E, Z_k + Z'_k >                          the regularisation term
//
// and so ends with ranks of sum_k r_k (r_k + 1)/2 + r'_k (r'_k + 1)/2 <= n + 1 plus the number of these matrices, n + 1 for quadratic
// networks.
func Fewest(p Problem, r *Result) *Result {
	if r.Status != Optimal {
		return r
	}
	samples, q := p.operator(), *r
	q.Fit = make([]float64, len(p.Y))
	z, ranks := matricesOf(samples, r.Neurons, p.outputs())
	for at, matrices := 0, 2*samples.Blocks(); at < len(z); at += matrices {
		f := face{samples: samples, z: z[at : at+matrices], counts: ranks[at : at+matrices]}
		f.reduce()
	}
	q.Neurons, q.Decompositions = decompose(samples, z, ranks)
	q.Objective = neural.Cost(q.Fit, q.Neurons, samples, p.Y, p.Beta, p.Loss)
	q.Gap = RelativeGap(q.Objective, q.Lower)
	if q.SetStatus(p.tolerance(), p.Empty(), q.advice); q.Status != Optimal || len(q.Neurons) >= len(r.Neurons) {
		return r
	}
	return &q
}

// face holds the matrices of one output, and so the set of those with their ranges: Z of block k at 2k, Z' after it.
type face struct {
	samples *lift.Operator
	z       [][]float64
	counts  []int // neurons, at least the rank
}

// reduce moves the matrices to a corner.
func (f *face) reduce() {
	var used []int
	var blocks [][]float64
	for k, count := range f.counts {
		if count > 0 {
			used, blocks = append(used, k), append(blocks, f.z[k])
		}
	}
	reduced := equivalent.Reduce(blocks, f.samples.Order(), append(f.outputs(used), f.conditions(used)...))
	for at, k := range used {
		f.z[k], f.counts[k] = reduced.Blocks[at], reduced.After[at]
	}
}

// outputs returns the functionals sum_k < A_ik, Z_k - Z'_k > of the samples, on the matrices in use.
func (f *face) outputs(used []int) []equivalent.Functional {
	q := f.samples.Order() * (f.samples.Order() + 1) / 2
	keep := make([]equivalent.Functional, f.samples.Len())
	for i := range keep {
		for _, k := range used {
			row := make([]float64, q)
			f.samples.LiftTo(row, q, i, i+1, k/2)
			if k%2 == 1 {
				dense.Scale(-1, row)
			}
			keep[i] = append(keep[i], row)
		}
	}
	return keep
}

// conditions returns the trace condition of each matrix in use, and the regularisation term of all together.
func (f *face) conditions(used []int) (keep []equivalent.Functional) {
	order, all := f.samples.Order(), make(equivalent.Functional, len(used))
	diagonal := func(body, last float64) []float64 {
		row := make([]float64, order*(order+1)/2)
		for i := range order {
			row[i*(i+3)/2] = body
		}
		row[len(row)-1] = last
		return row
	}
	for at := range used {
		if all[at] = diagonal(1, 1); f.samples.Balanced() {
			all[at] = diagonal(0, 1)
			keep = append(keep, make(equivalent.Functional, len(used)))
			keep[at][at] = diagonal(1, -1)
		}
	}
	return append(keep, all)
}
