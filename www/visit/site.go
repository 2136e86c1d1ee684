// Package visit builds and serves the page and uses it in a real browser as a visitor does: for the tests of the page (www/e2e) and for the
// gallery of its pictures (www/gallery).
package visit

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

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

	dir    string
	server *http.Server
	// All visits share one browser, each with a profile of its own: starting a browser takes as long as loading the page.
	start sync.Once
	tab   context.Context
	stop  context.CancelFunc
	err   error
}

// Publish builds the page into a folder that Close removes, and serves it. Progress, unless nil, is told what is done next.
func Publish(progress func(string)) (*Site, error) {
	return publishWith(publish.Options{Quick: true, Progress: progress})
}

// PublishWhole is Publish with the files as small as those of a published site. The cache, a folder, keeps them between runs, for to compress
// takes a minute.
func PublishWhole(cache string) (*Site, error) {
	return publishWith(publish.Options{Cache: cache})
}

func publishWith(o publish.Options) (*Site, error) {
	root, err := publish.Root()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "conelab-site-")
	if err != nil {
		return nil, err
	}
	s := &Site{Root: root, dir: dir, stop: func() {}}
	if err := s.serve(o); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

func (s *Site) serve(o publish.Options) error {
	o.Root, o.Out = s.Root, s.Folder()
	manifest, err := publish.Build(o)
	if err != nil {
		return err
	}
	if len(manifest.Missing) > 0 {
		return errors.New("the build lacks " + strings.Join(manifest.Missing, " and "))
	}
	return s.listen()
}

func (s *Site) listen() error {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return err
	}
	s.Address = "http://" + listener.Addr().String() + "/"
	s.server = &http.Server{Handler: publish.Handler(s.Folder())}
	go s.server.Serve(listener)
	return nil
}

// Folder is the built page.
func (s *Site) Folder() string { return filepath.Join(s.dir, "site") }

// Twin serves a copy of the page, which may be changed, at an address of its own and with a browser of its own. Close must follow.
func (s *Site) Twin() (*Site, error) {
	dir, err := os.MkdirTemp("", "conelab-site-")
	if err != nil {
		return nil, err
	}
	twin := &Site{Root: s.Root, dir: dir, stop: func() {}}
	if err = os.CopyFS(twin.Folder(), os.DirFS(s.Folder())); err == nil {
		err = twin.listen()
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return twin, nil
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

// Close ends the browser and the server, and removes the built page.
func (s *Site) Close() {
	s.stop()
	s.server.Close()
	os.RemoveAll(s.dir)
}

// newTab returns a tab with a profile of its own.
func (s *Site) newTab() (context.Context, context.CancelFunc, error) {
	s.start.Do(func() {
		tab, stop, err := browser.New(context.Background())
		if s.err = err; err == nil {
			s.tab, s.stop = tab, stop
		}
	})
	if s.err != nil {
		return nil, nil, s.err
	}
	tab, stop := chromedp.NewContext(s.tab, chromedp.WithNewBrowserContext())
	// The first use of the context makes the tab: here, so that it does not end with some later timeout.
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		stop()
		return nil, nil, err
	}
	return tab, stop, nil
}
