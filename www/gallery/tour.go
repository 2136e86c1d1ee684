package main

import (
	"fmt"

	"conelab/www/visit"
)

var (
	tiles  = []string{"data", "neural", "spectrahedron", "lorentz", "certificate", "neurons"}
	themes = []string{"light", "dark", "projector"}
	// first is the example with which a visitor meets a number of features; rich has many neurons.
	first = [4]string{1: "valley", 2: "parabola", 3: "shell"}
	rich  = [4]string{1: "interval", 2: "ring", 3: "saddle"}
)

// Positions of the films: beyond their end, in the middle of the first turn, and on the solver's way.
const end, turning, underway = 1e6, 1.45, 3.5

// desktop photographs the page with its first four pictures, each picture alone on the full stage, and moments of the films.
func desktop(site *visit.Site, a *album) {
	v := site.Open(a, visit.Desktop())
	defer v.Close()
	for d := 1; d <= 3; d++ {
		show(v, d, first[d])
		for _, theme := range themes {
			v.Theme(theme)
			a.take(shot{"page", d, theme, "desktop"}, v, "")
		}
		v.Theme("light")
		show(v, d, rich[d])
		press(v, "#neuron-rows tr:nth-child(2) button")
		a.take(shot{"focus-page", d, "light", "desktop"}, v, "")
		press(v, "#neuron-rows tr:nth-child(2) button")
		v.Seek(turning)
		a.take(shot{"turn-page", d, "light", "desktop"}, v, "")
		solver(v, underway)
		a.take(shot{"solver-page", d, "light", "desktop"}, v, "")
		decomposition(v, end)
	}
	for d := 1; d <= 3; d++ {
		show(v, d, rich[d])
		for _, tile := range tiles {
			full(v, tile)
			for _, theme := range themes {
				v.Theme(theme)
				a.take(shot{tile, d, theme, "desktop"}, v, "#tile-"+tile)
			}
			v.Theme("light")
			moments(v, a, d, tile)
			press(v, "#tile-"+tile+" .full") // and back
		}
	}
}

// moments photographs what else a picture can show.
func moments(v *visit.Visit, a *album, d int, tile string) {
	take := func(what string) { a.take(shot{what, d, "light", "desktop"}, v, "#tile-"+tile) }
	switch {
	case tile == "lorentz" && d > 1:
		v.Seek(turning)
		take("turn")
		v.Seek(end)
	case tile == "spectrahedron" && d > 1:
		const options = "#tile-spectrahedron .options "
		solver(v, underway)
		take("solver")
		decomposition(v, end)
		for i, stage := range []string{"neurons-alone", "chords", "", "cost"} {
			if stage != "" {
				press(v, fmt.Sprintf("%sinput[value=\"%d\"]", options, i))
				take(stage)
			}
		}
		press(v, options+`input[value="slice"]`)
		take("slice")
		press(v, options+`input[value="2"]`)
		v.Slide(options+`input[type="range"]`, 0.9)
		take("hidden-turned")
		v.Slide(options+`input[type="range"]`, 0)
	}
}

// phone photographs the page on a phone, as much as fits and all of it, and each picture.
func phone(site *visit.Site, a *album) {
	const height, scale = 844, 2
	v := site.Open(a, visit.Phone(height, scale))
	defer v.Close()
	for d := 1; d <= 3; d++ {
		show(v, d, first[d])
		for _, theme := range themes {
			v.Theme(theme)
			a.take(shot{"page", d, theme, "phone"}, v, "")
		}
		show(v, d, rich[d])
		for _, tile := range tiles {
			press(v, "#name-"+tile)
			for _, theme := range themes {
				v.Theme(theme)
				a.take(shot{tile, d, theme, "phone"}, v, "#tile-"+tile)
			}
		}
		press(v, "#name-data")
	}
	for _, theme := range themes {
		v.Theme(theme)
		whole := visit.Evaluate[float64](v, "document.documentElement.scrollHeight")
		v.Do(visit.Phone(int64(whole), scale))
		a.take(shot{"whole", 3, theme, "phone"}, v, "")
		v.Do(visit.Phone(height, scale))
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

// solver and decomposition go to a position of one of the films.
func solver(v *visit.Visit, position float64) { film(v, "solver", position) }

func decomposition(v *visit.Visit, position float64) { film(v, "decomposition", position) }

func film(v *visit.Visit, name string, position float64) {
	press(v, fmt.Sprintf("#film input[value=%q]", name))
	v.Seek(position)
}

// full shows a picture alone on the full stage.
func full(v *visit.Visit, tile string) {
	if visit.Evaluate[bool](v, fmt.Sprintf("document.getElementById('tile-%s').hidden", tile)) {
		press(v, "#name-"+tile)
	}
	press(v, "#tile-"+tile+" .full")
}
