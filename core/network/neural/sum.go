package neural

import (
	"math"

	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// sumOver returns the sum of all that body adds to total, called for each span of the indices from 0 to n - 1 (see package parallel). It is
// the same for any number of threads.
func sumOver(n int, body func(total *exact.Double, from, to int)) (total exact.Double) {
	if n <= parallel.SpanLength {
		body(&total, 0, n)
		return total
	}
	parts := make([]exact.Double, (n+parallel.SpanLength-1)/parallel.SpanLength)
	parallel.Spans(n, func(from, to int) { body(&parts[from/parallel.SpanLength], from, to) })
	for _, part := range parts {
		total = total.Plus(part)
	}
	return total
}

// sumRounding bounds the rounding error in sum_i v_i A_ik as computed by package lift: the unit roundoff times sum_i |v_i| |A_ik|. sizes
// holds the norms |A_ik|, sample by sample.
func sumRounding(v, sizes []float64, blocks, k int) float64 {
	total := sumOver(len(v), func(total *exact.Double, from, to int) {
		for i := from; i < to; i++ {
			total.High += math.Abs(v[i]) * sizes[i*blocks+k]
		}
	})
	return 0x1p-53 * total.High
}

// sumWork is the number of products from which several threads sum them, in sumParts parts.
const sumWork, sumParts = 1 << 20, 8

// addTo adds the terms of the samples (from, to) to the lower triangle of sums. Canceled, it leaves some out.
func (p *Prover) addTo(sums []exact.Double, v []float64, k, from, to int) {
	s := p.operator
	if s.Pooled() {
		p.addPooledTo(sums, v, k, from, to)
		return
	}
	for i := from; i < to; i++ {
		if i%parallel.PollEvery == 0 && !s.Yield() {
			return
		}
		w := v[i]
		for l := range s.Patches() {
			x := s.Patch(i, k, l)
			at := 0
			for j, xj := range x {
				high, low := exact.Product(w, xj)
				for _, xl := range x[:j+1] {
					sums[at].AddProduct(high, xl)
					sums[at].Low += low * xl
					at++
				}
			}
			if s.HasTrace() {
				for _, xl := range x {
					sums[at].AddProduct(w, xl)
					at++
				}
				sums[at].Add(w)
			}
		}
	}
}

// SumTo writes sum_i v_i A_ik into dst like lift.Operator, but accumulates it in twice the working precision. If v is nearly
// orthogonal to the outputs of all neurons, large terms cancel, and the certificate depends on the small sum that remains. It
// takes about twenty times as long.
func (p *Prover) SumTo(dst, v []float64, k int) {
	s := p.operator
	d, order, sigma, share := s.Dimension(), s.Order(), s.Activation(), 1/float64(s.Patches())
	if s.Pooled() { // the terms are the matrices
		sigma, share = lift.Polynomial{A: 1, B: 2, C: 1}, 1
	}
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
		p.sums[at%size] = p.sums[at%size].Plus(p.sums[at])
	}
	at := 0
	for j := range order {
		for l := range j + 1 {
			dst[j*order+l] = share * sigma.Entry(j, l, d) * p.sums[at].Value()
			dst[l*order+j] = dst[j*order+l]
			at++
		}
	}
}
