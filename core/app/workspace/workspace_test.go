package workspace

import (
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/presets"
)

// change makes a random change, and returns its name.
func change(rng *rand.Rand, w *Workspace) (name string, err error) {
	t, some, final := w.Now(), []int{rng.IntN(9), 9 + rng.IntN(9)}, rng.IntN(2) == 0
	row := make([]float64, t.D+t.Outputs)
	for k := range row {
		row[k] = 2*rng.Float64() - 1
	}
	changes := map[string]func() error{
		"preset": func() error {
			return w.OpenPreset(&intent.LoadPreset{Name: presets.All[rng.IntN(len(presets.All))].Name, Keep: final})
		},
		"clear":   func() error { return w.Commit(t.Cleared(), nil) },
		"classes": func() error { return w.Commit(t.WithClasses([]int{0, 2, 3, 4}[rng.IntN(4)])) },
		"hold":    func() error { return w.CommitWhileHeld(HoldSlider, t.WithHold(float64(rng.IntN(51))), final, nil) },
		"noise":   func() error { return w.CommitWhileHeld(NoiseSlider, t.WithNoise(float64(rng.IntN(51))), final, nil) },
		"sample":  func() error { return w.Commit(t.WithSeed(rng.IntN(9)), nil) },
		"beta":    func() error { return w.CommitWhileHeld(BetaSlider, t.WithBeta(rng.Float64()+1e-6), final, nil) },
		"sigma": func() error {
			return w.CommitWhileHeld(ActivationSlider, t.WithCoefficients(rng.Float64(), 1, 0), final, nil)
		},
		"loss": func() error {
			return w.Commit(t.WithLoss([]string{"squared", "huber", "hinge", "softmax"}[rng.IntN(4)]))
		},
		"tolerance": func() error { return w.Commit(t.WithTolerance(1e-6)) },
		"dense":     func() error { return w.Commit(t.WithArchitecture(&intent.SetArchitecture{Kind: "dense"})) },
		"quadratic": func() error { return w.Commit(t.WithArchitecture(&intent.SetArchitecture{Kind: "quadratic"})) },
		"patches":   func() error { return w.Commit(t.WithArchitecture(&intent.SetArchitecture{Kind: "convolutional"})) },
		"blank":     func() error { return w.Commit(t.WithBlank([]int{3, 4})) },
		"add":       func() error { return w.PutRows(t.Samples(), [][]float64{row}, true) },
		"row":       func() error { return w.PutRows(some[0], [][]float64{row}, final) },
		"remove":    func() error { return w.edit("remove", 0, some...) },
		"flip":      func() error { return w.edit("flip", 0, some...) },
		"held":      func() error { return w.edit("hold", 0, some...) },
		"all":       func() error { return w.Select("all", nil) },
		"toggle":    func() error { return w.Select("toggle", some) },
		"drop":      func() error { return w.edit("remove", 0) },
		"nudge":     func() error { return w.Nudge(row[:min(len(row), t.Axes())]) },
		"copy":      func() error { return w.edit("duplicate", 0) },
		"label":     func() error { return w.SetLabel(float64(1 + rng.IntN(3))) },
		"bias":      func() error { return w.Commit(t.WithBias(final), nil) },
		"layers":    func() error { return w.Commit(t.WithLayers(&intent.SetLayers{Value: 1 + rng.IntN(3)}), nil) },
		"activation": func() error {
			return w.Commit(t.WithActivation(&intent.SetActivation{Name: intent.Activations[rng.IntN(len(intent.Activations))]}))
		},
		"pointer": func() error {
			if !t.Drawable() {
				return nil
			}
			w.Add(protocol.Vec{row[0], 0.25}, final)
			w.Move(0, protocol.Vec{-0.1, row[0]})
			if t.Outputs == 1 || t.Classed() {
				w.Paint([]int{w.Now().Samples() - 1}, -1, final)
			}
			w.Erase(func(i int) bool { return i == 3 })
			return nil
		},
		"cancel": func() error { w.Cancel(); return nil },
		"undo":   func() error { w.Undo(); return nil },
		"redo":   func() error { w.Redo(); return nil },
		"point":  func() error { return w.Highlight(some[0]) },
		"formula": func() error {
			return w.Replace(t.WithFormula(&intent.SetFormula{Text: "x1 < x2", N: 20, Seed: 3}))
		},
	}
	names := slices.Sorted(maps.Keys(changes))
	name = names[rng.IntN(len(names))]
	err = changes[name]()
	return name, err
}

