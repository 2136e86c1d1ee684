package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/network/neural"
)

// frame3 returns three random orthonormal rows.
func frame3(rng *rand.Rand) *Shadow {
	s := &Shadow{Features: 3}
	for i := range s.Rows {
		row := &s.Rows[i]
		for k := range row {
			row[k] = rng.NormFloat64()
		}
		for _, other := range s.Rows[:i] {
			inner := 0.0
			for k := range row {
				inner += row[k] * other[k]
			}
			for k := range row {
				row[k] -= inner * other[k]
			}
		}
		size := 0.0
		for _, x := range row {
			size += x * x
		}
		for k := range row {
			row[k] /= math.Sqrt(size)
		}
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
		mean = mean.plus(point(u[:d]).times(w))
		sum += w
	}
	return neurons, mean.times(1 / sum)
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

// lifted returns k(u) of three features.
func lifted(u Vec) [8]float64 {
	x := [4]float64{u[0], u[1], u[2], 1}
	return (&Shadow{Features: 3}).coordinates(func(i, j int) float64 { return x[i] * x[j] })
}

func TestShadow2IsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := draw(t)
		f := frame2(rng)
		s := f.shadow()
		neurons, mean := network(rng, 2, func(u []float64) Vec { return s.Neuron(Vec{u[0], u[1]}) })
		z := assembled(neurons, 2)
		p, ok := s.Matrix(entries(z))
		within(t, "convex combination", p.minus(mean).norm(), 0, 1e-14)
		angle := 7 * rng.Float64()
		sin, cos := math.Sincos(angle)
		within(t, "curve", s.Neuron(Vec{cos, sin}).minus(f.apply(curveAt(angle))).norm(), 0, 1e-15)
		within(t, "point of R^4", p.minus(f.apply(curvePoint(z))).norm(), 0, 1e-14)
		z[0], z[4], z[8] = 0, 0, 0
		if _, none := s.Matrix(entries(z)); !ok || none {
			t.Fatal("a matrix without weight has a point")
		}
	})
}

func TestShadow2IsTheHullOfTheCurve(t *testing.T) {
	var h Hull
	var curve []Vec
	rapid.Check(t, func(t *rapid.T) {
		rng, n := draw(t), rapid.SampledFrom([]int{40, 240, 500}).Draw(t, "n")
		f := drop(rapid.IntRange(0, 3).Draw(t, "dropped"))
		if rapid.Bool().Draw(t, "turned") {
			f = frame2(rng)
		}
		s := f.shadow()
		curve = s.CurveTo(curve, n)
		h.Build(curve)
		certify(t, &h, curve)
		step := math.Pi / float64(n)
		for range 20 {
			v := gauss(rng).unit()
			exact := curveSupport(f.adjoint(v))
			if short := exact - h.Support(v); short < -1e-13 || short > rounding+math.Sqrt(17)/2*step*step {
				t.Fatalf("support of %d points: short by %g", n, short)
			}
		}
		neurons, mean := network(rng, 2, func(u []float64) Vec { return s.Neuron(Vec{u[0], u[1]}) })
		if p, _ := s.Matrix(entries(assembled(neurons, 2))); !h.Contains(p, math.Sqrt(17)/2*step*step+1e-12) {
			t.Fatalf("the network's point %v is outside, its neurons' is %v", p, mean)
		}
	})
}

func TestShadow3IsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := draw(t)
		s := frame3(rng)
		if rapid.Bool().Draw(t, "Steiner") {
			s = Steiner(2 * rng.Float64())
		}
		neurons, mean := network(rng, 3, func(u []float64) Vec { return s.Neuron(Vec(u)) })
		z := assembled(neurons, 3)
		p, ok := s.Matrix(entries(z))
		within(t, "convex combination", p.minus(mean).norm(), 0, 1e-14)
		twice := append([]float64(nil), z...)
		for i := range twice {
			twice[i] *= 2
		}
		q, _ := s.Matrix(entries(twice))
		within(t, "weight", p.minus(q).norm(), 0, 1e-15)
		z[15] = 0
		if _, none := s.Matrix(entries(z)); !ok || none {
			t.Fatal("a matrix without weight has a point")
		}
	})
}

// The eight coordinates are an isometry up to constants: distances between neurons depend only on their angle.
func TestShadow3TreatsDirectionsAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := draw(t)
		u, v := gauss(rng).unit(), gauss(rng).unit()
		x, y := lifted(u), lifted(v)
		linear, quadratic, length := 0.0, 0.0, 0.0
		for k := range x {
			if k < 3 {
				linear += x[k] * y[k]
			} else {
				quadratic += x[k] * y[k]
				length += x[k] * x[k]
			}
		}
		c := u.dot(v)
		within(t, "linear", linear, c, 1e-14)
		within(t, "quadratic", quadratic, 2*c*c-2.0/3, 1e-14) // 2 < uu' - I/3, vv' - I/3 >
		within(t, "length", length, 4.0/3, 1e-14)
	})
}

