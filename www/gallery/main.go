// Command gallery photographs the pictures of the page: every picture for one, two and three features, in every theme, on a desktop and on
// a phone, with some moments of the films. It writes them into build/gallery, with index.html to look at them. It is for build.sh:
//
//	go run ./www/gallery
//
// A picture is named by what it shows, the number of features, the theme and the screen: lorentz-d2-dark-desktop.png.
package main

import (
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"

	"conelab/www/visit"
)

// sheet shows the pictures, given their names.
var sheet = template.Must(template.New("index").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures of the page</title>
<style>
body { margin: 16px; font: 14px system-ui, sans-serif; display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
figure { margin: 0; }
img { max-width: 420px; border: 1px solid #ccc; }
</style>
{{range .}}<figure><a href="{{.}}"><img src="{{.}}" alt="" loading="lazy"></a><figcaption>{{.}}</figcaption></figure>
{{end}}</html>
`))

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
	a := &album{dir: filepath.Join(site.Root, "build", "gallery")}
	if err := os.RemoveAll(a.dir); err != nil { // an earlier one
		return err
	}
	if err := os.MkdirAll(filepath.Join(a.dir, "readme"), 0o755); err != nil {
		return err
	}
	err = visit.Try(func(tb visit.TB) {
		desktop(site.Open(tb, visit.Desktop()), a)
		phone(site.Open(tb, visit.Phone(phoneHeight, phoneScale)), a)
		readme(site.Open(tb, visit.Desktop()), a)
	})
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(a.dir, "index.html"))
	if err != nil {
		return err
	}
	defer file.Close()
	slices.Sort(a.files)
	fmt.Printf("%d pictures in %s\n", len(a.files), file.Name())
	return sheet.Execute(file, a.files)
}

// album keeps the pictures in a folder.
type album struct {
	dir   string
	files []string
}

// take photographs an element of the page, or all that is seen for "", with d features.
func (a *album) take(v *visit.Visit, selector, what string, d int, theme, screen string) {
	v.AwaitStill()
	p := v.Screen()
	if selector != "" {
		p = v.Look(selector)
	}
	a.write(v, fmt.Sprintf("%s-d%d-%s-%s.png", what, d, theme, screen), p)
}

// write writes a picture into a file.
func (a *album) write(v *visit.Visit, name string, p *visit.Picture) {
	if err := os.WriteFile(filepath.Join(a.dir, name), p.PNG(), 0o644); err != nil {
		v.TB.Fatal(err)
	}
	a.files = append(a.files, name)
}

// readme takes the README's picture, the first view, light and dark, into the folder readme; from there
// they are copied to assets/pictures.
func readme(v *visit.Visit, a *album) {
	defer v.Close()
	for _, scheme := range []string{"light", "dark"} {
		v.Do(visit.Scheme(scheme))
		v.AwaitStill()
		a.write(v, "readme/desktop-"+scheme+".png", v.Screen())
	}
}

var (
	tiles  = []string{"data", "neural", "spectrahedron", "lorentz", "certificate", "neurons"}
	themes = []string{"light", "dark", "projector"}
	// first is the example with which a visitor meets a number of features; rich has many neurons.
	first = [4]string{1: "valley", 2: "parabola", 3: "shell"}
	rich  = [4]string{1: "interval", 2: "ring", 3: "saddle"}
)

const phoneHeight, phoneScale = 844, 2

// Positions of the films: beyond their end, in the middle of the first turn, and on the solver's way.
const end, turning, underway = 1e6, 1.45, 3.5

// desktop photographs the page with its first four pictures, each picture alone on the full stage, and moments of the films.
func desktop(v *visit.Visit, a *album) {
	defer v.Close()
	for d := 1; d <= 3; d++ {
		show(v, d, first[d])
		for _, theme := range themes {
			v.Theme(theme)
			a.take(v, "", "page", d, theme, "desktop")
		}
		v.Theme("light")
		show(v, d, rich[d])
		press(v, "#neuron-rows tr:nth-child(2) button")
		a.take(v, "", "focus-page", d, "light", "desktop")
		press(v, "#neuron-rows tr:nth-child(2) button")
		v.Seek(turning)
		a.take(v, "", "turn-page", d, "light", "desktop")
		film(v, "solver", underway)
		a.take(v, "", "solver-page", d, "light", "desktop")
		film(v, "decomposition", end)
	}
	for d := 1; d <= 3; d++ {
		show(v, d, rich[d])
		for _, tile := range tiles {
			full(v, tile)
			for _, theme := range themes {
				v.Theme(theme)
				a.take(v, "#tile-"+tile, tile, d, theme, "desktop")
			}
			v.Theme("light")
			moments(v, a, d, tile)
			press(v, "#tile-"+tile+" .full") // and back
		}
	}
}

// moments photographs what else a picture can show.
func moments(v *visit.Visit, a *album, d int, tile string) {
	take := func(what string) { a.take(v, "#tile-"+tile, what, d, "light", "desktop") }
	switch {
	case tile == "lorentz" && d > 1:
		v.Seek(turning)
		take("turn")
		v.Seek(end)
	case tile == "spectrahedron" && d > 1:
		const options = "#tile-spectrahedron .options "
		film(v, "solver", underway)
		take("solver")
		film(v, "decomposition", end)
		if d == 2 {
			press(v, options+`input[value="1"]`)
			take("slice")
			press(v, options+`input[value="0"]`)
		}
		v.Slide(options+`input[type="range"]`, 0.9)
		take("hidden-turned")
		v.Slide(options+`input[type="range"]`, 0)
	}
}

// phone photographs the page on a phone, as much as fits and all of it, and each picture.
func phone(v *visit.Visit, a *album) {
	defer v.Close()
	for d := 1; d <= 3; d++ {
		show(v, d, first[d])
		for _, theme := range themes {
			v.Theme(theme)
			a.take(v, "", "page", d, theme, "phone")
		}
		show(v, d, rich[d])
		for _, tile := range tiles {
			press(v, "#name-"+tile)
			for _, theme := range themes {
				v.Theme(theme)
				a.take(v, "#tile-"+tile, tile, d, theme, "phone")
			}
		}
		press(v, "#name-data")
	}
	for _, theme := range themes {
		v.Theme(theme)
		whole := visit.Evaluate[float64](v, "document.documentElement.scrollHeight")
		v.Do(visit.Phone(int64(whole), phoneScale))
		a.take(v, "", "whole", 3, theme, "phone")
		v.Do(visit.Phone(phoneHeight, phoneScale))
	}
}

// press presses an element without the mouse, whose presence would bring up help.
func press(v *visit.Visit, selector string) {
	visit.Evaluate[any](v, fmt.Sprintf("document.querySelector(%q).click()", selector))
}

// show shows an example at the end of its film.
func show(v *visit.Visit, d int, preset string) {
	v.Preset(d, preset)
	v.Seek(end)
}

// film goes to a position of one of the films.
func film(v *visit.Visit, name string, position float64) {
	press(v, fmt.Sprintf("#animation input[value=%q]", name))
	v.Seek(position)
}

// full shows a picture alone on the full stage.
func full(v *visit.Visit, tile string) {
	if visit.Evaluate[bool](v, fmt.Sprintf("document.getElementById('tile-%s').hidden", tile)) {
		press(v, "#name-"+tile)
	}
	press(v, "#tile-"+tile+" .full")
}
