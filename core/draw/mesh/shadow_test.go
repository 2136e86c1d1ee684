package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"conelab/core/network/neural"
)

// frame returns a random projection of the neurons of two or three features.
func frame(rng *rand.Rand, features int) *Shadow {
	s := &Shadow{Features: features}
	for i := range s.Rows {
		row := s.Rows[i][:4*(features-1)]
		for k := range row {
			row[k] = rng.NormFloat64()
		}
		for _, other := range s.Rows[:i] {
			inner := floats.Dot(row, other[:len(row)])
			floats.AddScaled(row, -inner, other[:len(row)])
		}
		floats.Scale(1/floats.Norm(row, 2), row)
	}
	return s
}

// network returns neurons with weights >= 0, and sum w_j point(u_j) / sum w_j.
func network(rng *rand.Rand, d int, point func(u []float64) Vec) (neurons []neural.Neuron, mean Vec) {
	sum := 0.0
	for range 1 + rng.IntN(6) {
		u := gauss(rng)
		if d == 2 {
			u[2] = 0
		}
		u = u.unit()
		w := rng.ExpFloat64()
		neurons = append(neurons, neural.Neuron{U: append([]float64(nil), u[:d]...), Alpha: w})
		mean = mean.Plus(point(u[:d]).Scale(w))
		sum += w
	}
	return neurons, mean.Scale(1 / sum)
}

// Steiner returns the shadow that shows a neuron at
//
//	cos(phi) (u_1, u_2, u_3) + sin(phi) (2 u_2 u_3, 2 u_1 u_3, 2 u_1 u_2):
//
// It is the unit ball for phi = 0. For phi = pi/2, where u and -u coincide, it is the hull of Steiner's Roman surface, which touches that
// hull along four circles; so the hull has four flat discs. All these bodies have the symmetries of a tetrahedron, and for tan(phi) =
// sqrt(3)/2 (40.9 degrees) the body is a tetrahedron, with the vertex u = (1, 1, 1)/sqrt 3 and those with two signs turned.
func Steiner(phi float64) *Shadow {
	sin, cos := math.Sincos(phi)
	return &Shadow{3, [3][8]float64{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}}
}

// entries returns the entries of a matrix of order 3 or 4, row by row, with 3 as the index of its last row.
func entries(z []float64) func(i, j int) float64 {
	order := 4
	if len(z) == 9 {
		order = 3
	}
	return func(i, j int) float64 { return z[min(i, order-1)*order+min(j, order-1)] }
}

// assembled returns sum_j alpha_j [u_j;1][u_j;1]' for neurons of dimension d.
func assembled(neurons []neural.Neuron, d int) []float64 {
	z := make([]float64, (d+1)*(d+1))
	neural.Assemble(z, neurons, 1, 0, 0, true)
	return z
}

// Matrix is linear: a network's matrix is at the mean of its neurons, and its scale does not matter.
func TestShadowIsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng, features := draw(t), rapid.IntRange(2, 3).Draw(t, "features")
		s := frame(rng, features)
		neurons, mean := network(rng, features, func(u []float64) Vec {
			var full Vec
			copy(full[:], u)
			return s.Neuron(full)
		})
		z := assembled(neurons, features)
		p, ok := s.Matrix(entries(z))
		within(t, "convex combination", p.Minus(mean).Norm(), 0, 1e-14)
		for i := range z {
			z[i] *= 2
		}
		q, _ := s.Matrix(entries(z))
		within(t, "weight", p.Minus(q).Norm(), 0, 1e-15)
		z[len(z)-1] = 0
		if _, none := s.Matrix(entries(z)); !ok || none {
			t.Fatal("a matrix without weight has a point")
		}
	})
}

// support returns the exact support function of the face, by the trust-region problem on the sphere.
func support(s *Shadow, v Vec) float64 {
	var x [8]float64
	for i, row := range s.Rows {
		floats.AddScaled(x[:], v[i], row[:])
	}
	if s.Features == 2 { // x_1 u_1 + x_2 u_2 + x_3 (u_1^2 - u_2^2) + 2 x_4 u_1 u_2
		value, _ := neural.NewSphere(2).Max([]float64{x[2], x[3], x[3], -x[2]}, x[:2])
		return value
	}
	last := x[7] / math.Sqrt(3)
	value, _ := neural.NewSphere(3).Max([]float64{
		x[6] - last, x[5], x[4],
		x[5], -x[6] - last, x[3],
		x[4], x[3], 2 * last,
	}, x[:3])
	return value
}

// spread returns n directions, spacing an angle within which each direction has one of them: the longest side of a triangle.
func spread(n int) (directions []Vec) {
	for i := range n {
		directions = append(directions, Spread(i, n))
	}
	return directions
}

func spacing(directions []Vec) float64 {
	var h Hull
	h.Build(directions)
	longest := 0.0
	for _, c := range h.Triangles {
		for k := range c {
			longest = max(longest, math.Acos(h.Vertices[c[k]].Dot(h.Vertices[c[(k+1)%3]])))
		}
	}
	return longest
}

