// Package e2e opens the built page in a real browser and uses it as a visitor does.
//
// What keeps somebody out is looked for by www/audit in everything that opens: what a button with aria-haspopup or aria-expanded opens, all
// details, all tabs. A new panel or dialog that is opened so needs no test of its own for that.
package e2e

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/data/presets"
	"conelab/www/visit"
)

// site is the built page, served for all tests of the package.
var site *visit.Site

func TestMain(m *testing.M) {
	var err error
	if site, err = visit.Publish(nil); err != nil {
		panic(err)
	}
	waitTogether()
	code := m.Run()
	site.Close()
	os.Exit(code)
}

// waitTogether lets one more test run beside others than there are processors, unless the command line says how many: they wait for frames of
// the screen a third of their time.
func waitTogether() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		_ = flag.Set("test.parallel", strconv.Itoa(runtime.GOMAXPROCS(0)+1)) // a number that it takes
	}
}

// user uses the page in a test.
type user struct {
	*visit.Visit
	t testing.TB
}

// open opens the page and waits until the first solution is there. The test fails if the page writes an error to its console or asks
// another site for anything.
func open(t testing.TB, steps ...visit.Step) *user {
	t.Helper()
	v := &user{site.Open(t, steps...), t}
	t.Cleanup(v.Close)
	return v
}

// openLink is open with the rest of an address, and openAround that of another page of the site or of a page around it.
func openLink(t testing.TB, link string, steps ...visit.Step) *user {
	t.Helper()
	v := &user{site.OpenLink(t, link, steps...), t}
	t.Cleanup(v.Close)
	return v
}

func openAround(t testing.TB, address, condition string, steps ...visit.Step) *user {
	t.Helper()
	v := &user{site.OpenAround(t, address, condition, steps...), t}
	t.Cleanup(v.Close)
	return v
}

// openPlain is open for a test that has nothing to do with the pictures.
func openPlain(t *testing.T, steps ...visit.Step) *user {
	t.Helper()
	return open(t, append([]visit.Step{visit.Small(), visit.WithoutPictures()}, steps...)...)
}

// window is a screen of so many css pixels, a narrow one that of a phone, with few device pixels to each and nothing drawn in the pictures: for
// where things are.
func window(width, height int64) visit.Step {
	return both(visit.Undrawn(), screenOf(width, height))
}

// both is two steps, one after the other.
func both(a, b visit.Step) visit.Step {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error { return chromedp.Do(ctx, a, b) })
}

func screenOf(width, height int64) visit.Step {
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(0.25)}
	if width < 700 {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	return chromedp.EmulateViewport(width, height, options...)
}

// openDrawn is open in the lab, on a desktop, once its four pictures are drawn, at the end of the film. openSmall is so on a screen just large
// enough for several pictures, where drawing takes half as long; openUndrawn and openWide, on a desktop, for what is not to be seen in the
// pictures.
func openDrawn(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Mode("lab"), visit.Desktop())
}

func openWide(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Mode("lab"), window(1440, 900))
}

func openSmall(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Mode("lab"), visit.Small())
}

func openUndrawn(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Mode("lab"), visit.Small(), visit.Undrawn())
}

// openBeside is openSmall in Explore: the data stand beside one picture, and are as large as fits.
func openBeside(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Small())
}

func drawn(t testing.TB, steps ...visit.Step) *user {
	t.Helper()
	v := open(t, steps...)
	v.Seek(1e6)
	v.Await("conelab.stats().frames > 0")
	return v
}

// evaluate returns the value of a JavaScript expression, or of the promise that it gives.
func evaluate[T any](v *user, expression string) T {
	v.t.Helper()
	return visit.Evaluate[T](v.Visit, expression)
}

func TestEveryPresetHasItsButton(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	var want []string
	for _, preset := range presets.All {
		want = append(want, preset.Name)
	}
	got := evaluate[string](v, "[...document.querySelectorAll('[data-preset]')].map((b) => b.dataset.preset).join(' ')")
	if got != strings.Join(want, " ") {
		t.Errorf("there are buttons for %s, and presets %s", got, strings.Join(want, " "))
	}
	for _, preset := range presets.All {
		kind := strconv.Itoa(preset.Dimension)
		if preset.Samples != nil {
			kind = []string{"signal", "image"}[len(preset.Samples.Input)-1]
		}
		v.Click(fmt.Sprintf(`#features input[value=%q] + span`, kind))
		v.Await(fmt.Sprintf(`!document.querySelector('[data-preset=%q]').hidden`, preset.Name))
		v.Click(`[data-preset="` + preset.Name + `"]`)
		v.Rest()
		v.verify()
	}
}

