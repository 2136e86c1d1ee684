package mesh

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// cloud returns points of one of several kinds, most of them hard: many in a plane, on a line, equal or nearly so.
func cloud(rng *rand.Rand, kind string, n int) (points []Vec) {
	for range n {
		p := gauss(rng)
		switch kind {
		case "ball":
			p = p.unit().times(math.Cbrt(rng.Float64()))
		case "sphere":
			p = p.unit()
		case "small lattice":
			p = Vec{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}
		case "cylinder":
			sin, cos := math.Sincos(2 * math.Pi * float64(rng.IntN(12)) / 12)
			p = Vec{cos, sin, float64(rng.IntN(3))}
		case "needle":
			p = Vec{p[0], 1e-7 * p[1], 1e-9 * p[2]}
		case "pairs":
			p = p.unit()
			points = append(points, p, p.plus(gauss(rng).times(1e-15)))
		case "two planes":
			p[2] = float64(rng.IntN(2))
		case "fan": // a vertex with many neighbours
			p = Vec{p[0], p[1], 0}.unit()
			p[2] = 1
			p = p.times(float64(rng.IntN(2)))
		case "almost flat":
			p[2] *= 1e-11
		}
		points = append(points, p)
	}
	return points
}

var kinds = []string{"gauss", "ball", "sphere", "small lattice", "cylinder", "needle", "pairs", "two planes", "fan", "almost flat"}

func TestHullIsCertified(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng, kind := draw(t), rapid.SampledFrom(kinds).Draw(t, "kind")
		points := cloud(rng, kind, rapid.IntRange(1, 120).Draw(t, "n"))
		scale := math.Pow(10, float64(rapid.IntRange(-100, 100).Draw(t, "scale")))
		shift, rows := Vec{}, turn(rng)
		if rapid.Bool().Draw(t, "shifted") {
			shift = gauss(rng).times(3)
		}
		oblique := rapid.Bool().Draw(t, "turned")
		for i := range points {
			if oblique {
				points[i] = turned(rows, points[i])
			}
			points[i] = points[i].plus(shift).times(scale)
		}
		hullOf(t, points)
	})
}

// Far from the origin the coordinates are rounded to units that are large compared with the body. The hull is that of the rounded points.
func TestHullFarFromTheOrigin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng, kind := draw(t), rapid.SampledFrom(kinds).Draw(t, "kind")
		far := math.Pow(10, float64(rapid.IntRange(1, 12).Draw(t, "far")))
		points := cloud(rng, kind, rapid.IntRange(1, 60).Draw(t, "n"))
		for i := range points {
			points[i] = points[i].plus(Vec{far, -far, far / 3})
		}
		h := new(Hull)
		h.Build(points)
		if h.Dimension >= 2 {
			certifySurface(t, &h.Mesh)
		}
		for _, p := range points {
			if !h.Contains(p, 1e-12*extent(points)+1e-14*far) {
				t.Fatalf("%v is outside", p)
			}
		}
	})
}

func TestFlatHulls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := draw(t)
		dimension, n := rapid.IntRange(0, 2).Draw(t, "dimension"), rapid.IntRange(1, 50).Draw(t, "n")
		origin, a, b := gauss(rng), gauss(rng), gauss(rng)
		var points []Vec
		for range n {
			p := origin
			if dimension > 0 {
				p = p.plus(a.times(rng.NormFloat64()))
			}
			if dimension > 1 {
				p = p.plus(b.times(rng.NormFloat64()))
			}
			points = append(points, p)
		}
		h := hullOf(t, points)
		if want := min(dimension, n-1); h.Dimension != want {
			t.Fatalf("%d points in %d dimensions: %d", n, dimension, h.Dimension)
		}
		if h.Dimension < 2 {
			if len(h.Vertices) != h.Dimension+1 || len(h.Triangles) > 0 {
				t.Fatalf("%d vertices, %d triangles", len(h.Vertices), len(h.Triangles))
			}
			return
		}
		within(t, "volume", h.Volume(), 0, 1e-12)
		// A convex polygon contains the mean of its vertices, and no point outside it in its plane or off the plane.
		var mean Vec
		for _, v := range h.Vertices {
			mean = mean.plus(v.times(1 / float64(len(h.Vertices))))
		}
		if !h.Contains(mean, 1e-12) || h.Contains(mean.plus(h.Normals[0].times(1e-3)), 1e-6) {
			t.Fatalf("wrong on the middle %v", mean)
		}
		for _, v := range h.Vertices {
			if h.Contains(mean.plus(v.minus(mean).times(1.01)), 1e-7) {
				t.Fatalf("a point beyond vertex %v is inside", v)
			}
		}
	})
}