// TestHistoryKeepsStates carries out random intents. States in the history stay the same whatever is done afterwards, a refused
// intent changes nothing, the parts of each state go together, and undo and redo visit all states.
func TestHistoryKeepsStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		w := New(First("ring", 0.01))
		for range rapid.IntRange(1, 25).Draw(t, "intents") {
			now, past, revision := w.Now().clone(), w.past(), w.Revision
			name, err := change(rng, w)
			if err != nil && (!reflect.DeepEqual(now, w.Now().clone()) || w.Revision != revision) {
				t.Fatalf("%s was refused (%v) and changed something", name, err)
			}
			if fault := w.Now().fault(); fault != nil {
				t.Fatalf("%s leads to a state that cannot be trained: %v", name, fault)
			}
			after := w.past()
			if n := min(len(past), len(after)); n > 0 && !reflect.DeepEqual(past[:n], after[:n]) {
				t.Fatalf("%s wrote into the history", name)
			}
			if len(w.Selected()) > 0 && slices.Max(w.Selected()) >= w.Now().Samples() || w.Point >= w.Now().Samples() {
				t.Fatalf("after %s points are picked that are not there", name)
			}
		}
		all, at := w.States()
		w.Restore(all, at)
		for range at {
			w.Undo()
		}
		for i := range all {
			if !reflect.DeepEqual(w.Now(), all[i]) {
				t.Fatalf("state %d of the history is another one", i)
			}
			w.Redo()
		}
		if w.CanRedo() {
			t.Fatal("there is more to redo than there are states")
		}
	})
}

// depth returns the number of states.
func (w *Workspace) depth() int { all, _ := w.States(); return len(all) }

// past returns copies of the states before the present one.
func (w *Workspace) past() (states []State) {
	all, at := w.States()
	for i := range all[:at] {
		states = append(states, all[i].clone())
	}
	return states
}

// TestStoredStatesComeBack stores random states and reads them back.
func TestStoredStatesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		w := New(First("xor", 0.01))
		for range rapid.IntRange(0, 12).Draw(t, "intents") {
			_, _ = change(rng, w)
		}
		stored := w.Now().Stored()
		back, err := FromStored(&stored)
		if err != nil {
			t.Fatalf("%+v: %v", stored, err)
		}
		if again := back.Stored(); !reflect.DeepEqual(again, stored) || !reflect.DeepEqual(back.Problem(), w.Now().Problem()) ||
			back.Preset != w.Now().Preset {
			t.Fatalf("%+v came back as %+v", stored, again)
		}
	})
}

// TestSlidersAreOneStep moves a slider, interrupts the slide, and cancels a row.
func TestSlidersAreOneStep(t *testing.T) {
	w := New(First("ring", 0.01))
	beta := func(value float64, final bool) {
		_ = w.CommitWhileHeld(BetaSlider, w.Now().WithBeta(value), final, nil)
	}
	for k := range 3 {
		beta(0.1+float64(k), k == 2)
	}
	if w.depth() != 2 || w.StepOpen() {
		t.Errorf("%d states", w.depth())
	}
	beta(5, false)
	_ = w.CommitWhileHeld(HoldSlider, w.Now().WithHold(10), false, nil)
	beta(6, true)
	if w.depth() != 5 {
		t.Errorf("%d states after sliders in turn", w.depth())
	}
	x := slices.Clone(w.Now().X)
	_ = w.PutRows(0, [][]float64{{9, 9, 1}}, false)
	w.Cancel()
	if !slices.Equal(x, w.Now().X) || w.depth() != 5 {
		t.Error("a row that was cancelled stays")
	}
	if w.Redo(); w.StepOpen() {
		t.Error("the step of a slider that has ended is open")
	}
	beta(7, false)
	w.Redo()
	_ = w.Commit(*w.Now(), nil)
	if !w.StepOpen() {
		t.Error("a step ends where nothing changes")
	}
	_ = w.CommitWhileHeld(BetaSlider, w.Now().WithBeta(8), true, errors.New("refused"))
	if w.StepOpen() || w.depth() != 6 {
		t.Errorf("after a last value that is refused there are %d states, and a step is open", w.depth())
	}
}

// TestHistoryIsBounded makes many steps with many points. The oldest are dropped, and the newest are kept.
func TestHistoryIsBounded(t *testing.T) {
	w := New(First("ring", 0.01))
	rows := make([][]float64, MaxRows)
	for step := range 250 {
		for i := range rows {
			rows[i] = []float64{float64(step), float64(i), 1}
		}
		if err := w.PutRows(0, rows, true); err != nil {
			t.Fatal(err)
		}
	}
	all, at := w.States()
	if size := len(all) * 24 * MaxRows; size > historyBytes+2*24*MaxRows || at < 100 || all[at-1].Point(0)[0] != 248 {
		t.Errorf("%d states of %d bytes", at, size)
	}
}

// clone returns a deep copy.
func (t *State) clone() State {
	s := *t
	s.X, s.Y, s.held, s.clean = slices.Clone(t.X), slices.Clone(t.Y), slices.Clone(t.held), slices.Clone(t.clean)
	return s
}
