package mesh

// Mesh is a closed oriented surface of triangles.
type Mesh struct {
	Vertices []Vec
	// Triangles holds indices of Vertices, counterclockwise seen from outside.
	Triangles [][3]int32
	// Normals holds the outward unit normal of each triangle.
	Normals []Vec
	// Smooth holds an outward unit normal of the body for each vertex where the body's normals are known; otherwise it is empty.
	Smooth []Vec
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

// Contains reports whether p is within a tolerance of the half-spaces of a convex mesh, which is not empty.
func (m *Mesh) Contains(p Vec, tolerance float64) bool {
	for i, normal := range m.Normals {
		if !(normal.dot(p.minus(m.Vertices[m.Triangles[i][0]])) <= tolerance) {
			return false
		}
	}
	return len(m.Normals) > 0
}

// clear empties the mesh and keeps its memory.
func (m *Mesh) clear() {
	m.Vertices, m.Triangles, m.Normals, m.Smooth = m.Vertices[:0], m.Triangles[:0], m.Normals[:0], m.Smooth[:0]
}

// area returns the normal of triangle t; its length is twice the triangle's area.
func (m *Mesh) area(t [3]int32) Vec {
	origin := m.Vertices[t[0]]
	return m.Vertices[t[1]].minus(origin).cross(m.Vertices[t[2]].minus(origin))
}
