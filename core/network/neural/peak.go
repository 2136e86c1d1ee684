package neural

import "math"

// peak returns max |[u;1]'M[u;1]|, or |u'M u|, over |u| = 1.
func (p *Prover) peak(m []float64) float64 {
	high, low := p.extremes(m)
	return math.Max(high, -low)
}

// extremes returns the largest and the smallest value of g over the sphere. They are computed for g divided by its size, because the eigenvalue
// solver fails for tiny or huge numbers.
func (p *Prover) extremes(m []float64) (high, low float64) {
	size := sizeOf(m)
	corner := p.load(m, 1/size)
	p.reduce()
	h := p.h[:p.ball.d]
	p.ball.Decompose(p.q)
	high, _, _ = p.ball.Best(h, 1)
	low, _, _ = p.ball.Best(h, -1)
	return size * (high + corner), size * (corner - low)
}

// reduce removes coordinates on which g does not depend from q and h, if there are many. g depends on that part of u only through its length, so one
// of these coordinates is kept to represent them. The ball is the sphere of the remaining coordinates.
func (p *Prover) reduce() {
	d := p.sphere.d
	p.kept, p.ball = p.kept[:0], p.sphere
	if p.sphere.large == nil {
		return
	}
	spare := -1
	for i := range d {
		idle := p.h[i] == 0
		for _, v := range p.q[i*d : (i+1)*d] {
			idle = idle && v == 0
		}
		if idle && spare < 0 {
			spare = i
		} else if idle {
			continue
		}
		p.kept = append(p.kept, i)
	}
	count := len(p.kept)
	if float64(count) > keptShare*float64(d) {
		p.kept = p.kept[:0]
		return
	}
	for a, i := range p.kept {
		p.h[a] = p.h[i]
		for b, j := range p.kept {
			p.q[a*count+b] = p.q[i*d+j]
		}
	}
	if p.small == nil || p.small.d != count {
		p.small = NewSphere(count)
	}
	p.ball = p.small
}

// keptShare is the largest fraction of the coordinates that may remain for the reduction to be used.
const keptShare = 0.9

// sizeOf returns a power of two near the largest absolute entry, so that dividing by it does not round; 1 if there is none.
func sizeOf(m []float64) float64 {
	largest := 0.0
	for _, v := range m {
		largest = math.Max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	if !(largest > 0) || math.IsInf(largest, 0) || exponent < -1000 {
		return 1
	}
	return math.Ldexp(1, exponent)
}

// load sets q and h for factor times g without its constant. It returns the constant times factor.
func (p *Prover) load(m []float64, factor float64) (corner float64) {
	d, order := p.sphere.d, p.samples.Order()
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
