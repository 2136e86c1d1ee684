package geometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/dense"
	"pgregory.net/rapid"
)

func point(rng *rand.Rand) (x [4]float64) {
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func dot4(a, b [4]float64) float64 { return dense.Dot(a[:], b[:]) }

func TestCurveIsTheLiftedNeuron(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, rng := draw(t, 2)
		c, angle := Curve{}, 7*rng.Float64()-3.5
		sin, cos := math.Sincos(angle)
		differ(t, "Matrix(At(a))", c.Matrix(c.At(angle), 1), Lift([]float64{cos, sin}), 1e-15)
		x, y, s, r := point(rng), point(rng), rng.Float64(), rng.Float64()
		back, level := c.Point(c.Matrix(x, s))
		if math.Abs(level-s) > 0 || dot4(back, back)-dot4(x, x) > 1e-15*dot4(x, x) {
			t.Fatalf("round trip of %v: %v", x, back)
		}
		z, w := c.Matrix(x, s), c.Matrix(y, r)
		near := minus(z, w)
		want := 1.5 * (s - r) * (s - r)
		for i, weight := range [4]float64{2, 2, 0.5, 0.5} {
			want += weight * (x[i] - y[i]) * (x[i] - y[i])
		}
		within(t, "isometry", dense.Dot(near, near), want, 1e-13*(1+want))
		within(t, "Dual", dense.Dot(c.Dual(y), z), dot4(x, y), 1e-13*(1+norm(z)))
	})
}

func TestCurveHull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, rng := draw(t, 2)
		c := Curve{}
		v := point(rng)
		value, angle := c.Support(v)
		within(t, "attained", dot4(v, c.At(angle)), value, 1e-13*norm(v[:]))
		for range 200 {
			if dot4(v, c.At(7*rng.Float64())) > value+1e-13*norm(v[:]) {
				t.Fatal("the curve passes its support")
			}
		}
		var x [4]float64
		for _, neuron := range network(rng, 2, 4, 1, true) {
			y := c.At(math.Atan2(neuron.U[1], neuron.U[0]))
			dense.Axpy(neuron.Alpha, y[:], x[:])
		}
		if out := c.Violation(x); out > 1e-14 {
			t.Fatalf("a convex combination is outside by %g", out)
		}
		arcs, sum := c.Combination(x), 0.0
		var back [4]float64
		for _, arc := range arcs {
			y := c.At(arc.Angle)
			dense.Axpy(arc.Weight, y[:], back[:])
			sum += arc.Weight
			if arc.Weight < 0 {
				t.Fatal("a negative share")
			}
		}
		within(t, "shares", sum, 1, 1e-12)
		differ(t, "combination", back[:], x[:], 1e-12)
		if len(arcs) > 3 {
			t.Fatalf("%d points", len(arcs))
		}
		dense.Axpy(0.01, v[:], x[:])
		outside := dot4(v, x) > value*(1+1e-12)
		if outside && c.Violation(x) <= 0 {
			t.Fatal("a point beyond its support counts as inside")
		}
	})
}

func TestFrames(t *testing.T) {
	x := [4]float64{1, 2, 3, 4}
	if got := Drop(1).Apply(x); got != [3]float64{1, 3, 4} {
		t.Errorf("Drop(1): %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		_, rng := draw(t, 2)
		f := Drop(rng.IntN(4)).Turn(0, 2, rng.Float64()).Turn(1, 3, 5*rng.Float64()).Turn(3, 0, rng.Float64())
		for r := range f {
			for s := range f {
				want := 0.0
				if r == s {
					want = 1
				}
				within(t, "orthonormal", dot4(f[r], f[s]), want, 1e-14)
			}
		}
		x, v := point(rng), [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		y := f.Apply(x)
		within(t, "adjoint", dot4(f.Adjoint(v), x), dense.Dot(v[:], y[:]), 1e-13*(1+norm(x[:])*norm(v[:])))
	})
	// Handedness: a quarter turn from axis 0 toward axis 1 takes (1, 0, ..) to (0, 1, ..).
	if got := Drop(3).Turn(0, 1, math.Pi/2).Apply([4]float64{1, 0, 0, 0}); math.Abs(got[1]-1) > 1e-15 {
		t.Errorf("a quarter turn of the first axis: %v", got)
	}
}

func TestSliceIsTheScaledElliptope(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, rng := draw(t, 2)
		s := Slice{T: level(rng)}
		v := s.Boundary(math.Pi*rng.Float64(), 2*math.Pi*rng.Float64())
		z := s.Matrix(v)
		if out := (Positive{2, s.T}).Violation(z).Max(); out > 1e-12*s.T {
			t.Fatalf("a boundary point is outside by %g", out)
		}
		values := make([]float64, 3)
		dense.NewEigen(3).Values(append([]float64(nil), z...), values)
		within(t, "least eigenvalue on the boundary", values[0], 0, 1e-12*s.T)
		r := s.Correlations(v)
		within(t, "determinant", Determinant(r), 0, 1e-12)
		back := s.Point(r)
		differ(t, "Point and Correlations", back[:], v[:], 1e-14*s.T)
		// det Z = t^3/4 det of the correlation matrix, inside too.
		inner := [3]float64{v[0] * 0.6, v[1] * 0.6, v[2] * 0.6}
		product := 1.0
		dense.NewEigen(3).Values(s.Matrix(inner), values)
		for _, value := range values {
			product *= value
		}
		within(t, "scaling", product, s.T*s.T*s.T/4*Determinant(s.Correlations(inner)), 1e-12*s.T*s.T*s.T)

		way := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		step, err := s.Exit(inner, way)
		if err != nil {
			t.Fatal(err)
		}
		end := inner
		dense.Axpy(step, way[:], end[:])
		within(t, "ray", Determinant(s.Correlations(end)), 0, 1e-11)
	})
	s := Slice{T: 1}
	for _, corner := range s.Vertices() {
		if inside, _ := (Cone{D: 2}).Contains(s.Matrix(corner), 1e-12); !inside {
			t.Errorf("vertex %v is not a neuron", corner)
		}
	}
}

func TestFigureLeft(t *testing.T) {
	for _, u := range []float64{-1, -0.4, 0, 0.9, 1} {
		for _, alpha := range []float64{-2, 0, 0.5} {
			v := FigureLeft(u, alpha)
			if out := FigureLeftViolation(v); out > 1e-15 {
				t.Errorf("u = %g, alpha = %g: %v misses the surface by %g", u, alpha, v, out)
			}
			if u == 1 || u == -1 { // the definition's cone, d = 1
				x := Point{[]float64{v[0]}, []float64{v[1]}, v[2]}
				if inside, _ := (Cone{D: 1}).ContainsPoint(x, 1e-14); !inside {
					t.Errorf("%v is not in the cone of d = 1", v)
				}
			}
		}
	}
	if FigureLeftViolation([3]float64{1, 0, 1}) < 0.5 || FigureLeftViolation(FigureLeft(2, 1)) < 0.5 {
		t.Error("points off the surface are not noticed")
	}
}
