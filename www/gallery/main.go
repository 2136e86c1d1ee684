// Command gallery photographs the pictures of the page: every picture for one, two and three features, in every theme, on a desktop and on
// a phone, with some moments of the films. It writes them into build/gallery, with index.html to look at them. It is for build.sh:
//
//	go run ./www/gallery
//
// A picture is named by what it shows, the number of features, the theme and the screen: lorentz-d2-dark-desktop.png.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"conelab/www/visit"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

func run() error {
	site, err := visit.Publish(func(text string) { fmt.Fprintln(os.Stderr, "gallery:", text) })
	if err != nil {
		return err
	}
	defer site.Close()
	a, err := newAlbum(filepath.Join(site.Root, "build", "gallery"))
	if err != nil {
		return err
	}
	// Two pages side by side keep two cores busy: one waits for its picture while the other draws.
	var group sync.WaitGroup
	for _, tour := range []func(*visit.Site, *album){desktop, phone, readme} {
		group.Go(func() { a.follow(site, tour) })
	}
	group.Wait()
	if err := a.err(); err != nil {
		return err
	}
	if err := a.writeIndex(); err != nil {
		return err
	}
	fmt.Printf("%d pictures in %s\n", len(a.shots), filepath.Join(a.dir, "index.html"))
	return nil
}
