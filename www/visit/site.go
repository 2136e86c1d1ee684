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

	dir      string
	listener net.Listener
	// All visits share one browser, each with a profile of its own: starting a browser takes as long as loading the page.
	start sync.Once
	tab   context.Context
	stop  context.CancelFunc
	err   error
}

// Publish builds the page into a folder that Close removes, and serves it. Progress, unless nil, is told what is done next.
func Publish(progress func(string)) (*Site, error) {
	root, err := publish.Root()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "conelab-site-")
	if err != nil {
		return nil, err
	}
	s := &Site{Root: root, dir: dir, stop: func() {}}
	if err := s.serve(progress); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

func (s *Site) serve(progress func(string)) error {
	out := filepath.Join(s.dir, "site")
	manifest, err := publish.Build(publish.Options{Root: s.Root, Out: out, Quick: true, Progress: progress})
	if err != nil {
		return err
	}
	if len(manifest.Missing) > 0 {
		return errors.New("the build lacks " + strings.Join(manifest.Missing, " and "))
	}
	if s.listener, err = net.Listen("tcp", "localhost:0"); err != nil {
		return err
	}
	s.Address = "http://" + s.listener.Addr().String() + "/"
	go http.Serve(s.listener, publish.Handler(out))
	return nil
}

// Close ends the browser and the server, and removes the built page.
func (s *Site) Close() {
	s.stop()
	s.listener.Close()
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
