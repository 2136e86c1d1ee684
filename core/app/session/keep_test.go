package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/format/document"
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

func TestKeptWorkIsBounded(t *testing.T) {
	s := New(func() float64 { return 0 })
	var p document.Problem
	_ = json.Unmarshal(s.Problem().JSON(), &p)
	for i := range 3000 {
		p.Data.X = append(p.Data.X, []float64{float64(i) / 7, float64(i) / 3})
		p.Data.Y = append(p.Data.Y, []float64{1})
	}
	for range 60 {
		if err := s.Apply(fmt.Appendf(nil, `{"do":"set","problem":%s}`, p.JSON())); err != nil {
			t.Fatal(err)
		}
	}
	text := s.Keep()
	if len(text) > keptBytes+len(p.JSON()) {
		t.Errorf("the work has %d bytes", len(text))
	}
	if err := s.Apply(fmt.Appendf(nil, `{"do":"resume","work":%s}`, text)); err != nil || undos(s.work) == 0 {
		t.Errorf("%v, %d steps to undo", err, undos(s.work))
	}
}

func TestBadWorkIsRefused(t *testing.T) {
	s := New(func() float64 { return 0 })
	before := s.Keep()
	for _, bad := range []string{
		`1`, `{}`, `{"format":"conelab/work/9","states":[{}]}`, `{"format":"conelab/work/1","states":[]}`,
		`{"format":"conelab/work/1","states":[{"features":2,"beta":1}],"at":1}`, `{"format":"conelab/work/1","states":[{"features":0,"beta":1}],"at":0}`,
		`{"format":"conelab/work/1","states":[{"features":2,"beta":-1}],"at":0}`,
		`{"format":"conelab/work/1","states":[{"features":2,"beta":1,"problem":{"data":1}}],"at":0}`,
		`{"format":"conelab/work/1","states":[{"features":2,"beta":1,"window":[1e301,0,0,1,1,1]}],"at":0}`,
	} {
		err := s.Apply([]byte(`{"do":"resume","work":` + bad + `}`))
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", bad, err)
		}
	}
	if after := s.Keep(); string(after) != string(before) {
		t.Error("refused work changed the session")
	}
}
