package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/presets"
	"conelab/core/format/document"
)

// TestGesturesAreOneUndoStep replays random gestures and checks that undo restores each state before a gesture, and redo each state after one.
func TestGesturesAreOneUndoStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := New(func() float64 { return 0 })
		var states []*document.Problem
		for range rapid.IntRange(1, 12).Draw(t, "gestures") {
			depth, before := undos(s.work), s.Problem()
			randomGesture(rng, s)
			if undos(s.work) > depth+1 {
				t.Fatalf("a gesture made %d steps", undos(s.work)-depth)
			}
			if undos(s.work) == depth+1 {
				states = append(states, before)
			} else if !reflect.DeepEqual(before, s.Problem()) {
				t.Fatal("a gesture changed the data without a step")
			}
		}
		last := s.Problem()
		for i := len(states) - 1; i >= 0; i-- {
			_ = s.Apply([]byte(`{"do":"undo"}`))
			if !reflect.DeepEqual(s.Problem(), states[i]) {
				t.Fatalf("undo to state %d gives another problem", i)
			}
		}
		for range states {
			_ = s.Apply([]byte(`{"do":"redo"}`))
		}
		if !reflect.DeepEqual(s.Problem(), last) {
			t.Fatal("redo does not come back to the last state")
		}
	})
}

func randomGesture(rng *rand.Rand, s *Session) {
	send := func(format string, args ...any) { _ = s.Apply(fmt.Appendf(nil, format, args...)) }
	place := func() (float64, float64) { return 2.4*rng.Float64() - 1.2, 2.4*rng.Float64() - 1.2 }
	switch rng.IntN(9) {
	case 7:
		send(`{"do":"classes","value":%d}`, 2+rng.IntN(3))
	case 8:
		send(`{"do":"lens","output":%d,"compare":%t}`, rng.IntN(3), rng.IntN(2) == 0)
		send(`{"do":"label","value":%d}`, rng.IntN(5)-1)
	case 4:
		control := []string{"hold", "noise"}[rng.IntN(2)]
		send(`{"do":%q,"value":%d,"final":false}`, control, rng.IntN(51))
		send(`{"do":%q,"value":%d}`, control, rng.IntN(51))
	case 5:
		if rng.IntN(2) == 0 {
			send(`{"do":"sample","value":%d}`, rng.IntN(9))
			break
		}
		send(`{"do":"rows",%q:[%d]}`, []string{"hold", "train", "flip", "remove"}[rng.IntN(4)], rng.IntN(80))
	case 0:
		for range 3 {
			send(`{"do":"beta","value":%g,"final":false}`, rng.Float64()+1e-9)
		}
		send(`{"do":"beta","value":%g,"final":true}`, rng.Float64()+1e-9)
	case 1:
		send(`{"do":"preset","name":%q,"keep":%t}`, presets.All[rng.IntN(len(presets.All))].Name, rng.IntN(2) == 0)
	default:
		send(`{"do":"tool","name":%q}`, []string{"draw", "move", "label", "erase"}[rng.IntN(4)])
		x, y := place()
		send(`{"do":"press","at":[%g,%g],"radius":0.1}`, x, y)
		for range rng.IntN(4) {
			x, y = place()
			send(`{"do":"drag","at":[%g,%g],"radius":0.1}`, x, y)
		}
		send(`{"do":"release"}`)
	}
}
