// Package e2e opens the built page in a real browser and uses it as a visitor does.
//
// What keeps somebody out is looked for by audit_test.go in everything that opens: what a button with aria-haspopup or
// aria-expanded opens, all details, all tabs. A new panel or dialog that is opened so needs no test of its own for that.
package e2e

import (
	"context"
	"flag"
	"math"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// site is the built page, served for all tests of the package.
var site *visit.Site

func TestMain(m *testing.M) {
	var err error
	if site, err = visit.Publish(); err != nil {
		panic(err)
	}
	waitTogether()
	code := m.Run()
	site.Close()
	os.Exit(code)
}

// waitTogether lets one more test run beside others than there are processors, unless the command line says how many: they wait
// for frames of the screen a third of their time.
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

// visitor returns the user of a visit, who leaves at the end of the test.
func visitor(t testing.TB, v *visit.Visit) *user {
	t.Cleanup(v.Close)
	return &user{v, t}
}

// open opens the page and waits until the first solution is there. The test fails if the page writes an error to its console or asks
// another site for anything.
func open(t testing.TB, steps ...visit.Step) *user {
	t.Helper()
	return visitor(t, site.Open(t, steps...))
}

// openLink is open with the rest of an address, and openAround that of another page of the site or of a page around it.
func openLink(t testing.TB, link string, steps ...visit.Step) *user {
	t.Helper()
	return visitor(t, site.OpenLink(t, link, steps...))
}

func openAround(t testing.TB, address, condition string, steps ...visit.Step) *user {
	t.Helper()
	return visitor(t, site.OpenAround(t, address, condition, steps...))
}

// openPlain is open for a test that has nothing to do with the pictures.
func openPlain(t *testing.T, steps ...visit.Step) *user {
	t.Helper()
	return open(t, append([]visit.Step{visit.Small(), visit.WithoutPictures()}, steps...)...)
}

// window is a screen of so many css pixels, a narrow one that of a phone, with few device pixels to each and nothing drawn in the
// pictures: for where things are.
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

func openUndrawn(t *testing.T) *user {
	t.Helper()
	return drawn(t, visit.Mode("lab"), visit.Small(), visit.Undrawn())
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

// statistics is what conelab.stats() says since the last call.
type statistics struct{ Solves, Frames float64 }

func (v *user) stats() statistics {
	v.t.Helper()
	return evaluate[statistics](v, "conelab.stats()")
}

func TestIdlePageDrawsNothing(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	for _, next := range []string{"Pause", "Play"} {
		v.Focus("#area-lorentz")
		v.Do(chromedp.KeyEvent(" "))
		v.Await("$('play').getAttribute('aria-label') === '" + next + "'")
	}
	v.Await("conelab.settled().then((page) => Boolean(page.path))") // what is worked out once the page rests
	v.AwaitStill()
	v.stats()
	v.Frames(60)
	if frames := v.stats().Frames; frames > 0 {
		t.Errorf("an idle page drew %g frames", frames)
	}
	// Pictures that moved slowly were drawn with fewer pixels; at rest they have them all.
	sharp := "document.querySelector('#stage canvas').width / $('stage').getBoundingClientRect().width / devicePixelRatio"
	if factor := evaluate[float64](v, sharp); math.Abs(factor-1) > 0.01 {
		t.Errorf("an idle picture has %g times the screen's pixels", factor)
	}
	v.Focus("#scrub")
	v.Do(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	v.Await("Number($('scrub').value) > 0")
}

// TestSetAnswersWithTheSolution also replaces a problem before it is solved: then there is no answer, rather than that of another problem.
// An error in a subscriber is its own, and the page goes on.
func TestSetAnswersWithTheSolution(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.IgnoreErrors("thrown by a subscriber")
	evaluate[any](v, "void conelab.subscribe(() => { throw new Error('thrown by a subscriber') })")
	gap := evaluate[float64](v, `conelab.get().then((p) => conelab.set({...p, beta: 0.5})).then((s) => s.gap)`)
	if !(gap <= 1e-8) {
		t.Errorf("the gap at beta = 0.5 is %g", gap)
	}
	if beta := evaluate[float64](v, "conelab.get().then((p) => p.beta)"); beta != 0.5 {
		t.Errorf("beta is %g", beta)
	}
	// A number of layers that the session chooses is no other problem.
	status := evaluate[string](v, `conelab.get().then((p) => conelab.set({...p, beta: 0.01, stack: {layers: 'auto'}})).then((s) => s.status)`)
	if status != "optimal" {
		t.Errorf("with automatic layers it is %q", status)
	}
	v.large(2500, 60)
	v.Await("document.documentElement.dataset.stale !== undefined")
	v.Preset(2, "ring")
	v.Await("answer?.error === 'The problem changed before it was solved.'")
	v.verify()
	// What the page posts to itself is not answered.
	evaluate[any](v, `void (window.said = [], addEventListener('message', ({data}) => said.push(data)),
		['get', 'solution', 'x'].forEach((conelab) => postMessage({conelab, id: 1}, '*')))`)
	v.Await("said.length === 3 && conelab.get().then(() => said.length === 3)")
}
