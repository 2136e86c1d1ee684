package visit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"conelab/www/publish"
)

// keptFor is how long a built site is kept after the sources have changed: another run may still serve it.
const keptFor = time.Hour

// kept builds the site from the present sources into build/sites, unless it is there already, and returns its folder. Compiling and
// compressing it takes as long as a dozen tests of it.
func kept(root string, progress func(string)) (string, error) {
	name, err := fingerprint(root)
	if err != nil {
		return "", err
	}
	sites := filepath.Join(root, "build", "sites")
	folder := filepath.Join(sites, name)
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(sites, 0o755); err != nil {
		return "", err
	}
	if err := sweep(sites); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(sites, "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	site := filepath.Join(work, "site")
	if err := build(publish.Options{Root: root, Out: site, Quick: true, Progress: progress}); err != nil {
		return "", err
	}
	// A rename is atomic: of two runs at the same time one is the first, and both have built the same site.
	if err := os.Rename(site, folder); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return folder, nil
}

// build builds a complete site.
func build(o publish.Options) error {
	_, err := publish.Build(o)
	return err
}

// sweep removes old sites.
func sweep(sites string) error {
	entries, err := os.ReadDir(sites)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && time.Since(info.ModTime()) > keptFor {
			if err := os.RemoveAll(filepath.Join(sites, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// sources are the files and folders from which the site is built.
var sources = []string{"go.mod", "go.sum", "LICENSE", "assets", "core", "wasm", "www"}

// isTool reports whether a file belongs to a program that only looks at the site.
func isTool(path string) bool {
	return strings.Contains(path, "/www/") && strings.HasSuffix(path, ".go") && !strings.Contains(path, "/www/publish/")
}

// fingerprint returns a name that changes with every file from which the site is built, with the compiler and with the choice of the engine.
func fingerprint(root string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), os.Getenv(publish.StockVariable))
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
