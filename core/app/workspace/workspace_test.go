package workspace

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/effect"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/presets"
)

// intents returns a random intent of a kind that a workspace carries out.
func intents(rng *rand.Rand, w *Workspace) intent.Intent {
	row := make([]float64, w.Now().Features()+w.Now().Outputs())
	for k := range row {
		row[k] = 2*rng.Float64() - 1
	}
	some := []int{rng.IntN(9), 9 + rng.IntN(9)}
	final := rng.IntN(2) == 0
	all := []intent.Intent{
		&intent.Preset{Name: presets.All[rng.IntN(len(presets.All))].Name, Keep: final}, &intent.Clear{}, &intent.Dimension{Value: 1 + rng.IntN(3)},
		&intent.Classes{Value: []int{0, 2, 3, 4}[rng.IntN(4)]}, &intent.Hold{Value: float64(rng.IntN(51)), Final: final},
		&intent.Noise{Value: float64(rng.IntN(51)), Final: final}, &intent.Sample{Value: rng.IntN(9)}, &intent.Beta{Value: rng.Float64() + 1e-6, Final: final},
		&intent.Activation{A: rng.Float64(), B: 1, Final: final}, &intent.Loss{Name: []string{"squared", "huber", "hinge", "softmax"}[rng.IntN(4)]},
		&intent.Tolerance{Value: 1e-6}, &intent.Dense{}, &intent.Quadratic{}, &intent.Convolutional{}, &intent.Blank{Input: []int{3, 4}},
		&intent.AddRows{Add: [][]float64{row}}, &intent.Row{Index: some[0], Values: row, Final: final}, &intent.RemoveRows{Remove: some},
		&intent.FlipRows{Flip: some}, &intent.HoldRows{Hold: some}, &intent.TrainRows{Train: some}, &intent.SelectAll{},
		&intent.Select{Name: "toggle", Indices: some}, &intent.RemoveSelected{}, &intent.NudgeSelected{At: row[:min(len(row), w.Now().Axes())]}, &intent.DuplicateSelected{},
		&intent.RelabelSelected{}, &intent.Label{Value: 1 + rng.IntN(3)}, &intent.Undo{}, &intent.Redo{}, &intent.Point{Index: some[0]},
		&intent.Formula{Text: "x1 < x2", N: 20, Seed: 3},
	}
	return all[rng.IntN(len(all))]
}

// TestHistoryKeepsStates carries out random intents. States in the history stay the same whatever is done afterwards, a refused intent changes
// nothing, and undo and redo visit all states.
func TestHistoryKeepsStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		w := New(First("ring", 0.01))
		for range rapid.IntRange(1, 25).Draw(t, "intents") {
			in := intents(rng, w)
			now, past, revision := w.Now().clone(), w.past(), w.Revision()
			e, err := w.Apply(in)
			if e.Has(effect.Foreign) {
				t.Fatalf("%T is not carried out", in)
			}
			if err != nil && (!reflect.DeepEqual(now, w.Now().clone()) || w.Revision() != revision) {
				t.Fatalf("%T was refused (%v) and changed something", in, err)
			}
			after := w.past()
			if n := min(len(past), len(after)); n > 0 && !reflect.DeepEqual(past[:n], after[:n]) {
				t.Fatalf("%T wrote into the history", in)
			}
			if len(w.Selected()) > 0 && slices.Max(w.Selected()) >= w.Now().Samples() || w.Highlighted() >= w.Now().Samples() {
				t.Fatalf("after %T points are picked that are not there", in)
			}
		}
		all, at := w.States()
		for range at {
			w.Undo()
		}
		for i := range all {
			if !reflect.DeepEqual(*w.Now(), all[i]) {
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
			_, _ = w.Apply(intents(rng, w))
		}
		stored := w.Now().Stored()
		back, err := FromStored(&stored)
		if err != nil {
			t.Fatalf("%+v: %v", stored, err)
		}
		if again := back.Stored(); !reflect.DeepEqual(again, stored) || !reflect.DeepEqual(back.Problem(), w.Now().Problem()) || back.Preset() != w.Now().Preset() {
			t.Fatalf("%+v came back as %+v", stored, again)
		}
	})
}

// TestSlidersAreOneStep moves a slider, interrupts the slide, and cancels a row.
func TestSlidersAreOneStep(t *testing.T) {
	w := New(First("ring", 0.01))
	do := func(in intent.Intent) effect.Effect {
		t.Helper()
		e, err := w.Apply(in)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for k := range 3 {
		if e := do(&intent.Beta{Value: 0.1 + float64(k), Final: k == 2}); !e.Has(effect.Along(protocol.Beta)) {
			t.Error("a study along beta ends")
		}
	}
	if w.depth() != 2 || w.Open() {
		t.Errorf("%d states", w.depth())
	}
	do(&intent.Beta{Value: 5})
	do(&intent.Hold{Value: 10})
	do(&intent.Beta{Value: 6, Final: true})
	if w.depth() != 5 {
		t.Errorf("%d states after sliders in turn", w.depth())
	}
	x := slices.Clone(w.Now().X())
	do(&intent.Row{Index: 0, Values: []float64{9, 9, 1}})
	w.Cancel()
	if !slices.Equal(x, w.Now().X()) || w.depth() != 5 {
		t.Error("a row that was cancelled stays")
	}
	a := w.Now().Activation()
	if e := do(&intent.Activation{A: a.A, B: a.B + 1, C: a.C, Final: true}); !e.Has(effect.Along(protocol.CoefficientB)) || e.Has(effect.Along(protocol.CoefficientA)) {
		t.Error("a change of b is not one along b")
	}
}

// TestPointerStepsWorkOnCopies draws, paints and erases within one step.
func TestPointerStepsWorkOnCopies(t *testing.T) {
	w := New(First("ring", 0.01))
	_, _ = w.Apply(&intent.Hold{Value: 25, Final: true})
	_, _ = w.Apply(&intent.Noise{Value: 20, Final: true})
	before := w.Now().clone()
	steps := w.depth()
	w.Add(Place{0.5, 0.25}, false)
	w.Move(0, Place{-0.1, 0.2})
	w.Paint(1, -1, false)
	w.Erase(func(i int) bool { return i == 3 })
	if w.depth() != steps+1 || w.Now().Samples() != before.Samples() || !w.Open() {
		t.Errorf("%d steps, %d points", w.depth()-steps, w.Now().Samples())
	}
	if t0 := w.Now(); t0.Label(1, 0) != -1 || t0.clean[1] != -1 || t0.Point(0)[0] != -0.1 || len(t0.held) != t0.Samples() || t0.Preset() != "" {
		t.Errorf("the points are %v", t0.Point(0))
	}
	all, _ := w.States()
	if was := all[len(all)-2]; !reflect.DeepEqual(was.clone(), before) {
		t.Error("the state before was written to")
	}
	w.Cancel()
	if !reflect.DeepEqual(w.Now().clone(), before) || w.Open() {
		t.Error("cancel does not lead back")
	}
}

// clone returns a deep copy.
func (t *State) clone() State {
	s := *t
	s.x, s.y, s.held, s.clean = slices.Clone(t.x), slices.Clone(t.y), slices.Clone(t.held), slices.Clone(t.clean)
	return s
}
