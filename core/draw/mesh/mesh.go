// Package mesh makes triangle meshes of the convex bodies that the pictures show. It imports only the standard library's
// arithmetic, since it is part of the view, which every visitor downloads.
//
//	Hull        the convex hull of points: of a Shadow of the positive spectrahedron's face Z_pp = 1 for two or three features, or of the
//	            paper's Figure 2, right
//
// A picture of the face for d = 2 or 3, redrawn while its rows turn, is
//
//	points = (&Shadow{2, rows}).CurveTo(points, 240)
//	points = (&Shadow{3, rows}).BoundaryTo(points, 700)
//	hull.Build(points)
//
// and after the first few frames none of them allocates. A point of the face is shown where Matrix sends it: a network's matrix lands at the
// convex combination of its neurons' points, with their weights.
//
// The hull is closed and oriented: each edge belongs to two triangles that run through it in opposite directions, and corners run
// counterclockwise seen from outside. Coordinates are right-handed. It is exact: see Hull for what is rounded, and why no input can break it.
package mesh

import "math"

// Vec is a point or vector of R^3.
type Vec [3]float64

// Plus returns a + b.
func (a Vec) Plus(b Vec) Vec { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Minus returns a - b.
func (a Vec) Minus(b Vec) Vec { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Scale returns s a.
func (a Vec) Scale(s float64) Vec { return Vec{s * a[0], s * a[1], s * a[2]} }

// Dot returns a'b.
func (a Vec) Dot(b Vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Norm returns |a|.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

func (a Vec) cross(b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// largest returns max |a_i|.
func (a Vec) largest() float64 { return max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])) }

// unit returns a/|a|, and 0 for 0.
func (a Vec) unit() Vec {
	if n := a.Norm(); n > 0 {
		return a.Scale(1 / n)
	}
	return a
}

// Spread returns direction i of n on the unit sphere, which are spread evenly on a spiral from pole to pole.
func Spread(i, n int) Vec {
	z := 1 - (2*float64(i)+1)/float64(n)
	sin, cos := math.Sincos(2.399963 * float64(i)) // the golden angle
	r := math.Sqrt(1 - z*z)
	return Vec{r * cos, r * sin, z}
}
