package main

import (
	"os"
	"path/filepath"

	"conelab/www/visit"
)

// readme takes the README's picture, the first view in the middle of a turn, light and dark, into the folder readme; from there they are copied to
// assets/pictures.
func readme(site *visit.Site, a *album) {
	dir := filepath.Join(a.dir, "readme")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		a.Fatal(err)
	}
	v := site.Open(a, visit.Desktop())
	v.Seek(3.62) // the pair of the second matrix has nearly reached the cone
	for _, scheme := range []string{"light", "dark"} {
		v.Do(visit.Scheme(scheme))
		v.Settle()
		if err := os.WriteFile(filepath.Join(dir, "desktop-"+scheme+".png"), v.Screen().PNG(), 0o644); err != nil {
			a.Fatal(err)
		}
	}
	v.Close()
}
