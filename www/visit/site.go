// Package visit builds and serves the page and uses it in a real browser as a visitor does, for the tests of the page.
package visit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

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
	// pool has the windows of a browser that a site shares with its twins.
	pool *pool
}

// Publish builds the page, unless the same sources were built before, and serves it.
func Publish() (*Site, error) {
	root, err := publish.Root()
	if err != nil {
		return nil, err
	}
	folder, err := kept(root)
	if err != nil {
		return nil, err
	}
	s := &Site{Root: root, folder: folder}
	s.pool = &pool{site: s}
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
		_, err := publish.Build(publish.Options{Root: root, Out: folder, Cache: cache})
		return err
	})
}

// own serves a site that fill makes in a folder, which Close removes, in a browser of its own.
func own(root string, fill func(folder string) error) (*Site, error) {
	dir, err := os.MkdirTemp("", "conelab-site-")
	if err != nil {
		return nil, err
	}
	s := &Site{Root: root, folder: filepath.Join(dir, "site"), remove: dir}
	s.pool = &pool{site: s}
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

// Twin serves a copy of the page, which may be changed, at its own address. The caller must call Close.
func (s *Site) Twin() (*Site, error) {
	twin, err := own(s.Root, func(folder string) error { return os.CopyFS(folder, os.DirFS(s.folder)) })
	if err == nil {
		twin.pool = s.pool
	}
	return twin, err
}

// Plain makes the host send every file without compression.
func (s *Site) Plain() {
	s.Intercept(func(host http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del("Accept-Encoding")
			host.ServeHTTP(w, r)
		})
	})
}

// Intercept puts a handler between the host and the browser, such as a proxy that damages files.
func (s *Site) Intercept(with func(host http.Handler) http.Handler) {
	s.server.Handler = with(s.server.Handler)
}

// GoOffline takes the site off the network.
func (s *Site) GoOffline() { s.server.Close() }

// Close ends the server and, unless it is that of another site, the browser, and removes the folder if only this site serves it.
func (s *Site) Close() {
	if s.pool.site == s {
		s.pool.close()
	}
	s.server.Close()
	if s.remove != "" {
		os.RemoveAll(s.remove)
	}
}

// longestRun is longer than any run of tests takes.
const longestRun = time.Hour

// kept builds the site from the present sources into build/sites, unless it is there already, and returns its folder. Compiling and
// compressing it takes as long as a dozen tests of it.
func kept(root string) (string, error) {
	name, err := fingerprint(root)
	if err != nil {
		return "", err
	}
	sites := filepath.Join(root, "build", "sites")
	folder := filepath.Join(sites, name)
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	// Earlier sites are removed, but for those that another run may be using. What it may be building is beside them.
	parts := filepath.Join(root, "build", "parts")
	if err := errors.Join(os.MkdirAll(sites, 0o755), os.MkdirAll(parts, 0o755)); err != nil {
		return "", err
	}
	earlier, err := os.ReadDir(sites)
	if err != nil {
		return "", err
	}
	for _, site := range earlier {
		if info, err := site.Info(); err == nil && time.Since(info.ModTime()) > longestRun {
			os.RemoveAll(filepath.Join(sites, site.Name()))
		}
	}
	work, err := os.MkdirTemp(parts, "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	site := filepath.Join(work, "site")
	if _, err := publish.Build(publish.Options{Root: root, Out: site, Quick: true}); err != nil {
		return "", err
	}
	// A rename is atomic: of two runs at the same time one is the first, and both have built the same site.
	if err := os.Rename(site, folder); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return folder, nil
}

// sources are the files and folders from which the site is built.
var sources = []string{"go.mod", "go.sum", "LICENSE", "assets", "core", "wasm", "www"}

// isTool reports whether a file belongs to a program that only looks at the site.
func isTool(path string) bool {
	return strings.Contains(path, "/www/") && strings.HasSuffix(path, ".go") && !strings.Contains(path, "/www/publish/")
}

// fingerprint returns a name that changes with every file from which the site is built and with the compiler.
func fingerprint(root string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version())
	for _, source := range sources {
		err := filepath.WalkDir(filepath.Join(root, source), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") || isTool(filepath.ToSlash(path)) {
				return err
			}
			data, err := os.ReadFile(path)
			fmt.Fprintf(sum, "%s %d\n", strings.TrimPrefix(path, root), len(data))
			sum.Write(data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}
