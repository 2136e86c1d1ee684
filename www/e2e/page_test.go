// Package e2e opens the built page in a real browser and uses it as a visitor does.
package e2e

import (
	"context"
	"fmt"
	"iter"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/core/presets"
	"conelab/www/browser"
	"conelab/www/publish"
)

// patience is how long the page may take for anything: the machine that tests it has no graphics card and may be busy.
const patience = time.Minute

// site is the address of the built page, served for all tests of the package.
var site string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

// run builds and serves the site around the tests.
func run(m *testing.M) int {
	root, err := publish.Root()
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "conelab-e2e-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "site")
	manifest, err := publish.Build(publish.Options{Root: root, Out: out, Quick: true})
	if err != nil {
		panic(err)
	}
	if len(manifest.Missing) > 0 {
		panic("the build lacks " + strings.Join(manifest.Missing, " and "))
	}
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		panic(err)
	}
	defer listener.Close()
	site = "http://" + listener.Addr().String() + "/"
	go http.Serve(listener, publish.Handler(out))
	return m.Run()
}

// visit is one visit of the page, with what went wrong in it.
type visit struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	problems []string
}

// open opens the page, waits until the first solution is there, and arranges that the test fails if the page writes an error to its
// console or asks another site for anything.
func open(t *testing.T, steps ...chromedp.Action[chromedp.Void]) *visit {
	t.Helper()
	return openWith(t, nil, steps...)
}

// openWith is open in a browser with further switches of its command line.
func openWith(t *testing.T, switches []string, steps ...chromedp.Action[chromedp.Void]) *visit {
	t.Helper()
	ctx, stop, err := browser.New(t.Context(), switches...)
	if err != nil {
		t.Fatal(err)
	}
	v := &visit{t: t, ctx: ctx}
	t.Cleanup(func() {
		stop()
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, problem := range v.problems {
			t.Error(problem)
		}
	})
	go v.watchConsole(chromedp.Console(ctx))
	go v.watchRequests(chromedp.Events(ctx, network.RequestWillBeSent))
	v.do(steps...)
	v.do(chromedp.Navigate(site))
	v.await("conelab.ready.then(() => true)")
	return v
}

func (v *visit) watchConsole(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range messages {
		if err != nil {
			return
		}
		if m.IsException() || m.Type == chromedp.ConsoleError {
			v.problem("console: " + m.String())
		}
	}
}

func (v *visit) watchRequests(requests iter.Seq2[network.EventRequestWillBeSent, error]) {
	for e, err := range requests {
		if err != nil {
			return
		}
		if url := e.Request.URL; !strings.HasPrefix(url, site) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:"+site) {
			v.problem("a request to another site: " + url)
		}
	}
}

func (v *visit) problem(text string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.problems = append(v.problems, text)
}

// do runs actions of chromedp and ends the test if one fails.
func (v *visit) do(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		v.t.Fatal(err)
	}
}

