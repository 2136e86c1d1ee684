package solve

import (
	"math"
	"testing"

	"conelab/core/app/workspace"
	"conelab/core/format/convert"
)

func solved(t testing.TB, preset string, beta float64) (*Solution, workspace.State) {
	t.Helper()
	s, state := &Solution{}, workspace.First(preset, beta)
	for s.Busy(&state) {
		s.Work(&state, func() float64 { return 0 }, func() bool { return false })
	}
	return s, state
}

// TestSolutionIsProved checks the document, and that the facts about the network are consistent.
func TestSolutionIsProved(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "masked", "bars"} {
		s, state := solved(t, preset, 0.05)
		if report := convert.Check(state.Problem(), s.Document(&state)); !report.Pass {
			t.Errorf("%s: %s", preset, report.JSON())
		}
		p, r := s.Proof(), s.Result()
		if math.Abs(p.Loss+p.Penalty-r.Objective) > 1e-9*r.Objective || len(r.Neurons) > p.Width {
			t.Errorf("%s: %+v of %g", preset, p, r.Objective)
		}
		if train, test := s.Scores(); train == nil || train.Samples != state.Samples() || test != nil {
			t.Errorf("%s: scores %+v %+v", preset, train, test)
		}
	}
}

// TestWorkComesInSlices interrupts the work after each iteration, and changes the state in between.
func TestWorkComesInSlices(t *testing.T) {
	s, state := solved(t, "ring", 0.05)
	first := s.Result()
	s.Outdate()
	if s.Document(&state) != nil || s.Result() != first {
		t.Error("an old solution is said to be of the new problem, or is no longer shown")
	}
	state, _ = state.WithLoss("hinge") // its optimum takes more than one iteration from the previous one
	next, slices := state.WithBeta(0.5), 0
	once := func() func() bool {
		asked := 0
		return func() bool { asked++; return asked > 1 }
	}
	s.Work(&state, func() float64 { return 0 }, once())
	s.Outdate()
	for ; s.Busy(&next); slices++ {
		s.Work(&next, func() float64 { return 0 }, once())
	}
	if slices < 3 || s.solves != 2 || !convert.Check(next.Problem(), s.Document(&next)).Pass {
		t.Errorf("%d slices, %d solutions", slices, s.solves)
	}
	empty := next.Cleared()
	s.Outdate()
	if s.Busy(&empty) || !s.Settle() || s.Settle() || s.Result() != nil {
		t.Error("no points have a solution")
	}
}

// TestTurnsKeepTheCost turns neurons where there are many optima, returns to the original, and accepts a stored network only if it is optimal.
func TestTurnsKeepTheCost(t *testing.T) {
	s, state := solved(t, "shell", 0.01)
	can, first := s.CanTurn(&state, 0), s.Result()
	if !can[0] && !can[1] {
		t.Fatal("nothing turns")
	}
	turned := false
	for k := 0; k < len(first.Neurons) && !turned; k++ {
		var err error
		if turned, err = s.Turn(&state, 0, k, []float64{0.6, 0.64, 0.48}); err != nil {
			t.Fatal(err)
		}
	}
	if !turned || !s.Turned() || math.Abs(s.Result().Objective-first.Objective) > 1e-8*first.Objective {
		t.Fatalf("turned %t, cost %g, was %g", turned, s.Result().Objective, first.Objective)
	}
	rows := s.TurnedRows()
	if !s.Original() || s.Original() || s.Result() != first || s.TurnedRows() != nil {
		t.Error("the original is another one")
	}
	if !s.TurnTo(&state, rows) || !s.Turned() || !s.Original() {
		t.Error("the network that it was turned to is refused")
	}
	rows[0][0] *= 1.01
	if s.TurnTo(&state, rows) || s.TurnTo(&state, rows[1:]) || s.Turned() {
		t.Error("another network is taken")
	}
	if _, err := s.Turn(&state, 0, 99, []float64{1, 0, 0}); err == nil {
		t.Error("a neuron that there is not turns")
	}
	if _, err := s.Turn(&state, 0, 0, []float64{1}); err == nil {
		t.Error("a direction of one number")
	}
}
