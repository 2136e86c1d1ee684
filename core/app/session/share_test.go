package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/presets"
)

// take opens a shared state.
func take(s *Session, text []byte) error {
	return s.Apply(fmt.Appendf(nil, `{"do":"open","shared":%s}`, text))
}

// TestWorkComesBack opens the link and the saved work of random gestures. A link is one step that can be undone; saved work brings its
// history.
func TestWorkComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := New(func() float64 { return 0 })
		for range rapid.IntRange(0, 8).Draw(t, "gestures") {
			if rng.IntN(4) == 0 {
				_ = s.Apply(fmt.Appendf(nil, `{"do":"loadPreset","name":%q}`, []string{"valley", "ring", "shell"}[rng.IntN(3)]))
				_ = s.Apply([]byte(`{"do":"clear"}`))
			}
			randomGesture(rng, s)
		}
		for range rng.IntN(3) {
			_ = s.Apply([]byte(`{"do":"undo"}`))
		}
		for _, text := range []string{`{"do":"tool","name":"move"}`, `{"do":"brush","value":12}`, `{"do":"animation","name":"solver"}`} {
			_ = s.Apply([]byte(text))
		}
		finish(s)
		_ = s.Apply([]byte(`{"do":"seek","position":1.23456789}`))
		_ = s.Apply([]byte(`{"do":"focus","neuron":0}`))

		linked := New(func() float64 { return 0 })
		before, history := linked.Problem(), undos(linked.work)
		if err := take(linked, s.Share()); err != nil || string(linked.Share()) != string(s.Share()) {
			t.Fatalf("%v: shared %s, and before it is solved %s", err, s.Share(), linked.Share())
		}
		finish(linked)
		alike(t, s, linked)
		_ = linked.Apply([]byte(`{"do":"undo"}`))
		if undos(linked.work) != history || !reflect.DeepEqual(before, linked.Problem()) {
			t.Fatal("undo does not lead back")
		}

		_ = s.Apply([]byte(`{"do":"focus"}`)) // which is in links only
		resumed, text := New(func() float64 { return 0 }), s.Save()
		if err := resumed.Apply(fmt.Appendf(nil, `{"do":"resume","work":%s}`, text)); err != nil {
			t.Fatal(err)
		}
		finish(resumed)
		alike(t, s, resumed)
		if string(resumed.Save()) != string(text) {
			t.Fatalf("kept %s, and again %s", text, resumed.Save())
		}
		for _, step := range []string{"undo", "undo", "redo", "redo", "redo"} {
			for _, each := range []*Session{s, resumed} {
				_ = each.Apply([]byte(`{"do":"` + step + `"}`))
			}
			if !reflect.DeepEqual(s.now().Stored(), resumed.now().Stored()) {
				t.Fatalf("after %s the data differ", step)
			}
		}
	})
}

func TestSharedStatesAreShort(t *testing.T) {
	s := New(func() float64 { return 0 })
	for _, preset := range presets.All {
		_ = s.Apply(fmt.Appendf(nil, `{"do":"loadPreset","name":%q}`, preset.Name))
		finish(s)
		if text := s.Share(); len(text) >= 300 {
			t.Errorf("%s has %d bytes: %s", preset.Name, len(text), text)
		}
		if s.Apply([]byte(`{"do":"activation","name":"leaky","slope":0.25}`)) == nil && len(s.Share()) >= 320 {
			t.Errorf("%s with leaky ReLU has %d bytes: %s", preset.Name, len(s.Share()), s.Share())
		}
		_ = s.Apply([]byte(`{"do":"activation","name":"polynomial"}`))
	}
	_ = s.Apply([]byte(`{"do":"loadPreset","name":"ring"}`))
	_ = s.Apply([]byte(`{"do":"clear"}`))
	rng := rand.New(rand.NewPCG(1, 1))
	for len(s.now().Y) < 80 {
		_ = s.Apply(fmt.Appendf(nil, `{"do":"press","at":[%g,%g],"radius":1e-9}`, 2*rng.Float64()-1, 2*rng.Float64()-1))
		_ = s.Apply([]byte(`{"do":"release"}`))
	}
	if text := s.Share(); len(text) >= 2500 {
		t.Errorf("80 drawn points have %d bytes: %.200s", len(text), text)
	}
}

