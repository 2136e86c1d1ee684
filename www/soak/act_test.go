package soak

import (
	_ "embed"
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/app/protocol/intent"
	"conelab/core/numeric/loss"
	"conelab/www/visit"
)

// controls defines window.soak in the page: press(r), slide(r, value) and choose(r, value) use the control that a random number
// in [0, 1) names, of those that can be used now, and return what it is. use(selector) and set(selector, value) use one that is
// named, and all(selector, key) returns the names of several. warnings is what the page wrote to its console as a warning. Left
// out is what leaves the page, opens or saves files, or fills the screen.
//
//go:embed controls.js
var controls string

// act does one thing at random, and waits until the session has followed.
func (s *soak) act() {
	s.actions++
	switch r := s.random.Float64(); {
	case r < 0.45:
		s.tell("press(%g)", s.random.Float64())
	case r < 0.60:
		s.tell("slide(%g, %g)", s.random.Float64(), s.random.Float64())
	case r < 0.65:
		s.tell("choose(%g, %g)", s.random.Float64(), s.random.Float64())
	case r < 0.85:
		s.draw()
	default:
		s.key()
	}
	if s.random.Float64() < 0.2 || s.last == "" {
		s.visit.Do(chromedp.KeyEvent(kb.Escape)) // what is open does not stay so
	}
	s.followed()
}

// followed waits until the session has followed.
func (s *soak) followed() {
	s.visit.Followed()
	s.checkWarnings()
}

// checkWarnings fails if the page has warned, as of a solver that it had to start again.
func (s *soak) checkWarnings() {
	if text := visit.Evaluate[string](s.visit, "soak.warnings.join()"); text != "" {
		s.visit.TB.Fatal("the page warns: " + text)
	}
}

// tell has the page use a control.
func (s *soak) tell(call string, args ...any) {
	s.last = fmt.Sprintf(call, args...)
	s.last = visit.Evaluate[string](s.visit, "soak."+s.last)
}

// draw drags the mouse in a picture.
func (s *soak) draw() {
	s.last = "draw"
	box := visit.Evaluate[*visit.Box](s.visit, fmt.Sprintf("soak.picture(%g)", s.random.Float64()))
	if box == nil {
		return
	}
	place := func() (float64, float64) { return box.At(1.8*s.random.Float64()-0.9, 1.8*s.random.Float64()-0.9) }
	x, y := place()
	s.visit.Press(x, y, chromedp.ButtonLeft)
	for range s.random.IntN(4) {
		x, y = place()
		s.visit.Drag(x, y, chromedp.ButtonLeft)
	}
	s.visit.Release(x, y, chromedp.ButtonLeft)
}

// key presses a key: back and forward in the history most of all.
func (s *soak) key() {
	keys := []string{"z", "z", "z", "y", " ", kb.Tab, kb.ArrowLeft, kb.ArrowRight, kb.Delete, "+", "-", kb.Home}
	key := keys[s.random.IntN(len(keys))]
	s.last = fmt.Sprintf("key %q", key)
	if key == "z" || key == "y" {
		s.visit.Do(chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
		return
	}
	s.visit.Do(chromedp.KeyEvent(key))
}

const (
	mostLayers  = intent.ShownLayers // on every example
	mostRuns    = "50"               // of a race
	mostClasses = 6
	// withClasses is an example with an output for each class, withPoints one with as many points as any.
	withClasses, withPoints = "largest", "checkerboard"
)

// tour begins a soak with everything that the page can show, each thing once: all examples, with one layer and with the most, in
// all pictures; the data of several classes with all the room that a mode gives them; as many points and classes as an example can
// have, with the losses whose systems are the largest; all films; and a large race, to its end. What only some actions need, such as
// the memory of the largest picture, is then there before growth is judged, and does not depend on when the random actions come
// upon it.
func (s *soak) tour() {
	s.step("use(%q)", "#modes [value=explore]")
	for _, features := range s.names("#features input", "") {
		s.step("use(%q)", fmt.Sprintf("#features [value=%q]", features))
		for _, example := range s.names("[data-preset]", "preset") {
			s.step("use(%q)", fmt.Sprintf("[data-preset=%q]", example))
			for _, picture := range s.names("#picture-names [data-tile]", "tile") {
				s.step("use(%q)", fmt.Sprintf("#picture-names [data-tile=%q]", picture))
			}
			s.step("set(%q, %d)", "#layers-count", mostLayers)
			s.step("use(%q)", "#picture-names [data-tile=network]")
		}
	}
	s.step("use(%q)", "#features [value=\"2\"]")
	s.step("use(%q)", fmt.Sprintf("[data-preset=%q]", withClasses))
	s.step("set(%q, %d)", "#layers-count", mostLayers)
	for _, mode := range s.names("#modes button", "") {
		s.step("use(%q)", fmt.Sprintf("#modes [value=%q]", mode))
	}
	s.step("use(%q)", fmt.Sprintf("[data-preset=%q]", withPoints))
	s.step("set(%q, %q)", "#loss", loss.Hinge)
	s.step("set(%q, %d)", "#layers-count", mostLayers)
	s.step("use(%q)", "#modes [value=lab]")
	s.step("set(%q, 1)", "#layers-count")
	s.step("set(%q, %d)", "#classes", mostClasses)
	s.step("set(%q, %q)", "#loss", loss.Softmax)
	// Some beta of the path takes least squares. A slow machine has no path: see panels/path.ts.
	s.visit.Await("conelab.settled().then((page) => (page.path !== undefined || page.seconds > 0.4) && !page.background)")
	s.step("set(%q, %q)", "#loss", loss.Squared)
	s.step("use(%q)", fmt.Sprintf("[data-preset=%q]", withClasses)) // one layer, on which a race does not take long
	for _, film := range s.names("#topic input, #animation input", "") {
		s.step("use(%q)", fmt.Sprintf("#topic [value=%[1]q], #animation [value=%[1]q]", film))
		for _, position := range []float64{0, 0.5, 1} {
			s.step("set(%q, document.getElementById('scrub').max * %g)", "#scrub", position)
		}
	}
	s.step("set(%q, %s)", "#race-runs", mostRuns)
	s.step("use(%q)", "#race-start")
	s.visit.Await("document.getElementById('race-pause').disabled") // the race is over
	s.step("use(%q)", "#race-clear")
}

// names returns the names of the controls that a selector finds.
func (s *soak) names(selector, key string) []string {
	return visit.Evaluate[[]string](s.visit, fmt.Sprintf("soak.all(%q, %q)", selector, key))
}

// step is an action of the tour. It waits until nothing is left to do for it.
func (s *soak) step(call string, args ...any) {
	s.actions++
	s.tell(call, args...)
	s.followed()
	s.visit.Await("conelab.solution().then(() => true, () => true)")
	if s.actions%stride == 0 {
		s.measure()
	}
}
