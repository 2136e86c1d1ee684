package mesh

import "math"

// Mesh is a closed oriented surface of triangles.
type Mesh struct {
	Vertices []Vec
	// Triangles holds indices of Vertices, counterclockwise seen from outside.
	Triangles [][3]int32
	// Normals holds the outward unit normal of each triangle.
	Normals []Vec
	// Smooth holds an outward unit normal of the body for each vertex where the body's normals are known; otherwise it is empty.
	Smooth []Vec
	// Dimension is 3 for a body. A hull may have less: 2 for a polygon (seen from both sides, with its Vertices in order around Normals[0]),
	// 1 for a segment and 0 for a point (Vertices, but no triangles), -1 for nothing.
	Dimension int
}

// crease is the cosine of the angle, 26 degrees, between the normals of a triangle and of the body above which there is an edge or corner
// between them.
const crease = 0.9

// Corner returns the normal with which to shade corner k of triangle t: that of Smooth if there is one, but the triangle's own at an edge or
// a corner of the body, where the body has many normals.
func (m *Mesh) Corner(t, k int) Vec {
	own := m.Normals[t]
	if len(m.Smooth) == 0 {
		return own
	}
	if smooth := m.Smooth[m.Triangles[t][k]]; smooth.dot(own) > crease {
		return smooth
	}
	return own
}

// Contains reports whether p is within tolerance, a length, of the half-spaces of a convex mesh, or of a polygon and its plane. The mesh must
// be a hull; the triangles of a star need not support it, even where the body is convex. O(triangles).
func (m *Mesh) Contains(p Vec, tolerance float64) bool {
	if len(m.Vertices) == 0 {
		return false
	}
	first := m.Vertices[0]
	switch m.Dimension {
	case 0:
		return p.minus(first).norm() <= tolerance
	case 1:
		edge := m.Vertices[1].minus(first)
		share := min(max(p.minus(first).dot(edge)/edge.dot(edge), 0), 1)
		return p.minus(first.plus(edge.times(share))).norm() <= tolerance
	}
	for i, normal := range m.Normals {
		if !(normal.dot(p.minus(m.Vertices[m.Triangles[i][0]])) <= tolerance) {
			return false
		}
	}
	return m.Dimension == 3 || m.distanceInPlane(p) <= tolerance
}

// distanceInPlane returns the distance of p from the polygon, measured in its plane. An edge as short as the rounding has an arbitrary
// direction, so the test uses the distance from the triangles, not the side of the edges.
func (m *Mesh) distanceInPlane(p Vec) float64 {
	least := math.Inf(1)
	for _, t := range m.Triangles {
		near, perimeter, area := math.Inf(1), 0.0, 0.0
		left, right := true, true
		for k := range t {
			a, b := m.Vertices[t[k]], m.Vertices[t[(k+1)%3]]
			edge, off := m.inPlane(b.minus(a)), m.inPlane(p.minus(a))
			turn := edge.cross(off).dot(m.Normals[0])
			left, right = left && turn > 0, right && turn < 0
			share := 0.0
			if length := edge.dot(edge); length > 0 {
				share = min(max(off.dot(edge)/length, 0), 1)
			}
			near = min(near, off.minus(edge.times(share)).norm())
			perimeter, area = perimeter+edge.norm(), area+turn
		}
		// A point inside is no farther from the edges than the inradius, area / perimeter in these units. In a triangle as thin as the
		// rounding the signs alone mean nothing.
		if (left || right) && near*perimeter <= 2*math.Abs(area) {
			return 0
		}
		least = min(least, near)
	}
	return least
}

// inPlane returns the part of v in the plane of the polygon.
func (m *Mesh) inPlane(v Vec) Vec { return v.minus(m.Normals[0].times(m.Normals[0].dot(v))) }

// clear empties the mesh and keeps its memory.
func (m *Mesh) clear() {
	m.Vertices, m.Triangles, m.Normals, m.Smooth = m.Vertices[:0], m.Triangles[:0], m.Normals[:0], m.Smooth[:0]
	m.Dimension = -1
}

// area returns the normal of triangle t; its length is twice the triangle's area.
func (m *Mesh) area(t [3]int32) Vec {
	origin := m.Vertices[t[0]]
	return m.Vertices[t[1]].minus(origin).cross(m.Vertices[t[2]].minus(origin))
}
