package mesh

// star makes the mesh of a body with 0 inside whose boundary in the direction u is reach(u) u, reach > 0: one vertex for each direction of
// the grid, in its order. The outward normals at the vertices are normal(point), and left empty where normal is nil. It overwrites m and
// reuses its memory.
func (m *Mesh) star(g *Grid, reach func(direction Vec) float64, normal func(point Vec) Vec) {
	m.clear()
	m.Dimension = 3
	m.Triangles = append(m.Triangles, g.Triangles...)
	for _, u := range g.Directions {
		point := u.times(reach(u))
		m.Vertices = append(m.Vertices, point)
		if normal != nil {
			m.Smooth = append(m.Smooth, normal(point))
		}
	}
	m.flatten()
}

// flatten sets the normal of each triangle of a star; a triangle without area, seen from 0 along an edge, has that direction.
func (m *Mesh) flatten() {
	m.Normals = m.Normals[:0]
	for _, t := range m.Triangles {
		normal := m.area(t).unit()
		if normal == (Vec{}) {
			normal = m.Vertices[t[0]].plus(m.Vertices[t[1]]).plus(m.Vertices[t[2]]).unit()
		}
		m.Normals = append(m.Normals, normal)
	}
}
