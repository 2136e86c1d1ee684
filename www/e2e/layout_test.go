package e2e

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

//go:embed layout.js
var layoutScript string

// layout returns what a function of layout.js tells.
func layout[T any](v *user, call string) T {
	v.t.Helper()
	evaluate[any](v, "void (window.layout ??= "+layoutScript+")")
	return evaluate[T](v, "layout."+call)
}

// expectNone fails the test for each of some faults.
func (v *user) expectNone(where string, faults []string) {
	v.t.Helper()
	for _, fault := range faults {
		v.t.Errorf("%s: %s", where, fault)
	}
}

// expectShort fails the test if the page shows more at first than somebody who sees it for the first time reads: controls that are
// enabled and can be seen, each choice of a group and of tabs the one that is open; and words, numbers and symbols left out.
func (v *user) expectShort() {
	v.t.Helper()
	controls, words := layout[[]string](v, "controls()"), layout[[]string](v, "words()")
	if len(controls) > 22 || len(words) > 110 {
		v.t.Errorf("%d controls, more than 22, or %d words, more than 110: %q; %q", len(controls), len(words), controls, words)
	}
}

// leaveTheQuestion has a way out of the first question in view before anything was tried. A press on the data draws no point there, but who
// takes the pen draws.
func (v *user) leaveTheQuestion() {
	v.t.Helper()
	const asked, before = "$('tried-close').checkVisibility()", points + ".then((n) => n === 80)"
	b := v.Place("#area-data").Square()
	press := func() {
		x, y := b.At(0.85, -0.85) // no point is there
		v.Press(x, y, chromedp.ButtonLeft)
		v.Release(x, y, chromedp.ButtonLeft)
	}
	v.Await(asked + " && " + before)
	press()
	v.Await("!$('tried').textContent.startsWith('Drag')")
	if !evaluate[bool](v, before) {
		v.t.Error("a press beside the neuron that is tried draws a point")
	}
	v.Click("#tried-close")
	v.Await("!(" + asked + ")")
	v.Click("#try")
	v.Await(asked)
	v.Click(`#tool label:has([value="draw"])`)
	v.Await("!(" + asked + ")")
	v.Frames(3)
	press()
	v.Await(points + ".then((n) => n === 81)")
	v.Click("#undo")
	v.Await(before)
}

// sizes are those of the screens on which nothing may be out of sight, with the modes whose tools and pictures are gone through there, and
// how many lessons on the next one is that is looked at, 0 for none.
var sizes = []struct {
	width, height int64
	through       string
	lessons       int
}{{1440, 900, "", 0}, {1280, 720, "lab", 0}, {1024, 768, "", 0}, {768, 1024, "explore", 0}, {844, 390, "", 0},
	{667, 375, "explore lab", 0}, {1024, 700, "explore", 4}, {360, 640, "explore lab", 1}}

// TestEverythingFitsTheScreen looks at the modes at each size, and where room is tight goes through their tools and pictures, the
// lessons, and Explore with several layers. The first view is short.
func TestEverythingFitsTheScreen(t *testing.T) {
	t.Parallel()
	v := open(t, window(1440, 900), visit.OnNewDocument("localStorage.removeItem('conelab-tour')"))
	v.Await("$('loading').hidden && $('tried').textContent && conelab.stats().frames > 0")
	v.expectShort()
	v.leaveTheQuestion()
	for _, size := range sizes {
		where := fmt.Sprintf("%d x %d", size.width, size.height)
		look := func(modes ...string) {
			t.Helper()
			for _, mode := range modes {
				v.expectNone(where, layout[[]string](v, fmt.Sprintf("fits(%q, %t)", mode, strings.Contains(size.through, mode))))
			}
		}
		v.Do(window(size.width, size.height))
		v.Frames(3)
		look("explore", "present", "lab")
		if size.width == 1024 && size.through == "" { // a projector
			v.Theme("projector")
			look("explore", "present", "lab")
			v.Theme("light")
		}
		if size.lessons == 0 {
			continue
		}
		for k, l := range lessons(t) {
			if k%size.lessons == 0 {
				v.expectNone(where, layout[[]string](v, fmt.Sprintf("fitsLesson(%q)", l.Name)))
			}
		}
		evaluate[any](v, `void document.querySelector('[name="activation"][value="polynomial"]').click()`) // the last lesson is about ReLU
		v.Rest()
		evaluate[any](v, `void document.querySelector('[data-preset="moons"]').click()`)
		v.Rest()
		v.Await("document.querySelectorAll('[name=\"output-layers\"]').length === 3")
		where += ", several layers"
		look("explore")
		evaluate[any](v, `void document.querySelector('[data-preset="parabola"]').click()`)
		v.Rest()
	}
}