// A scene replaces the work without touching its history. Leaving restores the work, and what is saved meanwhile is the work.
func TestSceneLeavesTheWorkAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		s, other := New(func() float64 { return 0 }), New(func() float64 { return 0 })
		for range rapid.IntRange(0, 6).Draw(t, "gestures") {
			randomGesture(rng, s)
			randomGesture(rng, other)
		}
		_ = s.Apply([]byte(`{"do":"undo"}`))
		_ = s.Apply([]byte(`{"do":"cancel"}`))
		finish(s)
		finish(other)
		_ = s.Apply([]byte(`{"do":"seek","position":0.75}`))
		_ = s.Apply([]byte(`{"do":"pause"}`))
		_ = s.Apply([]byte(`{"do":"release"}`))
		kept, shared, scene := string(s.Save()), s.Problem(), other.Share()
		for range rapid.IntRange(1, 3).Draw(t, "scenes") {
			if err := s.Apply(fmt.Appendf(nil, `{"do":"showScene","shared":%s}`, scene)); err != nil {
				t.Fatal(err)
			}
			if got := string(s.Save()); got != kept {
				t.Fatalf("kept %s, and in a scene %s", kept, got)
			}
			if undos(s.work) != 0 || !reflect.DeepEqual(s.Problem(), other.Problem()) {
				t.Fatalf("the scene has %d steps", undos(s.work))
			}
			randomGesture(rng, s)
			if rng.IntN(2) == 0 {
				finish(s)
			}
		}
		if err := s.Apply([]byte(`{"do":"leave"}`)); err != nil {
			t.Fatal(err)
		}
		if early := string(s.Save()); early != kept {
			t.Fatalf("kept %s, and before it is solved %s", kept, early)
		}
		finish(s)
		if got := string(s.Save()); got != kept || !reflect.DeepEqual(s.Problem(), shared) {
			t.Fatalf("kept %s, and after the scene %s", kept, got)
		}
	})
}

// TestRevisionFollowsTheWork: the revision changes with the work, but not with controls, the animation, or a scene that covers it, and a
// session that resumes the work goes on from it.
func TestRevisionFollowsTheWork(t *testing.T) {
	const parts = "state,undo,redo,turned,check"
	content := func(s *Session) (text string) {
		var whole map[string]json.RawMessage
		if err := json.Unmarshal(s.Save(), &whole); err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Split(parts, ",") {
			text += name + string(whole[name])
		}
		return text
	}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := New(func() float64 { return 0 })
		finish(s)
		before, revision := content(s), s.SavedRevision()
		for range 12 {
			changes := rng.IntN(2) == 0
			if changes {
				randomGesture(rng, s)
			} else {
				do := []string{`{"do":"tool","name":"erase"}`, `{"do":"animation","name":"solver"}`, `{"do":"seek","position":1.5}`,
					`{"do":"brush","value":3}`, `{"do":"label","value":-1}`, `{"do":"focus","neuron":0}`, `{"do":"play"}`,
					fmt.Sprintf(`{"do":"showScene","shared":%s}`, s.Share()), `{"do":"leave"}`}
				_ = s.Apply([]byte(do[rng.IntN(len(do))]))
				_ = s.Apply([]byte(`{"do":"leave"}`))
			}
			finish(s)
			now, next := content(s), s.SavedRevision()
			if now != before && next == revision || !changes && next != revision {
				t.Fatalf("revision %d after %d, the same content: %t", next, revision, now == before)
			}
			before, revision = now, next
		}
		text, err := s.Document(`work {"theme":"dark"}`)
		if err != nil {
			t.Fatal(err)
		}
		other := New(func() float64 { return 0 })
		if err := other.Apply(fmt.Appendf(nil, `{"do":"resume","work":%s,"revision":%d}`, text, revision)); err != nil {
			t.Fatal(err)
		}
		finish(other)
		if got := other.SavedRevision(); got != revision || !strings.Contains(string(text), `,"page":{"theme":"dark"},`) {
			t.Fatalf("revision %d goes on as %d: %s", revision, got, text)
		}
	})
	if _, err := New(func() float64 { return 0 }).Document("work {"); err == nil {
		t.Error("a look that is not JSON is taken")
	}
}

