package geometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/dense"
	"pgregory.net/rapid"
)

// TestSupportIsTheMaximumOverNetworks: no network of the body exceeds the support function, and its own neuron attains it.
func TestSupportIsTheMaximumOverNetworks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 10)
		v, T := symmetric(rng, d+1), level(rng)
		for _, positive := range []bool{true, false} {
			b := pick(d, T, positive)
			value, neuron := b.Support(v)
			own := dense.Dot(v, Assemble(toNetwork(neuron), d))
			within(t, "attained", own, value, 1e-12*T*norm(v))
			for range 300 {
				z := Assemble(network(rng, d, 1+rng.IntN(3), T*rng.Float64(), positive), d)
				if product := dense.Dot(v, z); product > value+1e-12*T*norm(v) {
					t.Fatalf("positive %v: < V, Z > = %g > support %g", positive, product, value)
				}
			}
		}
	})
}

// TestSupportOnAGrid compares with a fine grid of angles, d = 2.
func TestSupportOnAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		v := symmetric(rng, 3)
		top, bottom := math.Inf(-1), math.Inf(1)
		for k := range 20000 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 20000)
			g := Form(v, []float64{cos, sin})
			top, bottom = math.Max(top, g), math.Min(bottom, g)
		}
		value, _ := Positive{2, 3}.Support(v)
		within(t, "+M(3)", value, 3*math.Max(0, top), 1e-5)
		value, _ = Full{2, 3}.Support(v)
		within(t, "M(3)", value, 3*math.Max(top, -bottom), 1e-5)
	}
}

func TestViolationNamesWhatIsWrong(t *testing.T) {
	b := Positive{D: 2, T: 1}
	for name, row := range map[string]struct {
		z    []float64
		want Violation
	}{
		"member":       {[]float64{0.5, 0, 0, 0, 0.5, 0, 0, 0, 1}, Violation{}},
		"not psd":      {[]float64{1, 0, 0, 0, -0.5, 0, 0, 0, 0.5}, Violation{Eigenvalue: 0.5}},
		"not balanced": {[]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, Violation{Trace: 1}},
		"too heavy":    {[]float64{1, 0, 0, 0, 2, 0, 0, 0, 3}, Violation{Excess: 2}},
		"asymmetric":   {[]float64{0, 0, 0, 2, 0, 0, 0, 0, 0}, Violation{Asymmetry: math.Sqrt2}},
	} {
		got := b.Violation(row.z)
		if name == "asymmetric" {
			got.Eigenvalue = 0 // what the eigenvalues of an asymmetric matrix mean is not said
		}
		if math.Abs(got.Max()-row.want.Max()) > 1e-14 || got.Trace != row.want.Trace || got.Excess != row.want.Excess {
			t.Errorf("%s: %+v, want %+v", name, got, row.want)
		}
	}
}

// TestProjectionObeysTheVariationalInequality certifies by the exact support function, for both bodies: Point is a member, and
// max over the body of < W - Point, Y - Point > is zero.
func TestProjectionObeysTheVariationalInequality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 6)
		T := level(rng)
		w := scaled(level(rng), symmetric(rng, d+1))
		size := math.Max(norm(w), T)
		for _, positive := range []bool{true, false} {
			b := pick(d, T, positive)
			got := b.Project(w)
			limit := 1e-7 // 1e-11 as a rule, 3e-9 the worst of 5000
			if positive {
				limit = 1e-12
			}
			if !(got.Gap <= limit*size*size) {
				t.Fatalf("positive %v, T %g, |W| %g: gap %g", positive, T, norm(w), got.Gap)
			}
			if total := weight(got.Neurons); total > T*(1+1e-15) {
				t.Fatalf("weights sum to %g > %g", total, T)
			}
			for _, neuron := range got.Neurons {
				if positive && neuron.Alpha < 0 {
					t.Fatal("a negative weight")
				}
			}
			differ(t, "Point is the network's", got.Point, Assemble(got.Neurons, d), 1e-15*size)
			for range 30 {
				z := Assemble(network(rng, d, 2, T*rng.Float64(), positive), d)
				if norm(minus(w, z)) < got.Distance-1e-6*size {
					t.Fatal("a random member is nearer")
				}
			}
			again := b.Project(got.Point)
			differ(t, "projecting twice", again.Point, got.Point, 1e-3*size)
		}
	})
}

// TestDistanceHasTheProjectionAsItsGradient: the derivative of distance^2/2 at W is W - projection, here by central differences.
func TestDistanceHasTheProjectionAsItsGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for trial := range 12 {
		d, T := 1+trial%4, level(rng)
		for _, positive := range []bool{true, false} {
			b := pick(d, T, positive)
			w, way := symmetric(rng, d+1), symmetric(rng, d+1)
			const h = 1e-4
			half := func(s float64) float64 {
				distance := b.Project(ray(w, s, way)).Distance
				return distance * distance / 2
			}
			want := dense.Dot(minus(w, b.Project(w).Point), way)
			within(t, "slope", (half(h)-half(-h))/(2*h), want, 1e-5*(1+math.Abs(want)))
		}
	}
}

