package mesh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type reporter interface {
	Helper()
	Fatalf(string, ...any)
}

// draw gives each property test a generator; rapid shrinks and prints its seed.
func draw(t *rapid.T) *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)) }

func gauss(rng *rand.Rand) Vec { return Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }

func within(t reporter, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s: %.17g, want %.17g within %g", name, got, want, tolerance)
	}
}

// certifySurface proves that the triangles form a closed oriented surface like a sphere: each edge occurs twice, once in each
// direction, each vertex is used and has one fan around it, and V - E + F = 2.
func certifySurface(t reporter, m *Mesh) {
	t.Helper()
	if len(m.Normals) != len(m.Triangles) {
		t.Fatalf("%d normals of %d triangles", len(m.Normals), len(m.Triangles))
	}
	next := map[[2]int32]int32{} // the corner opposite to an edge
	for i, c := range m.Triangles {
		for k := range c {
			from, to := c[k], c[(k+1)%3]
			other := m.Triangles[m.Across[i][k]]
			if at := slices.Index(other[:], to); at < 0 || other[(at+1)%3] != from {
				t.Fatalf("beyond edge %d to %d of triangle %d is %v", from, to, i, other)
			}
			if _, twice := next[[2]int32{from, to}]; twice || from == to {
				t.Fatalf("edge %d to %d occurs twice in one direction", from, to)
			}
			next[[2]int32{from, to}] = c[(k+2)%3]
		}
	}
	degree, anyone := make([]int, len(m.Vertices)), make([]int32, len(m.Vertices))
	for e := range next {
		degree[e[0]]++
		anyone[e[0]] = e[1]
	}
	for i, n := range degree {
		v, around := int32(i), 0
		for at := anyone[i]; around == 0 || at != anyone[i]; at = next[[2]int32{v, at}] {
			around++
			if around > n {
				break
			}
		}
		if n < 3 && len(m.Triangles) > 2 || around != n {
			t.Fatalf("vertex %d: %d edges, %d around it", i, n, around)
		}
	}
	if euler := len(m.Vertices) - len(next)/2 + len(m.Triangles); euler != 2 {
		t.Fatalf("V - E + F = %d", euler)
	}
}

// rounding is how far a point may be outside its hull.
const rounding = 0x1p-17

// certify proves from the definition that h is the hull of the points: the points are inside, the vertices are among them, the surface is
// closed, and each plane touches the points that span it. Only points in a plane have no hull.
func certify(t reporter, h *Hull, points []Vec) {
	t.Helper()
	if len(h.Triangles) == 0 {
		for i, p := range points {
			for j, q := range points[:i] {
				for _, r := range points[:j] {
					a := points[0]
					within(t, "volume of points without a hull", p.Minus(a).Dot(q.Minus(a).cross(r.Minus(a))), 0, 1e-4)
				}
			}
		}
		return
	}
	certifySurface(t, &h.Mesh)
	for i, v := range h.Vertices {
		if v != points[h.Index[i]] {
			t.Fatalf("vertex %d is not point %d", i, h.Index[i])
		}
	}
	for i, c := range h.Triangles {
		n := h.Normals[i]
		within(t, "length of a normal", n.Norm(), 1, 1e-14)
		for _, corner := range c {
			within(t, "corner in its plane", n.Dot(h.Vertices[corner].Minus(h.Vertices[c[0]])), 0, rounding)
		}
		a := h.Vertices[c[0]]
		if area := h.Vertices[c[1]].Minus(a).cross(h.Vertices[c[2]].Minus(a)); area.largest() > 1e-2 && area.unit().Dot(n) < 1-1e-4 {
			t.Fatalf("triangle %d turns the wrong way", i)
		}
		for _, p := range points {
			if out := n.Dot(p.Minus(h.Vertices[c[0]])); !(out <= rounding) {
				t.Fatalf("point %v is %g above triangle %d", p, out, i)
			}
		}
	}
	if !(h.Volume() > 0) {
		t.Fatalf("volume %g", h.Volume())
	}
}

func hullOf(t reporter, points []Vec) *Hull {
	t.Helper()
	h := new(Hull)
	h.Build(points)
	certify(t, h, points)
	return h
}

func cube(side int) (points []Vec) {
	for i := range side + 1 {
		for j := range side + 1 {
			for k := range side + 1 {
				points = append(points, Vec{float64(i), float64(j), float64(k)}.Scale(1/float64(side)))
			}
		}
	}
	return points
}

// turn returns a random rotation.
func turn(rng *rand.Rand) (rows [3]Vec) {
	rows[0] = gauss(rng).unit()
	rows[1] = rows[0].cross(gauss(rng)).unit()
	rows[2] = rows[0].cross(rows[1])
	return rows
}

func turned(rows [3]Vec, p Vec) Vec { return Vec{rows[0].Dot(p), rows[1].Dot(p), rows[2].Dot(p)} }

// allocations checks that a build allocates nothing once its memory has grown to size.
func allocations(t *testing.T, name string, build func()) {
	t.Helper()
	build()
	if n := testing.AllocsPerRun(20, build); n > 0 {
		t.Errorf("%s allocates %g times", name, n)
	}
}

