package workspace

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// principalMost is the largest number of features for which the principal axes are computed. With more, which would take seconds,
// the plane is that of the first two features until others are chosen.
const principalMost = 200

// Plane is a plane of R^d with the points of a data set projected onto it. It shows data of more than three features.
//
// Restricted to a plane x = origin + t_1 axes_1 + t_2 axes_2 with orthonormal axes, a network is again a quadratic function, of
// t, and so is the certificate restricted to the directions within the plane. So the pictures of both are exact. The points lie
// off the plane, and are shown at their projections.
type Plane struct {
	Origin   []float64      // the point at t = 0
	Axes     [2][]float64   // the directions of t_1 and t_2, which are orthonormal
	Features [2]int         // the two features, counted from 1; 0 for the principal axes
	Share    float64        // fraction of the points' variance within the plane
	Places   []protocol.Vec // the coordinates t of the projected points
	center   protocol.Vec   // the middle of the projections
	half     float64        // half their extent
	// of and asked are what the plane was made from: the points of a state, and the features.
	of    []float64
	asked [2]int
}

// Plane returns the plane of two features, counted from 1, through the mean of the others, or if they are zero or not all are
// there that of the two principal axes, through the mean. It returns last, which may be nil, if that is this plane.
func (t *State) Plane(features [2]int, last *Plane) *Plane {
	if max(features[0], features[1]) > t.d {
		features = [2]int{}
	}
	if last != nil && last.asked == features && len(last.Origin) == t.d && len(last.of) == len(t.x) &&
		(len(t.x) == 0 || &last.of[0] == &t.x[0]) {
		return last
	}
	return planeOf(t.x, t.d, features)
}

// planeOf returns the plane of points of d features, row by row in x.
func planeOf(x []float64, d int, features [2]int) *Plane {
	mean := make([]float64, d)
	for i := 0; i < len(x); i += d {
		dense.Axpy(float64(d)/float64(len(x)), x[i:i+d], mean)
	}
	p := &Plane{Origin: slices.Clone(mean), of: x, asked: features, Features: features}
	if d > principalMost && features[0] == 0 {
		p.Features = [2]int{1, 2}
	}
	if p.Features[0] > 0 {
		for k, feature := range p.Features {
			p.Axes[k] = make([]float64, d)
			p.Axes[k][feature-1] = 1
			p.Origin[feature-1] = 0 // then t_1 and t_2 are the features themselves
		}
	} else {
		p.Axes = principal(x, mean)
	}
	p.place(x, mean)
	return p
}

// Window returns a window that shows all projections with the same margin as the unit window.
func (p *Plane) Window(unit protocol.Window) protocol.Window {
	unit.Center = p.center
	if p.half > 0 {
		unit.Half *= p.half
	}
	return unit
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
func (p *Plane) place(x, mean []float64) {
	var low, high [2]float64
	within, whole := 0.0, 0.0
	d := len(mean)
	for i := 0; i < len(x); i += d {
		var t protocol.Vec
		for k, axis := range p.Axes {
			at := dense.Dot(axis, x[i:i+d])
			t[k] = at - dense.Dot(axis, p.Origin)
			off := at - dense.Dot(axis, mean)
			within += off * off
			if i == 0 {
				low[k], high[k] = t[k], t[k]
			}
			low[k], high[k] = math.Min(low[k], t[k]), math.Max(high[k], t[k])
		}
		for k := range mean {
			whole += (x[i+k] - mean[k]) * (x[i+k] - mean[k])
		}
		p.Places = append(p.Places, t)
	}
	p.Share = 1
	if whole > 0 {
		p.Share = math.Min(1, within/whole)
	}
	p.center = protocol.Vec{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	p.half = math.Max(high[0]-low[0], high[1]-low[1]) / 2
}

// Ridge returns alpha sigma(x'u) on the plane as a quadratic of t.
func (p *Plane) Ridge(n *neural.Neuron, sigma [3]float64) protocol.Quadratic {
	c, x, y := dense.Dot(n.U, p.Origin), dense.Dot(n.U, p.Axes[0]), dense.Dot(n.U, p.Axes[1])
	a, b := n.Alpha*sigma[0], n.Alpha*sigma[1]
	return protocol.Quadratic{
		XX: a * x * x, XY: 2 * a * x * y, YY: a * y * y, X: (2*a*c + b) * x, Y: (2*a*c + b) * y, C: (a*c+b)*c + n.Alpha*sigma[2],
	}
}

// FormOf restricts [u;1]'V[u;1], V symmetric of order d + 1, to the directions u = s_1 e + s_2 f, as a quadratic of s. f is nil for d = 1.
func FormOf(v, e, f []float64) protocol.Quadratic {
	d := len(e)
	at := func(a, b []float64) (sum float64) {
		for i, x := range a {
			sum += x * dense.Dot(v[i*(d+1):i*(d+1)+d], b)
		}
		return sum
	}
	linear := v[d*(d+1) : d*(d+1)+d]
	q := protocol.Quadratic{XX: at(e, e), X: 2 * dense.Dot(linear, e), C: v[len(v)-1]}
	if f != nil {
		q.YY, q.XY, q.Y = at(f, f), 2*at(e, f), 2*dense.Dot(linear, f)
	}
	return q
}
