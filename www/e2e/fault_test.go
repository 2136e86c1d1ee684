package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/www/visit"
)

// workers counts the workers of the page in window.workers. One that is deaf, while window.deaf is true, gets no messages; one that
// stops, while window.stops is true, ends at the next grant of time; window.stopped counts those. While window.secret is true, none tells its
// work.
var workers = visit.OnNewDocument(`window.workers = window.stopped = 0; window.Worker = class extends Worker {
	constructor(...of) { super(...of); workers++ }
	postMessage(message, ...more) {
		if (window.stops && message.grant) {
			setTimeout(() => this.onmessage({data: {op: 'exit', tail: 'a test'}}));
			stopped += !this.stopped;
			this.stopped = true;
		} else if (window.secret && message.ask?.startsWith('work ')) setTimeout(() => this.onmessage({data: {id: message.id, error: 'a test'}}));
		else if (!(this.deaf ||= window.deaf)) super.postMessage(message, ...more);
	}
}`)

// broad is a problem with one point and d features.
func broad(d int) string {
	return fmt.Sprintf(`{"format":"conelab/problem/1","data":{"x":[[%s]],"y":[[1]]},"architecture":{"kind":"dense"},`+
		`"activation":{"a":1,"b":0,"c":0},"loss":"squared","beta":1}`, strings.TrimSuffix(strings.Repeat("1,", d), ","))
}

const noticeText = "$('notice-text').textContent"

// TestTooLargeIsRefused sets a problem with one point and too many features, and follows a short link to one: one sentence, the work before
// stays, and the worker goes on.
func TestTooLargeIsRefused(t *testing.T) {
	t.Parallel()
	v := openPlain(t, workers)
	v.followBrokenScene()
	v.Preset(2, "xor")
	content := unlink(t, v.copyLink())
	from, to := strings.Index(content, `"state":`)+len(`"state":`), strings.Index(content, `,"tool"`)
	huge := link(content[:from] + `{"problem":` + broad(20000) + `}` + content[to:])
	if len(huge) > 1000 {
		t.Errorf("the link has %d letters", len(huge))
	}
	const said = "more than a page has"
	for _, d := range []int{3000, 20000} {
		if sentence := evaluate[string](v, fmt.Sprintf("conelab.set(%s).then(() => '', (error) => error.message)",
			broad(d))); !strings.Contains(sentence, said) {
			t.Errorf("%d features are answered by %q", d, sentence)
		}
	}
	evaluate[any](v, fmt.Sprintf("location.hash = %q", huge))
	v.Await(fmt.Sprintf("%s.includes(%q)", noticeText, said))
	v.verify()
	if !evaluate[bool](v, pressed("xor")+" && workers === 1") {
		t.Error("the work before is gone, or the worker was started again")
	}
	v.Do(chromedp.Reload()) // with the link in the address
	v.Await(fmt.Sprintf("$('verdict-word')?.textContent === 'Certified' && %s.includes(%q) && workers === 1", noticeText, said))
}

// TestLinkThatStopsTheSolverIsLeft opens a link with which the solver stops again and again: it is opened twice, and then by request
// only. The work before the link comes back by a button.
func TestLinkThatStopsTheSolverIsLeft(t *testing.T) {
	t.Parallel()
	v := openPlain(t, workers)
	v.Preset(2, "ring")
	hash := v.copyLink()
	v.Preset(2, "xor")
	v.Await(kept + ".then((work) => work.includes('\"xor\"'))")
	evaluate[any](v, fmt.Sprintf("window.stops = true, workers = 1, history.replaceState(null, '', location.pathname), location.hash = %q",
		hash))
	v.Await("$('notice-action').textContent === 'Restart it' && !$('notice').hidden")
	if n := evaluate[int](v, "stopped"); n != 2 { // others are started where a machine is so slow that they seem to be silent
		t.Errorf("%d workers had the state", n)
	}
	evaluate[any](v, "window.stops = false")
	v.Click("#notice-action")
	v.Await(pressed("xor"))
	v.Do(chromedp.Reload())
	v.Await("$('notice-action')?.textContent === 'Open it' && " + pressed("parabola"))
	v.Click("#notice-action")
	v.Await("document.readyState === 'complete' && window.conelab?.ready.then(() => true)")
	v.Await(pressed("ring"))
}

