package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// typeSize makes the browser's usual size of type that many px, as a visitor sets it in the browser; usually it is 16.
func typeSize(px int64) visit.Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: px}})
		return err
	})
}

// fill brings the page into the state in which most is to be seen: few points, all details open, a checked matrix, a saved note.
func (v *user) fill() {
	v.t.Helper()
	v.few()
	v.paste("[2 1; 1 2]")
	v.verdict("Valid matrix")
	v.unfold()
}

// few puts eight points on the stage.
func (v *user) few() {
	v.t.Helper()
	v.Preset(2, "ring")
	evaluate[any](v, "conelab.get().then((p) => { p.data.x.length = 8; p.data.y.length = 8; return conelab.set(p) })")
	v.Rest()
	v.Seek(1e6)
}

func (v *user) unfold() {
	v.t.Helper()
	evaluate[any](v, "document.querySelectorAll('details').forEach((d) => { d.open = true })")
}

// openers are the controls that open something: a dialog, a panel, a sheet.
const openers = `[...document.querySelectorAll('button[aria-haspopup], button[aria-expanded]')].filter((b) => b.checkVisibility() &&
	!b.disabled)`

// views are the tabs of the pictures, where there are tabs.
const views = "[...document.querySelectorAll('[role=tab]')].filter((b) => b.checkVisibility())"

// states calls look for the page as it is, and then with each thing open that a control opens. What is open is closed by Escape or by the
// control, and then the keys must be at the control again.
func (v *user) states(look func(state string)) {
	v.t.Helper()
	look("the page")
	for i, name := range evaluate[[]string](v, views+".map((b) => b.textContent)") {
		evaluate[any](v, fmt.Sprintf("%s[%d].click()", views, i))
		look(name)
	}
	if evaluate[bool](v, "$('why')?.checkVisibility() && document.documentElement.dataset.mode === 'explore'") {
		v.Click("#why")
		for _, act := range acts {
			v.act(act.name)
			v.Seek(1)
			look("the argument, " + act.name)
		}
	}
	evaluate[any](v, views+"[0]?.click()")
	evaluate[any](v, "void (window.openers0 = "+openers+")")
	for i, name := range evaluate[[]string](v, "openers0.map((b) => b.id || b.getAttribute('aria-label') || b.textContent)") {
		evaluate[any](v, fmt.Sprintf("void (window.opener0 = openers0[%d])", i))
		if !evaluate[bool](v, "opener0.checkVisibility() && !opener0.disabled") {
			continue // it went away with another one
		}
		evaluate[any](v, "void (opener0.focus(), opener0.click())")
		v.Await("document.querySelector('dialog:modal') || opener0.getAttribute('aria-expanded') === 'true'")
		v.unfold()
		v.Answered() // what is open asks for its data
		look(name)
		if evaluate[bool](v, "document.querySelector('dialog:modal') !== null || opener0.parentElement.matches('.menu')") {
			v.Do(chromedp.KeyEvent(kb.Escape))
		} else {
			evaluate[any](v, "opener0.click()")
		}
		v.Await("!document.querySelector('dialog:modal') && opener0.getAttribute('aria-expanded') !== 'true'")
		if !evaluate[bool](v, "document.activeElement === opener0") {
			v.t.Errorf("%s: closed, it leaves the keys at %s", name, evaluate[string](v, "document.activeElement.outerHTML.slice(0, 100)"))
		}
	}
}

// report is the error of each fault, once for all states in which it is seen.
type report struct {
	t    *testing.T
	seen map[fault]bool
}

func (r report) add(state string, faults []fault) {
	for _, fault := range faults {
		if !r.seen[fault] {
			r.seen[fault] = true
			r.t.Errorf("%s: %v", state, fault)
		}
	}
}

// screens are those on which the page is looked at, with the least size of a target: the page is drawn on with a finger on a phone.
var screens = []struct {
	name   string
	size   visit.Step
	target float64
}{
	{"desktop", visit.Small(), 24},
	{"phone", visit.Phone(844, 1), 44},
}

var themes = []string{"dark", "projector", "light"}

