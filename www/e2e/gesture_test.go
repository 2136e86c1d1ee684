package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/draw/scene"
	"conelab/core/format/document"
	"conelab/www/visit"
)

const (
	// changed is the least share of the pixels that are others in another picture, restored the largest in the same one: the slider's zero
	// is up to half a step off.
	changed, restored = 0.002, 0.03
)

// straight is a path along a line in css pixels.
func (v *user) straight(button chromedp.MouseOption, x, y, toX, toY float64, steps int) {
	v.t.Helper()
	v.Press(x, y, button)
	for i := 1; i <= steps; i++ {
		s := float64(i) / float64(steps)
		v.Drag(x+s*(toX-x), y+s*(toY-y), button)
	}
	v.Release(toX, toY, button)
}

// unchanged fails the test if the data are not as they were.
func (v *user) unchanged(after string, before *document.Problem) {
	v.t.Helper()
	if now, _ := v.documents(); fmt.Sprint(now.Data) != fmt.Sprint(before.Data) {
		v.t.Errorf("%s changed the data", after)
	}
}

// differs fails the test unless the picture of an element, at rest, is now another one than before; it returns the new one.
func (v *user) differs(after, selector string, before *visit.Picture) *visit.Picture {
	v.t.Helper()
	v.Settle()
	now := v.Look(selector)
	if now.Differs(before) < changed {
		v.t.Errorf("%s did not change the picture", after)
	}
	return now
}

// TestNeuronIsTurned drags neurons of an optimum that is one of many.
func TestNeuronIsTurned(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	m := v.preset(2, "ring")
	v.Settle()
	b := v.Place("#area-certificate")
	n := m.solution.Network.Neurons[0]
	angle := math.Atan2(n.U[1], n.U[0]) * 180 / math.Pi
	to := angle + 37
	plane := scene.CertificatePlane(rect(b), 1, &m.snapshot, false)
	x, y := plane.Pixel(angle, math.Copysign(m.problem.Beta, n.Alpha))
	toX, _ := plane.Pixel(to, 0)
	v.straight(chromedp.ButtonLeft, x, y, toX, y, 5)
	turned := v.sameNetwork("the certificate", m, m.solution)
	u := turned.Network.Neurons[0].U
	if got := math.Atan2(u[1], u[0]) * 180 / math.Pi; math.Abs(math.Remainder(got-to, 360)) > 1 {
		t.Errorf("the neuron at %.1f° was dragged to %.1f° and is at %.1f°", angle, to, got)
	}

	// In the Lorentz cone the tip of the arrow is taken.
	v.Settle()
	b = v.Place("#area-lorentz")
	longest := 0.0
	for _, reel := range m.snapshot.Film.Reels {
		for _, step := range reel.Steps {
			for _, p := range step.Before {
				longest = max(longest, p.Norm())
			}
		}
	}
	for _, n := range turned.Network.Neurons {
		longest = max(longest, math.Sqrt(2*math.Abs(n.Alpha)))
	}
	tip := func(n document.Neuron, turn float64) (x, y float64) {
		t, angle := math.Sqrt(math.Abs(n.Alpha))/longest, math.Atan2(n.U[1], n.U[0])+turn
		sin, cos := math.Sincos(angle)
		return project(scene.HomeCamera(), b, coneSight, point{t * cos, t * sin, t})
	}
	x, y = tip(turned.Network.Neurons[1], 0)
	toX, toY := tip(turned.Network.Neurons[1], 0.4)
	v.straight(chromedp.ButtonLeft, x, y, toX, toY, 5)
	turned = v.sameNetwork("the Lorentz cone", m, turned)

	// A link takes the network along.
	w := follow(t, v.copyLink())
	w.Rest()
	_, again := w.documents()
	if again.Status != "optimal" || len(again.Network.Neurons) != len(turned.Network.Neurons) {
		t.Fatalf("%+v came back as %+v", turned, again)
	}
	for i, n := range again.Network.Neurons {
		if u := turned.Network.Neurons[i].U; math.Hypot(n.U[0]-u[0], n.U[1]-u[1]) > 1e-9 {
			t.Errorf("neuron %d is %v, was %v", i, n, turned.Network.Neurons[i])
		}
	}

	v.Click("#play")
	v.Await("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
	if _, solution := v.documents(); fmt.Sprint(solution.Network) != fmt.Sprint(m.solution.Network) {
		t.Error("playing the film does not bring the first network back")
	}
}

// sameNetwork waits until the neurons are others than before, and checks that they make the same function at the same cost.
func (v *user) sameNetwork(where string, m *model, before *document.Solution) *document.Solution {
	v.t.Helper()
	directions, err := json.Marshal(before.Network.Neurons)
	if err != nil {
		v.t.Fatal(err)
	}
	v.Await(fmt.Sprintf(`conelab.solution().then(({network: {neurons}}) => neurons.some(({u}, i) => u.some((x, k) => x !== %s[i].u[k])))`, directions))
	v.Rest()
	problem, solution := v.documents()
	moved := 0.0
	for i, n := range solution.Network.Neurons {
		for k, u := range n.U {
			moved = max(moved, math.Abs(u-before.Network.Neurons[i].U[k]))
		}
	}
	if moved < 0.1 {
		v.t.Errorf("dragging a neuron in %s moved the directions by at most %.3f", where, moved)
	}
	if first := m.solution.Objective; math.Abs(solution.Objective-first) > 1e-9*first {
		v.t.Errorf("turning in %s changed the cost from %.15g to %.15g", where, first, solution.Objective)
	}
	for _, x := range problem.Data.X {
		if f, want := forward(problem, solution, x), m.f(x); math.Abs(f-want) > 1e-9*(1+math.Abs(want)) {
			v.t.Fatalf("turning in %s changed f(%v) from %.12g to %.12g", where, x, want, f)
		}
	}
	v.verify()
	return solution
}
