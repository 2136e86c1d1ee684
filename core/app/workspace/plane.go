package workspace

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// principalMost is the largest number of features for which the principal axes are computed. With more, which would take seconds, the plane is that
// of the two features with the largest variance.
const principalMost = 200

// Plane is a plane of R^d with the points of a data set projected onto it. It shows data of more than three features.
//
// Restricted to a plane x = origin + t_1 axes_1 + t_2 axes_2 with orthonormal axes, a network is again a quadratic function, of t, and so is the
// certificate restricted to the directions within the plane. So the pictures of both are exact. The points lie off the plane, and are shown at their
// projections.
type Plane struct {
	origin []float64
	axes   [2][]float64
	share  float64 // fraction of the points' variance within the plane
	half   float64 // half the extent of the projections; center is their middle
	center protocol.Vec
	places []protocol.Vec // the coordinates t of the points
	choice [2]int         // the plane's two features, counted from 1; 0 for the principal axes
	// of, count and asked are the arguments that the plane was made from: the address of the first entry, the number of entries, and the features.
	of    *float64
	count int
	asked [2]int
}

// PlaneOf returns the plane of points of d features, row by row in x. It is the plane of two features, counted from 1, through the mean of the others, or
// if features is zero that of the two principal axes, through the mean.
func PlaneOf(x []float64, d int, features [2]int) *Plane {
	n := len(x) / d
	p := &Plane{origin: make([]float64, d), of: first(x), count: len(x), asked: features, choice: features}
	for i := range n {
		dense.Axpy(1/float64(n), x[i*d:(i+1)*d], p.origin)
	}
	if d > principalMost && features[0] == 0 {
		p.choice = widest(x, p.origin)
	}
	if p.choice[0] > 0 {
		for k, feature := range p.choice {
			p.axes[k] = make([]float64, d)
			p.axes[k][feature-1] = 1
			p.origin[feature-1] = 0 // then t_1 and t_2 are the features themselves
		}
	} else {
		p.axes = principal(x, p.origin)
	}
	p.place(x)
	return p
}

// Is reports whether PlaneOf, called with the same arguments, returned this plane, provided that x has not been written to since.
func (p *Plane) Is(x []float64, d int, features [2]int) bool {
	return p.of == first(x) && p.count == len(x) && p.asked == features && len(p.origin) == d
}

// first returns the address of the first entry, or nil if x is empty.
func first(x []float64) *float64 {
	if len(x) == 0 {
		return nil
	}
	return &x[0]
}

// Origin returns the point of R^d at t = 0, which must not be modified.
func (p *Plane) Origin() []float64 { return p.origin }

// Axes returns the directions of t_1 and t_2, which are orthonormal. They must not be modified.
func (p *Plane) Axes() [2][]float64 { return p.axes }

// Features returns the plane's two features, counted from 1, or 0 and 0 for the principal axes.
func (p *Plane) Features() [2]int { return p.choice }

// Share returns the fraction of the points' variance within the plane.
func (p *Plane) Share() float64 { return p.share }

// Places returns the coordinates t of the projected points. It must not be modified.
func (p *Plane) Places() []protocol.Vec { return p.places }

// Window returns a window that shows all projections with the same margin as the unit window.
func (p *Plane) Window(unit protocol.Window) protocol.Window {
	unit.Center = p.center
	if p.half > 0 {
		unit.Half *= p.half
	}
	return unit
}

// widest returns the two features with the largest variance, counted from 1.
func widest(x, mean []float64) (features [2]int) {
	variance := make([]float64, len(mean))
	for i, v := range x {
		off := v - mean[i%len(mean)]
		variance[i%len(mean)] += off * off
	}
	for k := range features {
		best := -1
		for i, v := range variance {
			if i+1 != features[0] && (best < 0 || v > variance[best]) {
				best = i
			}
		}
		features[k] = best + 1
	}
	return features
}

// principal returns the two directions of largest variance around the mean. The largest entry of each is positive.
func principal(x, mean []float64) (axes [2][]float64) {
	d := len(mean)
	covariance, values, off := make([]float64, d*d), make([]float64, d), make([]float64, d)
	for i := 0; i < len(x); i += d {
		for k := range off {
			off[k] = x[i+k] - mean[k]
		}
		for k := range off {
			dense.Axpy(off[k], off, covariance[k*d:(k+1)*d])
		}
	}
	dense.NewEigen(d).Decompose(covariance, values)
	for k := range axes {
		axis := covariance[(d-1-k)*d : (d-k)*d]
		largest := 0.0
		for _, v := range axis {
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if largest < 0 {
			for i := range axis {
				axis[i] = -axis[i]
			}
		}
		axes[k] = axis
	}
	return axes
}

// place projects the points, and computes their extent and the share of their variance.
func (p *Plane) place(x []float64) {
	d := len(p.origin)
	var low, high, along [2]float64
	n := float64(len(x) / d)
	mean := make([]float64, d)
	for i := 0; i < len(x); i += d {
		dense.Axpy(1/n, x[i:i+d], mean)
	}
	whole := 0.0
	for i := 0; i < len(x); i += d {
		var t protocol.Vec
		for k, axis := range p.axes {
			t[k] = dense.Dot(axis, x[i:i+d]) - dense.Dot(axis, p.origin)
			off := dense.Dot(axis, x[i:i+d]) - dense.Dot(axis, mean)
			along[k] += off * off
			if i == 0 {
				low[k], high[k] = t[k], t[k]
			}
			low[k], high[k] = math.Min(low[k], t[k]), math.Max(high[k], t[k])
		}
		for k := range mean {
			whole += (x[i+k] - mean[k]) * (x[i+k] - mean[k])
		}
		p.places = append(p.places, t)
	}
	p.share = 1
	if whole > 0 {
		p.share = math.Min(1, (along[0]+along[1])/whole)
	}
	p.center = protocol.Vec{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	p.half = math.Max(high[0]-low[0], high[1]-low[1]) / 2
}

// Ridge returns alpha sigma(x'u) on the plane as a quadratic of t.
func (p *Plane) Ridge(n *neural.Neuron, sigma [3]float64) protocol.Quadratic {
	c, x, y := dense.Dot(n.U, p.origin), dense.Dot(n.U, p.axes[0]), dense.Dot(n.U, p.axes[1])
	a, b := n.Alpha*sigma[0], n.Alpha*sigma[1]
	return protocol.Quadratic{
		XX: a * x * x, XY: 2 * a * x * y, YY: a * y * y, X: (2*a*c + b) * x, Y: (2*a*c + b) * y, C: (a*c+b)*c + n.Alpha*sigma[2],
	}
}

// Form returns [u;1]'V[u;1] at the directions u = s_1 axes_1 + s_2 axes_2, V of order d + 1, as a quadratic of s.
func (p *Plane) Form(v []float64) protocol.Quadratic {
	d := len(p.origin)
	at := func(a, b []float64) (sum float64) {
		for i, x := range a {
			sum += x * dense.Dot(v[i*(d+1):i*(d+1)+d], b)
		}
		return sum
	}
	e, f, last := p.axes[0], p.axes[1], v[d*(d+1):]
	return protocol.Quadratic{
		XX: at(e, e), XY: 2 * at(e, f), YY: at(f, f), X: 2 * dense.Dot(last[:d], e), Y: 2 * dense.Dot(last[:d], f), C: last[d],
	}
}