// await waits until a JavaScript expression, or the promise that it gives, is true.
func (v *visit) await(condition string) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Promise.resolve("+condition+").then(Boolean)", chromedp.EvalAwaitPromise))
		if err != nil {
			v.t.Fatalf("%s: %v", condition, err)
		}
		if ok {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// evaluate returns the value of a JavaScript expression, or of the promise that it gives.
func evaluate[T any](v *visit, expression string) T {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func TestFirstSolutionIsCertified(t *testing.T) {
	v := open(t)
	gap := evaluate[float64](v, `Number(document.querySelector('[data-out="gap"]').dataset.value)`)
	if !(gap <= 1e-8) {
		t.Errorf("the gap of the first problem is %g", gap)
	}
	if mark := evaluate[string](v, "document.getElementById('verdict').dataset.mark"); mark != "check" {
		t.Errorf("the mark of the first problem is %q", mark)
	}
	v.await("document.querySelector('#stage canvas') && document.getElementById('loading').hidden")
	v.await("conelab.stats().frames > 0")
}

func TestEveryPresetHasItsButton(t *testing.T) {
	v := open(t)
	var want []string
	for _, preset := range presets.All {
		want = append(want, preset.Name)
	}
	got := evaluate[string](v, "[...document.querySelectorAll('[data-preset]')].map((b) => b.dataset.preset).join(' ')")
	if got != strings.Join(want, " ") {
		t.Errorf("there are buttons for %s, and presets %s", got, strings.Join(want, " "))
	}
	for _, preset := range presets.All {
		v.do(chromedp.Click(chromedp.CSS(fmt.Sprintf(`#features input[value="%d"] + span`, preset.Dimension))))
		v.await(fmt.Sprintf(`!document.querySelector('[data-preset=%q]').hidden`, preset.Name))
		v.do(chromedp.Click(chromedp.CSS(`[data-preset="` + preset.Name + `"]`)))
		v.rest()
		v.verify()
	}
}

// TestTabLeavesThePictures starts in a picture that takes keys and comes out at the transport bar.
func TestTabLeavesThePictures(t *testing.T) {
	v := open(t, chromedp.EmulateViewport(1440, 900))
	v.await("conelab.stats().frames > 0")
	v.do(chromedp.Focus(chromedp.CSS("#area-lorentz")), chromedp.KeyEvent(kb.ArrowLeft))
	if id := evaluate[string](v, "document.activeElement.id"); id != "area-lorentz" {
		t.Errorf("an arrow key moved the focus to %q", id)
	}
	for range 12 {
		v.do(chromedp.KeyEvent(kb.Tab))
		if evaluate[string](v, "document.activeElement.id") == "back" {
			return
		}
	}
	t.Errorf("Tab never came to the transport bar, but is at %s", evaluate[string](v, "document.activeElement.outerHTML"))
}

func TestIdlePageDrawsNothing(t *testing.T) {
	v := open(t, chromedp.EmulateViewport(1440, 900))
	v.await("conelab.stats().frames > 0")
	v.do(chromedp.Focus(chromedp.CSS("#area-lorentz")), chromedp.KeyEvent(" "))
	v.await("document.getElementById('play').getAttribute('aria-label') === 'Play'")
	v.do(chromedp.Sleep(time.Second))
	evaluate[any](v, "conelab.stats()")
	v.do(chromedp.Sleep(time.Second))
	if frames := evaluate[float64](v, "conelab.stats().frames"); frames > 0 {
		t.Errorf("an idle page drew %g frames in a second", frames)
	}
	// Pictures that moved slowly were drawn with fewer pixels; at rest they have them all.
	sharp := "document.querySelector('#stage canvas').width / document.getElementById('stage').getBoundingClientRect().width / devicePixelRatio"
	if factor := evaluate[float64](v, sharp); math.Abs(factor-1) > 0.01 {
		t.Errorf("an idle picture has %g times the screen's pixels", factor)
	}
}

func TestSetAnswersWithTheSolution(t *testing.T) {
	v := open(t)
	gap := evaluate[float64](v, `conelab.get().then((p) => conelab.set({...p, beta: 0.5})).then((s) => s.gap)`)
	if !(gap <= 1e-8) {
		t.Errorf("the gap at beta = 0.5 is %g", gap)
	}
	if beta := evaluate[float64](v, "conelab.get().then((p) => p.beta)"); beta != 0.5 {
		t.Errorf("beta is %g", beta)
	}
}

func TestUndoByKeyboard(t *testing.T) {
	v := open(t)
	const samples = "conelab.get().then((p) => p.data.x.length)"
	before := evaluate[float64](v, samples)
	v.do(chromedp.Click(chromedp.CSS("#clear")))
	v.await("document.querySelector('[data-out=\"status\"]').dataset.value === 'empty'")
	v.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	v.await("document.querySelector('[data-out=\"status\"]').dataset.value === 'optimal'")
	if after := evaluate[float64](v, samples); after != before {
		t.Errorf("%g points, but %g after clear and undo", before, after)
	}
}
