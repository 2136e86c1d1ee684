package mesh

import (
	"math"
	"math/rand/v2"
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
// direction, each corner has one fan around it, and V - E + F = 2.
func certifySurface(t reporter, h *Hull) {
	t.Helper()
	if len(h.Normals) != len(h.Triangles) {
		t.Fatalf("%d normals of %d triangles", len(h.Normals), len(h.Triangles))
	}
	next, beside := map[[2]int32]int32{}, map[[2]int32]int32{} // the corner opposite to an edge, and the triangle
	degree, anyone := map[int32]int{}, map[int32]int32{}
	for i, c := range h.Triangles {
		for k := range c {
			from, to := c[k], c[(k+1)%3]
			if _, twice := next[[2]int32{from, to}]; twice || from == to {
				t.Fatalf("edge %d to %d occurs twice in one direction", from, to)
			}
			next[[2]int32{from, to}], beside[[2]int32{from, to}] = c[(k+2)%3], int32(i)
			degree[from]++
			anyone[from] = to
		}
	}
	for _, e := range h.Edges {
		here, there := beside[[2]int32{e.From, e.To}], beside[[2]int32{e.To, e.From}]
		if here == there || min(here, there) != min(e.Left, e.Right) || max(here, there) != max(e.Left, e.Right) {
			t.Fatalf("edge %v is between the triangles %d and %d", e, here, there)
		}
	}
	for v, n := range degree {
		around := 0
		for at := anyone[v]; around == 0 || at != anyone[v]; at = next[[2]int32{v, at}] {
			around++
			if around > n {
				break
			}
		}
		if n < 3 && len(h.Triangles) > 2 || around != n {
			t.Fatalf("corner %d: %d edges, %d around it", v, n, around)
		}
	}
	if euler := len(degree) - len(h.Edges) + len(h.Triangles); euler != 2 || len(next) != 2*len(h.Edges) {
		t.Fatalf("V - E + F = %d, %d of %d edges", euler, len(h.Edges), len(next)/2)
	}
}

// rounding is how far a point may be outside its hull.
const rounding = 0x1p-17

// certify proves from the definition that h is the hull of the points: the points are inside, the surface is closed, and each plane touches
// the points that span it. Only points in a plane have no hull.
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
	certifySurface(t, h)
	for i, c := range h.Triangles {
		n := h.Normals[i]
		within(t, "length of a normal", n.Norm(), 1, 1e-14)
		for _, corner := range c {
			within(t, "corner in its plane", n.Dot(points[corner].Minus(points[c[0]])), 0, rounding)
		}
		a := points[c[0]]
		if area := points[c[1]].Minus(a).cross(points[c[2]].Minus(a)); area.largest() > 1e-2 && area.unit().Dot(n) < 1-1e-4 {
			t.Fatalf("triangle %d turns the wrong way", i)
		}
		for _, p := range points {
			if out := n.Dot(p.Minus(points[c[0]])); !(out <= rounding) {
				t.Fatalf("point %v is %g above triangle %d", p, out, i)
			}
		}
	}
	if v := h.Volume(points); !(v > 0) {
		t.Fatalf("volume %g", v)
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
		name               string
		points             []Vec
		corners, triangles int
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
		corners := map[int32]bool{}
		for _, triangle := range h.Triangles {
			for _, corner := range triangle {
				corners[corner] = true
			}
		}
		if len(corners) != c.corners || len(h.Triangles) != c.triangles {
			t.Errorf("%s: %d corners, %d triangles", c.name, len(corners), len(h.Triangles))
		}
	}
	h := hullOf(t, cube(1))
	for _, p := range []struct {
		at     Vec
		inside bool
	}{{Vec{0.5, 0.9, 1}, true}, {Vec{1.1, 0.5, 1}, false}, {Vec{0.5, -0.1, 1}, false}, {Vec{1, 1, 1}, true}} {
		if h.Contains(cube(1), p.at, 1e-9) != p.inside {
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
	if short := 1 - hullOf(t, points).Volume(points)/(math.Pi*math.Pi/2); short < 0 || short > 0.01 { // the volume of the correlation matrices
		t.Errorf("the volume misses %g", short)
	}
}

// Contains reports whether p is within a tolerance of the half-spaces of the hull of the points, which is not empty.
func (h *Hull) Contains(points []Vec, p Vec, tolerance float64) bool {
	for i, normal := range h.Normals {
		if !(normal.Dot(p.Minus(points[h.Triangles[i][0]])) <= tolerance) {
			return false
		}
	}
	return len(h.Normals) > 0
}
