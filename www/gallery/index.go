package main

import (
	_ "embed"
	"html/template"
	"os"
	"path/filepath"
	"slices"
)

//go:embed index.html
var page string

var sheet = template.Must(template.New("index").Parse(page))

// section is a row of pictures on the contact sheet, or several.
type section struct {
	Title string
	Rows  [][]picture
}

// picture is one of them, with its caption.
type picture struct{ File, Caption string }

// writeIndex writes the contact sheet: the pages first, then each picture, then the rest, a row for each number of features and screen.
func (a *album) writeIndex() error {
	var whats []string
	for s := range a.shots {
		if !slices.Contains(whats, s.what) {
			whats = append(whats, s.what)
		}
	}
	known := append([]string{"page"}, tiles...)
	rank := func(what string) int {
		if i := slices.Index(known, what); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.Sort(whats)
	slices.SortStableFunc(whats, func(x, y string) int { return rank(x) - rank(y) })
	var sections []section
	for _, what := range whats {
		sections = append(sections, a.section(what))
	}
	file, err := os.Create(filepath.Join(a.dir, "index.html"))
	if err != nil {
		return err
	}
	defer file.Close()
	return sheet.Execute(file, sections)
}

func (a *album) section(what string) section {
	sec := section{Title: what}
	for _, screen := range []string{"desktop", "phone"} {
		for d := 1; d <= 3; d++ {
			var row []picture
			for _, theme := range themes {
				if s := (shot{what, d, theme, screen}); a.shots[s] {
					row = append(row, picture{s.File(), s.File()[:len(s.File())-len(".png")]})
				}
			}
			if row != nil {
				sec.Rows = append(sec.Rows, row)
			}
		}
	}
	return sec
}
