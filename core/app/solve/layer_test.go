package solve

import (
	"testing"

	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
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

// TestOnlyOptimaAreTaken turns a neuron, returns to the original, and accepts a stored network only if it is optimal.
func TestOnlyOptimaAreTaken(t *testing.T) {
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
	if !turned || !s.Rotated() {
		t.Fatal("nothing is turned")
	}
	rows := s.RotatedRows()
	s.RestoreOriginal()
	if s.Found != first || s.RotatedRows() != nil {
		t.Error("the original is another one")
	}
	if !s.RotateTo(rows) || !s.Rotated() {
		t.Error("the network that it was turned to is refused")
	}
	s.RestoreOriginal()
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

// TestLayersFollowAGesture trains two layers while a slider moves. The network of a state that has passed is found, and said to
// be of that state.
func TestLayersFollowAGesture(t *testing.T) {
	r := trained("ring", 0.1)
	state := r.work.Now().WithLayers(&intent.SetLayers{Value: 2})
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
	if !r.Busy() || r.Certified() || r.Document() != nil || r.TrainedRevision() != passed || r.Layer(0).Problem().Beta != 0.2 {
		t.Errorf("a network of revision %d is shown at beta %g, current %t", r.TrainedRevision(), r.Layer(0).Problem().Beta, !r.Busy())
	}
	finish(r)
	if !r.Certified() || r.TrainedRevision() != r.work.Revision || r.Layer(0).Problem().Beta != 0.3 {
		t.Errorf("the present state is not trained after that, but revision %d", r.TrainedRevision())
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