// statistics is what conelab.stats() says since the last call.
type statistics struct{ Solves, Frames float64 }

func (v *user) stats() statistics {
	v.t.Helper()
	return evaluate[statistics](v, "conelab.stats()")
}

// showOnly shows one picture.
func (v *user) showOnly(tile string) {
	v.t.Helper()
	evaluate[any](v, `document.querySelector('input[name="picture-count"][value="1"]').click()`)
	if evaluate[bool](v, fmt.Sprintf("document.getElementById('tile-%s').hidden", tile)) {
		evaluate[any](v, fmt.Sprintf("document.getElementById('name-%s').click()", tile))
	}
	v.expectPictures(tile, tile)
}

func TestIdlePageDrawsNothing(t *testing.T) {
	t.Parallel()
	v := openSmall(t)
	for _, next := range []string{"Pause", "Play"} {
		v.Focus("#area-lorentz")
		v.Do(chromedp.KeyEvent(" "))
		v.Await("document.getElementById('play').getAttribute('aria-label') === '" + next + "'")
	}
	v.Await("conelab.settled().then((page) => Boolean(page.path))") // what is worked out once the page rests
	v.Settle()
	v.stats()
	open(t, visit.Small(), visit.WithoutPictures()).Preset(2, "ring") // meanwhile somebody else is busy
	if frames := v.stats().Frames; frames > 0 {
		t.Errorf("an idle page drew %g frames", frames)
	}
	// Pictures that moved slowly were drawn with fewer pixels; at rest they have them all.
	sharp := "document.querySelector('#stage canvas').width / document.getElementById('stage').getBoundingClientRect().width / devicePixelRatio"
	if factor := evaluate[float64](v, sharp); math.Abs(factor-1) > 0.01 {
		t.Errorf("an idle picture has %g times the screen's pixels", factor)
	}
}

// TestSetAnswersWithTheSolution also replaces a problem before it is solved: then there is no answer, rather than that of another problem.
func TestSetAnswersWithTheSolution(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	gap := evaluate[float64](v, `conelab.get().then((p) => conelab.set({...p, beta: 0.5})).then((s) => s.gap)`)
	if !(gap <= 1e-8) {
		t.Errorf("the gap at beta = 0.5 is %g", gap)
	}
	if beta := evaluate[float64](v, "conelab.get().then((p) => p.beta)"); beta != 0.5 {
		t.Errorf("beta is %g", beta)
	}
	v.large(2500, 60)
	v.Await("document.documentElement.dataset.stale !== undefined")
	v.Preset(2, "ring")
	v.Await("answer?.error === 'The problem was changed before its solution was there.'")
	v.verify()
}

// TestEveryControlSaysWhatItDoes opens all that has controls, and looks for one without help, or with an icon that is not drawn.
func TestEveryControlSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.Preset(2, "ring")
	v.Click(`#tool input[value="select"] + span`)
	v.Click("#table-open")
	v.Await(`document.querySelectorAll('#table-body [data-row]').length > 0 && !document.getElementById('selection').hidden`)
	const without = `[...document.querySelectorAll('button, input, select, textarea, summary')].filter((node) => {
		const said = document.getElementById(node.getAttribute('aria-describedby'))?.textContent ?? node.closest('[data-help]')?.dataset.help;
		return !said?.trim().endsWith('.') && !(node.hidden && node.type === 'file') }).map((node) => node.outerHTML.slice(0, 120))`
	if nodes := evaluate[[]string](v, without); len(nodes) > 0 {
		t.Errorf("%d controls say nothing, such as %s", len(nodes), nodes[0])
	}
	// Every icon has a line or a surface.
	const empty = `[...document.querySelectorAll('button svg use')].filter((use) => {
		const {stroke, fill} = getComputedStyle(use);
		return stroke === 'none' && fill === 'none' && !document.querySelector(use.getAttribute('href'))?.querySelector('.solid');
	}).map((use) => use.closest('button').outerHTML.slice(0, 100))`
	for _, button := range evaluate[[]string](v, empty) {
		t.Errorf("an icon without lines: %s", button)
	}
	// By keyboard the help is shown at once, in a dialog too.
	v.Click("#table-close")
	v.Focus("#class-open")
	v.Do(chromedp.KeyEvent(kb.Enter))
	v.Await("document.getElementById('class').open")
	v.Do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(8)))
	v.Await(`(() => { const tip = document.getElementById('tip'); return !tip.hidden && tip.textContent === 'Back to the page, on which nothing has changed (Escape).' && tip.matches(':popover-open') })()`)
}
