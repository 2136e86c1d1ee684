package visit

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// pool has the windows of one browser, for visits of a site and of its twins: starting a browser takes as long as loading the page.
// Each visit has a window, so that its pictures get frames.
type pool struct {
	site *Site // between visits a window shows its empty page

	start sync.Once
	tab   context.Context
	stop  context.CancelFunc
	err   error

	mu   sync.Mutex
	free []*window // without a visit
	made int       // the number of windows made so far
}

// window serves successive visits. Opening a window costs more than loading the page, and the next visit finds the process
// of the previous one with the program already compiled. Most visits have the address of their window: the browser then has the
// page's files, and its scripts compiled, from earlier ones, which saves a third of the work of opening the page. What a visit
// has stored is removed at its end. A visit that is about loading has an address of its own under that of its window, at which the
// browser knows nothing.
type window struct {
	number int
	target target.ID
	spent  bool // it is closed after this visit
}

// blank is the path of an empty page, on which a window waits for its next visit.
const blank = "blank"

// quick are the command-line switches of a browser in which no times are measured. It composites the page without the graphics card, which
// software would have to emulate; the pictures are still drawn with WebGL. It optimises only the most frequently called functions of the
// program, since optimising the others takes longer than a visit gains by it.
var quick = map[string]any{"disable-gpu-compositing": true, "js-flags": "--wasm-tiering-budget=100000000"}

// launch starts the browser. It also reads the sources again: go test reuses the results of passed tests until a file changes that was read
// while the tests ran, and the site was built before that.
func (p *pool) launch() {
	if _, p.err = fingerprint(p.site.Root); p.err != nil {
		return
	}
	var switches map[string]any
	if !p.site.Measured {
		switches = quick
	}
	tab, stop, err := newBrowser(switches)
	if p.err = err; err == nil {
		p.tab, p.stop = tab, stop
	}
}

// close ends the browser.
func (p *pool) close() {
	if p.stop != nil {
		p.stop()
	}
}

// enter returns a free window, or a new one if times are measured.
func (p *pool) enter() (*window, error) {
	p.start.Do(p.launch)
	if p.err != nil {
		return nil, p.err
	}
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		w := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return w, nil
	}
	p.made++
	w := &window{number: p.made}
	p.mu.Unlock()
	tab, leave := chromedp.NewContext(p.tab, chromedp.WithDetachOnCancel())
	defer leave()
	if err := chromedp.Do(tab, chromedp.Navigate(p.site.address(w, 0)+blank)); err != nil {
		return nil, err
	}
	w.target = chromedp.FromContext(tab).Target.TargetID
	return w, nil
}

// leave frees a window for the next visit. A window that does not come to rest, or in which times are measured, is closed.
func (p *pool) leave(w *window, tab context.Context, detach func()) {
	home := p.site.address(w, 0)
	ctx, cancel := context.WithTimeout(tab, patience)
	err := chromedp.Do(ctx, chromedp.Navigate(home+blank), forget(home))
	cancel()
	detach()
	if err != nil || p.site.Measured || w.spent {
		// If that fails, it is closed with the browser.
		_, _ = chromedp.CallBrowser(p.tab, target.CloseTarget, target.CloseTargetParams{TargetID: w.target})
		return
	}
	p.mu.Lock()
	p.free = append(p.free, w)
	p.mu.Unlock()
}

// stored are the kinds of storage that a page fills; the cache of the browser, which has the page's own files, is none of them.
const stored = "cache_storage,cookies,file_systems,indexeddb,local_storage,service_workers"

// forget removes what visits of an address have stored. It runs in an empty page there, since no other one reaches what is stored
// for a tab.
func forget(address string) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void]("sessionStorage.clear()")); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
			Origin: strings.TrimSuffix(address, "/"), StorageTypes: stored,
		})
		return err
	})
}

// where says at which address a visit is.
type where int

const (
	// shared is the address of the window, alone that of this visit, and beside that of another visit, in a window that is closed at the end.
	shared where = iota
	alone
	beside
)

// address returns the address of a visit, given its number, or of the window itself for number 0. Browsers resolve every name under
// localhost to this machine, store a page's data under its full name, and use one process for all names that end in the same two words.
func (s *Site) address(w *window, visit int64) string {
	if visit == 0 {
		return fmt.Sprintf("http://window%d.localhost:%d/", w.number, s.port)
	}
	return fmt.Sprintf("http://visit%d.window%d.localhost:%d/", visit, w.number, s.port)
}

// newTab returns a tab and an address for a visit. To stop twice is to stop once: a window that is freed twice would have two
// visits at a time.
func (s *Site) newTab(at where) (tab context.Context, stop context.CancelFunc, address string, err error) {
	p := s.pool
	w, err := p.enter()
	if err != nil {
		return nil, nil, "", err
	}
	w.spent = at == beside
	address = s.address(w, 0)
	if at == alone {
		address = s.address(w, s.visits.Add(1))
	}
	tab, detach := chromedp.NewContext(p.tab, chromedp.WithTargetID(w.target), chromedp.WithDetachOnCancel())
	// The first use of the context attaches it to the tab. It happens here, so that the attachment does not end with some later timeout.
	if err := chromedp.Do(tab, chromedp.Func(func(context.Context, *chromedp.Target) error { return nil })); err != nil {
		detach()
		return nil, nil, "", err
	}
	return tab, sync.OnceFunc(func() { p.leave(w, tab, detach) }), address, nil
}
