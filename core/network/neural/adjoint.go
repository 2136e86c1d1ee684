package neural

import (
	"math"

	"conelab/core/numeric/parallel"
)

// reach is an upper bound of the rounding error in sum_i v_i A_ik as package lift adds it up: the unit roundoff times sum_i |v_i| |A_ik|. sizes holds
// the norms |A_ik|, sample by sample.
func reach(v, sizes []float64, blocks, k int) float64 {
	total := 0.0
	for i, w := range v {
		total += math.Abs(w) * sizes[i*blocks+k]
	}
	return 0x1p-53 * total
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

// SumTo writes sum_i v_i A_ik into dst like lift.Samples, but accumulates it in twice the working precision. If v is nearly orthogonal to the outputs
// of all neurons, large terms cancel, and the certificate depends on the small sum that remains. It takes about twenty times as long.
func (p *Prover) SumTo(dst, v []float64, k int) {
	s := p.samples
	d, order, sigma, share := s.Dimension(), s.Order(), s.Activation(), 1/float64(s.Patches())
	p.sums = resize(p.sums, (d+1)*(d+2)/2)
	clear(p.sums)
	if s.Pooled() {
		p.pooledSumTo(v, k)
		v = nil
	}
	for i, w := range v {
		if i%pollEvery == 0 && parallel.Interrupted() {
			break
		}
		for l := range s.Patches() {
			x := s.Patch(i, k, l)
			at := 0
			for j, xj := range x {
				high, low := product(w, xj)
				for _, xl := range x[:j+1] {
					p.sums[at].addProduct(high, xl)
					p.sums[at].low += low * xl
					at++
				}
			}
			if order > d {
				for _, xl := range x {
					p.sums[at].addProduct(w, xl)
					at++
				}
				p.sums[at].add(w)
			}
		}
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
