package session

import (
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
)

// TestPresetsSayWhatHolds: the sentence of each preset is shown at its default, so that what it says of the network has been found true there; it goes
// where a change of the model makes it untrue, and comes back.
func TestPresetsSayWhatHolds(t *testing.T) {
	for _, preset := range presets.All {
		d := drive(t)
		d.do(`{"do":"preset","name":%q}`, preset.Name)
		if d.Page().Lesson != preset.Lesson {
			t.Errorf("%s: what it says is not so: %q", preset.Name, preset.Lesson)
		}
	}
	d := drive(t)
	for _, c := range []struct{ preset, change, back string }{
		{"parabola", `{"do":"beta","value":40}`, `{"do":"beta","value":0.01}`},
		{"ring", `{"do":"activation","a":0.09,"b":0.5,"c":0.47}`, `{"do":"activation","a":1,"b":0.5,"c":-0.25}`},
		{"largest", `{"do":"loss","name":"softmax"}`, `{"do":"loss","name":"squared"}`},
		{"masked", `{"do":"activation","a":0,"b":0.5,"c":-0.25}`, `{"do":"activation","a":1,"b":0.5,"c":-0.25}`},
		{"saddle", `{"do":"beta","value":1000}`, `{"do":"beta","value":0.01}`},
	} {
		d.do(`{"do":"preset","name":%q}`, c.preset)
		for i, change := range []string{c.change, c.back} {
			if d.do("%s", change); (d.Page().Lesson == "") != (i == 0) {
				t.Errorf("%s after %s: %q", c.preset, change, d.Page().Lesson)
			}
		}
	}
}

// TestPresetsPromises evaluates what presets say would happen: no closed curve around the ring with ReLU at any beta, neurons that leave the blobs as
// beta rises, a masked class with straight outputs.
func TestPresetsPromises(t *testing.T) {
	d := drive(t)
	var s protocol.Snapshot
	d.do(`{"do":"preset","name":"ring"}`)
	d.do(`{"do":"activation","a":0.0937,"b":0.5,"c":0.4688}`)
	for _, beta := range []float64{1e-6, 1e-3, 0.1, 1} {
		d.do(`{"do":"beta","value":%g}`, beta)
		d.SnapshotTo(&s)
		if f := &s.Function; 4*f.XX*f.YY-f.XY*f.XY > 0 && f.C*(f.XX+f.YY) < 0 {
			t.Errorf("beta %g: a closed curve around the origin: %+v", beta, f)
		}
	}
	d.do(`{"do":"preset","name":"blobs"}`)
	last := 99
	for _, beta := range []float64{0.01, 1, 10, 100} {
		d.do(`{"do":"beta","value":%g}`, beta)
		if now := len(d.Page().Neurons); now > last {
			t.Errorf("beta %g: %d neurons, %d before", beta, now, last)
		} else {
			last = now
		}
	}
	if last != 0 {
		t.Errorf("%d neurons are left", last)
	}
	d.do(`{"do":"preset","name":"masked"}`)
	d.do(`{"do":"activation","a":0,"b":0.5,"c":-0.25}`)
	d.SnapshotTo(&s)
	if len(s.Classes) != 3 {
		t.Fatalf("%d outputs", len(s.Classes))
	}
	for i := range s.Points {
		x := s.Points[i].X
		if middle := s.Classes[1].At(x); middle > s.Classes[0].At(x) && middle > s.Classes[2].At(x) {
			t.Errorf("the middle class is the largest at point %d", i)
		}
	}
}
