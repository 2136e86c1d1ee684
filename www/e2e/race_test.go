package e2e

import (
	"strings"
)

// race starts a race with the fields given, awaits its end, and returns how many runs reached the optimum, and which is shown.
func (v *user) race(fields map[string]string) (reached, shown int) {
	v.t.Helper()
	for id, value := range fields {
		v.choose("#race-"+id, value)
	}
	v.Answered() // an answer may move the buttons
	v.Click("#race-start")
	v.Await(`$('race-pause').disabled && !$('race-result').hidden`)
	return v.raceNow()
}

// raceNow asks for the race by an intent that changes nothing.
func (v *user) raceNow() (reached, shown int) {
	v.t.Helper()
	v.Answered() // the next answer may be of an earlier request
	is := evaluate[[2]int](v, `new Promise((resolve) => {
		const stop = conelab.subscribe(({race}) => { stop(); resolve([race.reached, race.shown]) });
		$('race-axis').dispatchEvent(new Event('change'));
	})`)
	return is[0], is[1]
}

// runRaces: the page says how many runs of gradient descent reached the optimum, shows each, and forgets the race when the data change. A
// field that holds no valid number gets the focus, and nothing starts.
func (v *user) runRaces() {
	v.t.Helper()
	v.Preset(2, "spiral")
	v.choose("#race-rate", "fast")
	v.Answered()
	v.Click("#race-start")
	if !evaluate[bool](v, `document.activeElement.id === 'race-rate' && $('race-result').hidden`) {
		v.t.Error("a race with the rate fast has started, or the field has no focus")
	}
	if reached, _ := v.race(map[string]string{"rate": "", "runs": "5", "width": "12", "epochs": "1200"}); reached == 0 {
		v.t.Error("no run of twelve neurons comes within 1 %")
	}
	if !evaluate[bool](v, `!$('tile-race').hidden && $('area-race').ariaLabel.includes('of 5;')`) {
		v.t.Error("the race is not on the stage")
	}
	v.AwaitStill()
	text := v.text("#labels") + v.text("#tile-race header p")
	if !strings.Contains(text, "found and proved in") || !strings.Contains(text, "within 1 %") {
		v.t.Errorf("the picture says %q", text)
	}
	v.choose("#race-show", "2")
	if _, shown := v.raceNow(); shown != 2 {
		v.t.Errorf("run %d is shown", shown)
	}
	v.Preset(2, "xor")
	if evaluate[bool](v, `!$('race-result').hidden`) {
		v.t.Error("the race of other data is still told of")
	}
	v.verify()
}
