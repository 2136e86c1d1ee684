package neural

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Certificate is a proof of a lower bound of the training cost.
type Certificate struct {
	// Dual is the dual vector v, output by output, in the domain of the conjugate loss and scaled to be feasible: |sum_i v_io
	// sigma(x_ik'u)| <= beta for every unit vector u, block k and output o.
	Dual []float64
	// Lower is -loss*(-v), a lower bound of the cost of every network of any width.
	Lower float64
	// Peak is the largest |g_ko(u)| of the vector before scaling, g_ko(u) = sum_i v_io sigma(x_ik'u). Scale is the factor by
	// which the vector was multiplied.
	Peak, Scale float64
	// Quadratics holds the scaled g_ko as matrices of order p, with block k of output o at o K + k: g(u) = [u;1]'M[u;1], or u'M u.
	Quadratics [][]float64
	// rounding bounds the increase of |g| when each entry of the scaled vector is rounded to a double.
	rounding float64
}

// Prover evaluates dual bounds for one set of samples. It holds the workspace.
type Prover struct {
	operator *lift.Operator
	sphere   *Sphere
	norms    []float64 // norms of the A_ik
	sums     []exact.Double
}

// NewProver returns a Prover for the samples.
func NewProver(s *lift.Operator) *Prover {
	return &Prover{operator: s, sphere: NewSphere(s.Dimension()), norms: s.Norms()}
}

// BoundTo certifies the dual vector v, whatever its origin, and writes the proof into c, reusing its slices. v and y have n
// entries for each output, output by output.
//
// It projects v onto the domain of the conjugate, finds the peak of |g| over the sphere exactly, with Sphere, and scales v by the
// s <= beta/peak with the best bound. It scales slightly further so that the vector is feasible after each entry is rounded to a
// double. Everything is recomputed from the samples.
func (p *Prover) BoundTo(c *Certificate, v, y []float64, beta float64, lossFn loss.Loss) {
	n := p.operator.Len()
	c.Dual = append(c.Dual[:0], v...)
	ProjectOntoDomain(c.Dual, y, n, lossFn)
	p.PeakTo(c)
	if c.rounding > roundedLimit*beta && !math.IsNaN(c.Peak) && p.certifyRounded(c, y, beta, lossFn) {
		return
	}
	c.scaleTo(beta, c.Peak+c.rounding, y, n, lossFn)
}

// plainMargin is the multiple of the rounding bound that PlainBoundTo subtracts.
const plainMargin = 4

// PlainBoundTo is BoundTo with sums in working precision only. The result is a proof too, of a bound that is lower by at most
// twice the slack, relative to the objective. If the slack is zero, BoundTo would not do better.
func (p *Prover) PlainBoundTo(c *Certificate, v, y []float64, beta float64, lossFn loss.Loss) (slack float64) {
	n := p.operator.Len()
	c.Dual = append(c.Dual[:0], v...)
	ProjectOntoDomain(c.Dual, y, n, lossFn)
	shows := p.measurePeak(c, false)
	most := c.Peak + c.rounding
	if shows || c.rounding > roundedLimit*beta {
		most += plainMargin * c.rounding
		slack = (most - c.Peak + c.rounding) / most
	}
	c.scaleTo(beta, most, y, n, lossFn)
	return slack
}

// scaleTo scales the vector, for which most is an upper bound of |g|, to be feasible, and sets the bound.
func (c *Certificate) scaleTo(beta, most float64, y []float64, n int, lossFn loss.Loss) {
	c.Scale = 1
	if !(most <= beta) {
		c.Scale = beta / most
	}
	if math.IsNaN(c.Scale) { // the vector has no finite peak, so nothing is proved
		clear(c.Dual)
		ProjectOntoDomain(c.Dual, y, n, lossFn)
		c.Lower = math.Inf(-1)
		return
	}
	c.setLower(y, n, lossFn)
	dense.Scale(c.Scale, c.Dual)
	for _, m := range c.Quadratics {
		dense.Scale(c.Scale, m)
	}
}

