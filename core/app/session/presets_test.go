package session

import (
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/data/presets"
)

// TestPresetsSayWhatHolds checks that the sentence of each preset is shown at its default, where it holds, disappears when a change of the model
// makes it false, and reappears.
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
		{"xor", `{"do":"beta","value":10}`, `{"do":"beta","value":0.01}`},
		{"interval", `{"do":"beta","value":100}`, `{"do":"beta","value":0.01}`},
		{"edge", `{"do":"architecture","kind":"dense"}`, `{"do":"architecture","kind":"convolutional","filter":3,"pool":"global"}`},
	} {
		d.do(`{"do":"preset","name":%q}`, c.preset)
		for i, change := range []string{c.change, c.back} {
			if d.do("%s", change); (d.Page().Lesson == "") != (i == 0) {
				t.Errorf("%s after %s: %q", c.preset, change, d.Page().Lesson)
			}
		}
	}
}

// TestPresetsSayWhatTheyBring switches between all presets: every change besides the points is named, nothing else is, and undo reverts it.
func TestPresetsSayWhatTheyBring(t *testing.T) {
	d := drive(t)
	for _, first := range presets.All {
		for _, change := range []string{`{"do":"loss","name":"softmax"}`, `{"do":"noise","value":10}`, `{"do":"fit","name":"relu","low":-5,"high":5}`, `{"do":"hold","value":20}`} {
			second := presets.All[(len(first.Name)*7+len(change))%len(presets.All)]
			for _, in := range []string{`{"do":"preset","name":"` + first.Name + `"}`, change} {
				_ = d.Apply([]byte(in))
			}
			before, keep := d.Page(), string(d.Share())
			if err := d.Apply([]byte(`{"do":"preset","name":"` + second.Name + `"}`)); err != nil {
				t.Fatal(err)
			}
			p := d.Page()
			for _, c := range []struct {
				differs bool
				word    string
			}{
				{p.Activation != before.Activation, "σ(u) = " + messages.Activation(p.Activation)}, {p.Loss != before.Loss, "the " + p.Loss + " loss"},
				{p.Architecture != before.Architecture, p.Architecture[:5]}, {before.Split.Noise != p.Split.Noise, "without noise"},
				{before.Split.Held > 0, "no points held out"}, {p.Brings != "", second.Title + " brings "},
			} {
				if strings.Contains(p.Brings, c.word) != c.differs {
					t.Errorf("%s after %s and %s: %q, want %q: %t", second.Name, first.Name, change, p.Brings, c.word, c.differs)
				}
			}
			_ = d.Apply([]byte(`{"do":"focus","neuron":-1}`))
			if d.Page().Brings != p.Brings {
				t.Error("a look takes the sentence away")
			}
			if _ = d.Apply([]byte(`{"do":"undo"}`)); d.Page().Brings != "" || string(d.Share()) != keep || d.Page().Activation != before.Activation {
				t.Errorf("undo leaves %q", d.Page().Brings)
			}
		}
	}
	d.do(`{"do":"preset","name":"ring"}`)
	if d.do(`{"do":"preset","name":"interval"}`); d.Page().Brings != "" {
		t.Errorf("a preset with the same activation says %q", d.Page().Brings)
	}
	d.do(`{"do":"preset","name":"tube"}`)
	if got := d.Page().Brings; got != "Tube brings σ(u) = u² + 0.5u − 0.12." {
		t.Error(got)
	}
}
