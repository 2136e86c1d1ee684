package store

import (
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/format/export"
)

// latexDigits is the number of significant digits in an equation.
const latexDigits = 5

// exports holds the documents made from the trained network: its text in a language, or a table.
var exports = map[string]func(*export.Network) []byte{
	"python":         (*export.Network).Python,
	"go":             (*export.Network).Go,
	"javascript":     (*export.Network).JavaScript,
	"latex":          func(n *export.Network) []byte { return n.LaTeX(latexDigits) },
	"neurons.csv":    (*export.Network).Neurons,
	"directions.npy": (*export.Network).Directions,
	"weights.npy":    (*export.Network).Weights,
}

// export returns the trained network in one of the forms of exports.
func (s Source) export(name string) ([]byte, error) {
	write := exports[name]
	if write == nil {
		return nil, messages.NoDocument(name)
	}
	solution := s.found()
	if solution == nil {
		return nil, messages.NoSolution()
	}
	n, err := export.Of(s.Work.Now().Problem(), solution)
	if err != nil {
		return nil, messages.ExportFails(err)
	}
	return write(n), nil
}

// table returns data.csv.
func (s Source) table() ([]byte, error) {
	t := s.Work.Now()
	if t.Problem() == nil {
		return nil, messages.NoPoints()
	}
	return export.Data(t.Whole(), t.HeldMask(), labels(t)), nil
}

// labels returns the names and the words with which the data came, as far as reading the table again gives the same data.
func labels(t *workspace.State) (l export.Labels) {
	c := t.Whole().Columns
	if c == nil {
		return l
	}
	y := t.Whole().Data.Y
	if classes := t.ClassNames(); classes != nil {
		words := make([]string, len(y))
		for i, row := range y {
			k := slices.Index(row, 1)
			if len(row) == 1 {
				k++ // the first class is -1
			} else if k < 0 || slices.Min(row) != 0 {
				words = nil
				break
			}
			words[i] = classes[k]
		}
		if slices.Equal(dataset.ClassesOf(words), dataset.Classes(classes)) && !slices.ContainsFunc(words, isCell) {
			l.Words = words
		}
	}
	if slices.ContainsFunc(c.Features, isCell) || len(c.Features) == 0 {
		return l
	}
	l.Features = slices.Clone(c.Features)
	if c.Scaling != nil {
		for k := range l.Features {
			l.Features[k] += " (standardised)"
		}
	}
	if len(c.Targets) == 1 && !isCell(c.Targets[0]) {
		l.Target = c.Targets[0]
	}
	return l
}

// isCell reports whether a name or a word would be read as a number or as a missing value.
func isCell(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	_, isLogical := table.Logical(text)
	return err == nil || isLogical || table.Missing(text)
}