// TestNothingMoves draws, changes tools, classes and pictures: the stage, the data and the proof stay where they are, and nothing else is
// moved by the page.
func TestNothingMoves(t *testing.T) {
	t.Parallel()
	for _, screen := range []visit.Step{window(1120, 760), window(390, 844)} {
		v := open(t, screen)
		v.Await("$('loading').hidden && conelab.stats().frames > 0")
		v.Rest()
		layout[any](v, "watch()")
		places := func() string { return layout[string](v, "where('#area-data', '#proof', '#stage')") }
		before := places()
		same := func(after string) {
			t.Helper()
			if now := places(); now != before {
				t.Errorf("%s: %s became %s", after, before, now)
			}
			v.expectNone(after+" moves", layout[[]string](v, "moved()"))
			before = places()
		}
		v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.5, -0.7}, [2]float64{0, -0.8})
		same("drawing")
		v.Rest()
		same("a new solution")
		for _, tool := range []string{"erase", "select", "draw"} {
			v.Reveal("#tool")
			before = places()
			layout[any](v, fmt.Sprintf(`click(document.querySelector('#tool [value=%q]'))`, tool))
			v.Answered()
			same(tool)
		}
		for _, k := range []int{2, 1} {
			v.Click(fmt.Sprintf("#label label:nth-of-type(%d)", k))
			v.Answered()
			same("a class")
		}
		v.Click("#undo")
		v.Rest()
		same("undo")
		evaluate[any](v, "$('clear').click()")
		v.Await("document.querySelector('[data-out=\"status\"]').dataset.value === 'empty'")
		same("clear")
		v.Stroke(v.Place("#area-data").Square(), [2]float64{-0.5, -0.5}, [2]float64{0, 0.5}, [2]float64{0.5, -0.5})
		same("drawing on an empty stage")
		v.Rest()
		v.Answered()
		same("the first solution")
	}
}

// TestFilmKeepsItsPlace goes through the film: its controls stay where they are, whatever is said, and on a phone the tabs of the sheet do, but
// under the proof, which has the screen.
func TestFilmKeepsItsPlace(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	evaluate[any](v, "conelab.mode('explore')")
	for _, size := range [][2]int64{{1280, 720}, {768, 1024}} {
		v.Do(window(size[0], size[1]))
		v.Click("#why")
		v.Await("$('transport').checkVisibility()")
		before := ""
		for _, topic := range []string{"price", "curve", "bowl", "tangents", "bounds"} {
			evaluate[any](v, fmt.Sprintf(`document.querySelector('#topic [value=%q]').click()`, topic))
			for _, position := range []float64{0, 0.5, 1.5, 2.5, 4} {
				v.Seek(position)
				if now := layout[string](v, "where('#play', '#topic', '#area-data')"); before == "" {
					before = now
				} else if now != before {
					t.Errorf("%d x %d, %s at %g: %s became %s", size[0], size[1], topic, position, before, now)
				}
			}
			// The bar and the clock have one scale, and at a chapter's end a button says what comes next.
			next := map[string]string{"price": "Curve", "curve": "Bowl", "bowl": "Lines", "tangents": "Bound"}[topic]
			seen := evaluate[bool](v, "$('next-chapter').checkVisibility()")
			if button := v.text("#next-chapter"); next != "" && button != "Next: "+next || (next != "") != seen {
				t.Errorf("at the end of %s the button says %q", topic, button)
			}
		}
	}
	v.Do(window(390, 844))
	v.Frames(3)
	const tabs = "where('#sheet-tabs')"
	before := layout[string](v, tabs)
	for _, sheet := range []string{"tools", "proof", "model"} {
		v.Click("#sheet-" + sheet)
		v.Answered()
		now := layout[string](v, tabs)
		if sheet == "proof" {
			if !evaluate[bool](v, "$('sheet-body').offsetHeight > 0.75 * innerHeight && $('sheet-tabs').getBoundingClientRect().bottom <= innerHeight") {
				t.Errorf("the proof has no room, or the tabs are at %s", now)
			}
		} else if now != before {
			t.Errorf("with %s the tabs are at %s, before at %s", sheet, now, before)
		}
	}
	if !evaluate[bool](v, "$('layers-count').getBoundingClientRect().bottom <= innerHeight") {
		t.Error("the layers are below the fold")
	}
}

// TestMessageCoversNothing shows messages about a field, of two lengths, and a scene: they cover no control, no picture and no caption
// that is seen, and what is below them gets the pointer.
func TestMessageCoversNothing(t *testing.T) {
	t.Parallel()
	v := openPlain(t, visit.Desktop())
	v.Rest()
	covered := func(where string) {
		t.Helper()
		v.Await("$('notice').checkVisibility()")
		v.Frames(2)
		v.expectNone(where, layout[[]string](v, "covered()"))
		evaluate[any](v, "$('notice-close').click()")
	}
	for k, size := range [][2]int64{{1440, 900}, {1024, 768}, {768, 1024}, {844, 390}, {390, 844}} {
		v.Do(screenOf(size[0], size[1]))
		for _, mode := range [][]string{{"explore", "lab", "present"}, {"lab"}, {"explore"}, {"present"}, {"explore", "lab", "present"}}[k] {
			where := fmt.Sprintf("%d x %d, %s", size[0], size[1], mode)
			evaluate[any](v, fmt.Sprintf("conelab.mode(%q)", mode))
			v.Answered()
			v.choose("#beta-number", "abc")
			covered(where + ", a number")
			evaluate[any](v, "$('copy-link').click()")
			covered(where + ", a link")
		}
		evaluate[any](v, `document.querySelector('[data-scene="add"]').click()`)
		covered(fmt.Sprintf("%d x %d, a scene", size[0], size[1]))
		evaluate[any](v, `conelab.mode("explore")`)
	}
}
