package geometry

import (
	"math"
	"testing"

	"conelab/core/dense"
	"conelab/core/neural"
	"pgregory.net/rapid"
)

func TestConeKnowsItsMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 8)
		neuron := network(rng, d, 1, level(rng), false)[0]
		z := Assemble([]neural.Neuron{neuron}, d)
		if inside, violation := (Cone{D: d}).Contains(z, 1e-12); !inside {
			t.Fatalf("a neuron is off the cone by %g", violation)
		}
		if inside, _ := (Cone{D: d}).ContainsPoint(Split(z, d), 1e-12); !inside {
			t.Fatal("the triple of a neuron is off the cone")
		}
		if inside, _ := (Cone{D: d, Positive: true}).Contains(z, 1e-12); inside != (neuron.Alpha > 0) {
			t.Fatalf("weight %g: inside the positive cone is %v", neuron.Alpha, inside)
		}
		found, distance := Cone{D: d}.Project(z)
		within(t, "weight", found.Alpha, neuron.Alpha, 1e-12*math.Abs(neuron.Alpha))
		within(t, "distance", distance, 0, 1e-12*math.Abs(neuron.Alpha))
		if d > 1 {
			two := network(rng, d, 2, 1, true)
			gap := norm(minus(two[0].U, two[1].U)) * math.Min(two[0].Alpha, two[1].Alpha)
			if inside, _ := (Cone{D: d}).Contains(Assemble(two, d), 1e-12); inside && gap > 1e-4 {
				t.Fatal("two neurons count as one")
			}
		}
		differ(t, "Split and Join", Split(z, d).Join(), z, 0)
	})
}

// TestConeProjectsToTheNearest compares with random neurons, and with the formula of the distance.
func TestConeProjectsToTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 6)
		z := symmetric(rng, d+1)
		for _, cone := range []Cone{{d, false}, {d, true}} {
			neuron, distance := cone.Project(z)
			within(t, "|u|", norm(neuron.U), 1, 1e-14)
			g := Form(z, neuron.U)
			if cone.Positive {
				g = math.Max(0, g)
			}
			within(t, "distance", distance*distance, dense.Dot(z, z)-g*g/4, 1e-11*dense.Dot(z, z))
			for range 200 {
				u := unit(rng, d)
				alpha := Form(z, u) / 4
				if cone.Positive {
					alpha = math.Max(0, alpha)
				}
				if other := norm(ray(z, -alpha, Lift(u))); other < distance*(1-1e-12) {
					t.Fatalf("neuron %v is nearer: %g < %g", u, other, distance)
				}
			}
		}
	})
}

func TestConeSupport(t *testing.T) {
	g := []float64{1, 0, 0, 0, 1, 0, 0, 0, -1}
	low := []float64{-1, 0, 0, 0, -1, 0, 0, 0, 0}
	for _, row := range []struct {
		name string
		cone Cone
		v    []float64
		want float64
	}{
		{"G", Cone{D: 2}, g, 0}, {"G, positive", Cone{D: 2, Positive: true}, g, 0},
		{"-I", Cone{D: 2}, low, math.Inf(1)}, {"-I, positive", Cone{D: 2, Positive: true}, low, 0},
		{"+I, positive", Cone{D: 2, Positive: true}, scaled(-1, low), math.Inf(1)},
	} {
		if got := row.cone.Support(row.v, 1e-12); got != row.want {
			t.Errorf("%s: %g, want %g", row.name, got, row.want)
		}
	}
}

func TestLorentz(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 1, 2, 3, 7)
		y := scaled(level(rng), append(unit(rng, d), 3*rng.Float64()-1.5))
		l := Lorentz{}
		surface := l.ProjectSurface(y)
		if !l.OnSurface(surface, 1e-15) {
			t.Fatalf("%v is not on the surface", surface)
		}
		solid := l.Project(y)
		if !l.Contains(solid, 1e-15) {
			t.Fatalf("%v is outside", solid)
		}
		for range 100 {
			other := scaled(norm(y)*2*rng.Float64(), append(unit(rng, d), 1))
			if rng.IntN(2) == 0 {
				other = scaled(-1, other)
			}
			if norm(minus(other, y)) < norm(minus(surface, y))*(1-1e-12) {
				t.Fatalf("%v is nearer to %v than %v", other, y, surface)
			}
			if norm(minus(other, y)) < norm(minus(solid, y))*(1-1e-12) {
				t.Fatalf("%v is nearer to %v than %v", other, y, solid)
			}
			for _, upper := range []bool{true, false} {
				// The variational inequality of the convex nappe: < y - x, z - x > <= 0 for its points z.
				x, z := l.ProjectNappe(y, upper), append([]float64(nil), other...)
				if (z[d] > 0) != upper {
					z = scaled(-1, z)
				}
				z[d] *= 1 + rng.Float64()
				if product := dense.Dot(minus(y, x), minus(z, x)); product > 1e-12*norm(y)*norm(z) {
					t.Fatalf("nappe %v: < y - x, z - x > = %g", upper, product)
				}
			}
		}
		// Moreau: the two nappes are polar to each other.
		differ(t, "Moreau", ray(l.ProjectNappe(y, true), 1, l.ProjectNappe(y, false)), y, 1e-14*norm(y))
		within(t, "y'Gy", l.Form(y), dense.Dot(y[:d], y[:d])-y[d]*y[d], 1e-13*dense.Dot(y, y))
	})
}

func TestLorentzOnTheAxis(t *testing.T) {
	differ(t, "axis", Lorentz{}.ProjectSurface([]float64{0, 0, -2}), []float64{1, 0, -1}, 0)
	differ(t, "apex", Lorentz{}.ProjectSurface([]float64{0, 0, 0}), []float64{0, 0, 0}, 0)
	differ(t, "equator", Lorentz{}.Project([]float64{0, 2, 0}), []float64{0, 1, 1}, 0)
}