// cloud returns points of one of several kinds, most of them hard: many in a plane, on a line, equal or nearly so.
func cloud(rng *rand.Rand, kind string, n int) (points []Vec) {
	for range n {
		p := gauss(rng).Scale(0.1)
		switch kind {
		case "ball":
			p = p.unit().Scale(math.Cbrt(rng.Float64()))
		case "sphere":
			p = p.unit()
		case "small lattice":
			p = Vec{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}.Scale(0.25)
		case "cylinder":
			sin, cos := math.Sincos(2 * math.Pi * float64(rng.IntN(12)) / 12)
			p = Vec{cos, sin, float64(rng.IntN(3) - 1)}
		case "pairs":
			p = p.unit()
			points = append(points, p, p.Plus(gauss(rng).Scale(1e-9)))
		case "two planes":
			p[2] = float64(rng.IntN(2))
		case "fan": // a vertex with many neighbours
			p = Vec{p[0], p[1], 0}.unit()
			p[2] = 1
			p = p.Scale(float64(rng.IntN(2)))
		case "almost flat":
			p[2] *= 1e-6
		case "flat":
			p[2] = 0
		case "line":
			p = Vec{1, 1, 0.5}.Scale(p[0])
		}
		points = append(points, p)
	}
	return points
}

var kinds = []string{"gauss", "ball", "sphere", "small lattice", "cylinder", "pairs", "two planes", "fan", "almost flat", "flat", "line"}

func TestHullIsCertified(t *testing.T) {
	var h Hull // one for all, which has to forget the points before
	rapid.Check(t, func(t *rapid.T) {
		rng, kind := draw(t), rapid.SampledFrom(kinds).Draw(t, "kind")
		points := cloud(rng, kind, rapid.IntRange(0, 90).Draw(t, "n"))
		rows, oblique := turn(rng), rapid.Bool().Draw(t, "turned")
		for i := range points {
			if oblique {
				points[i] = turned(rows, points[i])
			}
			if points[i].largest() > limit {
				points[i] = Vec{}
			}
		}
		h.Build(points)
		certify(t, &h, points)
	})
}

func TestKnownHulls(t *testing.T) {
	tetrahedron := []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for _, c := range []struct {
		name                string
		points              []Vec
		vertices, triangles int
	}{
		{"nothing", nil, 0, 0},
		{"one point", []Vec{{1, 1.5, 2}, {1, 1.5, 2}}, 0, 0},
		{"segment", []Vec{{0, 0, 0}, {0.5, 0.5, 0.5}, {1, 1, 1}}, 0, 0},
		{"square", []Vec{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0.5, 1}}, 0, 0},
		{"tetrahedron", tetrahedron, 4, 4},
		{"not a number", append([]Vec{{math.NaN(), 0, 0}}, tetrahedron...), 0, 0},
		{"too far", append([]Vec{{0, -2.01, 0}}, tetrahedron...), 0, 0},
		{"as far as can be", []Vec{{-2, -2, -2}, {2, 2, -2}, {2, -2, 2}, {-2, 2, 2}, {0, 0, 0}}, 4, 4},
	} {
		var h Hull
		h.Build(c.points)
		if len(h.Vertices) != c.vertices || len(h.Triangles) != c.triangles {
			t.Errorf("%s: %d vertices, %d triangles", c.name, len(h.Vertices), len(h.Triangles))
		}
	}
	h := hullOf(t, cube(1))
	for _, p := range []struct {
		at     Vec
		inside bool
	}{{Vec{0.5, 0.9, 1}, true}, {Vec{1.1, 0.5, 1}, false}, {Vec{0.5, -0.1, 1}, false}, {Vec{1, 1, 1}, true}} {
		if h.Contains(p.at, 1e-9) != p.inside {
			t.Errorf("cube: %v", p)
		}
	}
}

// The points are made by angles, so they are proved by the matrix: on the boundary its determinant, computed again, is zero.
func TestElliptopeIsTheSliceOfFigure2(t *testing.T) {
	points := ElliptopeTo(nil, 24, 1)
	for _, p := range points {
		r, s, q := p[0], p[1], p[2]
		z := [3][3]float64{{0.5, r / 2, s / math.Sqrt2}, {r / 2, 0.5, q / math.Sqrt2}, {s / math.Sqrt2, q / math.Sqrt2, 1}}
		determinant := z[0][0]*(z[1][1]*z[2][2]-z[1][2]*z[2][1]) - z[0][1]*(z[1][0]*z[2][2]-z[1][2]*z[2][0]) +
			z[0][2]*(z[1][0]*z[2][1]-z[1][1]*z[2][0])
		within(t, "determinant", determinant, 0, 1e-15)
	}
	if short := 1 - hullOf(t, points).Volume()/(math.Pi*math.Pi/2); short < 0 || short > 0.01 { // the volume of the correlation matrices
		t.Errorf("the volume misses %g", short)
	}
}

// Contains reports whether p is within a tolerance of the half-spaces of a convex mesh, which is not empty.
func (m *Mesh) Contains(p Vec, tolerance float64) bool {
	for i, normal := range m.Normals {
		if !(normal.Dot(p.Minus(m.Vertices[m.Triangles[i][0]])) <= tolerance) {
			return false
		}
	}
	return len(m.Normals) > 0
}