// TestNothingKeepsAnybodyOut looks at the page with everything open, one after the other, on both screens, each state in one of the themes,
// and walks with the Tab and arrow keys through all that opens.
func TestNothingKeepsAnybodyOut(t *testing.T) {
	t.Parallel()
	for _, screen := range screens {
		t.Run(screen.name, func(t *testing.T) {
			v := open(t, screen.size, visit.Undrawn())
			v.Await("conelab.stats().frames > 0")
			v.fill()
			p := auditOf(v.Visit)
			r := report{t, map[fault]bool{}}
			looks := 0
			look := func(state string) {
				r.add(state, p.Targets(screen.target))
				r.add(state, p.Fit())
				if screen.name == "phone" { // the colours, and how things are put together, are those of the desktop
					r.add(state+", widely set", p.Spaced())
					return
				}
				r.add(state, p.Structure())
				r.add(state, p.Motion())
				theme := themes[looks%len(themes)]
				looks++
				r.add(state+", "+theme, p.Contrast(visit.ThemeScript(theme))[0])
			}
			v.states(func(state string) {
				look(state)
				if screen.name == "phone" {
					return // it has no keys
				}
				if through, faults := p.Cycle(); through {
					r.add(state, faults)
					v.few()
				}
				evaluate[any](v, "window.opener0?.focus()")
				r.add(state, p.Walk())
				evaluate[any](v, "window.opener0?.focus()")
			})
			v.Preset(3, "saddle")
			v.paste("[1 2; 3")
			v.Click(`#modes [value="learn"]`)
			v.Click("[data-lesson]")
			v.Await("$('lesson-say').dataset.ready === ''") // what the step does itself is done
			v.drop("broken.json", "{")
			v.Await("!$('notice').hidden")
			look("a lesson, a message and a fault, three features")
			v.Preset(1, "interval")
			v.Click("#clear")
			v.Await("document.querySelector('[data-out=status]').dataset.value === 'empty'")
			look("nothing drawn, one feature")
			if screen.name == "phone" {
				return // the other modes are put together of the same controls
			}
			// How the other modes are put together, with each drawer of the lab open, and signals.
			v.few()
			for _, mode := range []string{"learn", "present", "lab"} {
				evaluate[any](v, fmt.Sprintf("conelab.mode(%q)", mode))
				v.Answered()
				r.add(mode, p.Structure())
			}
			for range evaluate[int](v, "document.querySelectorAll('[data-drawer]').length") {
				evaluate[any](v, "document.querySelector('[data-drawer][aria-expanded=false]')?.click()")
				v.Answered()
				r.add("lab, a drawer", p.Structure())
			}
			evaluate[any](v, "conelab.mode('explore')")
			v.sampled("signal")
			r.add("signals", p.Structure())
		})
	}
}

// TestLargeTypeLosesNothing sets type of twice the size in the browser, and narrows the page to 320 px, as if it were magnified four times.
func TestLargeTypeLosesNothing(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Small(), visit.Undrawn())
	v.Await("conelab.stats().frames > 0")
	v.fill()
	p := auditOf(v.Visit)
	r := report{t, map[fault]bool{}}
	for _, step := range []struct {
		name  string
		type_ int64
		size  visit.Step
		all   bool // the states, in place of the page alone
	}{
		{"a desktop with type of 200 %", 32, window(1440, 900), false},
		{"a window of 320 px", 16, chromedp.EmulateViewport(320, 640, chromedp.EmulateScale(0.25)), false},
		{"a phone with type of 200 %", 32, window(390, 844), true},
	} {
		v.Do(typeSize(step.type_), step.size) // a change of the window makes the page look at the size of type
		v.Answered()
		r.add(step.name, p.Fit())
		if step.all {
			v.states(func(state string) { r.add(step.name+", "+state, p.Fit()) })
		}
	}
}

// chosen are the choices of the page, with selectors for what is chosen and what is not.
var chosen = []struct{ name, is, isNot string }{
	{"mode", `#modes button[aria-current]`, `#modes button:not([aria-current])`},
	{"tab", `#picture-names [aria-selected="true"]`, `#picture-names [aria-selected="false"]`},
	{"tool", `#tool input:checked + span`, `#tool input:not(:checked) + span`},
	{"class", `#pens input:checked + span`, `#pens input:not(:checked) + span`},
	{"film", `#animation input:checked + span`, `#animation input:not(:checked) + span`},
}

