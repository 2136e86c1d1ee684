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
