package neural

import (
	"math"

	"conelab/core/lift"
)

// Certificate is a proof of a lower bound of the training cost.
type Certificate struct {
	// Dual is the dual vector v, scaled to be feasible: |sum_i v_i sigma(x_i'u)| <= beta for every unit u.
	Dual []float64
	// Lower is v'y - |v|^2/4, below the cost of every network of any width.
	Lower float64
	// Peak is max over u of |g(u)| for the vector as it was given, g(u) = sum_i v_i sigma(x_i'u); Scale is what it was multiplied by.
	Peak, Scale float64
	// Quadratic is the scaled g as a matrix of order p: g(u) = [u;1]' Quadratic [u;1].
	Quadratic []float64
}

// Prover evaluates dual bounds for one set of samples. It holds the workspace.
type Prover struct {
	samples      *lift.Samples
	sphere       *Sphere
	matrix, q, h []float64
}

// NewProver returns a Prover for the samples.
func NewProver(s *lift.Samples) *Prover {
	p := s.Order()
	d := p - 1
	return &Prover{s, NewSphere(d), make([]float64, p*p), make([]float64, d*d), make([]float64, d)}
}

// BoundTo certifies with the dual vector v, of any origin, and writes the proof into c, reusing its slices.
//
// It finds the peak of |g| over the sphere exactly, by Sphere, and scales v by s <= beta/peak, to where the bound s v'y - s^2 |v|^2/4 is
// best. Everything is recomputed from the samples.
func (p *Prover) BoundTo(c *Certificate, v, y []float64, beta float64) {
	p.samples.AdjointTo(p.matrix, v)
	c.Peak = p.peak()
	var linear, square sum
	for i, vi := range v {
		linear.addProduct(vi, y[i])
		square.addProduct(vi, vi)
	}
	c.Scale = 1
	if c.Peak > beta {
		c.Scale = beta / c.Peak
	}
	if best := 2 * linear.value() / square.value(); best < c.Scale {
		c.Scale = math.Max(0, best)
	}
	c.Lower = c.Scale * (linear.value() - c.Scale*square.value()/4)
	c.Dual = append(c.Dual[:0], v...)
	c.Quadratic = append(c.Quadratic[:0], p.matrix...)
	for i := range c.Dual {
		c.Dual[i] *= c.Scale
	}
	for i := range c.Quadratic {
		c.Quadratic[i] *= c.Scale
	}
}

// peak returns max |[u;1]' matrix [u;1]| over |u| = 1.
func (p *Prover) peak() float64 {
	d := p.sphere.d
	order := d + 1
	for i := range d {
		for j := range d {
			p.q[i*d+j] = p.matrix[i*order+j]
		}
		p.h[i] = 2 * p.matrix[i*order+d]
	}
	corner := p.matrix[order*order-1]
	high, _ := p.sphere.Max(p.q, p.h)
	for i := range p.q {
		p.q[i] = -p.q[i]
	}
	for i := range p.h {
		p.h[i] = -p.h[i]
	}
	low, _ := p.sphere.Max(p.q, p.h)
	return math.Max(high+corner, low-corner)
}