// TestForcedColours has a system that forces its colours on the page: what is chosen is told from what is not, text from what is
// behind it, and the two signs by their colours as by their shapes, in the page, in the pictures and in the drawing without them.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	const own = `(name) => { const s = document.body.appendChild(document.createElement('span'));
		s.style.cssText = 'forced-color-adjust: none; color:' + name;
		const c = getComputedStyle(s).color; s.remove(); return c.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255) }`
	t.Run("light", func(t *testing.T) {
		v := open(t, visit.Small(), visit.Forced("light"))
		v.Await("conelab.stats().frames > 0")
		v.Click(`[data-tile="lorentz"]`)
		for _, c := range chosen {
			v.Reveal(c.is)
			type look struct{ Back, Text, Other string }
			l := evaluate[look](v, fmt.Sprintf(`((is, not) => ({Back: getComputedStyle(is).backgroundColor, Text: getComputedStyle(is).color,
				Other: getComputedStyle(not).backgroundColor}))(
				document.querySelector(%q), [...document.querySelectorAll(%q)].find((n) => n.checkVisibility()))`, c.is, c.isNot))
			if l.Back == l.Other || l.Back == l.Text {
				t.Errorf("%s: what is chosen is %s on %s, what is not on %s", c.name, l.Text, l.Back, l.Other)
			}
		}
		v.Preset(2, "ring")
		v.Seek(1e6)
		v.AwaitStill()
		picture := v.Look("#area-data")
		v.hasColours(own, picture, "var(--positive)", "var(--negative)")
		v.hasColours(own, v.Look("#area-lorentz"), "Canvas")
	})
	t.Run("plain", func(t *testing.T) {
		v := openPlain(t, visit.Forced("dark"))
		v.Await("document.querySelector('.drawing svg path') !== null")
		v.hasColours(own, v.Look("#area-data"), "var(--positive)", "var(--negative)")
	})
}

// hasColours looks for colours in a picture; own is a function that resolves their names.
func (v *user) hasColours(own string, picture *visit.Picture, names ...string) {
	v.t.Helper()
	for _, name := range names {
		want := evaluate[visit.Colour](v, fmt.Sprintf("(%s)(%q)", own, name))
		found := 0
		for y := 0.5; y < picture.Box.Height; y++ {
			for x := 0.5; x < picture.Box.Width; x++ {
				if off(picture.Colour(x, y), want) <= 0.03 {
					found++
				}
			}
		}
		if found < 10 {
			v.t.Errorf("%d pixels of the picture have the colour %s, %v", found, name, want)
		}
	}
}

// TestAnswersAreASheet prints the exercises: without answers, and by their own address the answers alone.
func TestAnswersAreASheet(t *testing.T) {
	t.Parallel()
	v := openAround(t, "exercises.html", "document.readyState === 'complete'", visit.Desktop())
	v.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	seen := func(what string) [2]int {
		return evaluate[[2]int](v, `((all) => [all.filter((node) => node.checkVisibility()).length,
			all.length])([...document.querySelectorAll(`+"`"+what+"`"+`)])`)
	}
	const answers, exercises = "details:not(:has(+ details)) > p", "section > h3 + p"
	if a, e := seen(answers), seen(exercises); a[0] > 0 || e[0] < e[1] {
		t.Errorf("the sheet has %d answers and %d of %d exercises", a[0], e[0], e[1])
	}
	evaluate[any](v, "void (location.hash = 'answers')")
	v.Frames(2)
	if a, e := seen(answers), seen(exercises); a[0] < a[1] || a[1] < 14 || e[0] > 0 {
		t.Errorf("the sheet of answers has %d of %d, and %d exercises", a[0], a[1], e[0])
	}
}

// TestPagesBesideAreReadable opens the record, the exercises and the page for the teacher, on a desktop and on a phone, light and
// dark, with everything unfolded: nothing runs off to the side, and nobody is kept out.
func TestPagesBesideAreReadable(t *testing.T) {
	t.Parallel()
	v := openAround(t, "blank", "true")
	for _, name := range []string{"record.html", "exercises.html", "teacher.html"} {
		v.Do(visit.Desktop(), chromedp.Navigate(v.Site+name))
		v.Await("document.readyState === 'complete'")
		if drawn := "[...document.querySelectorAll('svg.chart')].filter((n) => " +
			"n.getBoundingClientRect().height > 100).length"; name == "record.html" && evaluate[int](v, drawn) < 15 {
			t.Error("the record has no pictures")
		}
		evaluate[any](v, "void document.querySelectorAll('details').forEach((node) => { node.open = true })")
		for _, look := range []struct {
			name  string
			steps []visit.Step
		}{{"desktop", []visit.Step{visit.Scheme("light")}}, {"phone", []visit.Step{visit.Phone(844, 1), visit.Scheme("dark")}}} {
			v.Do(look.steps...)
			v.Frames(2)
			if over := evaluate[int](v, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s, %s: the page is %d pixels too wide", name, look.name, over)
			}
			p := auditOf(v.Visit)
			for _, faults := range [][]fault{p.Structure(), p.Contrast("")[0], p.Targets(24), p.Fit(), p.Spaced()} {
				for _, fault := range faults {
					t.Errorf("%s, %s: %v", name, look.name, fault)
				}
			}
		}
	}
}
