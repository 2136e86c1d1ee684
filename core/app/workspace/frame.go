package workspace

import (
	"context"
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Frame maps the coordinates of pictures, up to three numbers t, to the features that neurons read: x = Origin + sum t_k Axes_k. The axes
// are orthonormal.
//
// Up to three features are the coordinates themselves, beside which a bias is 1. More are shown in a plane. There a network is again a
// quadratic function, of t, and so is the certificate restricted to the directions within the plane: the pictures of both are exact. The
// points lie off the plane, and are shown at their projections. A Frame without axes shows nothing.
type Frame struct {
	Origin   []float64
	Axes     [][]float64
	Window   protocol.Window
	Plane    bool           // a plane of more than three features, which the following fields describe
	Features [2]int         // the two features that span it, counted from 1; 0 for the principal axes
	Share    float64        // fraction of the points' variance within it
	Places   []protocol.Vec // the coordinates of the projected points
	// points and asked are the points and the features that the plane was made from.
	points []float64
	asked  [2]int
}

// principalMost is the largest number of features for which the principal axes are computed. With more it
// would take seconds: the plane is that of the first two features until the user chooses two.
const principalMost = 200

// Frame returns the frame of the state. A plane is spanned by two features, counted from 1, at the mean of the others. If the features are
// zero or not all there, it is spanned by the two principal axes, through the mean. It returns last, which may be nil, if that already
// is this plane.
func (t *State) Frame(features [2]int, last *Frame) *Frame {
	switch {
	case t.Planar():
	case t.D > DrawnFeatures:
		return &Frame{}
	default:
		f := &Frame{Origin: make([]float64, t.Inputs()), Window: t.Window}
		if t.Bias {
			f.Origin[t.D] = 1
		}
		for k := range t.D {
			f.Axes = append(f.Axes, unitVector(t.Inputs(), k))
		}
		return f
	}
	if max(features[0], features[1]) > t.D {
		features = [2]int{}
	}
	if last != nil && last.asked == features && len(last.Origin) == t.Inputs() && len(last.points) == len(t.X) &&
		(len(t.X) == 0 || &last.points[0] == &t.X[0]) {
		return last
	}
	f := planeOf(t.X, t.D, features)
	if t.Bias {
		f.Origin = append(f.Origin, 1)
		for k := range f.Axes {
			f.Axes[k] = append(slices.Clip(f.Axes[k]), 0)
		}
	}
	return f
}

// unitVector returns unit vector k of R^d.
func unitVector(d, k int) []float64 {
	u := make([]float64, d)
	u[k] = 1
	return u
}

// planeOf returns the plane of points of d features, row by row in x.
func planeOf(x []float64, d int, features [2]int) *Frame {
	mean := make([]float64, d)
	for i := 0; i < len(x); i += d {
		dense.Axpy(float64(d)/float64(len(x)), x[i:i+d], mean)
	}
	f := &Frame{Plane: true, Origin: slices.Clone(mean), points: x, asked: features, Features: features}
	if d > principalMost && features[0] == 0 {
		f.Features = [2]int{1, 2}
	}
	if f.Features[0] > 0 {
		for _, feature := range f.Features {
			f.Axes = append(f.Axes, unitVector(d, feature-1))
			f.Origin[feature-1] = 0 // then the coordinates are the features themselves
		}
	} else {
		f.Axes = principal(x, mean)
	}
	f.place(x, mean)
	return f
}

// principal returns the two directions of largest variance around the mean. The largest entry of each is positive.
func principal(x, mean []float64) (axes [][]float64) {
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
	dense.NewEigen(d).Decompose(context.Background(), covariance, values)
	for k := range 2 {
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
		axes = append(axes, axis)
	}
	return axes
}

// place projects the points, and computes the share of their variance and a window that shows them with the margin of the unit window.
func (f *Frame) place(x, mean []float64) {
	var low, high protocol.Vec
	within, whole := 0.0, 0.0
	d := len(mean)
	for i := 0; i < len(x); i += d {
		var t protocol.Vec
		for k, axis := range f.Axes {
			at := dense.Dot(axis, x[i:i+d])
			t[k] = at - dense.Dot(axis, f.Origin)
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
		f.Places = append(f.Places, t)
	}
	f.Share = 1
	if whole > 0 {
		f.Share = math.Min(1, within/whole)
	}
	f.Window = unitWindow
	f.Window.Center = protocol.Vec{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	if half := math.Max(high[0]-low[0], high[1]-low[1]) / 2; half > 0 {
		f.Window.Half *= half
	}
}

// Append appends what neurons read at the coordinates t.
func (f *Frame) Append(x []float64, t protocol.Vec) []float64 {
	for i, v := range f.Origin {
		for k, axis := range f.Axes {
			v += t[k] * axis[i]
		}
		x = append(x, v)
	}
	return x
}

// Neuron returns alpha sigma(x'u) as a function of the coordinates.
func (f *Frame) Neuron(n *neural.Neuron, sigma [3]float64) protocol.Quadratic {
	var u protocol.Vec
	for k, axis := range f.Axes {
		u[k] = dense.Dot(n.U, axis)
	}
	a, b, c := n.Alpha*sigma[0], n.Alpha*sigma[1], dense.Dot(n.U, f.Origin)
	slope := 2*a*c + b
	return protocol.Quadratic{
		XX: a * u[0] * u[0], YY: a * u[1] * u[1], ZZ: a * u[2] * u[2], XY: 2 * a * u[0] * u[1], XZ: 2 * a * u[0] * u[2], YZ: 2 * a * u[1] * u[2],
		X: slope * u[0], Y: slope * u[1], Z: slope * u[2], C: (a*c+b)*c + n.Alpha*sigma[2],
	}
}

// FormOf restricts [u;1]'V[u;1], V symmetric of order d + 1, to the directions u = sum s_k axes_k, as a quadratic of up to three s_k.
func FormOf(v []float64, axes ...[]float64) protocol.Quadratic {
	d := len(axes[0])
	var square [3][3]float64
	var linear protocol.Vec
	for k, e := range axes {
		linear[k] = 2 * dense.Dot(v[d*(d+1):d*(d+1)+d], e)
		for l, f := range axes[:k+1] {
			for i, x := range e {
				square[k][l] += x * dense.Dot(v[i*(d+1):i*(d+1)+d], f)
			}
		}
	}
	return protocol.Quadratic{
		XX: square[0][0], YY: square[1][1], ZZ: square[2][2], XY: 2 * square[1][0], XZ: 2 * square[2][0], YZ: 2 * square[2][1],
		X: linear[0], Y: linear[1], Z: linear[2], C: v[len(v)-1],
	}
}
