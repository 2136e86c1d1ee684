package certify

import (
	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
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
//
// and so ends with ranks of sum_k r_k (r_k + 1)/2 + r'_k (r'_k + 1)/2 <= n plus the number of these matrices, n for quadratic networks.
// The regularisation term need not be kept: with the dual vector v it is v'f / beta for all optimal networks of the outputs f. For those
// that are optimal only nearly it may move by as much as the gap; where that is too much, it is kept too, and the bound is one more.
func Fewest(p Problem, r *Result) *Result {
	if r.Status != Optimal {
		return r
	}
	samples := p.operator()
	for _, keepWeight := range [2]bool{false, true} {
		q := atCorner(&p, samples, r, keepWeight)
		if len(q.Neurons) >= len(r.Neurons) {
			return r
		}
		if q.Status == Optimal {
			return q
		}
	}
	return r
}

// atCorner returns the network of a corner of the set of networks with r's outputs, and with r's regularisation term where that is to be kept.
func atCorner(p *Problem, samples *lift.Samples, r *Result, keepWeight bool) *Result {
	q := *r
	q.Fit = make([]float64, len(p.Y))
	z, ranks := matricesOf(samples, r.Neurons, p.outputs())
	for at, matrices := 0, 2*samples.Blocks(); at < len(z); at += matrices {
		f := face{samples: samples, z: z[at : at+matrices], counts: ranks[at : at+matrices]}
		f.reduce(keepWeight)
	}
	q.Neurons, q.Decompositions = decompose(samples, z, ranks)
	q.Objective = neural.Cost(q.Fit, q.Neurons, samples, p.Y, p.Beta, p.Loss)
	q.Gap = RelativeGap(q.Objective, q.Lower)
	q.judge(p.tolerance())
	return &q
}

// face holds the matrices of one output, and so the set of those with their ranges: Z of block k at 2k, Z' after it.
type face struct {
	samples *lift.Samples
	z       [][]float64
	counts  []int // neurons, at least the rank
}

// reduce moves the matrices to a corner.
func (f *face) reduce(keepWeight bool) {
	var used []int
	var blocks [][]float64
	unknowns := 0
	for k, count := range f.counts {
		if count > 0 {
			used, blocks = append(used, k), append(blocks, f.z[k])
			unknowns += count * (count + 1) / 2
		}
	}
	order, n := f.samples.Order(), f.samples.Len()
	conditions := f.conditions(used, keepWeight)
	// As many samples as there are unknowns nearly always tell that this is a corner, without the rest.
	if unknowns < n && equivalent.Reduce(blocks, order, append(f.outputs(used, unknowns), conditions...)).Steps == 0 {
		return
	}
	reduced := equivalent.Reduce(blocks, order, append(f.outputs(used, n), conditions...))
	for at, k := range used {
		f.z[k], f.counts[k] = reduced.Blocks[at], reduced.After[at]
	}
}

// outputs returns the functionals sum_k < A_ik, Z_k - Z'_k > of the first n samples, on the matrices in use.
func (f *face) outputs(used []int, n int) []equivalent.Functional {
	order := f.samples.Order()
	one := make([]float64, order*order)
	for i := range order {
		one[i*order+i] = 1
	}
	keep := make([]equivalent.Functional, n)
	for i := range keep {
		for _, k := range used {
			row := make([]float64, order*(order+1)/2)
			f.samples.MoveTo(row, i, one, k/2)
			if k%2 == 1 {
				for j := range row {
					row[j] = -row[j]
				}
			}
			keep[i] = append(keep[i], row)
		}
	}
	return keep
}

// conditions returns the trace condition of each matrix in use, and the regularisation term of all together.
func (f *face) conditions(used []int, keepWeight bool) (keep []equivalent.Functional) {
	order, balanced := f.samples.Order(), f.samples.Balanced()
	diagonal := func(body, last float64) []float64 {
		row := make([]float64, order*(order+1)/2)
		for i := range order {
			row[i*(i+3)/2] = body
		}
		row[len(row)-1] = last
		return row
	}
	weight := diagonal(1, 1)
	if balanced {
		weight = diagonal(0, 1)
		for at := range used {
			keep = append(keep, make(equivalent.Functional, len(used)))
			keep[at][at] = diagonal(1, -1)
		}
	}
	if keepWeight {
		all := make(equivalent.Functional, len(used))
		for at := range all {
			all[at] = weight
		}
		keep = append(keep, all)
	}
	return keep
}
