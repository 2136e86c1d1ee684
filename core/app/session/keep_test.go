package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// Saved work restores everything: the problem, the history in both directions, the tools and the position in the film.
func TestKeptWorkComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		s := New(func() float64 { return 0 })
		for range rapid.IntRange(0, 8).Draw(t, "gestures") {
			if rng.IntN(4) == 0 {
				_ = s.Apply(fmt.Appendf(nil, `{"do":"dimension","value":%d}`, 1+rng.IntN(3)))
			}
			randomGesture(rng, s)
		}
		for range rng.IntN(3) {
			_ = s.Apply([]byte(`{"do":"undo"}`))
		}
		_ = s.Apply([]byte(`{"do":"tool","name":"erase"}`))
		_ = s.Apply([]byte(`{"do":"film","name":"solver"}`))
		finish(s)
		_ = s.Apply([]byte(`{"do":"seek","position":1.5}`))
		other := New(func() float64 { return 0 })
		text := s.Keep()
		if err := other.Apply(fmt.Appendf(nil, `{"do":"resume","work":%s}`, text)); err != nil {
			t.Fatal(err)
		}
		finish(other)
		if again := other.Keep(); string(again) != string(text) {
			t.Fatalf("kept ..%s, and again ..%s", text[len(text)-150:], again[len(again)-150:])
		}
		for _, way := range []string{"undo", "undo", "redo", "redo", "redo"} {
			for _, each := range []*Session{s, other} {
				_ = each.Apply([]byte(`{"do":"` + way + `"}`))
			}
			if !reflect.DeepEqual(s.Problem(), other.Problem()) || s.now().Window() != other.now().Window() || s.now().Preset() != other.now().Preset() {
				t.Fatalf("after %s the problems differ", way)
			}
		}
	})
}

func finish(s *Session) {
	for s.Busy() {
		s.Work(func() bool { return false })
	}
	s.Work(func() bool { return false })
}
