package geometry

import (
	"math"

	"conelab/core/dense"
)

// Lorentz is the solid double cone |c| <= |t| in the space of vectors y = (c, t), c in R^d: the Lorentz cones z = +-sqrt(x^2 + y^2) of
// the paper's Figure 3 with what they enclose. The neural decomposition puts every y on its surface |c| = |t|, y'Gy = 0; the sign of
// y is free there, and t >= 0 is the upper nappe.
type Lorentz struct{}

// Form returns y'Gy = |c|^2 - t^2: negative inside, zero on the surface, positive outside.
func (Lorentz) Form(y []float64) float64 {
	c, t := parts(y)
	return (c - math.Abs(t)) * (c + math.Abs(t))
}

// Contains reports whether |c| <= |t| up to tolerance |y|; OnSurface whether |c| = |t|.
func (Lorentz) Contains(y []float64, tolerance float64) bool {
	c, t := parts(y)
	return c-math.Abs(t) <= tolerance*math.Hypot(c, t)
}

// OnSurface reports whether | |c| - |t| | <= tolerance |y|.
func (Lorentz) OnSurface(y []float64, tolerance float64) bool {
	c, t := parts(y)
	return math.Abs(c-math.Abs(t)) <= tolerance*math.Hypot(c, t)
}

// Project returns the nearest point of the double cone: y itself inside, else the nearest point of the surface. (The double cone is
// not convex; for t = 0 both nappes are equally near, and the upper one is taken.)
func (l Lorentz) Project(y []float64) []float64 {
	if c, t := parts(y); c <= math.Abs(t) {
		return append([]float64(nil), y...)
	}
	return l.ProjectSurface(y)
}

// ProjectSurface returns the nearest point of |c| = |t|. In the half-plane of c and t the surface is the pair of diagonals, so
//
//	c -> c (|c| + |t|) / (2|c|),   t -> sign(t) (|c| + |t|) / 2.
//
// On the axis, c = 0, all directions are equally near and the first coordinate's is taken.
func (Lorentz) ProjectSurface(y []float64) []float64 {
	c, t := parts(y)
	return onSurface(y, c, (c+math.Abs(t))/2, math.Signbit(t))
}

// ProjectNappe returns the nearest point of one convex nappe, |c| <= t for upper, |c| <= -t otherwise:
//
//	y                                       inside it,
//	0                                       in its polar, the other nappe,
//	((|c|+t)/2) (c/|c|, 1)                  elsewhere (signs turned for the lower nappe).
func (Lorentz) ProjectNappe(y []float64, upper bool) []float64 {
	c, t := parts(y)
	if !upper {
		t = -t
	}
	switch {
	case c <= t:
		return append([]float64(nil), y...)
	case c <= -t:
		return make([]float64, len(y))
	}
	return onSurface(y, c, (c+t)/2, !upper)
}

// onSurface returns the point of the surface at height +-size in the direction of y's spatial part, whose norm is c.
func onSurface(y []float64, c, size float64, lower bool) []float64 {
	d := len(y) - 1
	x := make([]float64, d+1)
	if c > 0 {
		dense.Axpy(size/c, y[:d], x[:d])
	} else {
		x[0] = size
	}
	x[d] = size
	if lower {
		x[d] = -size
	}
	return x
}

// parts returns |c| and t of y = (c, t).
func parts(y []float64) (c, t float64) {
	d := len(y) - 1
	for _, v := range y[:d] {
		c = math.Hypot(c, v) // without overflow
	}
	return c, y[d]
}