const (
	// roundedLimit is the fraction of beta above which the a priori bound of the rounding error is too large to subtract. The
	// error is then measured on the rounded vector instead.
	roundedLimit = 1e-11
	// roundedTries is the number of scales that are tried for that.
	roundedTries = 4
)

// certifyRounded certifies the scaled vector after each entry is rounded to a double. If none of a few scales makes it feasible, it
// returns false and leaves c as it was.
func (p *Prover) certifyRounded(c *Certificate, y []float64, beta float64, lossFn loss.Loss) bool {
	n, blocks := p.operator.Len(), p.operator.Blocks()
	rounded := Certificate{Dual: make([]float64, len(c.Dual)), Scale: 1}
	shorter := *c
	shorter.Scale = math.Min(1, beta/c.Peak)
	shorter.setLower(y, n, lossFn)
	scale := shorter.Scale
	for range roundedTries {
		for i, v := range c.Dual {
			rounded.Dual[i] = scale * v
		}
		ProjectOntoDomain(rounded.Dual, y, n, lossFn) // rounding may have left it
		p.PeakTo(&rounded)
		rounded.Peak += rounded.entryRounding()
		if rounded.Peak <= beta {
			rounded.Peak, rounded.rounding = c.Peak, c.rounding
			rounded.Lower = dualOf(rounded.Dual, 1, y, n, lossFn)
			rounded.Scale = scale
			c.Dual, c.Quadratics = append(c.Dual[:0], rounded.Dual...), rounded.Quadratics[:len(c.Dual)/n*blocks]
			c.Lower, c.Scale = rounded.Lower, scale
			return true
		}
		scale *= beta / rounded.Peak * (1 - 0x1p-51)
	}
	return false
}

// entryRounding bounds the error of the peak due to the rounding of the entries of a g to doubles.
func (c *Certificate) entryRounding() (most float64) {
	for _, m := range c.Quadratics {
		square := 0.0
		for _, v := range m {
			square += v * v
		}
		most = math.Max(most, math.Sqrt(square))
	}
	return 0x1p-51 * most
}

// roundingLimit is the fraction of the peak above which the rounding error in the sums of a g is too large; the sums are then
// taken in twice the precision.
const roundingLimit = 1e-12

// peak returns max |g(u)| over |u| = 1.
func (p *Prover) peak(g []float64) float64 {
	high, low := p.sphere.Extremes(p.operator.Context(), g)
	return math.Max(high, -low)
}

// PeakTo sets Peak and Quadratics for the vector Dual without scaling it. It is the first half of BoundTo.
func (p *Prover) PeakTo(c *Certificate) { p.measurePeak(c, true) }

// measurePeak is PeakTo, and reports whether the rounding error of sums in working precision is significant. If it is and precise
// is set, the sums are recomputed in twice the precision.
func (p *Prover) measurePeak(c *Certificate, precise bool) (shows bool) {
	n, blocks, order := p.operator.Len(), p.operator.Blocks(), p.operator.Order()
	c.Peak, c.rounding = 0, 0
	c.Quadratics = resize(c.Quadratics, len(c.Dual)/n*blocks)
	for j := range c.Quadratics {
		o, k := j/blocks, j%blocks
		c.Quadratics[j] = resize(c.Quadratics[j], order*order)
		v := c.Dual[o*n : (o+1)*n]
		p.operator.AdjointTo(c.Quadratics[j], v, k)
		peak := p.peak(c.Quadratics[j])
		rounding := sumRounding(v, p.norms, blocks, k)
		if rounding > roundingLimit*peak {
			shows = true
			if precise {
				p.SumTo(c.Quadratics[j], v, k)
				peak = p.peak(c.Quadratics[j])
			}
		}
		c.Peak, c.rounding = math.Max(c.Peak, peak), math.Max(c.rounding, rounding)
	}
	return shows
}

