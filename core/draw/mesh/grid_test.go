package mesh

import "testing"

func TestGridIsASphere(t *testing.T) {
	for n := 1; n <= 12; n++ {
		g := NewGrid(n)
		if len(g.Directions) != 6*n*n+2 || len(g.Triangles) != 12*n*n {
			t.Fatalf("n = %d: %d directions, %d triangles", n, len(g.Directions), len(g.Triangles))
		}
		known := func(u Vec) bool {
			for _, v := range g.Directions {
				if u.minus(v).norm() < 1e-15 {
					return true
				}
			}
			return false
		}
		for _, u := range g.Directions { // these generate the cube's symmetries
			within(t, "length", u.norm(), 1, 1e-15)
			if !known(Vec{u[1], u[0], u[2]}) || !known(Vec{u[1], u[2], u[0]}) || !known(Vec{-u[0], u[1], u[2]}) {
				t.Fatalf("n = %d: no mirror image of %v", n, u)
			}
		}
		if !known(Vec{1, 1, 1}.unit()) || n%2 == 0 && !known(Vec{0, 0, 1}) {
			t.Fatalf("n = %d: corners or middles are missing", n)
		}
		certifyStar(t, sphere(g), g)
	}
}

// sphere returns the grid as a mesh.
func sphere(g *Grid) *Mesh {
	m := &Mesh{Vertices: g.Directions, Triangles: g.Triangles}
	for _, t := range m.Triangles {
		m.Normals = append(m.Normals, m.area(t).unit())
	}
	return m
}

// certifyStar proves that the mesh is a closed surface around 0, and that 0 sees each triangle in the triangle's own directions.
func certifyStar(t reporter, m *Mesh, g *Grid) {
	t.Helper()
	certifySurface(t, m)
	if len(m.Vertices) != len(g.Directions) {
		t.Fatalf("%d vertices", len(m.Vertices))
	}
	for i, c := range m.Triangles {
		a, b, d := m.Vertices[c[0]], m.Vertices[c[1]], m.Vertices[c[2]]
		if !(a.dot(b.cross(d)) > 0) || !(m.Normals[i].dot(a) > 0) {
			t.Fatalf("triangle %d: %v %v %v does not turn around 0", i, a, b, d)
		}
		if m.area(c).unit().dot(m.Normals[i]) < 1-1e-12 {
			t.Fatalf("normal %d", i)
		}
	}
}