func TestProjectionOfMembersAndOfThePolar(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	for d := 1; d < 5; d++ {
		for _, positive := range []bool{true, false} {
			b := pick(d, 2, positive)
			z := Assemble(network(rng, d, 3, 1.5, positive), d)
			differ(t, "member", b.Project(z).Point, z, 1e-7)
			differ(t, "zero", b.Project(make([]float64, len(z))).Point, make([]float64, len(z)), 1e-9)
			g := make([]float64, len(z))
			for i := range d {
				g[i*(d+1)+i] = 1
			}
			g[len(g)-1] = -1
			if size := norm(b.Project(g).Point); size > 1e-9 {
				t.Errorf("d = %d: G is orthogonal to the body but goes to a point of norm %g", d, size)
			}
			if got := pick(d, 0, positive).Project(z); norm(got.Point) != 0 || math.Abs(got.Distance-norm(z)) > 1e-15 {
				t.Errorf("T = 0: %+v", got)
			}
		}
		if size := norm(Positive{d, 1}.Project(scaled(-1, Lift(unit(rng, d)))).Point); size > 1e-9 {
			t.Errorf("d = %d: a negative neuron goes to a point of norm %g of +M", d, size)
		}
	}
}

func TestPositiveExitEndsOnTheBoundary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 10, 30)
		b := Positive{d, level(rng)}
		way := symmetric(rng, d+1)
		from := b.Center()
		step, err := b.Exit(from, way)
		if err != nil {
			t.Fatal(err)
		}
		way = balanced(way, d+1)
		end := ray(from, step, way)
		if v := b.Violation(end).Max(); v > 1e-12*(b.T+norm(end)) {
			t.Fatalf("the end of the ray is outside by %g", v)
		}
		if v := b.Violation(ray(from, step*(1+1e-6), way)); v.Eigenvalue+v.Excess <= 0 {
			t.Fatal("the ray goes on")
		}
	})
	b := Positive{2, 1}
	if _, err := b.Exit(Lift([]float64{1, 0}), b.Center()); err != ErrNotInterior {
		t.Errorf("from the boundary: %v", err)
	}
	if step, err := (Positive{2, math.Inf(1)}).Exit(b.Center(), b.Center()); err != nil || !math.IsInf(step, 1) {
		t.Errorf("an unbounded ray: %g, %v", step, err)
	}
}

func TestFullExitEndsOnTheBoundary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 5)
		b := Full{d, level(rng)}
		from := Assemble(network(rng, d, 2, 0.7*b.T, false), d)
		way := symmetric(rng, d+1)
		got, err := b.Exit(from, way)
		if err != nil {
			t.Fatal(err)
		}
		if !(got.Lower > 0 && got.Upper >= got.Lower && got.Upper-got.Lower <= 1e-5*got.Upper) {
			t.Fatalf("bracket [%g, %g]", got.Lower, got.Upper)
		}
		way = balanced(way, d+1)
		// Both proofs again, from the definitions.
		near := minus(ray(from, got.Lower, way), Assemble(got.Neurons, d))
		if norm(near) > 1e-5*(b.T+norm(from)) || weight(got.Neurons) > b.T*(1+1e-12) {
			t.Fatalf("the network misses the end by %g with weight %g of %g", norm(near), weight(got.Neurons), b.T)
		}
		top, _ := b.Support(got.Normal)
		if dense.Dot(got.Normal, ray(from, got.Upper, way)) < top*(1-1e-12) {
			t.Fatal("the upper bound is not the plane's")
		}
		if inside, _ := b.Contains(ray(from, got.Lower*(1-1e-5), way), 1e-9); !inside {
			t.Fatal("just before the end is outside")
		}
		if inside, _ := b.Contains(ray(from, got.Upper*(1+1e-3), way), 1e-9); inside {
			t.Fatal("well after the end is inside")
		}
	})
	if _, err := (Full{2, 1}).Exit(Lift([]float64{1, 0}), Lift([]float64{0, 1})); err != ErrNotInterior {
		t.Errorf("from the boundary: %v", err)
	}
}

// TestGauge: a network bounds it above, a neuron's is its weight, and where all weights have one sign it is Z_4.
func TestGauge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 6)
		size := level(rng)
		positive := network(rng, d, 1+rng.IntN(4), size, true)
		g := Full{D: d}.Gauge(Assemble(positive, d))
		within(t, "positive weights, above", g.Upper, size, 1e-5*size)
		within(t, "positive weights, below", g.Lower, size, 1e-5*size)
		mixed := Assemble(network(rng, d, 3, size, false), d)
		g = Full{D: d}.Gauge(mixed)
		if g.Lower > size*(1+1e-12) || g.Upper < g.Lower*(1-1e-13) || g.Upper > g.Lower*(1+1e-5) {
			t.Fatalf("a network of weight %g has the gauge [%g, %g]", size, g.Lower, g.Upper)
		}
		if g.Upper*(Full{D: d}).Radius() > norm(mixed)*(1+1e-5) {
			t.Fatalf("gauge %g of a matrix of norm %g contradicts the radius", g.Upper, norm(mixed))
		}
	})
}

func TestFullOfOneDimensionIsTheSquare(t *testing.T) {
	// u = +-1: M(1) has the corners +-Lift(1), +-Lift(-1); s Lift(1) + r Lift(-1) has the gauge |s| + |r|.
	plus, minus := Lift([]float64{1}), Lift([]float64{-1})
	for _, row := range [][2]float64{{0.5, 0.25}, {-0.5, 0.25}, {0, 1}, {0.3, -0.9}} {
		g := Full{D: 1}.Gauge(ray(scaled(row[0], plus), row[1], minus))
		within(t, "gauge", g.Upper, math.Abs(row[0])+math.Abs(row[1]), 1e-9)
	}
}
