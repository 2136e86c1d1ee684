package mesh

import (
	"math"
	"testing"

	"conelab/core/numeric/dense"
)

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
	// Squares of the grid on the unit sphere, at the middle of a face, of an edge and at a corner of the cube.
	least, most := math.Inf(1), 0.0
	g := NewGrid(40)
	m := sphere(g)
	for i := 0; i < len(g.Triangles); i += 4 { // two squares after the other
		for _, k := range []int{i, i + 2} {
			square := m.area(g.Triangles[k]).norm() + m.area(g.Triangles[k+1]).norm()
			least, most = min(least, square), max(most, square)
		}
	}
	if most > 1.42*least {
		t.Errorf("squares from %g to %g", least, most)
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

func TestElliptopeIsTheSlice(t *testing.T) {
	g := NewGrid(24)
	var m Mesh
	allocations(t, "elliptope", func() { m.Elliptope(g, 0.8) })
	certifyStar(t, &m, g)
	m.Elliptope(g, 1)
	values := make([]float64, 3)
	least := func(r Vec) float64 { // the least eigenvalue of the slice's matrix with these correlations
		dense.NewEigen(3).Values(sliceMatrix(1, Vec{r[0] / 2, r[1] / math.Sqrt2, r[2] / math.Sqrt2}), values)
		return values[0]
	}
	for i, c := range m.Triangles { // shaded as curved, except near the four vertices
		for k := range c {
			size := m.Vertices[c[k]].norm()
			if own := m.Corner(i, k) == m.Normals[i]; size > 1.73 && !own || size < 1.3 && own {
				t.Fatalf("triangle %d, corner at %v of size %g", i, m.Vertices[c[k]], size)
			}
		}
	}
	for i, p := range m.Vertices {
		within(t, "determinant", determinant(p), 0, 1e-14)
		within(t, "least eigenvalue", least(p), 0, 1e-14)
		if least(p.times(1+1e-9)) > -1e-11 || least(p.times(1-1e-9)) < 1e-11 {
			t.Fatalf("%v is not on the boundary", p)
		}
		within(t, "normal's length", m.Smooth[i].norm(), 1, 1e-14)
		// The body is convex and the normal supports it.
		for k := 0; k < len(m.Vertices); k += 7 {
			if out := m.Smooth[i].dot(m.Vertices[k].minus(p)); out > 1e-8 {
				t.Fatalf("%v is %g above the plane at %v", m.Vertices[k], out, p)
			}
		}
	}
	for _, corner := range sliceVertices(1) {
		corner = sliceCorrelations(1, corner)
		found := false
		for _, p := range m.Vertices {
			found = found || p.minus(corner).norm() <= 1e-15
		}
		if !found {
			t.Errorf("vertex %v is missing", corner)
		}
		for _, other := range sliceVertices(1) { // the edges are in the mesh, so none of their points is above the surface
			if middle := corner.plus(sliceCorrelations(1, other)).times(0.5); math.Abs(least(middle)) > 1e-15 {
				t.Errorf("edge between %v and %v", corner, other)
			}
		}
	}
	// Volume: pi^2/2, that of the 3 by 3 correlation matrices.
	if short := 1 - m.Volume()/(math.Pi*math.Pi/2); short < 0 || short > 0.004 {
		t.Errorf("the volume misses %g", short)
	}
}

func BenchmarkElliptope(b *testing.B) {
	var m Mesh
	g := NewGrid(20)
	b.ReportAllocs()
	for b.Loop() {
		m.Elliptope(g, 0.8)
	}
}
