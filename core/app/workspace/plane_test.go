package workspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/network/neural"
)

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// TestPlane checks the axes, the projections, and that networks and forms restricted to a plane agree with those in space.
func TestPlane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d, n := rapid.IntRange(4, 9).Draw(t, "d"), rapid.IntRange(2, 30).Draw(t, "n")
		x := make([]float64, n*d)
		for i := range x {
			x[i] = 3*rng.NormFloat64() + 1
		}
		var choice [2]int
		if rapid.Bool().Draw(t, "features") {
			choice = [2]int{1 + rng.IntN(d-1), d}
		}
		state := State{x: x, d: d, outputs: 1}
		p := state.Plane(choice, nil)
		e, f := p.Axes[0], p.Axes[1]
		if math.Abs(dot(e, e)-1)+math.Abs(dot(f, f)-1)+math.Abs(dot(e, f)) > 1e-12 || p.Features != choice || state.Plane(choice, p) != p {
			t.Fatalf("axes %v and %v", e, f)
		}
		w := p.Window(protocol.Window{Half: 1.15})
		for i, at := range p.Places {
			row := x[i*d : (i+1)*d]
			for k, axis := range p.Axes {
				if want := dot(axis, row) - dot(axis, p.Origin); math.Abs(at[k]-want) > 1e-9 || math.Abs(at[k]-w.Center[k]) > w.Half {
					t.Fatalf("point %d is at %v in %+v, want %g", i, at, w, want)
				}
			}
		}
		if s := p.Share; !(s >= 0 && s <= 1) || choice[0] == 0 && s < planeOf(x, d, [2]int{1, 2}).Share-1e-9 {
			t.Fatalf("the share is %g", s)
		}
		neuron, sigma, v := neural.Neuron{U: make([]float64, d), Alpha: rng.NormFloat64()}, [3]float64{0.5, -1, 0.25},
			make([]float64, (d+1)*(d+1))
		for i := range neuron.U {
			neuron.U[i] = rng.NormFloat64()
		}
		for i := range d + 1 {
			for j := range i + 1 {
				v[i*(d+1)+j] = rng.NormFloat64()
				v[j*(d+1)+i] = v[i*(d+1)+j]
			}
		}
		at := protocol.Vec{rng.NormFloat64(), rng.NormFloat64()}
		point, u := make([]float64, d), make([]float64, d+1)
		for i := range point {
			u[i] = at[0]*e[i] + at[1]*f[i]
			point[i] = p.Origin[i] + u[i]
		}
		u[d] = 1
		inner, form := dot(neuron.U, point), 0.0
		for i := range u {
			form += u[i] * dot(v[i*(d+1):(i+1)*(d+1)], u)
		}
		ridge, quadratic := p.Ridge(&neuron, sigma), FormOf(v, e, f)
		if want := neuron.Alpha * ((sigma[0]*inner+sigma[1])*inner + sigma[2]); math.Abs(ridge.At(at)-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("the neuron is %g, in the plane %g", want, ridge.At(at))
		}
		if math.Abs(quadratic.At(at)-form) > 1e-9*(1+math.Abs(form)) {
			t.Fatalf("the form is %g, in the plane %g", form, quadratic.At(at))
		}
	})
}

func TestPlanesOfFewPointsAndManyFeatures(t *testing.T) {
	const d = principalMost + 1
	if p := planeOf(make([]float64, 2*d), d, [2]int{}); p.Features != [2]int{1, 2} {
		t.Errorf("the plane is that of the features %v", p.Features)
	}
	if p := planeOf(nil, 4, [2]int{}); len(p.Places) != 0 || p.Share != 1 {
		t.Error("no points have a place")
	}
}
