// Package publish builds the site into a folder that any static host can serve, serves such a folder, and counts the bytes of a
// first visit.
//
// Every file except the pages and sw.js has the hash of its content in its name, so it may be cached forever.
// index.html names these files and is small. sw.js, the service worker, keeps them for use without a network. Next to each file
// are its gzip and brotli forms.
//
// The worker and the page each run an instance of one program, which is downloaded and compiled once. It was compared with two
// programs, a solver and a view that is fetched after it (brotli; medians of five first visits, to the first certified numbers
// and to the first picture):
//
//	                       two programs       one program
//	first load                2,993,000         2,342,417 bytes
//	10 Mbit/s, 40 ms      2.2 and  3.5 s    2.7 and  2.8 s
//	1.6 Mbit/s, 150 ms    9.7 and 15.7 s   12.2 and 12.3 s
//
// With one program the total is a fifth smaller and the picture comes earlier; the numbers come later by the time that the line
// takes for the view.
package publish

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Options says what to build and where.
type Options struct {
	// Root is the folder with go.mod; Out is the folder to write, which is emptied first.
	Root, Out string
	// Cache is a folder that keeps compressed files between builds, named by their content; "" means no cache.
	Cache string
	// Quick leaves out brotli and compresses lightly: for development.
	Quick bool
	// Compile, unless nil, replaces the compiler: it writes the WebAssembly program of a package, such as ./wasm/conelab, to a file.
	Compile func(pkg, file string) error
}

// Manifest lists what was built.
type Manifest struct {
	// Build identifies the build: it changes with every file.
	Build string
	// Files lists the files that a first visit fetches, index.html first.
	Files []File
}

// File is one built file.
type File struct {
	// Name is the name of the source, Path that of the file in the built folder.
	Name string
	Path string
	// Bytes, Gzip and Brotli are the sizes of the file's three forms; Brotli is 0 after a quick build.
	Bytes  int
	Gzip   int
	Brotli int

	// Integrity is its SHA-256 in the form of HTML.
	Integrity string
}

// program is the package of the page's WebAssembly program.
const program = "wasm/conelab"

// Build writes the site.
func Build(o Options) (Manifest, error) {
	b := &builder{Options: o}
	if b.Compile == nil {
		b.Compile = compiler(o.Root)
	}
	for _, step := range []func() error{
		b.empty, b.program, b.runtime, b.scripts, b.style, b.icon, b.licences, b.public, b.index, b.beside, b.serviceWorker, b.headers,
	} {
		if err := step(); err != nil {
			return Manifest{}, err
		}
	}
	return b.manifest, nil
}

// Root returns the folder of the module that the working directory is in.
func Root() (string, error) {
	file, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	return filepath.Dir(strings.TrimSpace(string(file))), nil
}

// say says on standard error what takes long, or is not as usual.
func say(text string) { fmt.Fprintln(os.Stderr, "publish:", text) }

// builder is one run of Build.
type builder struct {
	Options
	manifest Manifest
}

// empty makes an empty folder to write into.
func (b *builder) empty() error { return errors.Join(os.RemoveAll(b.Out), os.MkdirAll(b.Out, 0o755)) }

// source reads a file from the site's sources.
func (b *builder) source(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(path)))
}

// add writes data under its hashed name, with its compressed forms, and records it.
func (b *builder) add(name string, data []byte) error {
	return b.write(name, hashedName(name, data), data)
}

// write writes data to path, with its compressed forms, and records it.
func (b *builder) write(name, path string, data []byte) error {
	f := File{Name: name, Path: path, Bytes: len(data), Integrity: integrity(data)}
	if err := os.WriteFile(filepath.Join(b.Out, path), data, 0o644); err != nil {
		return err
	}
	for _, form := range b.forms() {
		packed, err := form.pack(b.Cache, data)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(b.Out, path+form.suffix), packed, 0o644); err != nil {
			return err
		}
		if form.suffix == brotliForm.suffix {
			f.Brotli = len(packed)
		} else {
			f.Gzip = len(packed)
		}
	}
	b.manifest.Files = append(b.manifest.Files, f)
	return nil
}
