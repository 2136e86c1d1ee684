package mesh

// star makes the mesh of a body that contains 0 and whose boundary in the direction u is reach(u) u, reach > 0. It has one vertex for each
// direction of the grid, in the grid's order. normal(point) gives the outward normals at the vertices; if it is nil they are left empty. star
// overwrites m and reuses its memory.
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

// flatten sets the normal of each triangle of a star. A triangle without area gets the direction from 0 to its centre as its normal.
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
