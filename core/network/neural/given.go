package neural

import (
	"math"

	"conelab/core/numeric/loss"
)

// EnterDomain projects a dual vector onto the domain of the conjugate: each entry onto an interval, or y - v onto the simplex.
func EnterDomain(v, y []float64, n int, kind loss.Loss) { projectOntoDomain(v, y, n, kind) }

// GivenTo is PlainBoundTo for a vector in the domain of the conjugate for which the matrices of g, summed in working precision, and an upper bound of
// the peak of |g| are known. It reads no sample.
func (p *Prover) GivenTo(c *Certificate, v []float64, quadratics [][]float64, peak float64, y []float64, beta float64, kind loss.Loss) {
	n, blocks := p.samples.Len(), p.samples.Blocks()
	c.Dual = append(c.Dual[:0], v...)
	c.Peak, c.rounding = peak, 0
	c.Quadratics = resize(c.Quadratics, len(quadratics))
	for at, m := range quadratics {
		c.Quadratics[at] = append(c.Quadratics[at][:0], m...)
		c.rounding = math.Max(c.rounding, reach(v[at/blocks*n:(at/blocks+1)*n], p.norms, blocks, at%blocks))
	}
	c.scaleTo(beta, peak+(1+plainMargin)*c.rounding, y, n, kind)
}

// NothingTo certifies the zero vector, which takes no work. The bound is zero, or the value of the loss's conjugate there.
func (p *Prover) NothingTo(c *Certificate, y []float64, kind loss.Loss) {
	n, order := p.samples.Len(), p.samples.Order()
	*c = Certificate{Dual: make([]float64, len(y)), Scale: 1, Quadratics: make([][]float64, len(y)/n*p.samples.Blocks())}
	projectOntoDomain(c.Dual, y, n, kind)
	for at := range c.Quadratics {
		c.Quadratics[at] = make([]float64, order*order)
	}
	c.Lower = dualOf(c.Dual, 1, y, n, kind)
}
