package main

import (
	"os"
	"path/filepath"

	"conelab/www/visit"
)

// readme takes the README's pictures of the first view, in the middle of a turn, and of three features, light and dark, into the folder readme; from
// there they are copied to assets/pictures.
func readme(site *visit.Site, a *album) {
	dir := filepath.Join(a.dir, "readme")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		a.Fatal(err)
	}
	for _, screen := range []struct {
		name   string
		size   visit.Step
		d      int
		moment float64 // of the film
	}{
		{"desktop", visit.Desktop(), 2, 3.62}, // the pair of the second matrix has nearly reached the cone
		{"space", visit.Desktop(), 3, end},
		{"phone", visit.Phone(844, 1.5), 2, 3.62},
	} {
		v := site.Open(a, screen.size)
		if screen.d == 3 {
			v.Preset(3, "saddle")
		}
		v.Seek(screen.moment)
		for _, scheme := range []string{"light", "dark"} {
			v.Do(visit.Scheme(scheme))
			v.Settle()
			if err := os.WriteFile(filepath.Join(dir, screen.name+"-"+scheme+".png"), v.Screen().PNG(), 0o644); err != nil {
				a.Fatal(err)
			}
		}
		v.Close()
	}
}
