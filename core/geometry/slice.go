package geometry

import "math"

// FigureLeft returns the point (u^2 alpha, u alpha, alpha) of the paper's Figure 2, left: its picture of the neural cone for d = 1, with
// |u| <= 1 (the definition's |u| = 1 gives the two lines u = +-1 that bound the surface, alpha (1, +-1, 1)). The surface is the part
// |y| <= |z| of the elliptic cone x z = y^2.
func FigureLeft(u, alpha float64) [3]float64 { return [3]float64{u * u * alpha, u * alpha, alpha} }

// FigureLeftViolation returns how far a point misses that surface: the larger of |x z - y^2| / |point| and |y| - |z|.
func FigureLeftViolation(v [3]float64) float64 {
	size := math.Hypot(math.Hypot(v[0], v[1]), v[2])
	if size == 0 {
		return 0
	}
	return max(math.Abs(v[0]*v[2]-v[1]*v[1])/size, math.Abs(v[1])-math.Abs(v[2]))
}

// Slice is what the paper's Figure 2, right, draws of +M(1) for d = 2: Z_11 = Z_22 = t/2, Z_33 = t with t = 1, and free
// (Z_12, Z_13, Z_23). (Its caption names the axes Z_11, Z_12, Z_22, two of which are equal there.)
//
// It is the elliptope, the 3 by 3 correlation matrices, scaled: with S = diag(sqrt(2/t), sqrt(2/t), sqrt(1/t)),
//
//	S Z S = [ 1 r s; r 1 q; s q 1 ],   (r, s, q) = (2 Z_12, sqrt 2 Z_13, sqrt 2 Z_23) / t.
//
// A correlation matrix of rank two is that of three unit vectors of the plane, so the boundary is
// (r, s, q) = (cos a, cos b, cos(a-b)): all of it for a in [0, pi], b in [0, 2 pi].
type Slice struct {
	// T is the level Z_33; the figure has 1.
	T float64
}

// Matrix returns Z at (Z_12, Z_13, Z_23) = v.
func (s Slice) Matrix(v [3]float64) []float64 {
	return []float64{s.T / 2, v[0], v[1], v[0], s.T / 2, v[2], v[1], v[2], s.T}
}

// Correlations returns the (r, s, q) of v; Point is its inverse.
func (s Slice) Correlations(v [3]float64) [3]float64 {
	return [3]float64{2 * v[0] / s.T, math.Sqrt2 * v[1] / s.T, math.Sqrt2 * v[2] / s.T}
}

// Point returns the (Z_12, Z_13, Z_23) of the correlations r.
func (s Slice) Point(r [3]float64) [3]float64 {
	return [3]float64{r[0] * s.T / 2, r[1] * s.T * (math.Sqrt2 / 2), r[2] * s.T * (math.Sqrt2 / 2)}
}

// Boundary returns a point of the surface, from the angles a and b.
func (s Slice) Boundary(a, b float64) [3]float64 {
	return s.Point([3]float64{math.Cos(a), math.Cos(b), math.Cos(a - b)})
}

// Vertices returns the elliptope's four vertices, its matrices of rank one: correlations +-1 with r s q = 1. They are the neurons
// u = (+-1, +-1)/sqrt 2 with weight T.
func (s Slice) Vertices() [4][3]float64 {
	var corners [4][3]float64
	for k := range corners {
		x, y := float64(1-2*(k&1)), float64(1-(k&2))
		corners[k] = s.Point([3]float64{x * y, x, y})
	}
	return corners
}

// Exit returns the largest step with from + step way in the slice, for a from inside it (Positive.Exit).
func (s Slice) Exit(from, way [3]float64) (float64, error) {
	return Positive{D: 2, T: s.T}.Exit(s.Matrix(from), Slice{}.Matrix(way))
}

// Determinant returns 1 + 2 r s q - r^2 - s^2 - q^2 of the correlations r: zero on the boundary, positive inside, and inside it with
// |r|, |s|, |q| <= 1.
func Determinant(r [3]float64) float64 {
	return 1 + 2*r[0]*r[1]*r[2] - r[0]*r[0] - r[1]*r[1] - r[2]*r[2]
}
