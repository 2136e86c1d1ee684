package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"conelab/www/visit"
)

// shot says what a picture shows.
type shot struct {
	what     string
	features int
	theme    string
	screen   string
}

// File is the picture's file.
func (s shot) File() string {
	return fmt.Sprintf("%s-d%d-%s-%s.png", s.what, s.features, s.theme, s.screen)
}

// album keeps the pictures in a folder. It judges the visits in which they are taken.
type album struct {
	dir string

	mu     sync.Mutex
	shots  map[shot]bool
	errors []error
}

// newAlbum returns an album in dir, without the pictures of an earlier one.
func newAlbum(dir string) (*album, error) {
	old, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil {
		return nil, err
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			return nil, err
		}
	}
	return &album{dir: dir, shots: map[shot]bool{}}, os.MkdirAll(dir, 0o755)
}

// follow takes the pictures of a tour, in a goroutine of its own: Fatal ends it.
func (a *album) follow(site *visit.Site, tour func(*visit.Site, *album)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		tour(site, a)
	}()
	<-done
}

// take photographs an element of the page, or all that is seen for "".
func (a *album) take(s shot, v *visit.Visit, selector string) {
	v.Settle()
	var p *visit.Picture
	if selector == "" {
		p = v.Screen()
	} else {
		p = v.Look(selector)
	}
	if err := os.WriteFile(filepath.Join(a.dir, s.File()), p.PNG(), 0o644); err != nil {
		a.Fatal(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shots[s] = true
}

// Helper, Error and Fatal make the album a judge.
func (a *album) Helper() {}

// Error notes what went wrong.
func (a *album) Error(args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.errors = append(a.errors, errors.New(fmt.Sprint(args...)))
}

// Fatal notes what went wrong and ends the tour.
func (a *album) Fatal(args ...any) {
	a.Error(args...)
	runtime.Goexit()
}

func (a *album) err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Join(a.errors...)
}
