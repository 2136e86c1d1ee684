package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// cloud returns points of one of several kinds, most of them hard: many in a plane, on a line, equal or nearly so.
func cloud(rng *rand.Rand, kind string, n int) (points []Vec) {
	for range n {
		p := gauss(rng).times(0.1)
		switch kind {
		case "ball":
			p = p.unit().times(math.Cbrt(rng.Float64()))
		case "sphere":
			p = p.unit()
		case "small lattice":
			p = Vec{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}.times(0.25)
		case "cylinder":
			sin, cos := math.Sincos(2 * math.Pi * float64(rng.IntN(12)) / 12)
			p = Vec{cos, sin, float64(rng.IntN(3) - 1)}
		case "pairs":
			p = p.unit()
			points = append(points, p, p.plus(gauss(rng).times(1e-9)))
		case "two planes":
			p[2] = float64(rng.IntN(2))
		case "fan": // a vertex with many neighbours
			p = Vec{p[0], p[1], 0}.unit()
			p[2] = 1
			p = p.times(float64(rng.IntN(2)))
		case "almost flat":
			p[2] *= 1e-6
		case "flat":
			p[2] = 0
		case "line":
			p = Vec{1, 1, 0.5}.times(p[0])
		}
		points = append(points, p)
	}
	return points
}

var kinds = []string{"gauss", "ball", "sphere", "small lattice", "cylinder", "pairs", "two planes", "fan", "almost flat", "flat", "line"}

func TestHullIsCertified(t *testing.T) {
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
		hullOf(t, points)
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
	var empty Mesh
	if empty.Contains(Vec{}, 1) {
		t.Error("the zero mesh is not empty")
	}
}

func TestKnownVolumes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for side := 1; side <= 9; side++ {
		h := hullOf(t, cube(side))
		within(t, "cube", h.Volume(), 1, 1e-12)
		rows := turn(rng)
		var points []Vec
		for _, p := range cube(side) {
			points = append(points, turned(rows, p).times(1.1))
		}
		within(t, "turned cube", hullOf(t, points).Volume(), 1.1*1.1*1.1, 1e-4)
	}
	octahedron := []Vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {}}
	h := hullOf(t, octahedron)
	within(t, "octahedron", h.Volume(), 4.0/3, 1e-15)
	if len(h.Vertices) != 6 || len(h.Triangles) != 8 {
		t.Errorf("octahedron: %d vertices", len(h.Vertices))
	}
	// The volume of inscribed bodies tends to the ball's as 1/n for n points.
	for n, limit := 4, 0.3; n <= 16; n, limit = 2*n, limit/4 {
		h := hullOf(t, NewGrid(n).Directions)
		if len(h.Vertices) != 6*n*n+2 {
			t.Fatalf("%d vertices of %d on the sphere", len(h.Vertices), 6*n*n+2)
		}
		if short := 4*math.Pi/3 - h.Volume(); short < 0 || short > limit {
			t.Fatalf("the ball of %d points misses %g", len(h.Vertices), short)
		}
	}
}

func TestHullForgetsAndKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var h Hull
	for range 50 {
		points := cloud(rng, kinds[rng.IntN(len(kinds))], 1+rng.IntN(60))
		h.Build(points)
		certify(t, &h, points)
		h.Build(nil)
		if len(h.Vertices)+len(h.Triangles)+len(h.Normals)+len(h.Index) > 0 {
			t.Fatal("something is left of the last hull")
		}
	}
	for _, kind := range kinds {
		points := cloud(rng, kind, 300)
		allocations(t, kind, func() { h.Build(points) })
	}
}

func BenchmarkHull(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	shadow := &Shadow{2, [3][8]float64{{1}, {0, 1}, {2: 0.6, 3: 0.8}}}
	for _, c := range []struct {
		name   string
		points []Vec
	}{
		{"curve 240", shadow.CurveTo(nil, 240)},
		{"curve 2000", shadow.CurveTo(nil, 2000)},
		{"ball of 1178 neurons", Steiner(0).pointsTo(nil, NewGrid(14).Directions)},
		{"Steiner 30 degrees of 1178 neurons", Steiner(math.Pi/6).pointsTo(nil, NewGrid(14).Directions)},
		{"Roman surface of 1178 neurons", Steiner(math.Pi/2).pointsTo(nil, NewGrid(14).Directions)},
		{"sphere 2000", cloud(rng, "sphere", 2000)},
		{"gauss 2000", cloud(rng, "gauss", 2000)},
		{"cube 2197", cube(12)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var h Hull
			h.Build(c.points)
			b.ReportAllocs()
			for b.Loop() {
				h.Build(c.points)
			}
		})
	}
}
