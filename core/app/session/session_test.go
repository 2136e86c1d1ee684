package session

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
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
	d.apply(`{"do":"startPath"}`)
	if d.Busy() || !d.IdleWork() || d.Page().Busy {
		t.Error("the page waits for the path")
	}
	once := func() func() bool {
		steps := 0
		return func() bool { steps++; return steps > 1 }
	}
	d.Work(once())
	if err := d.Apply([]byte(`{"do":"beta","value":0.3}`)); err != nil || !d.Busy() || d.IdleWork() {
		t.Errorf("%v: a change waits for the path", err)
	}
	slices := 0
	for d.Busy() || d.IdleWork() {
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
