// Package visit builds and serves the page and uses it in a real browser as a visitor does: for the tests of the page (www/e2e) and for the
// gallery of its pictures (www/gallery).
package visit

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"conelab/www/browser"
	"conelab/www/publish"
)

// Site is the built page, served on this machine, with a browser to visit it.
type Site struct {
	// Address is where the page is served.
	Address string
	// Root is the project's folder.
	Root string
	// Measured says that times are measured: the browser then works as it does for a user. Otherwise it saves processor time: see quick.
	Measured bool

	folder string
	remove string // the folder that Close removes, or ""
	server *http.Server
	port   int
	visits atomic.Int64
	// All visits share one browser: starting one takes as long as loading the page. Each visit has a window, so that its pictures get frames.
	start sync.Once
	tab   context.Context
	stop  context.CancelFunc
	err   error

	mu    sync.Mutex
	free  []*lane // without a visit
	lanes int     // the number of lanes made so far
}

// Publish builds the page, unless the same sources were built before, and serves it. Progress, unless nil, is called before each step.
func Publish(progress func(string)) (*Site, error) {
	root, err := publish.Root()
	if err != nil {
		return nil, err
	}
	folder, err := kept(root, progress)
	if err != nil {
		return nil, err
	}
	s := &Site{Root: root, folder: folder, stop: func() {}}
	return s, s.listen()
}

// PublishWhole is Publish with files compressed as well as those of a published site. The cache, a folder, keeps them between runs, since
// compressing takes a minute.
func PublishWhole(cache string) (*Site, error) {
	root, err := publish.Root()
	if err != nil {
		return nil, err
	}
	return own(root, func(folder string) error {
		return build(publish.Options{Root: root, Out: folder, Cache: cache})
	})
}

// own serves a site that fill makes in a folder, which Close removes.
func own(root string, fill func(folder string) error) (*Site, error) {
	dir, err := os.MkdirTemp("", "conelab-site-")
	if err != nil {
		return nil, err
	}
	s := &Site{Root: root, folder: filepath.Join(dir, "site"), remove: dir, stop: func() {}}
	if err = fill(s.folder); err == nil {
		err = s.listen()
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

func (s *Site) listen() error {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return err
	}
	s.port = listener.Addr().(*net.TCPAddr).Port
	s.Address = fmt.Sprintf("http://localhost:%d/", s.port)
	pages := publish.Handler(s.Folder())
	s.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+blank {
			pages.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,">`)
	})}
	go s.server.Serve(listener)
	return nil
}

// Folder is the folder of the built page. Only that of a Twin may be changed.
func (s *Site) Folder() string { return s.folder }

// Twin serves a copy of the page, which may be changed, at its own address and with its own browser. The caller must call Close.
func (s *Site) Twin() (*Site, error) {
	return own(s.Root, func(folder string) error { return os.CopyFS(folder, os.DirFS(s.folder)) })
}

// Plain makes the host send every file without compression.
func (s *Site) Plain() {
	s.Meddle(func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del("Accept-Encoding")
			host.ServeHTTP(w, r)
		})
	})
}

// Meddle puts a handler between the host and the browser, such as a proxy that damages files.
func (s *Site) Meddle(with func(host http.Handler) http.Handler) {
	s.server.Handler = with(s.server.Handler)
}

// Vanish takes the site off the network.
func (s *Site) Vanish() { s.server.Close() }

// Close ends the browser and the server, and removes the folder if only this site serves it.
func (s *Site) Close() {
	s.stop()
	s.server.Close()
	if s.remove != "" {
		os.RemoveAll(s.remove)
	}
}

// lane is a window for successive visits. Opening a window costs more than loading the page, and the next visit finds the process of the
// previous one with the program already compiled. Most visits have the address of their lane: the browser then has the page's files, and its
// scripts compiled, from earlier ones, which saves a third of the work of opening the page. What a visit has stored is removed at its end. A
// visit that is about loading has an address of its own under that of its lane, at which the browser knows nothing.
type lane struct {
	number int
	target target.ID
	spent  bool // it is closed after this visit
}

// blank is the path of an empty page, on which a lane waits for its next visit.
const blank = "blank"