func finish(s *Session) {
	for s.Busy() {
		s.Work(func() bool { return false })
	}
	s.Work(func() bool { return false })
}

// TestFirstFormsOpen opens links of the first version of the page, which are never changed or removed: each has the problem that it had, and
// its page differs from a new one in what the link says. They are sent on in the words of today.
func TestFirstFormsOpen(t *testing.T) {
	var files map[string]json.RawMessage
	text, err := os.ReadFile("../store/testdata/stored.json")
	if err != nil || json.Unmarshal(text, &files) != nil {
		t.Fatal(err)
	}
	words := strings.NewReplacer(`"film":`, `"animation":`, `"lens":`, `"outputView":`)
	for name, says := range map[string]func(d driver) bool{
		"ring": func(d driver) bool {
			p := d.Page()
			return p.Loss == "hinge" && p.Tool == "move" && p.Label == -1 && p.Brush == 7 && p.Animation.Name == "solver" &&
				p.Animation.Position == 1.5 && p.Animation.Speed == 2 && p.Split.Hold == 30 && p.Split.Noise == 10 && p.Split.Held == 24
		},
		"drawn": func(d driver) bool { return d.Page().Label == -1 && d.now().Holdouts() == 2 },
		"classes": func(d driver) bool {
			return d.Page().Preset == "masked" && d.Page().Label == 3 && d.Page().OutputView.Output == 1
		},
		"signals": func(d driver) bool {
			p := d.Page()
			return p.Architecture == "convolutional" && p.Beta == 0.5 && slices.Equal(p.Signals, []int{5, 5})
		},
		"plane":  func(d driver) bool { return d.Page().OutputView.Features == [2]int{2, 4} && d.Page().Tolerance == 1e-7 },
		"turned": func(d driver) bool { return d.training.ChosenLayer().Rotated() && d.Page().Notice == "" },
		"empty":  func(d driver) bool { return d.Page().Classes == 3 && d.Page().Dimension == 2 },
	} {
		link, problem := files[name+".share-1"], files[name+".problem"]
		d := drive(t)
		d.do(`{"do":"outputView","layer":0}`) // which no link of that time has
		d.do(`{"do":"open","shared":%s}`, link)
		if p := d.Problem(); (p == nil) != (problem == nil) || p != nil && !bytes.Equal(p.JSON(), problem) ||
			string(d.Share()) != words.Replace(string(link)) {
			t.Errorf("the link %s came back as %s, was %s", name, d.Share(), link)
		}
		if !says(d) {
			t.Errorf("%s is opened as %s", name, d.Share())
		}
	}
}

// TestPointsOfAnotherShape: what a link says of the preset that its points come from is believed only where that has as many features.
func TestPointsOfAnotherShape(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[0.1,0.2,0.3],[-0.4,0.3,0.1]],"y":[[1],[-1]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":0.09,"b":0.5,"c":0.47},"loss":"squared","beta":0.1}}`)
	link := string(d.Share())
	for _, preset := range []string{"shell", "parabola", "blobs"} {
		d.do(`{"do":"open","shared":%s}`, strings.Replace(link, `"problem":`, `"pointsOf":"`+preset+`","problem":`, 1))
		d.do(`{"do":"seed","value":7}`)
		if page := d.Page(); page.Dimension != 3 || len(d.now().X) != 6 {
			t.Errorf("points of %s: %d features, %d numbers", preset, page.Dimension, len(d.now().X))
		}
		d.check()
	}
}
