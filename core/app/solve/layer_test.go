package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// trained returns the training of a preset, which is finished.
func trained(preset string, beta float64) *Training {
	r := NewTraining(workspace.New(workspace.First(preset, beta)))
	finish(r)
	return r
}

// finish trains the present state.
func finish(r *Training) {
	for r.Busy() {
		r.Work(func() float64 { return 0 }, func() bool { return false })
	}
}

// become makes a state the present one.
func become(r *Training, state workspace.State) {
	_ = r.work.Replace(state, nil)
	r.Invalidate()
}

func solved(preset string, beta float64) *Layer {
	return trained(preset, beta).Present()
}

// TestTurnsKeepTheCost turns neurons where there are many optima, returns to the original, and accepts a stored network only if
// it is optimal.
func TestTurnsKeepTheCost(t *testing.T) {
	s := solved("shell", 0.01)
	can, first := s.CanRotate(0), s.Found
	if !can[0] && !can[1] {
		t.Fatal("nothing turns")
	}
	turned := false
	for k := 0; k < len(first.Neurons) && !turned; k++ {
		var err error
		turned, err = s.Rotate(0, k, []float64{0.6, 0.64, 0.48})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !turned || !s.Rotated() || math.Abs(s.Found.Objective-first.Objective) > 1e-8*first.Objective {
		t.Fatalf("turned %t, cost %g, was %g", turned, s.Found.Objective, first.Objective)
	}
	rows := s.RotatedRows()
	if !s.RestoreOriginal() || s.RestoreOriginal() || s.Found != first || s.RotatedRows() != nil {
		t.Error("the original is another one")
	}
	if !s.RotateTo(rows) || !s.Rotated() || !s.RestoreOriginal() {
		t.Error("the network that it was turned to is refused")
	}
	rows[0][0] *= 1.01
	if s.RotateTo(rows) || s.RotateTo(rows[1:]) || s.Rotated() {
		t.Error("another network is taken")
	}
	if _, err := s.Rotate(0, 99, []float64{1, 0, 0}); err == nil {
		t.Error("a neuron that does not exist is turned")
	}
	if _, err := s.Rotate(0, 0, []float64{1}); err == nil {
		t.Error("a direction of one number")
	}
}

// small is the angle up to which a neuron that moves must keep its number, if no other neuron is as near.
const small = 5 * math.Pi / 180

// nearest returns the index of the neuron nearest to n among those that could be the same, and its angle; -1 if there is none.
func nearest(n *neural.Neuron, among []neural.Neuron, even bool) (best int, angle float64) {
	best, angle = -1, math.Pi
	for i := range among {
		m := &among[i]
		if m.Output != n.Output || m.Block != n.Block || (m.Alpha > 0) != (n.Alpha > 0) {
			continue
		}
		dot := 0.0
		for k, v := range n.U {
			dot += v * m.U[k]
		}
		if even {
			dot = math.Abs(dot)
		}
		if a := math.Acos(math.Max(-1, math.Min(1, dot))); a < angle {
			best, angle = i, a
		}
	}
	return best, angle
}

// follow compares a solution with the one before. Neurons that are each other's nearest and hardly moved must have the same
// number; numbers are distinct and positive; tables are in their order. It returns the number of neurons that were followed.
func follow(t *testing.T, label string, before, now []neural.Neuron, numbersBefore, numbers []int, even bool) (followed int) {
	t.Helper()
	for i := range before {
		j, angle := nearest(&before[i], now, even)
		if j < 0 || angle > small {
			continue
		}
		if back, _ := nearest(&now[j], before, even); back != i {
			continue
		}
		followed++
		if numbers[j] != numbersBefore[i] {
			t.Errorf("%s: neuron %d moved by %.2g and is called %d", label, numbersBefore[i], angle, numbers[j])
		}
	}
	if !slices.IsSorted(numbers) || len(slices.Compact(slices.Clone(numbers))) != len(numbers) || len(numbers) > 0 && numbers[0] < 1 {
		t.Errorf("%s: numbers %v", label, numbers)
	}
	return followed
}

// TestNeuronsKeepTheirNumbers drags points of the presets in small random steps, changes beta, and sometimes adds or removes a
// neuron. No neuron that hardly moves changes its number.
func TestNeuronsKeepTheirNumbers(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "xor", "stripe", "spiral", "valley", "shell", "largest"} {
		r := trained(preset, 0.1)
		s, state := r.Present(), *r.work.Now()
		rng := rand.New(rand.NewPCG(41, 42))
		even, followed := state.Sigma.B == 0, 0
		at := slices.Clone(state.Point(3))
		for step := range 60 {
			before, numbers := make([][]neural.Neuron, state.Outputs), make([][]int, state.Outputs)
			for o := range before {
				before[o], numbers[o] = s.Shown(o)
			}
			for k := range at {
				at[k] = math.Max(-1, math.Min(1, at[k]+0.1*rng.NormFloat64()))
			}
			var err error
			state, err = state.WithRows(3, [][]float64{append(slices.Clone(at), state.RowOf(state.Y, 3)...)})
			if err != nil {
				t.Fatal(err)
			}
			if step%10 == 9 {
				state = state.WithBeta(0.1 * math.Exp(rng.NormFloat64()))
			}
			become(r, state)
			finish(r)
			for o := range before {
				neurons, now := s.Shown(o)
				followed += follow(t, preset, before[o], neurons, numbers[o], now, even)
			}
		}
		if followed < 60 {
			t.Errorf("%s: only %d neurons were followed", preset, followed)
		}
	}
}

// TestLayersFollowAGesture trains two layers while a slider moves. The network of a state that has passed is found, and said to
// be of that state.
func TestLayersFollowAGesture(t *testing.T) {
	r := trained("ring", 0.1)
	state, err := r.work.Now().WithLayers(&intent.SetLayers{Value: 2})
	if err != nil {
		t.Fatal(err)
	}
	become(r, state)
	finish(r)
	if !r.Layered() || !r.Certified() || r.Count() != 2 || r.Document() == nil || len(r.Layer(1).Found.Fit) != state.Samples() {
		t.Fatalf("%d layers, certified %t", r.Count(), r.Certified())
	}
	slide := func(beta float64) uint32 {
		_ = r.work.CommitWhileHeld(workspace.BetaSlider, r.work.Now().WithBeta(beta), false, nil)
		r.Invalidate()
		return r.work.Revision
	}
	passed, clock := slide(0.2), func() float64 { return 0 }
	if r.Work(clock, func() bool { return true }) {
		t.Fatal("two layers take no time")
	}
	slide(0.3)
	for !r.Work(clock, func() bool { return false }) {
	}
	if !r.Busy() || r.Certified() || r.Document() != nil || r.Revision() != passed || r.Layer(0).Problem().Beta != 0.2 {
		t.Errorf("a network of revision %d is shown at beta %g, current %t", r.Revision(), r.Layer(0).Problem().Beta, !r.Busy())
	}
	finish(r)
	if !r.Certified() || r.Revision() != r.work.Revision || r.Layer(0).Problem().Beta != 0.3 {
		t.Errorf("the present state is not trained after that, but revision %d", r.Revision())
	}
}

// TestPartings counts what is known: of four points in the plane two partings of sixteen cannot be made.
func TestPartings(t *testing.T) {
	for at, want := range map[[2]int]float64{{1, 2}: 2, {3, 2}: 8, {4, 2}: 14, {5, 1}: 10, {2, 3}: 4, {5, 3}: 30} {
		if got := partings(at[0], at[1]); got != want {
			t.Errorf("%d points in %d dimensions: %g ways, want %g", at[0], at[1], got, want)
		}
	}
}
