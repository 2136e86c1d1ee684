package mesh

import (
	"math"
	"math/rand/v2"
	"slices"
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

// The hull of the points made of a shadow falls short of the body by no more than the documentation says, and contains every network.
func TestShadowIsTheHullOfNeurons(t *testing.T) {
	var h Hull
	var points []Vec
	check := func(t reporter, rng *rand.Rand, s *Shadow) {
		limit := 0.03
		if s.Features == 2 {
			points, limit = s.CurveTo(points, 40), rounding+math.Sqrt(17)/2*math.Pow(math.Pi/40, 2)
		} else {
			points = s.BoundaryTo(points, 700)
		}
		h.Build(points)
		certifySurface(t, &h)
		for i, n := range append(slices.Clone(h.Normals), spiral(200)...) {
			if short := support(s, n) - h.Support(points, n); short < -1e-13 || short > limit {
				t.Fatalf("direction %d of %v: short by %g of %g", i, s, short, limit)
			}
		}
		neurons, _ := network(rng, s.Features, func(u []float64) Vec { return Vec{} })
		if p, _ := s.Matrix(entries(assembled(neurons, s.Features))); !h.Contains(points, p, limit) {
			t.Fatalf("the network's point %v is outside", p)
		}
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for k := range 7 {
		check(t, rng, Steiner(math.Pi/12*float64(k)))
	}
	for k := range 40 {
		check(t, rng, frame(rng, 2+k%2))
	}
}

func spiral(n int) (directions []Vec) {
	for i := range n {
		directions = append(directions, spread(i, n))
	}
	return directions
}

func TestShadowsAllocateNothing(t *testing.T) {
	var h Hull
	var points []Vec
	rng := rand.New(rand.NewPCG(2, 2))
	two, three := frame(rng, 2), frame(rng, 3)
	build := func() {
		points = two.CurveTo(points, 240)
		h.Build(points)
		points = three.BoundaryTo(points, 400)
		h.Build(points)
	}
	build()
	if n := testing.AllocsPerRun(20, build); n > 0 {
		t.Errorf("a shadow allocates %g times", n)
	}
}

// Support returns max v'x over the hull of the points, -Inf for an empty one.
func (h *Hull) Support(points []Vec, v Vec) float64 {
	value := math.Inf(-1)
	for _, triangle := range h.Triangles {
		for _, corner := range triangle {
			value = max(value, v.Dot(points[corner]))
		}
	}
	return value
}

// Volume returns the volume inside, by the divergence theorem: the sum of det(a, b, c)/6 over the triangles, seen from one point.
func (h *Hull) Volume(points []Vec) float64 {
	six := 0.0
	for _, t := range h.Triangles {
		origin := points[0]
		a, b, c := points[t[0]].Minus(origin), points[t[1]].Minus(origin), points[t[2]].Minus(origin)
		six += a.Dot(b.cross(c))
	}
	return six / 6
}