func TestKnownFlatHulls(t *testing.T) {
	square := []Vec{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0.5, 1}, {0.5, 0, 1}, {0, 0, 1}}
	for _, c := range []struct {
		name                           string
		points                         []Vec
		dimension, vertices, triangles int
	}{
		{"nothing", nil, -1, 0, 0},
		{"no numbers", []Vec{{math.NaN(), 0, 0}, {0, math.Inf(1), 0}, {0, 0, -1.5e300}}, -1, 0, 0},
		{"one point", []Vec{{1, 2, 3}}, 0, 1, 0},
		{"one point often", []Vec{{1, 2, 3}, {1, 2, 3}, {1, 2, 3 + 4e-16}, {math.NaN(), 0, 0}}, 0, 1, 0},
		{"zeros", make([]Vec, 9), 0, 1, 0},
		{"segment", []Vec{{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}, {3, 3, 3}}, 1, 2, 0},
		{"triangle", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 0}}, 2, 3, 2},
		{"square", square, 2, 4, 4},
		{"huge square", []Vec{{0, 0, 0}, {1e300, 0, 0}, {0, -1e300, 0}, {1e300, -1e300, 0}}, 2, 4, 4},
		{"tiny", []Vec{{0, 0, 0}, {1e-310, 0, 0}, {0, 1e-310, 0}}, 0, 1, 0},
		{"tetrahedron", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {math.NaN(), 0, 0}}, 3, 4, 4},
	} {
		var h Hull
		h.Build(c.points)
		if h.Dimension != c.dimension || len(h.Vertices) != c.vertices || len(h.Triangles) != c.triangles {
			t.Errorf("%s: dimension %d, %d vertices, %d triangles", c.name, h.Dimension, len(h.Vertices), len(h.Triangles))
		}
	}
	h := hullOf(t, square)
	within(t, "support", h.Support(Vec{1, 2, 3}), 6, 0)
	for _, p := range []struct {
		at     Vec
		inside bool
	}{{Vec{0.5, 0.9, 1}, true}, {Vec{1.1, 0.5, 1}, false}, {Vec{0.5, 0.5, 1.1}, false}, {Vec{0.5, -0.1, 1}, false}, {Vec{1, 1, 1}, true}} {
		if h.Contains(p.at, 1e-9) != p.inside {
			t.Errorf("square: %v", p)
		}
	}
	var line Hull
	line.Build([]Vec{{0, 0, 0}, {2, 0, 0}})
	if !line.Contains(Vec{1, 0, 0}, 1e-12) || line.Contains(Vec{2.1, 0, 0}, 1e-3) || line.Contains(Vec{1, 0.1, 0}, 1e-3) {
		t.Error("segment")
	}
	var empty Mesh
	if empty.Contains(Vec{}, 1) || !math.IsInf(empty.Support(Vec{1}), -1) || empty.Volume() != 0 {
		t.Error("the zero mesh is not empty")
	}
}

func TestKnownVolumes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for side := 1; side <= 9; side++ {
		h := hullOf(t, cube(side))
		within(t, "cube", h.Volume(), 1, 1e-14)
		rows := turn(rng)
		var points []Vec
		for _, p := range cube(side) {
			points = append(points, turned(rows, p).times(2))
		}
		within(t, "turned cube", hullOf(t, points).Volume(), 8, 1e-11)
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

// The hull of points in general position, found by trying all triples in exact arithmetic.
func TestHullBesideAllTriples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := cloud(draw(t), rapid.SampledFrom([]string{"gauss", "sphere", "ball"}).Draw(t, "kind"), rapid.IntRange(4, 12).Draw(t, "n"))
		h, facets := hullOf(t, points), 0
		for a := range points {
			for b := range a {
				for c := range b {
					signs := 0
					for q, p := range points {
						if q == a || q == b || q == c {
							continue
						}
						if side(points[a], points[b], points[c], p) > 0 {
							signs++
						} else {
							signs--
						}
					}
					if signs == len(points)-3 || signs == 3-len(points) {
						facets++
					}
				}
			}
		}
		if facets != len(h.Triangles) {
			t.Fatalf("%d triangles, %d triples support all points", len(h.Triangles), facets)
		}
	})
}

