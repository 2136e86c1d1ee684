package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
)

// parts groups the parts of an answer by the number that each depends on.
type partsOf struct {
	revision             protocol.Revision
	data                 workspace.State
	solution, look, jobs []any
	drawn                []any // the network drawn, which depends on the view as well
	another              bool
	said                 [3]any // the sentences on the fit, which depend on the solution and on the jobs
}

func split(s *Session) partsOf {
	p := s.Page()
	var shown protocol.Snapshot
	s.SnapshotTo(&shown)
	if shown.Revision != p.Revision {
		panic("page and snapshot have different revisions")
	}
	strip, said := p.Strip, [3]any{p.Strip.Deepen}
	if strip.Deepen = 0; strip.Fit != nil {
		said[1], said[2] = strip.Fit.Why, strings.Join(strip.Fit.Helps, " ")
		strip.Fit.Why, strip.Fit.Helps = "", nil
	}
	return partsOf{
		p.Revision, *s.now(),
		[]any{p.Status, p.Message, p.Objective, p.LowerBound, p.Gap, p.Ranks, p.Neurons, p.CanTurn, p.Proof, p.Train, p.Test, p.Busy, p.Solves, p.Stale,
			shown.Certificate, shown.Classes, shown.Film.Reels},
		[]any{p.Focus, p.Point, p.Entry, p.Selected, p.Grabbed, p.Tool, p.Brush, p.Label, p.Film.Name, p.Film.Position, p.Film.Playing, p.Film.Speed, p.Check, p.Import, p.Notice},
		[]any{p.Path, p.Study, p.Race, shown.Race.Runs, shown.Study.Points},
		[]any{strip, shown.Function, shown.Neurons}, strip.Other, said,
	}
}

// TestRevisionsTellWhatIsNew sends random intents and works in slices: parts with an unchanged number are unchanged, and numbers only increase.
func TestRevisionsTellWhatIsNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := New(func() float64 { return 0 })
		before := split(s)
		for range rapid.IntRange(1, 25).Draw(t, "intents") {
			text := ""
			switch rng.IntN(9) {
			case 0:
				text = `{"do":"undo"}`
			case 1:
				text = fmt.Sprintf(`{"do":"focus","neuron":%d}`, rng.IntN(3)-1)
			case 2:
				text = []string{`{"do":"path"}`, `{"do":"study","name":"a"}`, `{"do":"race","name":"start","method":"adam","width":2,"runs":2,"epochs":9,"rate":0.1}`}[rng.IntN(3)]
			case 3:
				text = []string{`{"do":"check","text":"[2 1; 1 2]"}`, `{"do":"check","show":true}`, `{"do":"check","show":false}`, `{"do":"import","text":"1,a\n2,b\n"}`}[rng.IntN(4)]
			case 4:
				text = []string{`{"do":"tick","seconds":0.3}`, `{"do":"film","name":"solver"}`, `{"do":"film","name":"bowl"}`, `{"do":"play"}`}[rng.IntN(4)]
			case 5:
				text = fmt.Sprintf(`{"do":"select","name":"toggle","indices":[%d]}`, rng.IntN(9))
			case 6:
				text = fmt.Sprintf(`{"do":"turn","neuron":%d,"u":[%g,%g,%g]}`, rng.IntN(3), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
			default:
				randomGesture(rng, s)
			}
			if text != "" {
				_ = s.Apply([]byte(text))
			}
			steps := rng.IntN(40)
			s.Work(func() bool { steps--; return steps < 0 })
			after := split(s)
			a, b := before.revision, after.revision
			if b.Data < a.Data || b.Solution < a.Solution || b.Look < a.Look || b.Jobs < a.Jobs {
				t.Fatalf("after %s %+v came back to %+v", text, a, b)
			}
			for name, part := range map[string][3]any{
				"data": {a.Data == b.Data, before.data, after.data}, "solution": {a.Solution == b.Solution, before.solution, after.solution},
				"look": {a.Look == b.Look, before.look, after.look}, "jobs": {a.Jobs == b.Jobs, before.jobs, after.jobs},
			} {
				if part[0] == true && !reflect.DeepEqual(part[1], part[2]) {
					t.Fatalf("after %s the number of %s is the same, but\n%+v became\n%+v", text, name, part[1], part[2])
				}
			}
			if a.Solution == b.Solution && a.Look == b.Look && !reflect.DeepEqual(before.drawn, after.drawn) {
				t.Fatalf("after %s both numbers are the same, but\n%+v became\n%+v", text, before.drawn, after.drawn)
			}
			another := before.another || after.another // then nothing is said about the fit
			if a.Solution == b.Solution && a.Jobs == b.Jobs && !another && before.said != after.said {
				t.Fatalf("after %s both numbers are the same, but %q became %q", text, before.said, after.said)
			}
			before = after
		}
	})
}
