package neural

import (
	"math"

	"conelab/core/numeric/exact"
	"conelab/core/numeric/parallel"
)

// reach is an upper bound of the rounding error in sum_i v_i A_ik as package lift adds it up: the unit roundoff times sum_i |v_i| |A_ik|. sizes holds
// the norms |A_ik|, sample by sample.
func reach(v, sizes []float64, blocks, k int) float64 {
	total := sumOver(len(v), func(total *sum, from, to int) {
		for i := from; i < to; i++ {
			total.high += math.Abs(v[i]) * sizes[i*blocks+k]
		}
	})
	return 0x1p-53 * total.high
}

// Rounding returns an upper bound of the change of g in any block and output when each entry of v has a relative error of the unit roundoff.
func (p *Prover) Rounding(v []float64) (most float64) {
	n, blocks := p.samples.Len(), p.samples.Blocks()
	for from := 0; from < len(v); from += n {
		for k := range blocks {
			most = math.Max(most, reach(v[from:from+n], p.norms, blocks, k))
		}
	}
	return most
}

// sumWork is the number of products from which several threads add them up, in sumParts parts.
const sumWork, sumParts = 1 << 20, 8

// addTo adds the terms of the samples (from, to) to the lower triangle of sums. Canceled, it leaves some out.
func (p *Prover) addTo(sums []sum, v []float64, k, from, to int) {
	s := p.samples
	if s.Pooled() {
		p.addPooledTo(sums, v, k, from, to)
		return
	}
	for i := from; i < to; i++ {
		if i%pollEvery == 0 && s.Canceled() {
			return
		}
		w := v[i]
		for l := range s.Patches() {
			x := s.Patch(i, k, l)
			at := 0
			for j, xj := range x {
				high, low := exact.Product(w, xj)
				for _, xl := range x[:j+1] {
					sums[at].addProduct(high, xl)
					sums[at].low += low * xl
					at++
				}
			}
			if s.Balanced() {
				for _, xl := range x {
					sums[at].addProduct(w, xl)
					at++
				}
				sums[at].add(w)
			}
		}
	}
}

// SumTo writes sum_i v_i A_ik into dst like lift.Samples, but accumulates it in twice the working precision. If v is nearly orthogonal to the outputs
// of all neurons, large terms cancel, and the certificate depends on the small sum that remains. It takes about twenty times as long.
func (p *Prover) SumTo(dst, v []float64, k int) {
	s := p.samples
	d, order, sigma, share := s.Dimension(), s.Order(), s.Activation(), 1/float64(s.Patches())
	size, parts := (d+1)*(d+2)/2, 1
	terms := len(v)
	if !s.Pooled() {
		terms *= s.Patches()
	}
	if float64(terms)*float64(size) > sumWork {
		parts = sumParts
	}
	p.sums = resize(p.sums, parts*size)
	clear(p.sums)
	parallel.Run(s.Context(), parts, func(_, part int) {
		p.addTo(p.sums[part*size:(part+1)*size], v, k, part*len(v)/parts, (part+1)*len(v)/parts)
	})
	for at := size; at < len(p.sums); at++ {
		p.sums[at%size].join(p.sums[at])
	}
	at := 0
	for j := range order {
		for l := range j + 1 {
			factor := share * sigma.A
			switch {
			case j == d && l == d:
				factor = share * sigma.C
			case j == d:
				factor = share * sigma.B / 2
			}
			dst[j*order+l] = factor * p.sums[at].value()
			dst[l*order+j] = dst[j*order+l]
			at++
		}
	}
}
