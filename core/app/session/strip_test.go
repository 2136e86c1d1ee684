package session

import "testing"

// TestStripHasTheSolversStep checks that the proof strip shows the cost and the bound of the solver's current iterate, on either side of the optimum
// and not certified, and at the end of the path those of the network again.
func TestStripHasTheSolversStep(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "stripe", "interval", "saddle"} {
		d := drive(t)
		d.tell(`{"do":"preset","name":%q}`, preset)
		d.tell(`{"do":"film","name":"solver"}`)
		length := d.Page().Film.Length
		if length < 2 {
			t.Errorf("%s: a path of %g steps", preset, length)
		}
		for at := 0.0; at < length; at += 0.7 {
			d.tell(`{"do":"seek","position":%g}`, at)
			p := d.Page()
			if s := p.Strip; !s.Other || s.Certified || s.Note == "" || s.Fit != nil || s.Cost < p.LowerBound*(1-1e-9) || s.Bound > p.Objective*(1+1e-9) {
				t.Errorf("%s, step %g: %+v, and the optimum costs %g", preset, at, s, p.Objective)
			}
		}
		d.tell(`{"do":"seek","position":%g}`, length)
		if p := d.Page(); p.Strip.Other || !p.Strip.Certified || p.Strip.Cost != p.Objective || p.Strip.Note != "" {
			t.Errorf("%s, at the end: %+v", preset, p.Strip)
		}
	}
}
