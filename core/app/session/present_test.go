package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/format/document"
)

// The present state comes back on top of the work that was kept before it, to which undo leads back. On top of work that was kept after it, it is no
// step.
func TestPresentComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := New(func() float64 { return 0 })
		randomGesture(rng, s)
		finish(s)
		kept, before := s.Keep(), s.Problem()
		randomGesture(rng, s)
		present := s.Present()
		if len(present) == 0 {
			t.Fatal("there is no present state")
		}
		works := [][]byte{s.Keep()}
		if !reflect.DeepEqual(s.Problem(), before) {
			works = append(works, kept)
		}
		after := s.Problem()
		_ = s.Apply([]byte(`{"do":"undo"}`))
		for i, work := range works {
			other := New(func() float64 { return 0 })
			if err := other.Apply(fmt.Appendf(nil, `{"do":"open","work":%s,"shared":%s}`, work, present)); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(other.Problem(), after) {
				t.Fatal("the problems differ")
			}
			_ = other.Apply([]byte(`{"do":"undo"}`))
			if want := [...]*document.Problem{s.Problem(), before}[i]; !reflect.DeepEqual(other.Problem(), want) {
				t.Fatalf("undo leads from the present state on work %d to another one", i)
			}
		}
	})
}

// A state that is being changed, a large one, and a scene are not kept at once.
func TestNoPresent(t *testing.T) {
	s := New(func() float64 { return 0 })
	do := func(format string, args ...any) {
		t.Helper()
		if err := s.Apply(fmt.Appendf(nil, format, args...)); err != nil {
			t.Fatal(err)
		}
	}
	scene := s.Share()
	do(`{"do":"press","at":[0.1,0.2],"radius":0.01}`)
	if text := s.Present(); text != nil {
		t.Errorf("while a point is being drawn it is %s", text)
	}
	do(`{"do":"release"}`)
	if s.Present() == nil {
		t.Error("there is none after the point")
	}
	do(`{"do":"formula","text":"x1 < x2","n":%d}`, mostPresent/2)
	if text := s.Present(); text != nil {
		t.Errorf("of many points it has %d bytes", len(text))
	}
	do(`{"do":"scene","shared":%s}`, scene)
	if text := s.Present(); string(text) != "null" {
		t.Errorf("in a scene it is %s", text)
	}
}

// A scene begins without a history, so that a page can tell whether it was changed; what is drawn in it is in the shared state, and not in the work.
func TestSceneIsChanged(t *testing.T) {
	s := New(func() float64 { return 0 })
	do := func(format string, args ...any) {
		t.Helper()
		if err := s.Apply(fmt.Appendf(nil, format, args...)); err != nil {
			t.Fatal(err)
		}
		finish(s)
	}
	press := func(x float64) {
		t.Helper()
		do(`{"do":"press","at":[%g,0.2],"radius":0.01}`, x)
		do(`{"do":"release"}`)
	}
	press(0.1)
	work, scene := s.Problem(), s.Share()
	do(`{"do":"scene","shared":%s}`, scene)
	if page := s.Page(); page.CanUndo || page.CanRedo {
		t.Error("a scene begins with a history")
	}
	press(0.5)
	if !s.Page().CanUndo || len(s.Problem().Data.Y) != len(work.Data.Y)+1 {
		t.Fatal("nothing was drawn in the scene")
	}
	changed, want := s.Share(), s.Problem()
	do(`{"do":"scene","shared":%s}`, scene)
	do(`{"do":"scene","shared":%s}`, changed)
	if got := s.Problem(); !reflect.DeepEqual(got, want) {
		t.Errorf("the changed scene comes back as %+v, want %+v", got, want)
	}
	do(`{"do":"leave"}`)
	if !reflect.DeepEqual(s.Problem(), work) {
		t.Error("what was drawn in the scene is in the work")
	}
}
