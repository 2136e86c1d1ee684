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

// certifySurface proves that the triangles form a closed oriented surface like a sphere: each edge occurs twice, once in each direction, each
// vertex is used and has one fan around it, and V - E + F = 2.
func certifySurface(t reporter, m *Mesh) {
	t.Helper()
	if len(m.Normals) != len(m.Triangles) {
		t.Fatalf("%d normals of %d triangles", len(m.Normals), len(m.Triangles))
	}
	next := map[[2]int32]int32{} // the corner opposite to an edge
	for _, c := range m.Triangles {
		for k := range c {
			from, to := c[k], c[(k+1)%3]
			if _, twice := next[[2]int32{from, to}]; twice || from == to {
				t.Fatalf("edge %d to %d occurs twice in one direction", from, to)
			}
			next[[2]int32{from, to}] = c[(k+2)%3]
		}
	}
	degree, anyone := make([]int, len(m.Vertices)), make([]int32, len(m.Vertices))
	for e := range next {
		if _, back := next[[2]int32{e[1], e[0]}]; !back {
			t.Fatalf("edge %d to %d has one side", e[0], e[1])
		}
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
					within(t, "volume of points without a hull", p.minus(a).dot(q.minus(a).cross(r.minus(a))), 0, 1e-4)
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
		within(t, "length of a normal", n.norm(), 1, 1e-14)
		for _, corner := range c {
			within(t, "corner in its plane", n.dot(h.Vertices[corner].minus(h.Vertices[c[0]])), 0, rounding)
		}
		if area := h.area(c); area.largest() > 1e-2 && area.unit().dot(n) < 1-1e-4 {
			t.Fatalf("triangle %d turns the wrong way", i)
		}
		for _, p := range points {
			if out := n.dot(p.minus(h.Vertices[c[0]])); !(out <= rounding) {
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
				points = append(points, Vec{float64(i), float64(j), float64(k)}.times(1/float64(side)))
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

func turned(rows [3]Vec, p Vec) Vec { return Vec{rows[0].dot(p), rows[1].dot(p), rows[2].dot(p)} }

// allocations checks that a build allocates nothing once its memory has grown to size.
func allocations(t *testing.T, name string, build func()) {
	t.Helper()
	build()
	if n := testing.AllocsPerRun(20, build); n > 0 {
		t.Errorf("%s allocates %g times", name, n)
	}
}