// TestStoppedSolverTakesNothing has the solver stop for good: the strip says so and claims nothing, further changes are refused in place of
// being lost, and so are questions, until it is started again with the work before, and offers the
// change with which it stopped.
func TestStoppedSolverTakesNothing(t *testing.T) {
	t.Parallel()
	v := openPlain(t, workers)
	v.Preset(2, "xor")
	v.Await(kept + ".then((work) => work.includes('\"xor\"'))")
	// While a dialog is open, which would lie over the message.
	evaluate[any](v, "void (window.stops = true, $('keys-open').click(), document.querySelector('[data-preset=ring]').click())")
	v.Await("$('notice-action').textContent === 'Restart it' && !$('notice').hidden")
	const sentence = "The solver keeps stopping."
	const stopped = "document.querySelector('[data-out=status]').dataset.value === 'stopped'"
	v.Await(stopped)
	if text := v.text("[data-out=status]"); text != sentence || v.text("#verdict-word") == "Certified" {
		t.Errorf("the strip says %q, %q", text, v.text("#verdict-word"))
	}
	if live := evaluate[string](v, "$('status-live').textContent"); live != "" {
		t.Errorf("a screen reader still hears %q", live)
	}
	v.Click("[data-preset=stripe]")
	v.Click("#clear")
	for call, of := range map[string]string{"get": "", "set": corners(0.5), "solution": ""} {
		said := evaluate[string](v, fmt.Sprintf("conelab.%s(%s).then(() => 'an answer', (error) => error.message)", call, of))
		if said != sentence {
			t.Errorf("%s is answered by %q", call, said)
		}
	}
	v.Frames(2)
	if !evaluate[bool](v, stopped+" && "+pressed("ring")+" && !$('notice').hidden") {
		t.Error("a change was taken")
	}
	evaluate[any](v, "void (window.stops = false)")
	v.Click("#notice-action")
	v.Await(pressed("xor") + " && $('verdict-word').textContent === 'Certified'")
	v.verify()
	v.Await(offered) // the change with which it stopped
	v.Click(`[data-offer="accept"]`)
	v.Await(pressed("ring"))
	v.verify()
}

// TestSilentWorkerIsRestarted draws while the worker is dead: this is said, and the points are there once another one works, and so is the
// question of a first visit, which comes again until something was touched. The first change after a worker that was lost before it told its work
// is stored.
// unit/solver.test.ts has the times.
func TestSilentWorkerIsRestarted(t *testing.T) {
	t.Parallel()
	v := openPlain(t, workers, visit.OnNewDocument("localStorage.removeItem('conelab-tour'); window.secret = true"))
	asked := func() { v.Await("localStorage.getItem('conelab-tour') === '' && $('tried').textContent") }
	asked()
	evaluate[any](v, "window.deaf = true")
	evaluate[any](v, `document.querySelector('#tool [value="erase"]').click()`)
	v.Await(noticeText + ".startsWith('The solver does not answer')")
	evaluate[any](v, "window.deaf = false")
	v.Await(noticeText + " === 'The solver stopped and was restarted with your work.'")
	asked()
	evaluate[any](v, `document.querySelector('#tool [value="draw"]').click()`)
	v.Click("#clear")
	v.Await(points + ".then((n) => n === 0)")
	evaluate[any](v, "window.secret = false")
	v.Await("localStorage.getItem('conelab-tour') === 'seen' && " + kept + ".then((work) => work.includes('\"undo\"'))")
	evaluate[any](v, "window.deaf = true")
	b := v.Place("#area-data").Square()
	for k := range 3 {
		x, y := b.At(-0.6+0.5*float64(k), -0.4)
		v.Press(x, y, chromedp.ButtonLeft)
		v.Release(x, y, chromedp.ButtonLeft)
	}
	v.Await(noticeText + ".startsWith('The solver does not answer')")
	evaluate[any](v, "window.deaf = false")
	v.Await(noticeText + " === 'The solver stopped and was restarted with your work.'")
	v.Await(points + ".then((n) => n === 3)")
	v.verify()
	if n := evaluate[int](v, "workers"); n != 3 {
		t.Errorf("%d workers were started", n)
	}
}

// followBrokenScene follows a link of three scenes with a broken one, which the third only repeats: the work stays,
// the sentence names the second, and it goes once a good link is followed.
func (v *user) followBrokenScene() {
	v.t.Helper()
	v.Preset(2, "ring")
	good := unlink(v.t, v.copyLink())
	from, to := strings.Index(good, `"shared":`)+len(`"shared":`), strings.Index(good, `,"view"`)
	shared, frame := good[from:to], `"pictures":["data"],"view":null`
	scenes := fmt.Sprintf(`,"scene":2,"scenes":[{%s,"shared":%s},{%[1]s,"change":{"state":{"beta":-1}}},{%[1]s,"change":{"brush":0.1}}]}`,
		frame, shared)
	broken := link(strings.TrimSuffix(good, "}") + scenes)
	v.Preset(2, "xor")
	evaluate[any](v, fmt.Sprintf("location.hash = %q", broken))
	v.Await("!$('notice').hidden && " + noticeText + ".startsWith('Scene 2 of this link cannot be opened, and nothing has changed: ')")
	if !evaluate[bool](v, pressed("xor")+" && conelab.mode() === 'explore'") {
		v.t.Error("the work before has changed")
	}
	whole := link(strings.TrimSuffix(good, "}") + strings.Replace(scenes, `"beta":-1`, `"beta":1`, 1))
	evaluate[any](v, fmt.Sprintf("location.hash = %q", whole))
	v.Await(pressed("ring") + " && $('notice').hidden")
}
