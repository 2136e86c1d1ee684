package workspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// TestFrame checks the axes, the projections, and that networks and forms restricted to a frame agree with those in space.
func TestFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d, n := rapid.IntRange(1, 9).Draw(t, "d"), rapid.IntRange(2, 30).Draw(t, "n")
		x := make([]float64, n*d)
		for i := range x {
			x[i] = 3*rng.NormFloat64() + 1
		}
		var choice [2]int
		if d > DrawnFeatures && rapid.Bool().Draw(t, "features") {
			choice = [2]int{1 + rng.IntN(d-1), d}
		}
		state := State{points: points{X: x, Y: make([]float64, n), D: d, Outputs: 1}}
		state.Bias = rapid.Bool().Draw(t, "bias")
		state.fitWindow()
		f, inputs := state.Frame(choice, nil), state.Inputs()
		for k, e := range f.Axes {
			for l, axis := range f.Axes {
				if want := map[bool]float64{true: 1}[k == l]; math.Abs(dense.Dot(e, axis)-want) > 1e-12 {
					t.Fatalf("axes %v", f.Axes)
				}
			}
		}
		if f.Plane != (d > DrawnFeatures) || f.Features != choice || f.Plane && state.Frame(choice, f) != f {
			t.Fatalf("%+v", f)
		}
		read := state.RowsWithBias(x)
		for i := range n {
			var at protocol.Vec
			copy(at[:], state.Point(i))
			if f.Plane {
				at = f.Places[i]
			}
			row := read[i*inputs : (i+1)*inputs]
			for k, axis := range f.Axes {
				if want := dense.Dot(axis, row) - dense.Dot(axis, f.Origin); math.Abs(at[k]-want) > 1e-9 || math.Abs(at[k]-f.Window.Center[k]) > f.Window.Half {
					t.Fatalf("point %d is at %v in %+v, want %g", i, at, f.Window, want)
				}
			}
		}
		if s := f.Share; f.Plane && (!(s >= 0 && s <= 1) || choice[0] == 0 && s < planeOf(x, d, [2]int{1, 2}).Share-1e-9) {
			t.Fatalf("the share is %g", s)
		}
		neuron, sigma, v := neural.Neuron{U: make([]float64, inputs), Alpha: rng.NormFloat64()}, [3]float64{0.5, -1, 0.25},
			make([]float64, (inputs+1)*(inputs+1))
		for i := range neuron.U {
			neuron.U[i] = rng.NormFloat64()
		}
		for i := range inputs + 1 {
			for j := range i + 1 {
				v[i*(inputs+1)+j] = rng.NormFloat64()
				v[j*(inputs+1)+i] = v[i*(inputs+1)+j]
			}
		}
		at := protocol.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		point, u := f.Append(nil, at), make([]float64, inputs+1)
		for i := range point {
			u[i] = point[i] - f.Origin[i]
		}
		u[inputs] = 1
		inner, form := dense.Dot(neuron.U, point), 0.0
		for i := range u {
			form += u[i] * dense.Dot(v[i*(inputs+1):(i+1)*(inputs+1)], u)
		}
		if state.Bias && point[d] != 1 {
			t.Fatalf("neurons read %v", point)
		}
		for k := len(f.Axes); k < 3; k++ {
			at[k] = 0
		}
		part, quadratic := f.Neuron(&neuron, sigma), FormOf(v, f.Axes...)
		if want := neuron.Alpha * ((sigma[0]*inner+sigma[1])*inner + sigma[2]); math.Abs(part.At(at)-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("the neuron is %g, in the frame %g", want, part.At(at))
		}
		if math.Abs(quadratic.At(at)-form) > 1e-9*(1+math.Abs(form)) {
			t.Fatalf("the form is %g, in the frame %g", form, quadratic.At(at))
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
