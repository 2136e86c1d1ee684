package documents

import (
	"conelab/core/app/say"
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
		return nil, say.NoDocument(name)
	}
	solution := s.found()
	if solution == nil {
		return nil, say.NoSolution()
	}
	n, err := export.Of(s.Work.Now().Problem(), solution)
	if err != nil {
		return nil, say.ExportFails(err)
	}
	return write(n), nil
}

// table returns data.csv.
func (s Source) table() ([]byte, error) {
	t := s.Work.Now()
	if t.Problem() == nil {
		return nil, say.NoPoints()
	}
	return export.Data(t.Whole(), t.HeldMask()), nil
}
