package session

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/data/presets"
)

// partsOf are the parts of an answer, by the number that each depends on.
type partsOf struct {
	revision       protocol.Revision
	data           workspace.State
	solution, jobs []any
	drawn          []any // the network drawn: that of the solution, unless another is shown
	another        bool
}

func split(s *Session) partsOf {
	p := s.Page()
	shown := s.Snapshot()
	strip := p.Strip
	strip.Note = "" // it follows the animation
	strip.MoreLayers, strip.AddBias = 0, false
	if strip.Fit != nil { // what would improve the fit is tried later
		strip.Fit.Why, strip.Fit.Helps = "", nil
	}
	return partsOf{
		p.Revision, *s.now(),
		[]any{p.Status, p.Message, p.Objective, p.LowerBound, p.Gap, p.Ranks, p.Neurons, p.CanRotate, p.Proof, p.Train, p.Test, p.Busy,
			p.Solves, p.Stale,
			shown.Certificate, shown.Classes, shown.Animation.Sequences},
		[]any{p.Path, p.Sweep, shown.Race.Runs, shown.Sweep.Points},
		[]any{strip, shown.Function, shown.Neurons}, strip.Other,
	}
}

// follows fails unless parts with an unchanged number are unchanged, and numbers only increase.
func follows(t *rapid.T, before, after partsOf) {
	a, b := before.revision, after.revision
	if b.Data < a.Data || b.Solution < a.Solution || b.Jobs < a.Jobs {
		t.Fatalf("%+v came back to %+v", a, b)
	}
	for name, part := range map[string][3]any{
		"data": {a.Data == b.Data, before.data, after.data}, "solution": {a.Solution == b.Solution, before.solution, after.solution},
		"jobs":  {a.Jobs == b.Jobs, before.jobs, after.jobs},
		"drawn": {a.Solution == b.Solution && !before.another && !after.another, before.drawn, after.drawn},
	} {
		if part[0] == true && !reflect.DeepEqual(part[1], part[2]) {
			t.Fatalf("the number of %s is the same, but\n%+v became\n%+v", name, part[1], part[2])
		}
	}
}

// TestPathWaits grants small slices of time: the solution comes first, and the path runs in the background.
func TestPathWaits(t *testing.T) {
	d := drive(t)
	d.apply(`{"do":"startSweep","name":"path"}`)
	if d.Busy() || !d.HasBackgroundWork() || d.Page().Busy {
		t.Error("the page waits for the path")
	}
	once := func() func() bool {
		steps := 0
		return func() bool { steps++; return steps > 1 }
	}
	d.Work(once())
	if err := d.Apply([]byte(`{"do":"beta","value":0.3}`)); err != nil || !d.Busy() || d.HasBackgroundWork() {
		t.Errorf("%v: a change waits for the path", err)
	}
	slices := 0
	for d.Busy() || d.HasBackgroundWork() {
		d.Work(once())
		slices++
	}
	if slices < 2*pathCount || len(d.Page().Path) != pathCount {
		t.Errorf("%d slices made %d points", slices, len(d.Page().Path))
	}
	d.check()
	if d.do(`{"do":"loadPreset","name":"ring"}`); d.Page().Path != nil {
		t.Error("the path is that of other data")
	}
}

// TestSelectionIsShown: the page and the snapshot have the same points selected, and they are a document.
func TestSelectionIsShown(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"select","name":"set","indices":[3,1,2,9]}`)
	snapshot := d.Snapshot()
	for i, p := range snapshot.Points {
		if p.Selected != slices.Contains([]int{1, 2, 3, 9}, i) {
			t.Errorf("point %d is selected: %t", i, p.Selected)
		}
	}
	text, err := d.Document("selection")
	if err != nil || len(strings.Fields(string(text))) != 4*3 || !reflect.DeepEqual(d.Page().Selected, [][2]int{{1, 3}, {9, 9}}) {
		t.Errorf("%v, the page has %v, the document is %s", err, d.Page().Selected, text)
	}
}

// randomGesture sends the intents of one gesture or control.
func randomGesture(rng *rand.Rand, s *Session) {
	send := func(format string, args ...any) { _ = s.Apply(fmt.Appendf(nil, format, args...)) }
	place := func() (float64, float64) { return 2.4*rng.Float64() - 1.2, 2.4*rng.Float64() - 1.2 }
	switch rng.IntN(11) {
	case 10:
		send(`{"do":"activation","name":%q}`, intent.Activations[rng.IntN(len(intent.Activations))])
	case 9:
		kind := []string{"dense", "quadratic", "convolutional"}[rng.IntN(3)]
		send(`{"do":"architecture","kind":%q,"filter":%d,"pool":1}`, kind, 1+rng.IntN(3))
	case 7:
		send(`{"do":"classes","value":%d}`, 2+rng.IntN(3))
	case 8:
		send(`{"do":"outputView","output":%d,"compare":%t}`, rng.IntN(3), rng.IntN(2) == 0)
		send(`{"do":"label","value":%d}`, rng.IntN(5)-1)
	case 4:
		control := []string{"hold", "noise"}[rng.IntN(2)]
		send(`{"do":%q,"value":%d,"final":false}`, control, rng.IntN(51))
		send(`{"do":%q,"value":%d}`, control, rng.IntN(51))
	case 5:
		if rng.IntN(2) == 0 {
			send(`{"do":"seed","value":%d}`, rng.IntN(9))
			break
		}
		send(`{"do":"editRows","name":%q,"indices":[%d]}`, []string{"hold", "flip", "remove"}[rng.IntN(3)], rng.IntN(80))
	case 0:
		for range 3 {
			send(`{"do":"beta","value":%g,"final":false}`, rng.Float64()+1e-9)
		}
		send(`{"do":"beta","value":%g,"final":true}`, rng.Float64()+1e-9)
	case 1:
		send(`{"do":"loadPreset","name":%q,"keep":%t}`, presets.All[rng.IntN(len(presets.All))].Name, rng.IntN(2) == 0)
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
