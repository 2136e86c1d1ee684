package e2e

import (
	"strings"
	"testing"

	"conelab/www/visit"
)

// raceSeen is what the page says of a race.
type raceSeen struct {
	State                 string
	Runs, Reached, Epochs float64
	Ends                  []float64
	Seconds, First        float64
	Cold, Warm            float64
	Places                []string
	Shown                 float64
}

// race starts a race with the fields given and awaits its end.
func (v *user) race(fields map[string]string) raceSeen {
	v.t.Helper()
	for id, value := range fields {
		v.choose("#race-"+id, value)
	}
	v.Answered() // an answer may move the buttons
	if evaluate[bool](v, `!document.getElementById('race-clear').disabled`) {
		v.Click("#race-clear")
		v.Await(`document.getElementById('race-result').hidden`)
		v.Answered()
	}
	v.Click("#race-start")
	v.Await(`document.getElementById('race-pause').disabled && !document.getElementById('race-result').hidden`)
	return v.raceNow()
}

// raceNow asks for the race by an intent that changes nothing.
func (v *user) raceNow() raceSeen {
	v.t.Helper()
	return evaluate[raceSeen](v, `new Promise((resolve) => {
		const stop = conelab.subscribe((page) => { stop(); resolve(page.race) });
		document.getElementById('race-axis').dispatchEvent(new Event('change'));
	})`)
}

// TestRace: gradient descent ends above the certified optimum or on it, the page says how many, shows each run, and forgets the race when
// the data change. A field that holds no valid number gets the focus, and nothing starts.
func TestRace(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small(), visit.Undrawn())
	v.Preset(2, "spiral")
	v.choose("#race-rate", "fast")
	v.Answered()
	v.Click("#race-start")
	if !evaluate[bool](v, `document.activeElement.id === 'race-rate' && document.getElementById('race-result').hidden`) {
		t.Error("a race with the rate fast has started, or the field has no focus")
	}
	r := v.race(map[string]string{"rate": "", "runs": "5", "width": "1", "epochs": "400"})
	if r.State != "done" || len(r.Ends) != 5 || r.Reached != 0 || len(r.Places) != 5 || !(r.Seconds > 0 && r.Cold > 0 && r.Warm > 0) {
		t.Fatalf("one neuron against the spirals: %+v", r)
	}
	wide := v.race(map[string]string{"width": "12", "epochs": "1200"})
	if wide.Reached == 0 || !(wide.First > 0 && wide.First <= wide.Seconds) {
		t.Errorf("no run of twelve neurons comes within 1 %%: %+v", wide)
	}
	if !evaluate[bool](v, `!document.getElementById('tile-race').hidden && document.getElementById('area-race').ariaLabel.includes('of 5 runs')`) {
		t.Error("the race is not on the stage")
	}
	v.Settle()
	if text := evaluate[string](v, `document.getElementById('labels').textContent`); !strings.Contains(text, "convex") || !strings.Contains(text, "optimum") {
		t.Errorf("the picture says %q", text)
	}
	v.choose("#race-show", "2")
	if shown := v.raceNow().Shown; shown != 2 {
		t.Errorf("run %v is shown", shown)
	}
	v.choose("#race-axis", "time")
	v.Preset(2, "xor")
	if evaluate[bool](v, `!document.getElementById('race-result').hidden`) {
		t.Error("the race of other data is still told of")
	}
	v.verify()
}
