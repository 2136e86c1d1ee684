package session

import (
	"errors"

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

// export returns the trained network in one of these ways.
func (s *Session) export(write func(*export.Network) []byte) ([]byte, error) {
	solution := s.Solution()
	if solution == nil {
		return nil, errNoSolution
	}
	n, err := export.Of(s.Problem(), solution)
	if err != nil {
		return nil, errors.New("The network cannot be written down: " + err.Error() + ".")
	}
	return write(n), nil
}
