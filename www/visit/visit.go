package visit

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long any action of the page may take: the machine may have no graphics card and be busy.
const patience = 2 * time.Minute

// Step is an action in the browser.
type Step = chromedp.Action[chromedp.Void]

// Visit is one visit of the page. Errors in its methods are fatal.
type Visit struct {
	TB testing.TB
	// Tab is the context for actions of chromedp.
	Tab context.Context
	// Site is the address of the page, where nothing is stored by other visits.
	Site string
	// Patience is how long any action of the page may take.
	Patience time.Duration

	first bool   // nothing says that the visitor has been here before
	keeps bool   // the service worker is allowed, which keeps the page for use without a network
	link  string // the rest of the address
	other string // another address to which requests are allowed, or ""
	ready string // the condition that says that the page has loaded
	stop  context.CancelFunc

	mu       sync.Mutex
	problems []string
	forgiven []string
}

// IgnoreErrors makes Close ignore problems whose text contains one of the given texts.
func (v *Visit) IgnoreErrors(texts ...string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.forgiven = texts
}

// Open opens the page after the given steps and waits until the first solution is there. The browser may have the page's files
// from earlier visits, unlike in OpenFirst, OpenUntil and OpenKept. The caller must call Close. Unless a step is Moving, the
// system prefers reduced motion: animations then advance step by step, which saves time on a machine without a graphics card.
func (s *Site) Open(tb testing.TB, steps ...Step) *Visit {
	tb.Helper()
	return s.OpenLink(tb, "", steps...)
}

// OpenLink is Open with the rest of an address, such as #1=... or ?embed.
func (s *Site) OpenLink(tb testing.TB, link string, steps ...Step) *Visit {
	tb.Helper()
	return s.visit(tb, shared).open(link, steps)
}

// OpenKept is Open with the service worker, which keeps the page for use without a network and is otherwise left out.
func (s *Site) OpenKept(tb testing.TB, steps ...Step) *Visit {
	tb.Helper()
	v := s.visit(tb, alone)
	v.keeps = true
	return v.open("", steps)
}

// OpenBeside opens the page of a visit in another tab of the same browser, with the data that the visit has stored.
func (s *Site) OpenBeside(tb testing.TB, other *Visit, steps ...Step) *Visit {
	tb.Helper()
	v := s.visit(tb, beside)
	v.Site = other.Site
	return v.open("", steps)
}

// OpenUntil is OpenLink with another condition to wait for than the first solution.
func (s *Site) OpenUntil(tb testing.TB, link, condition string, steps ...Step) *Visit {
	tb.Helper()
	v := s.visit(tb, alone)
	v.ready = condition
	return v.open(link, steps)
}

// OpenFirst is OpenLink for a first-time visitor, to whom the page says how to begin.
func (s *Site) OpenFirst(tb testing.TB, link string, steps ...Step) *Visit {
	tb.Helper()
	v := s.visit(tb, alone)
	v.first = true
	return v.open(link, steps)
}

// OpenAround opens a page that shows the site in a frame, and waits until a condition holds in that page. Its address is relative
// to that of the site, or is one on another host.
func (s *Site) OpenAround(tb testing.TB, address, condition string, steps ...Step) *Visit {
	tb.Helper()
	v := s.visit(tb, shared)
	v.ready, v.keeps, v.first = condition, true, true // a framed page is not kept offline, and stores nothing
	if strings.Contains(address, "://") {
		v.other, v.Site = s.Address, address
		address = ""
	}
	return v.open(address, steps)
}

// visit begins a visit in a new tab.
func (s *Site) visit(tb testing.TB, at where) *Visit {
	tb.Helper()
	tab, stop, address, err := s.newTab(at)
	if err != nil {
		tb.Fatal(err)
	}
	return &Visit{
		TB: tb, Tab: tab, Site: address, Patience: patience, keeps: s.Measured, ready: "window.conelab?.ready.then(() => true)", stop: stop,
	}
}

func (v *Visit) open(link string, steps []Step) *Visit {
	v.TB.Helper()
	v.link = link
	go v.watchConsole(chromedp.Console(v.Tab))
	go v.watchRequests(chromedp.Events(v.Tab, network.RequestWillBeSent))
	first := []Step{focused, helper, revealing, Calm()}
	if !v.keeps {
		first = append(first, unkept)
	}
	if !v.first {
		first = append(first, known)
	}
	v.Do(append(first, steps...)...)
	v.Load()
	return v
}

