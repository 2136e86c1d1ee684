// Package mesh makes triangle meshes of the convex bodies that the pictures show. It imports only the standard library's
// arithmetic, since it is part of the view, which every visitor downloads.
//
//	Hull        the convex hull of points: of a Shadow of the positive spectrahedron's face Z_pp = 1 for two features, or of the
//	            paper's Figure 2, right
//	Body        the same for three features, with as many points as it needs
//
// A picture of the face for d = 2 or 3, redrawn while its rows turn, is
//
//	curve = (&Shadow{2, rows}).CurveTo(curve, 240)
//	hull.Build(curve)
//
//	body.Build(&Shadow{3, rows}, 0.004)
//
// and after the first few frames neither allocates. A point of the face is shown where Matrix sends it: a network's matrix lands at the
// convex combination of its neurons' points, with their weights.
//
// Every mesh is closed and oriented: each edge belongs to two triangles that run through it in opposite directions, and corners run
// counterclockwise seen from outside. Coordinates are right-handed.
//
// The hull is exact: see Hull for what is rounded, and why no input can break it.
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

// unit returns a/|a|, and 0 for 0. It divides by the largest entry first: squares of lattice normals would still fit, those of a
// caller's vectors need not.
func (a Vec) unit() Vec {
	size := a.largest()
	if size == 0 {
		return a
	}
	a = Vec{a[0] / size, a[1] / size, a[2] / size}
	return a.Scale(1 / a.Norm())
}

// Mesh is a closed oriented surface of triangles.
type Mesh struct {
	Vertices []Vec
	// Triangles holds indices of Vertices, counterclockwise seen from outside.
	Triangles [][3]int32
	// Across holds, for each triangle, the triangles beyond its edges; edge k leads from corner k to the next one.
	Across [][3]int32
	// Normals holds the outward unit normal of each triangle.
	Normals []Vec
	// Smooth holds an outward unit normal of the body for each vertex where the body's normals are known; otherwise it is empty.
	Smooth []Vec
}

// crease is the cosine of the angle, 26 degrees, between the normals of a triangle and of the body above which there is an edge or corner
// between them.
const crease = 0.9

// Corner returns the normal with which to shade corner k of triangle t: the normal in Smooth if there is one, but the triangle's own at an
// edge or a corner of the body, where the body has many normals.
func (m *Mesh) Corner(t, k int) Vec {
	flat := m.Normals[t]
	if len(m.Smooth) == 0 {
		return flat
	}
	if smooth := m.Smooth[m.Triangles[t][k]]; smooth.Dot(flat) > crease {
		return smooth
	}
	return flat
}

// clear empties the mesh and keeps its memory.
func (m *Mesh) clear() {
	m.Vertices, m.Triangles, m.Across, m.Normals, m.Smooth = m.Vertices[:0], m.Triangles[:0], m.Across[:0], m.Normals[:0], m.Smooth[:0]
}

// area returns the normal of triangle t; its length is twice the triangle's area.
func (m *Mesh) area(t [3]int32) Vec {
	origin := m.Vertices[t[0]]
	return m.Vertices[t[1]].Minus(origin).cross(m.Vertices[t[2]].Minus(origin))
}

// Spread returns direction i of n on the unit sphere, which are spread evenly on a spiral from pole to pole.
func Spread(i, n int) Vec {
	z := 1 - (2*float64(i)+1)/float64(n)
	sin, cos := math.Sincos(2.399963 * float64(i)) // the golden angle
	r := math.Sqrt(1 - z*z)
	return Vec{r * cos, r * sin, z}
}
