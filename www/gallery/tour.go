package main

import (
	"fmt"

	"conelab/www/visit"
)

var (
	tiles  = []string{"data", "neural", "spectrahedron", "lorentz", "certificate", "neurons"}
	themes = []string{"light", "dark", "projector"}
	// first is the example with which a visitor meets a number of features; rich has many neurons of both signs.
	first = [4]string{1: "valley", 2: "parabola", 3: "shell"}
	rich  = [4]string{1: "interval", 2: "ring", 3: "saddle"}
)

// last is a position of the film beyond its end.
const last = 1e6

// desktop photographs the page with four pictures, each picture alone on the full stage, and moments of the films.
func desktop(site *visit.Site, a *album) {
	v := site.Open(a, visit.Desktop())
	defer v.Close()
	for d := 1; d <= 3; d++ {
		show(v, d, first[d])
		for _, theme := range themes {
			v.Theme(theme)
			a.take(shot{"page", d, theme, "desktop"}, v, "")
		}
		show(v, d, rich[d])
		for _, tile := range tiles {
			maximise(v, tile)
			for _, theme := range themes {
				v.Theme(theme)
				a.take(shot{tile, d, theme, "desktop"}, v, "#tile-"+tile)
			}
			restore(v, tile)
		}
	}
	v.Theme("light")
	moments(v, a)
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
			v.Click("#name-" + tile)
			for _, theme := range themes {
				v.Theme(theme)
				a.take(shot{tile, d, theme, "phone"}, v, "#tile-"+tile)
			}
		}
		v.Click("#name-data")
	}
	for _, theme := range themes {
		v.Theme(theme)
		whole := visit.Evaluate[float64](v, "document.documentElement.scrollHeight")
		v.Do(visit.Phone(int64(whole), scale))
		a.take(shot{"whole", 3, theme, "phone"}, v, "")
		v.Do(visit.Phone(height, scale))
	}
}

// show shows an example at the end of its film.
func show(v *visit.Visit, d int, preset string) {
	v.Preset(d, preset)
	v.Seek(last)
}

// maximise shows a picture alone on the full stage, restore brings the others back.
func maximise(v *visit.Visit, tile string) {
	if visit.Evaluate[bool](v, fmt.Sprintf("document.getElementById('tile-%s').hidden", tile)) {
		v.Click("#name-" + tile)
	}
	v.Click("#tile-" + tile + " .full")
}

func restore(v *visit.Visit, tile string) { v.Click("#tile-" + tile + " .full") }

// moments photographs moments of the films and other views.
func moments(v *visit.Visit, a *album) {
	for d := 2; d <= 3; d++ {
		show(v, d, rich[d])
		v.Seek(1.45) // in the middle of the first turn
		maximise(v, "lorentz")
		a.take(shot{"turn", d, "light", "desktop"}, v, "#tile-lorentz")
		restore(v, "lorentz")
		a.take(shot{"turn-page", d, "light", "desktop"}, v, "")

		v.Click(`#film input[value="solver"] + span`)
		v.Seek(3.5)
		a.take(shot{"solver-page", d, "light", "desktop"}, v, "")
		maximise(v, "spectrahedron")
		a.take(shot{"solver", d, "light", "desktop"}, v, "#tile-spectrahedron")
		v.Seek(last)
		v.Click(`#film input[value="decomposition"] + span`)
		v.Seek(last)

		const options = "#tile-spectrahedron .options "
		v.Click(options + `input[value="1"] + span`)
		a.take(shot{"slice", d, "light", "desktop"}, v, "#tile-spectrahedron")
		v.Click(options + `input[value="0"] + span`)
		v.Slide(options+`input[type="range"]`, 0.9)
		a.take(shot{"hidden-turned", d, "light", "desktop"}, v, "#tile-spectrahedron")
		v.Slide(options+`input[type="range"]`, 0)
		restore(v, "spectrahedron")
	}
	focus(v, a)
}

// focus photographs the page while a neuron is lit up in every picture.
func focus(v *visit.Visit, a *album) {
	for d := 1; d <= 3; d++ {
		show(v, d, rich[d])
		v.Click("#neuron-rows tr:nth-child(2) button")
		a.take(shot{"focus-page", d, "light", "desktop"}, v, "")
		v.Click("#neuron-rows tr:nth-child(2) button")
	}
}