// side returns the sign of det(b-a, c-a, p-a).
func side(a, b, c, p Vec) int {
	var m [3][3]*big.Rat
	for i, q := range [3]Vec{b, c, p} {
		for k := range q {
			m[i][k] = new(big.Rat).SetFloat64(q[k])
			m[i][k].Sub(m[i][k], new(big.Rat).SetFloat64(a[k]))
		}
	}
	sum := new(big.Rat)
	for k := range 3 {
		x, y := new(big.Rat).Mul(m[1][(k+1)%3], m[2][(k+2)%3]), new(big.Rat).Mul(m[1][(k+2)%3], m[2][(k+1)%3])
		sum.Add(sum, x.Sub(x, y).Mul(x, m[0][k]))
	}
	return sum.Sign()
}

func TestWideIsExact(t *testing.T) {
	number := rapid.OneOf(rapid.Int64Range(-1<<46, 1<<46), rapid.Int64Range(-3, 3))
	rapid.Check(t, func(t *rapid.T) {
		var m [3][3]int64
		for i := range m {
			for k := range m[i] {
				m[i][k] = number.Draw(t, "entry")
			}
		}
		if rapid.Bool().Draw(t, "singular") { // sums to 0, or almost
			for k := range m[2] {
				m[2][k] = m[0][k] - m[1][k]
			}
			m[2][0] += rapid.Int64Range(-1, 1).Draw(t, "off")
		}
		normal := [3]int128{minor(m[0], m[1], 1, 2), minor(m[0], m[1], 2, 0), minor(m[0], m[1], 0, 1)}
		sum := new(big.Int)
		for k := range 3 {
			i, j := (k+1)%3, (k+2)%3
			x, y := new(big.Int).Mul(big.NewInt(m[0][i]), big.NewInt(m[1][j])), new(big.Int).Mul(big.NewInt(m[0][j]), big.NewInt(m[1][i]))
			x.Sub(x, y)
			want, _ := new(big.Float).SetInt(x).Float64()
			if got := normal[k].float(); math.Abs(got-want) > 0x1p-52*math.Abs(want) || normal[k].sign() != x.Sign() {
				t.Fatalf("%v is %v, not %v", normal[k], got, want)
			}
			sum.Add(sum, x.Mul(x, big.NewInt(m[2][k])))
		}
		if got := dotSign(&normal, m[2]); got != sum.Sign() {
			t.Fatalf("the sign of %v is not %d", sum, got)
		}
	})
}

func TestHullForgetsAndKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var h Hull
	for range 50 {
		points := cloud(rng, kinds[rng.IntN(len(kinds))], 1+rng.IntN(60))
		h.Build(points)
		certify(t, &h, points)
		h.Build(nil)
		if h.Dimension != -1 || len(h.Vertices)+len(h.Triangles)+len(h.Normals)+len(h.Index) > 0 {
			t.Fatal("something is left of the last hull")
		}
	}
	for _, kind := range kinds {
		points := cloud(rng, kind, 300)
		allocations(t, kind, func() { h.Build(points) })
	}
	flat := cloud(rng, "gauss", 300)
	for i := range flat {
		flat[i][1] = 0.5
	}
	allocations(t, "flat", func() { h.Build(flat) })
}

func FuzzHull(f *testing.F) {
	f.Add(uint64(1), uint8(20), 2.0)
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, size float64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		points := make([]Vec, n)
		for i := range points {
			for k := range points[i] {
				points[i][k] = size * float64(rng.IntN(5)-2) * (1 + float64(rng.IntN(3))*1e-15)
			}
		}
		var h Hull
		h.Build(points)
		if h.Dimension >= 2 {
			certifySurface(t, &h.Mesh)
		}
	})
}

func BenchmarkHull(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	shadow := Shadow2{[3][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0.6, 0.8}}}
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

// Points next to a polygon are outside, however thin its triangles are.
func TestPolygonKeepsOthersOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := draw(t)
		a, b := gauss(rng).unit(), gauss(rng).unit()
		points := []Vec{a, b, a.plus(gauss(rng).times(1e-15)), b.plus(gauss(rng).times(1e-15)), b.minus(a).times(0.5).plus(a).plus(gauss(rng).times(1e-12))}
		h := hullOf(t, points)
		for _, share := range []float64{-2, -0.01, 1.01, 3} {
			if p := a.plus(b.minus(a).times(share)); h.Contains(p, 1e-6*b.minus(a).norm()) {
				t.Fatalf("%v, on the line of %v and %v, is inside", p, a, b)
			}
		}
	})
}
