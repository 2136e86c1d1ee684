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

// extent returns the longest side of the box around the points.
func extent(points []Vec) (size float64) {
	for k := range 3 {
		low, high := points[0][k], points[0][k]
		for _, p := range points {
			low, high = min(low, p[k]), max(high, p[k])
		}
		size = max(size, high-low)
	}
	return size
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

// certify proves from the definition that h is the hull of the points: the points are inside, the vertices are among them, the surface is
// closed, and each plane touches the points that span it.
func certify(t reporter, h *Hull, points []Vec) {
	t.Helper()
	size := extent(points)
	tolerance := 1e-12*size + 4*noise*points[0].largest() // the second is less but for points that are nearly one
	for i, v := range h.Vertices {
		if v != points[h.Index[i]] {
			t.Fatalf("vertex %d is not point %d", i, h.Index[i])
		}
	}
	if h.Dimension >= 2 {
		certifySurface(t, &h.Mesh)
	}
	for i, c := range h.Triangles {
		n := h.Normals[i]
		within(t, "length of a normal", n.norm(), 1, 1e-14)
		for _, corner := range c {
			within(t, "corner in its plane", n.dot(h.Vertices[corner].minus(h.Vertices[c[0]])), 0, tolerance)
		}
		if area := h.area(c); area.largest() > 1e-9*size*size && area.unit().dot(n) < 1-1e-6 {
			t.Fatalf("triangle %d turns the wrong way", i)
		}
		if h.Dimension == 3 {
			for _, p := range points {
				if out := n.dot(p.minus(h.Vertices[c[0]])); !(out <= tolerance) {
					t.Fatalf("point %v is %g above triangle %d, of an extent of %g", p, out, i, size)
				}
			}
		}
	}
	for _, p := range points {
		if !h.Contains(p, tolerance) {
			t.Fatalf("point %v is outside", p)
		}
	}
	if h.Dimension == 3 && !(h.Volume() > -1e-15*size*size*size) { // for a needle only rounding is left
		t.Fatalf("volume %g", h.Volume())
	}
}

func hullOf(t reporter, points []Vec) *Hull {
	t.Helper()
	h := new(Hull)
	h.Build(points)
	if len(points) > 0 {
		certify(t, h, points)
	}
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
