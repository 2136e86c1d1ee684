package geometry

import (
	"math"

	"conelab/core/neural"
)

// Curve is the exact picture of d = 2. With u = (cos a, sin a), u u' = (I + [cos 2a, sin 2a; sin 2a, -cos 2a])/2, so a neuron is the point
//
//	k(a) = (cos a, sin a, cos 2a, sin 2a)
//
// of the trigonometric curve in R^4, and the balanced psd matrices with Z_4 = 1 (the face Z_4 = T of +M(T), for T = 1) are its convex
// hull. A network with weights alpha_j >= 0 of sum 1 is the point sum_j alpha_j k(a_j).
//
// Up to constants the map is an isometry: for balanced Z and their points,
//
//	|Z - Z~|^2 = 2 ((x_1-x~_1)^2 + (x_2-x~_2)^2) + ((x_3-x~_3)^2 + (x_4-x~_4)^2)/2 + (3/2) (t-t~)^2.
type Curve struct{}

// At returns k(a).
func (Curve) At(angle float64) [4]float64 {
	sin, cos := math.Sincos(angle)
	return [4]float64{cos, sin, (cos - sin) * (cos + sin), 2 * sin * cos}
}

// Matrix returns the balanced matrix of order 3 with Z_4 = t at the point x:
//
//	[ (t+x_3)/2   x_4/2      x_1 ]
//	[ x_4/2       (t-x_3)/2  x_2 ]
//	[ x_1         x_2        t   ]
//
// It is linear in (x, t); Matrix(At(a), 1) = Lift(cos a, sin a).
func (Curve) Matrix(x [4]float64, t float64) []float64 {
	return []float64{(t + x[2]) / 2, x[3] / 2, x[0], x[3] / 2, (t - x[2]) / 2, x[1], x[0], x[1], t}
}

// Point is the inverse of Matrix on balanced matrices: x = (Z_13, Z_23, Z_11 - Z_22, 2 Z_12), t = Z_33.
func (Curve) Point(z []float64) (x [4]float64, t float64) {
	order(z, 2)
	return [4]float64{(z[2] + z[6]) / 2, (z[5] + z[7]) / 2, z[0] - z[4], z[1] + z[3]}, z[8]
}

// Dual returns the V with < V, Matrix(x, t) > = v'x for all x and t.
func (Curve) Dual(v [4]float64) []float64 {
	return []float64{v[2], v[3], v[0] / 2, v[3], -v[2], v[1] / 2, v[0] / 2, v[1] / 2, 0}
}

// Support returns max_a v'k(a), the support function of the hull, and an angle that attains it: a trigonometric polynomial of degree two,
// maximised exactly as g_V on the circle.
func (c Curve) Support(v [4]float64) (value, angle float64) {
	value, u := Maximum(c.Dual(v), 2)
	return value, math.Atan2(u[1], u[0])
}

// Violation returns minus the least eigenvalue of Matrix(x, 1), or 0: the hull is where it is 0.
func (c Curve) Violation(x [4]float64) float64 {
	return Positive{D: 2, T: 1}.Violation(c.Matrix(x, 1)).Eigenvalue
}

// Arc is a point of the curve with its share in a convex combination.
type Arc struct{ Angle, Weight float64 }

// Combination writes a point of the hull as sum_j w_j k(a_j), w_j >= 0, sum w_j = 1, with at most three points: the network of its
// matrix, by the neural decomposition.
func (c Curve) Combination(x [4]float64) []Arc {
	return Arcs(Positive{D: 2, T: 1}.Network(c.Matrix(x, 1)))
}

// Arcs returns the angle of each neuron of dimension 2, with its weight.
func Arcs(neurons []neural.Neuron) []Arc {
	arcs := make([]Arc, len(neurons))
	for j, neuron := range neurons {
		arcs[j] = Arc{math.Atan2(neuron.U[1], neuron.U[0]), neuron.Alpha}
	}
	return arcs
}

// Frame is a projection of R^4 to three coordinates: its rows are orthonormal.
type Frame [3][4]float64

// Drop returns the frame that leaves out coordinate k, 0 to 3.
func Drop(k int) Frame {
	var f Frame
	row := 0
	for i := range 4 {
		if i != k {
			f[row][i] = 1
			row++
		}
	}
	return f
}

// Turn returns the frame after a rotation of R^4 by angle in the plane of coordinates i and j, from i toward j: the frame of the turned
// points.
func (f Frame) Turn(i, j int, angle float64) Frame {
	sin, cos := math.Sincos(angle)
	for r := range f {
		x, y := f[r][i], f[r][j]
		f[r][i], f[r][j] = cos*x+sin*y, cos*y-sin*x
	}
	return f
}

// Apply returns the projected point.
func (f Frame) Apply(x [4]float64) (y [3]float64) {
	for r := range f {
		for i, v := range x {
			y[r] += f[r][i] * v
		}
	}
	return y
}

// Adjoint returns the 4-vector F'v: the functional v on the picture as one on R^4, so that the support function of the projected hull is
// Curve.Support(f.Adjoint(v)).
func (f Frame) Adjoint(v [3]float64) (x [4]float64) {
	for r := range f {
		for i := range x {
			x[i] += f[r][i] * v[r]
		}
	}
	return x
}
