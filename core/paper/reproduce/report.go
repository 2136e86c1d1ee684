package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Claim is a statement of the paper next to what was measured.
type Claim struct {
	Experiment string  `json:"experiment"`
	Paper      string  `json:"paper"`
	Ours       string  `json:"ours"`
	Verdict    Verdict `json:"verdict"`
	Why        string  `json:"why"`
}

// Report is the result of an experiment.
type Report struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Place string `json:"place"`
	// Claims, tables and notes are never nil in JSON, so that a page may range over them.
	Claims  []Claim  `json:"claims"`
	Grids   []Grid   `json:"tables"`
	Notes   []string `json:"notes"`
	Figures []Figure `json:"-"`
}

// Grid is a table of strings.
type Grid struct {
	Title  string     `json:"title"`
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
}

func (g *Grid) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case float64:
			row[i] = number(v)
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	g.Rows = append(g.Rows, row)
}

// Markdown returns the table.
func (g *Grid) Markdown() string {
	var b strings.Builder
	if g.Title != "" {
		fmt.Fprintf(&b, "%s\n\n", g.Title)
	}
	line := func(cells []string) {
		b.WriteString("|")
		for _, cell := range cells {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", "\\|") + " |")
		}
		b.WriteString("\n")
	}
	line(g.Header)
	b.WriteString(strings.Repeat("|---", len(g.Header)) + "|\n")
	for _, row := range g.Rows {
		line(row)
	}
	return b.String()
}

// Markdown returns the report with its tables and the file names of its figures.
func (r *Report) Markdown(extension string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s.\n\n", r.Title, r.Place)
	for _, note := range r.Notes {
		b.WriteString(note + "\n\n")
	}
	for _, f := range r.Figures {
		fmt.Fprintf(&b, "![%s](%s.%s)\n\n", f.Title, f.Name, extension)
	}
	for _, c := range r.Claims {
		fmt.Fprintf(&b, "- The paper: %s Here: %s **%s**. %s\n", c.Paper, c.Ours, c.Verdict, c.Why)
	}
	b.WriteString("\n")
	for _, g := range r.Grids {
		b.WriteString(g.Markdown() + "\n")
	}
	return b.String()
}

// number formats v with three digits; infinity becomes "never".
func number(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "never"
	case math.IsNaN(v):
		return "unknown"
	case v != 0 && (math.Abs(v) < 1e-3 || math.Abs(v) >= 1e6):
		return strconv.FormatFloat(v, 'e', 1, 64)
	case math.Abs(v) >= 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// percent formats a fraction in per cent.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

// median returns the median: infinite if all values are, NaN for none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	v := slices.Clone(values)
	slices.Sort(v)
	return v[len(v)/2]
}
