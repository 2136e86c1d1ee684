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

// spread returns direction i of n on the unit sphere, which are spread evenly on a spiral from pole to pole.
func spread(i, n int) Vec {
	z := 1 - (2*float64(i)+1)/float64(n)
	sin, cos := math.Sincos(2.399963 * float64(i)) // the golden angle
	r := math.Sqrt(1 - z*z)
	return Vec{r * cos, r * sin, z}
}

// Shadow is a projection to three dimensions of the positive spectrahedron, more precisely of its face Z_pp = 1. This face is the
// convex hull of the neurons u, |u| = 1, as points k(u) of R^4 for two features, and of R^8 for three:
//
//	(u_1, u_2, u_1^2 - u_2^2, 2 u_1 u_2) = (cos t, sin t, cos 2t, sin 2t)   for u = (cos t, sin t),
//	(u_1, u_2, u_3,  2 u_2 u_3, 2 u_1 u_3, 2 u_1 u_2,  u_1^2 - u_2^2,  (2 u_3^2 - u_1^2 - u_2^2)/sqrt 3).
//
// The coordinates of degree two are the traceless part of u u', times sqrt 2, in an orthonormal basis. So a rotation of u turns
// them and keeps their length: 1 for two features, sqrt(4/3) for three. The shadow of the hull is the hull of the neurons'
// shadows.
type Shadow struct {
	Features int // 2 or 3
	// Rows are orthonormal; for two features only their first four entries count.
	Rows [3][8]float64
}

// coordinates returns the point of R^4 or R^8 of a matrix with the last entry 1. Index 3 is its last row, with two features too.
func (s *Shadow) coordinates(z func(i, j int) float64) [8]float64 {
	if s.Features == 2 {
		return [8]float64{z(0, 3), z(1, 3), z(0, 0) - z(1, 1), 2 * z(0, 1)}
	}
	return [8]float64{
		z(0, 3), z(1, 3), z(2, 3), 2 * z(1, 2), 2 * z(0, 2), 2 * z(0, 1), z(0, 0) - z(1, 1), (2*z(2, 2) - z(0, 0) - z(1, 1)) / math.Sqrt(3),
	}
}

// point returns the shadow of a point of R^4 or R^8.
func (s *Shadow) point(x [8]float64) (p Vec) {
	for i := range s.Rows {
		for k, f := range s.Rows[i][:4*(s.Features-1)] {
			p[i] += f * x[k]
		}
	}
	return p
}

// Neuron returns the shadow of the neuron u, |u| = 1.
func (s *Shadow) Neuron(u Vec) Vec {
	x := [4]float64{u[0], u[1], u[2], 1}
	return s.point(s.coordinates(func(i, j int) float64 { return x[i] * x[j] }))
}

// Matrix returns the shadow of z/Z_pp for a symmetric z with Z_pp > 0; for any other z ok is false. Index 3 is the last row of z.
//
// It is linear except for the division. So sum_j w_j [u_j;1][u_j;1]' with w_j >= 0 maps to the convex combination of the points Neuron(u_j)
// with the weights w_j / sum w. A component of z along diag(1, ..., 1, -1), a violation of the balance, affects only the divisor.
func (s *Shadow) Matrix(z func(i, j int) float64) (p Vec, ok bool) {
	t := z(3, 3)
	if !(t > 0) {
		return p, false
	}
	return s.point(s.coordinates(z)).Scale(1 / t), true
}

// CurveTo returns the shadows of the neurons of two features at the angles 2 pi i/n, i = 0, ..., n-1, in dst, which is
// overwritten and grows if needed. Their hull falls short of the body by at most sqrt(17)/2 (pi/n)^2, as |k”| = sqrt(17): 0.00035
// for n = 240.
func (s *Shadow) CurveTo(dst []Vec, n int) []Vec {
	dst = dst[:0]
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		dst = append(dst, s.Neuron(Vec{cos, sin}))
	}
	return dst
}

// BoundaryTo returns, in dst, the points of the shadow of three features that are farthest in n directions, spread evenly. Most neurons
// spread evenly would be inside, and the others too coarse for a picture. The farthest point in the direction v is the neuron with the
// largest v'k(u) = u'Q u + h'u, where Q and h are linear in v. It is found from the best of some neurons by steps along the gradient of
// v'k(u) + s |u|^2 with s >= |Q|, which never lead down, since a convex function lies above its tangents.
func (s *Shadow) BoundaryTo(dst []Vec, n int) []Vec {
	const starts, steps = 200, 24
	dst = dst[:0]
	for i := range starts { // first the neurons to begin with
		dst = append(dst, s.Neuron(spread(i, starts)))
	}
	for i := range n {
		v, best, most := spread(i, n), 0, math.Inf(-1)
		for k, p := range dst[:starts] {
			if along := v.Dot(p); along > most {
				best, most = k, along
			}
		}
		u := spread(best, starts)
		q, h := s.form(v)
		shift := math.Sqrt(q[0].Dot(q[0]) + q[1].Dot(q[1]) + q[2].Dot(q[2]))
		for range steps {
			u = Vec{q[0].Dot(u), q[1].Dot(u), q[2].Dot(u)}.Plus(u.Scale(shift)).Scale(2).Plus(h).unit()
		}
		dst = append(dst, s.Neuron(u))
	}
	return append(dst[:0], dst[starts:]...)
}

// form returns v'k(u) as a function u'Q u + h'u of u.
func (s *Shadow) form(v Vec) (q [3]Vec, h Vec) {
	var x [8]float64
	for i, row := range s.Rows {
		for k, f := range row {
			x[k] += v[i] * f
		}
	}
	last := x[7] / math.Sqrt(3)
	return [3]Vec{{x[6] - last, x[5], x[4]}, {x[5], -x[6] - last, x[3]}, {x[4], x[3], 2 * last}}, Vec{x[0], x[1], x[2]}
}

// ElliptopeTo returns, in dst, boundary points of the body of the psd matrices [1 r s; r 1 q; s q 1] as points (r, s, q), times a scale. It
// is the paper's Figure 2, right: the psd matrices of two features with Z_11 = Z_22 = 1/2, Z_33 = 1 have Z_12 = r/2, Z_13 = s/sqrt 2,
// Z_23 = q/sqrt 2.
//
// On the boundary the determinant is zero, so that the matrix holds the cosines between three unit vectors of a plane: of the
// angles a, b and a - b, here multiples of pi/n. So the hull has the four vertices r, s, q = +-1, r s q = 1, which are the neurons
// u = (+-1, +-1)/sqrt 2, and the six edges between them.
func ElliptopeTo(dst []Vec, n int, scale float64) []Vec {
	cos := func(i int) float64 { return math.Cos(math.Pi * float64(i) / float64(n)) }
	dst = dst[:0]
	for i := range n + 1 {
		for j := range 2 * n {
			dst = append(dst, Vec{cos(i), cos(j), cos(i - j)}.Scale(scale))
		}
	}
	return dst
}
