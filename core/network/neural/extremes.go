package neural

import (
	"math"

	"conelab/core/numeric/dense"
)

// peak returns max |[u;1]'M[u;1]|, or |u'M u|, over |u| = 1.
func (p *Prover) peak(m []float64) float64 {
	high, low := p.extremes(m)
	return math.Max(high, -low)
}

// extremes returns the largest and the smallest value of g over the sphere. They are computed for g divided by its size, because
// the eigenvalue solver fails for tiny or huge numbers.
func (p *Prover) extremes(m []float64) (high, low float64) {
	size := sizeOf(m)
	corner := p.load(m, 1/size)
	p.sphere.Decompose(p.q)
	high, _, _ = p.sphere.Best(p.h, 1)
	low, _, _ = p.sphere.Best(p.h, -1)
	return size * (high + corner), size * (corner - low)
}

// sizeOf returns a power of two near the largest absolute entry, so that dividing by it does not round; 1 if there is none.
func sizeOf(m []float64) float64 {
	largest := dense.Largest(m)
	_, exponent := math.Frexp(largest)
	if !(largest > 0) || math.IsInf(largest, 0) || exponent < -1000 {
		return 1
	}
	return math.Ldexp(1, exponent)
}

// load sets q and h for factor times g without its constant. It returns the constant times factor.
func (p *Prover) load(m []float64, factor float64) (corner float64) {
	d, order := p.sphere.n, p.samples.Order()
	for i := range d {
		for k, v := range m[i*order : i*order+d] {
			p.q[i*d+k] = factor * v
		}
		p.h[i] = 0
		if order > d {
			p.h[i] = 2 * factor * m[i*order+d]
			corner = factor * m[order*order-1]
		}
	}
	return corner
}
