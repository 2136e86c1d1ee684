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
	"sync"
	"sync/atomic"

	"github.com/chromedp/chromedp"

	"conelab/www/browser"
	"conelab/www/publish"
)

// Site is the built page, served on this machine, and a browser to visit it with.
type Site struct {
	// Address is where the page is served.
	Address string
	// Root is the project's folder.
	Root string
	// Measured says that times are measured: the browser then optimises the program as for a user. Otherwise it compiles them once, quickly,
	// which takes half the processor time of a short visit.
	Measured bool

	folder string
	remove string // what Close removes, or ""
	server *http.Server
	port   int
	visits atomic.Int64
	// All visits share one browser and its window: to start one, or to open another window, takes as long as loading the page.
	start sync.Once
	tab   context.Context
	stop  context.CancelFunc
	err   error
}

// Publish builds the page, unless the same sources were built before, and serves it. Progress, unless nil, is told what is done next.
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

// PublishWhole is Publish with the files as small as those of a published site. The cache, a folder, keeps them between runs, for to compress
// takes a minute.
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
	s.server = &http.Server{Handler: publish.Handler(s.Folder())}
	go s.server.Serve(listener)
	return nil
}

// Folder is the built page. Only that of a Twin may be changed.
func (s *Site) Folder() string { return s.folder }

// Twin serves a copy of the page, which may be changed, at an address of its own and with a browser of its own. Close must follow.
func (s *Site) Twin() (*Site, error) {
	return own(s.Root, func(folder string) error { return os.CopyFS(folder, os.DirFS(s.folder)) })
}

// Plain makes the host send every file as it is, without compression.
func (s *Site) Plain() {
	handler := s.server.Handler
	s.server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		handler.ServeHTTP(w, r)
	})
}

// Vanish takes the site off the network.
func (s *Site) Vanish() { s.server.Close() }

// Close ends the browser and the server, and removes a page that only this site serves.
func (s *Site) Close() {
	s.stop()
	s.server.Close()
	if s.remove != "" {
		os.RemoveAll(s.remove)
	}
}

// newAddress returns an address of the page at which nobody was before: browsers take every name under localhost for this machine, and keep
// what a site stores under its name.
func (s *Site) newAddress() string {
	return fmt.Sprintf("http://visit%d.localhost:%d/", s.visits.Add(1), s.port)
}

// newTab returns a tab.
func (s *Site) newTab() (context.Context, context.CancelFunc, error) {
	s.start.Do(func() {
		var switches []string
		if !s.Measured {
			switches = append(switches, "js-flags=--liftoff-only")
		}
		tab, stop, err := browser.New(context.Background(), switches...)
		if s.err = err; err == nil {
			s.tab, s.stop = tab, stop
		}
	})
	if s.err != nil {
		return nil, nil, s.err
	}
	tab, stop := chromedp.NewContext(s.tab)
	// The first use of the context makes the tab: here, so that it does not end with some later timeout.
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		stop()
		return nil, nil, err
	}
	return tab, stop, nil
}