// support3 returns the exact support function of the face, by the trust-region problem on the sphere.
func support3(s *Shadow, v Vec) float64 {
	var x [8]float64
	for i, row := range s.Rows {
		for k := range row {
			x[k] += v[i] * row[k]
		}
	}
	last := x[7] / math.Sqrt(3)
	value, _ := neural.NewSphere(3).Max([]float64{
		x[6] - last, x[5], x[4],
		x[5], -x[6] - last, x[3],
		x[4], x[3], 2 * last,
	}, x[:3])
	return value
}

// spacing returns an angle within which each direction has a grid direction: the longest side of a triangle.
func spacing(g *Grid) float64 {
	longest := 0.0
	for _, c := range g.Triangles {
		for k := range c {
			longest = max(longest, math.Acos(g.Directions[c[k]].dot(g.Directions[c[(k+1)%3]])))
		}
	}
	return longest
}

func TestShadow3IsTheHullOfTheSphere(t *testing.T) {
	var h Hull
	var points []Vec
	grids := map[int]*Grid{4: NewGrid(4), 9: NewGrid(9)}
	rapid.Check(t, func(t *rapid.T) {
		rng, n := draw(t), rapid.SampledFrom([]int{4, 9}).Draw(t, "n")
		g := grids[n]
		s := frame3(rng)
		if rapid.Bool().Draw(t, "Steiner") {
			s = Steiner(math.Pi / 12 * float64(rng.IntN(13)))
		}
		points = s.pointsTo(points, g.Directions)
		h.Build(points)
		certify(t, &h, points)
		limit := math.Sqrt(17) / 2 * spacing(g) * spacing(g)
		for range 20 {
			v := gauss(rng).unit()
			if short := support3(s, v) - h.Support(v); short < -1e-13 || short > limit {
				t.Fatalf("support of %d neurons: short by %g of %g", len(points), short, limit)
			}
		}
		neurons, _ := network(rng, 3, func(u []float64) Vec { return s.Neuron(Vec(u)) })
		if p, _ := s.Matrix(entries(assembled(neurons, 3))); !h.Contains(p, limit) {
			t.Fatalf("the network's point %v is outside", p)
		}
	})
}

func TestBodyIsWithinTolerance(t *testing.T) {
	g := NewGrid(8)
	var b Body
	rng := rand.New(rand.NewPCG(9, 9))
	check := func(name string, s *Shadow, tolerance float64) {
		b.Build(s, g, tolerance)
		certify(t, &b.Hull, b.points)
		if len(b.Smooth) != len(b.Vertices) {
			t.Fatalf("%d normals of %d vertices", len(b.Smooth), len(b.Vertices))
		}
		short, off := 0.0, 0.0
		for i, normal := range b.Smooth { // the vertex is the neuron's, and its normal supports the body
			within(t, "neuron", s.Neuron(b.Neurons[b.Index[i]]).minus(b.Vertices[i]).norm(), 0, 0)
			within(t, "length", normal.norm(), 1, 1e-13)
			off = max(off, support3(s, normal)-normal.dot(b.Vertices[i]))
		}
		for i, normal := range b.Normals {
			short = max(short, support3(s, normal)-normal.dot(b.Vertices[b.Triangles[i][0]]))
		}
		for range 2000 {
			v := gauss(rng).unit()
			if out := b.Support(v) - support3(s, v); out > 1e-13 {
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
		check("any frame", frame3(rng), 0.004)
	}
}

func TestShadowsAllocateNothing(t *testing.T) {
	var h Hull
	var body Body
	var curve []Vec
	g, k := NewGrid(10), 0
	s2 := make([]*Shadow, 7)
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range s2 {
		s2[i] = frame2(rng).shadow()
	}
	s3 := make([]*Shadow, len(s2))
	for i := range s3 {
		s3[i] = Steiner(float64(i) / 4)
	}
	even := entries([]float64{0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})
	turn := func() { // moves a slider through its positions
		for i := range s2 {
			curve = s2[i].CurveTo(curve, 240)
			h.Build(curve)
			s3 := s3[i]
			body.Build(s3, g, 0.004)
			p, _ := s3.Matrix(even)
			if body.Contains(p, 0) {
				k++
			}
		}
	}
	allocations(t, "a turning shadow", turn)
}

func BenchmarkShadow(b *testing.B) {
	var h Hull
	var body Body
	var points []Vec
	g := NewGrid(8)
	b.Run("2", func(b *testing.B) {
		b.ReportAllocs()
		angle := 0.0
		for b.Loop() {
			points = drop(3).turn(0, 3, angle).shadow().CurveTo(points, 240)
			h.Build(points)
			angle += 0.01
		}
	})
	b.Run("3", func(b *testing.B) {
		b.ReportAllocs()
		phi := 0.0
		for b.Loop() {
			body.Build(Steiner(phi), g, 0.004)
			phi = math.Mod(phi+0.01, math.Pi/2)
		}
	})
}
