package session

import (
	"errors"
	"strconv"

	"conelab/core/document"
	"conelab/core/export"
)

// latexDigits is the number of significant digits in an equation.
const latexDigits = 5

// exports are the documents that are made of the trained network: its text in a language, or a table.
var exports = map[string]func(*export.Network) []byte{
	"python":         (*export.Network).Python,
	"go":             (*export.Network).Go,
	"javascript":     (*export.Network).JavaScript,
	"latex":          func(n *export.Network) []byte { return n.LaTeX(latexDigits) },
	"neurons.csv":    (*export.Network).Neurons,
	"directions.npy": (*export.Network).Directions,
	"weights.npy":    (*export.Network).Weights,
}

// export returns data.csv, or the trained network as one of exports.
func (s *Session) export(name string) ([]byte, error) {
	problem := s.Problem()
	if name == "data.csv" {
		if problem == nil {
			return nil, errNoPoints
		}
		return export.Data(s.whole(), s.held), nil
	}
	write := exports[name]
	if write == nil {
		return nil, errors.New("There is no document " + strconv.Quote(document.Clip(name)) + ".")
	}
	solution := s.Solution()
	if solution == nil {
		return nil, errNoSolution
	}
	n, err := export.Of(problem, solution)
	if err != nil {
		return nil, errors.New("The network cannot be written down: " + err.Error() + ".")
	}
	return write(n), nil
}