// setLower sets the bound, and reduces the scale where a shorter vector proves more: for a piecewise quadratic loss the bound is
// s sum(l v) - s^2 kappa |v|^2/2.
func (c *Certificate) setLower(y []float64, n int, lossFn loss.Loss) {
	if lossFn.Entropic() {
		c.Lower = dualOf(c.Dual, c.Scale, y, n, lossFn)
		return
	}
	linear := sumOver(len(c.Dual), func(total *exact.Double, from, to int) {
		for i := from; i < to; i++ {
			total.AddProduct(c.Dual[i], y[i])
		}
	})
	square := sumOver(len(c.Dual), func(total *exact.Double, from, to int) {
		for _, v := range c.Dual[from:to] {
			total.AddProduct(v, v)
		}
	})
	l, q := linear.Value(), lossFn.Kappa()*square.Value()
	if best := l / q; best < c.Scale {
		c.Scale = best
	}
	c.Scale = math.Max(0, c.Scale)
	c.Lower = c.Scale * (l - c.Scale*q/2)
}

// dualOf returns -loss*(-s v).
func dualOf(v []float64, scale float64, y []float64, n int, lossFn loss.Loss) float64 {
	var total exact.Double
	switch {
	case lossFn == loss.Softmax:
		total = sumOver(n, func(total *exact.Double, from, to int) {
			outputs := len(y) / n
			vi, yi := make([]float64, outputs), make([]float64, outputs)
			for i := from; i < to; i++ {
				loss.RowTo(vi, v, i, n)
				loss.RowTo(yi, y, i, n)
				for o := range vi {
					vi[o] *= scale
				}
				total.Add(loss.SoftmaxDual(vi, yi))
			}
		})
	case lossFn.Entropic():
		total = sumOver(len(v), func(total *exact.Double, from, to int) {
			for i := from; i < to; i++ {
				total.Add(lossFn.Dual(scale*v[i], y[i]))
			}
		})
	default: // v l - kappa v^2/2, without rounding the terms before they cancel
		total = sumOver(len(v), func(total *exact.Double, from, to int) {
			for i := from; i < to; i++ {
				w := scale * v[i]
				total.AddProduct(w, y[i])
				total.AddProduct(-lossFn.Kappa()/2*w, w)
			}
		})
	}
	return total.Value()
}

// ProjectOntoDomain projects a dual vector onto the domain of the conjugate: each entry onto an interval, or y - v onto the simplex.
func ProjectOntoDomain(v, y []float64, n int, lossFn loss.Loss) {
	if lossFn != loss.Softmax {
		for i := range v {
			low, high := lossFn.Domain(y[i])
			v[i] = math.Max(low, math.Min(high, v[i]))
		}
		return
	}
	outputs := len(y) / n
	for i := range n {
		// The v of the label is the sum of the probabilities of the other classes. That sum may be tiny, so it is not computed as
		// 1 minus the label's probability.
		total, label := 0.0, i
		for o := range outputs {
			at := o*n + i
			if y[at] == 1 {
				label = at
				continue
			}
			v[at] = math.Min(0, v[at])
			total -= v[at]
		}
		v[label] = total
		if total > 1 {
			for o := range outputs {
				v[o*n+i] /= total
			}
			v[label] = 1
		}
	}
}

// resize returns x with length n and keeps its elements.
func resize[T any](x []T, n int) []T {
	if cap(x) < n {
		return append(x[:cap(x)], make([]T, n-cap(x))...)
	}
	return x[:n]
}

// ScaledBound returns the lower bound that a dual vector in the domain of the conjugate proves after it is scaled to be feasible.
// peak is the largest |g| of the vector over the sphere; if it is not a number, neither is the bound. This is the last part of
// Prover.BoundTo, for callers that know the peak.
func ScaledBound(dual, y []float64, n int, peak, beta float64, lossFn loss.Loss) (lower float64) {
	c := Certificate{Dual: dual, Peak: peak, Scale: 1}
	if !(peak <= beta) {
		c.Scale = beta / peak
	}
	c.setLower(y, n, lossFn)
	return c.Lower
}