// helper gives every document conelabVisit, by which a visit waits, and $, which is short for document.getElementById. The page suspends
// the pictures' requestAnimationFrame calls, so the browser's own function is saved before the page loads.
var helper = OnNewDocument(`window.conelabVisit = ((frame) => ({
	// frames becomes true after the given number of frames of the screen.
	frames: async (count) => { for (let i = 0; i < count; i++) await new Promise(frame); return true },
	// holds becomes true once condition(), or the promise that it returns, is true; it is checked in every frame of the screen.
	holds: async (condition) => { while (!(await condition())) await new Promise(frame); return true },
}))(requestAnimationFrame.bind(window));
window.$ = (id) => document.getElementById(id);`)

// focused makes the page believe that it has the focus: a browser gives it to only one of its tabs, and tests run side by side.
var focused = chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
	_, err := cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
})

// unkept runs every document without the service worker, which fetches and stores the whole site and outlives the visit. That takes as much
// processor time as everything else in a short visit without pictures.
var unkept = OnNewDocument("if (window.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => new Promise(() => {})")

// known makes the visitor one whom the page does not greet any more.
var known = OnNewDocument("try { localStorage.setItem('conelab-tour', 'seen') } catch {}")

// OnNewDocument runs a script in every document, including frames, before the document's own scripts.
func OnNewDocument(script string) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	})
}

// Load loads or reloads the page and waits until it has loaded and its first solution is there.
func (v *Visit) Load() {
	v.TB.Helper()
	v.Do(chromedp.Navigate(v.Site + v.link))
	v.Await(v.ready)
}

// Close ends the visit. It reports an error if the page wrote an error to its console or made a request to another site.
func (v *Visit) Close() {
	v.TB.Helper()
	v.stop()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, problem := range v.problems {
		if slices.ContainsFunc(v.forgiven, func(text string) bool { return strings.Contains(problem, text) }) {
			continue
		}
		v.TB.Error(problem)
	}
}

func (v *Visit) watchConsole(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range messages {
		if err != nil {
			return
		}
		if m.IsException() || m.Type == chromedp.ConsoleError {
			v.problem("console: " + m.String())
		}
	}
}

func (v *Visit) watchRequests(requests iter.Seq2[network.EventRequestWillBeSent, error]) {
	for e, err := range requests {
		if err != nil {
			return
		}
		if url := e.Request.URL; !v.mayAsk(url) {
			v.problem("a request to another site: " + url)
		}
	}
}

func (v *Visit) mayAsk(url string) bool {
	for _, start := range []string{v.Site, "data:", "blob:" + v.Site} {
		if strings.HasPrefix(url, start) {
			return true
		}
	}
	if strings.HasSuffix(url, "/"+blank) {
		return true // the visit is over
	}
	return v.other != "" && strings.HasPrefix(url, v.other)
}

func (v *Visit) problem(text string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.problems = append(v.problems, text)
}

// Do runs chromedp actions.
func (v *Visit) Do(steps ...Step) {
	v.TB.Helper()
	ctx, cancel := context.WithTimeout(v.Tab, v.Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		v.TB.Fatal(err)
	}
}

// Await waits until a JavaScript expression, or the promise that it returns, is true. The page checks it in every frame of the
// screen; if the page is reloaded meanwhile, the new page does.
func (v *Visit) Await(condition string) {
	v.TB.Helper()
	ctx, cancel := context.WithTimeout(v.Tab, v.Patience)
	defer cancel()
	for {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("conelabVisit.holds(() => "+condition+")", chromedp.EvalAwaitPromise))
		if err == nil {
			return
		}
		if ctx.Err() != nil || !isGone(err) {
			v.TB.Fatal(fmt.Errorf("%s: %w", condition, err))
		}
	}
}

// isGone reports whether an expression has no value because another document has replaced the one that evaluated it.
func isGone(err error) bool {
	for _, text := range []string{"Execution context was destroyed", "Inspected target navigated or closed", "Cannot find context"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

// Evaluate returns the value of a JavaScript expression, or of the promise that it returns.
func Evaluate[T any](v *Visit, expression string) T {
	v.TB.Helper()
	ctx, cancel := context.WithTimeout(v.Tab, v.Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.TB.Fatal(fmt.Errorf("%s: %w", expression, err))
	}
	return value
}