// The hull of neurons falls short of the body by no more than the documentation says, and contains every network.
func TestShadowIsTheHullOfNeurons(t *testing.T) {
	var h Hull
	var points []Vec
	directions := spread(218)
	between := spacing(directions)
	rapid.Check(t, func(t *rapid.T) {
		rng, features := draw(t), rapid.IntRange(2, 3).Draw(t, "features")
		s, far := frame(rng, features), math.Pi/40
		if features == 2 {
			points = s.CurveTo(points, 40)
		} else {
			points, far = s.pointsTo(points, directions), between
		}
		h.Build(points)
		certify(t, &h, points)
		limit := rounding + math.Sqrt(17)/2*far*far
		for range 20 {
			v := gauss(rng).unit()
			if short := support(s, v) - h.Support(v); short < -1e-13 || short > limit {
				t.Fatalf("support of %d neurons: short by %g of %g", len(points), short, limit)
			}
		}
		neurons, _ := network(rng, features, func(u []float64) Vec { return Vec{} })
		if p, _ := s.Matrix(entries(assembled(neurons, features))); !h.Contains(p, limit) {
			t.Fatalf("the network's point %v is outside", p)
		}
	})
}

func TestBodyIsWithinTolerance(t *testing.T) {
	var b Body
	rng := rand.New(rand.NewPCG(9, 9))
	check := func(name string, s *Shadow, tolerance float64) {
		b.Build(s, tolerance)
		certify(t, &b.Hull, b.points)
		if len(b.Smooth) != len(b.Vertices) {
			t.Fatalf("%d normals of %d vertices", len(b.Smooth), len(b.Vertices))
		}
		short, off := 0.0, 0.0
		for i, normal := range b.Smooth { // the vertex is the neuron's, and its normal supports the body
			within(t, "neuron", s.Neuron(b.Neurons[b.Index[i]]).Minus(b.Vertices[i]).Norm(), 0, 0)
			within(t, "length", normal.Norm(), 1, 1e-13)
			off = max(off, support(s, normal)-normal.Dot(b.Vertices[i]))
		}
		for i, normal := range b.Normals {
			short = max(short, support(s, normal)-normal.Dot(b.Vertices[b.Triangles[i][0]]))
		}
		for range 2000 {
			v := gauss(rng).unit()
			if out := b.Support(v) - support(s, v); out > 1e-13 {
				t.Fatalf("%s: out of the body by %g", name, out)
			}
		}
		t.Logf("%s: %d vertices, short by %.2g, normals off by %.2g", name, len(b.Vertices), short, off)
		if short > tolerance+rounding || off > 2*tolerance {
			t.Errorf("%s: short by %g of %g, normals off by %g", name, short, tolerance, off)
		}
	}
	steps, frames := 1, 20
	if testing.Short() {
		steps, frames = 6, 4
	}
	for k := 0; k < 19; k += steps {
		check("Steiner", Steiner(math.Pi/36*float64(k)), 0.004)
	}
	for range frames {
		check("any frame", frame(rng, 3), 0.004)
	}
}

func TestShadowsAllocateNothing(t *testing.T) {
	var h Hull
	var body Body
	var curve []Vec
	rng := rand.New(rand.NewPCG(2, 2))
	two, three := frame(rng, 2), frame(rng, 3)
	allocations(t, "a shadow", func() {
		curve = two.CurveTo(curve, 240)
		h.Build(curve)
		body.Build(three, 0.004)
	})
}

func BenchmarkShadow(b *testing.B) {
	var h Hull
	var body Body
	var points []Vec
	b.Run("2", func(b *testing.B) {
		b.ReportAllocs()
		angle := 0.0
		for b.Loop() {
			sin, cos := math.Sincos(angle)
			points = (&Shadow{2, [3][8]float64{{0: cos, 3: sin}, {1: 1}, {2: 1}}}).CurveTo(points, 240)
			h.Build(points)
			angle += 0.01
		}
	})
	b.Run("3", func(b *testing.B) {
		b.ReportAllocs()
		phi := 0.0
		for b.Loop() {
			body.Build(Steiner(phi), 0.004)
			phi = math.Mod(phi+0.01, math.Pi/2)
		}
	})
}

// Support returns max v'x over the mesh, -Inf for an empty one.
func (m *Mesh) Support(v Vec) float64 {
	value := math.Inf(-1)
	for _, vertex := range m.Vertices {
		value = max(value, v.Dot(vertex))
	}
	return value
}

// Volume returns the volume inside, by the divergence theorem: the sum of det(a, b, c)/6 over the triangles, seen from one vertex.
func (m *Mesh) Volume() float64 {
	six := 0.0
	for _, t := range m.Triangles {
		origin := m.Vertices[0]
		a, b, c := m.Vertices[t[0]].Minus(origin), m.Vertices[t[1]].Minus(origin), m.Vertices[t[2]].Minus(origin)
		six += a.Dot(b.cross(c))
	}
	return six / 6
}
