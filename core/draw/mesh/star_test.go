package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

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
		var m Mesh
		m.star(g, func(Vec) float64 { return 1 }, nil)
		certifyStar(t, &m, g)
		if len(m.Smooth) > 0 {
			t.Fatal("normals from nowhere")
		}
	}
	// Squares of the grid on the unit sphere, at the middle of a face, of an edge and at a corner of the cube.
	least, most := math.Inf(1), 0.0
	g := NewGrid(40)
	var m Mesh
	m.star(g, func(Vec) float64 { return 1 }, nil)
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

// certifyStar proves that the mesh is a closed surface around 0, and that 0 sees each triangle in the triangle's own directions.
func certifyStar(t reporter, m *Mesh, g *Grid) {
	t.Helper()
	certifySurface(t, m)
	if m.Dimension != 3 || len(m.Vertices) != len(g.Directions) {
		t.Fatalf("dimension %d, %d vertices", m.Dimension, len(m.Vertices))
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

func TestStarOfAnEllipsoid(t *testing.T) {
	axes := Vec{1, 1.25, 0.8}
	reach := func(u Vec) float64 { return 1 / (Vec{u[0] / axes[0], u[1] / axes[1], u[2] / axes[2]}).norm() }
	normal := func(p Vec) Vec {
		return Vec{p[0] / (axes[0] * axes[0]), p[1] / (axes[1] * axes[1]), p[2] / (axes[2] * axes[2])}.unit()
	}
	var m Mesh
	for n, limit := 5, 0.4; n <= 40; n, limit = 2*n, limit/4 { // volume and normals converge as 1/n^2 and 1/n
		g := NewGrid(n)
		m.star(g, reach, normal)
		certifyStar(t, &m, g)
		if short := 4*math.Pi/3 - m.Volume(); short < 0 || short > limit {
			t.Errorf("n = %d: the volume misses %g", n, short)
		}
		for i, c := range m.Triangles {
			for _, corner := range c {
				if m.Normals[i].dot(m.Smooth[corner]) < 1-40/float64(n*n) {
					t.Fatalf("n = %d: the normals of triangle %d and of its corner are %g apart", n, i, m.Normals[i].minus(m.Smooth[corner]).norm())
				}
			}
		}
	}
	g := NewGrid(10)
	allocations(t, "star", func() { m.star(g, reach, normal) })
	e := Elliptope{Vec{1, 1, 1}}
	allocations(t, "elliptope", func() { e.Build(&m, g) })
}

// slice is the scale of the paper's Figure 2, right.
func slice(t float64) Elliptope { return Elliptope{Vec{t / 2, t * math.Sqrt2 / 2, t * math.Sqrt2 / 2}} }

func TestElliptopeIsTheSlice(t *testing.T) {
	for _, level := range []float64{1, 0.3, 20} {
		e, g := slice(level), NewGrid(24)
		var m Mesh
		e.Build(&m, g)
		certifyStar(t, &m, g)
		values := make([]float64, 3)
		least := func(p Vec) float64 {
			dense.NewEigen(3).Values(sliceMatrix(level, p), values)
			return values[0] / level
		}
		for i, c := range m.Triangles { // shaded as curved, except near the four vertices
			for k := range c {
				size := sliceCorrelations(level, m.Vertices[c[k]]).norm()
				if own := m.Corner(i, k) == m.Normals[i]; size > 1.73 && !own || size < 1.3 && own {
					t.Fatalf("triangle %d, corner at %v of size %g", i, m.Vertices[c[k]], size)
				}
			}
		}
		for i, p := range m.Vertices {
			within(t, "determinant", determinant(sliceCorrelations(level, p)), 0, 1e-14)
			within(t, "least eigenvalue", least(p), 0, 1e-14)
			if least(p.times(1+1e-9)) > -1e-11 || least(p.times(1-1e-9)) < 1e-11 {
				t.Fatalf("%v is not on the boundary", p)
			}
			within(t, "normal's length", m.Smooth[i].norm(), 1, 1e-14)
			// The body is convex and the normal supports it.
			for k := 0; k < len(m.Vertices); k += 7 {
				if out := m.Smooth[i].dot(m.Vertices[k].minus(p)); out > 1e-8*level {
					t.Fatalf("%v is %g above the plane at %v", m.Vertices[k], out, p)
				}
			}
		}
		for _, corner := range sliceVertices(level) {
			found := false
			for _, p := range m.Vertices {
				found = found || p.minus(corner).norm() <= 1e-15*level
			}
			if !found {
				t.Errorf("vertex %v is missing", corner)
			}
			for _, other := range sliceVertices(level) { // the edges are in the mesh, so none of their points is above the surface
				middle := corner.plus(other).times(0.5)
				if math.Abs(least(middle)) > 1e-15 {
					t.Errorf("edge between %v and %v", corner, other)
				}
			}
		}
		// Volume: pi^2/2 in the correlations, that of the 3 by 3 correlation matrices.
		exact := math.Pi * math.Pi / 2 * e.Scale[0] * e.Scale[1] * e.Scale[2]
		if short := 1 - m.Volume()/exact; short < 0 || short > 0.004 {
			t.Errorf("the volume misses %g", short)
		}
	}
}

func TestElliptopeReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := draw(t)
		e := slice(math.Pow(10, 4*rng.Float64()-2))
		way := gauss(rng)
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0: // near a vertex or a corner of the cube
			way = Vec{1, 1, float64(2*rng.IntN(2) - 1)}.plus(way.times(math.Pow(10, -16*rng.Float64())))
		case 1: // near an edge
			way = Vec{1, way[0], way[0] + way[1]*1e-12}
		case 2: // in a coordinate plane
			way[rng.IntN(3)] = 0
		case 3:
			way = Vec{0, 0, 0}
			way[rng.IntN(3)] = -3
		}
		direction := e.point(way)
		reach := e.reach(direction)
		p := direction.times(reach)
		r := e.correlations(p)
		within(t, "determinant", determinant(r), 0, 1e-14)
		if r.largest() > 1+1e-15 || !(reach > 0) {
			t.Fatalf("%v is beyond the cube", r)
		}
		for _, inner := range []float64{0.1, 0.5, 0.9, 0.999} {
			if determinant(r.times(inner)) <= 0 {
				t.Fatalf("%v is not the first boundary point", r)
			}
		}
		within(t, "scaling", e.reach(direction.times(3)), reach/3, 1e-15*reach)
		normal := e.normal(p)
		if normal.dot(p) <= 0 {
			t.Fatalf("the normal %v at %v points inward", normal, p)
		}
		step := gauss(rng).times(1e-4) // central differences of the determinant, where its gradient is not small
		up, down := determinant(e.correlations(p.plus(step))), determinant(e.correlations(p.minus(step)))
		gradient := Vec{r[1]*r[2] - r[0], r[0]*r[2] - r[1], r[0]*r[1] - r[2]}.times(2)
		gradient = Vec{gradient[0] / e.Scale[0], gradient[1] / e.Scale[1], gradient[2] / e.Scale[2]}
		size := step.norm() / min(e.Scale[0], e.Scale[1])
		within(t, "gradient", (up-down)/2, gradient.dot(step), 4*size*size*size+1e-15)
		if r.minus(Vec{r[0] / math.Abs(r[0]), r[1] / math.Abs(r[1]), r[2] / math.Abs(r[2])}).norm() > 1e-3 {
			within(t, "normal against gradient", normal.dot(gradient), -gradient.norm(), 1e-9*gradient.norm())
		}
	})
	corner := Elliptope{Vec{1, 1, 1}}.reach(Vec{1, 1, 1}.unit())
	within(t, "vertex", corner, math.Sqrt(3), 3e-16)
}

func BenchmarkElliptope(b *testing.B) {
	var m Mesh
	e, g := slice(1), NewGrid(20)
	b.ReportAllocs()
	for b.Loop() {
		e.Build(&m, g)
	}
}

func BenchmarkStar(b *testing.B) {
	var m Mesh
	rng := rand.New(rand.NewPCG(1, 1))
	axis, g := gauss(rng), NewGrid(20)
	b.ReportAllocs()
	for b.Loop() {
		m.star(g, func(u Vec) float64 { return 3 + u.dot(axis) }, nil)
	}
}