// address returns the address of a visit, given its number, or of the lane itself for number 0. Browsers resolve every name under localhost
// to this machine, store a page's data under its full name, and use one process for all names that end in the same two words.
func (s *Site) address(l *lane, visit int64) string {
	if visit == 0 {
		return fmt.Sprintf("http://lane%d.localhost:%d/", l.number, s.port)
	}
	return fmt.Sprintf("http://visit%d.lane%d.localhost:%d/", visit, l.number, s.port)
}

// quick are the command-line switches of a browser in which no times are measured. It composites the page without the graphics card, which
// software would have to emulate; the pictures are still drawn with WebGL. It optimises only the most frequently called functions of the
// program, since optimising the others takes longer than a visit gains by it.
var quick = []string{"disable-gpu-compositing", "js-flags=--wasm-tiering-budget=100000000"}

// launch starts the browser. It also reads the sources again: go test reuses the results of passed tests until a file changes that was read
// while the tests ran, and the site was built before that.
func (s *Site) launch() {
	if _, s.err = fingerprint(s.Root); s.err != nil {
		return
	}
	var switches []string
	if !s.Measured {
		switches = quick
	}
	tab, stop, err := browser.New(context.Background(), switches...)
	if s.err = err; err == nil {
		s.tab, s.stop = tab, stop
	}
}

// enter returns a free lane, or a new one if times are measured.
func (s *Site) enter() (*lane, error) {
	s.start.Do(s.launch)
	if s.err != nil {
		return nil, s.err
	}
	s.mu.Lock()
	if n := len(s.free); n > 0 {
		l := s.free[n-1]
		s.free = s.free[:n-1]
		s.mu.Unlock()
		return l, nil
	}
	s.lanes++
	l := &lane{number: s.lanes}
	s.mu.Unlock()
	tab, leave := chromedp.NewContext(s.tab, chromedp.WithDetachOnCancel())
	defer leave()
	if err := chromedp.Do(tab, chromedp.Navigate(s.address(l, 0)+blank)); err != nil {
		return nil, err
	}
	l.target = chromedp.FromContext(tab).Target.TargetID
	return l, nil
}

// leave frees a lane for the next visit. A lane that does not come to rest, or in which times are measured, is closed.
func (s *Site) leave(l *lane, tab context.Context, detach func()) {
	ctx, cancel := context.WithTimeout(tab, Patience)
	err := chromedp.Do(ctx, chromedp.Navigate(s.address(l, 0)+blank), forget(s.address(l, 0)))
	cancel()
	detach()
	if err != nil || s.Measured || l.spent {
		_, _ = chromedp.CallBrowser(s.tab, target.CloseTarget, target.CloseTargetParams{TargetID: l.target}) // it is closed with the browser anyway
		return
	}
	s.mu.Lock()
	s.free = append(s.free, l)
	s.mu.Unlock()
}

// stored are the kinds of storage that a page fills; the cache of the browser, which has the page's own files, is none of them.
const stored = "cache_storage,cookies,file_systems,indexeddb,local_storage,service_workers"

// forget removes what visits of an address have stored. It runs in an empty page there, since no other one reaches what is stored for a tab.
func forget(address string) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void]("sessionStorage.clear()")); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(address, "/"), StorageTypes: stored})
		return err
	})
}

// where says at which address a visit is.
type where int

const (
	// shared is the address of the lane, alone that of this visit, and beside that of another visit, in a lane that is closed at the end.
	shared where = iota
	alone
	beside
)

// newTab returns a tab and an address for a visit. To stop twice is to stop once: a lane that is freed twice would have two visits at a time.
func (s *Site) newTab(at where) (tab context.Context, stop context.CancelFunc, address string, err error) {
	l, err := s.enter()
	if err != nil {
		return nil, nil, "", err
	}
	l.spent = at == beside
	address = s.address(l, 0)
	if at == alone {
		address = s.address(l, s.visits.Add(1))
	}
	tab, detach := chromedp.NewContext(s.tab, chromedp.WithTargetID(l.target), chromedp.WithDetachOnCancel())
	// The first use of the context attaches it to the tab. It happens here, so that the attachment does not end with some later timeout.
	if err := chromedp.Do(tab, chromedp.Func(func(context.Context, *chromedp.Target) error { return nil })); err != nil {
		detach()
		return nil, nil, "", err
	}
	return tab, sync.OnceFunc(func() { s.leave(l, tab, detach) }), address, nil
}
