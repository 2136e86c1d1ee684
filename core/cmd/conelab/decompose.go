package main

import (
	"fmt"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// decomposeCommand decomposes a matrix into neurons.
type decomposeCommand struct {
	File      string  `arg:"" optional:"" default:"-" help:"Matrix document, JSON array of rows, text table, brackets as in MATLAB, Julia and NumPy, or .npy file; - is standard input."`
	Tolerance float64 `default:"1e-9" help:"Tolerance of the conditions on the matrix, relative to its largest entry (${default})."`
}

// Help returns the long help text of the command.
func (*decomposeCommand) Help() string {
	return `Writes the symmetric matrix Z, positive semidefinite with the trace of its leading block equal to its last entry, as the sum of as many neurons as its rank, and prints them with every step. The kind of input is detected from its content.

Examples:

    conelab decompose matrix.npy

    echo "[[1, 0.5], [0.5, 1]]" | conelab decompose`
}

// Run decomposes the matrix and writes the decomposition document.
func (c *decomposeCommand) Run(s *streams) error {
	if err := share("tolerance", c.Tolerance); err != nil {
		return err
	}
	data, name, err := s.read(c.File, "a matrix document, a table or a .npy file")
	if err != nil {
		return err
	}
	matrix, err := document.ReadMatrix(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	dec := convert.Decomposition(matrix, c.Tolerance)
	line := fmt.Sprintf("rank %d, residual %.1e, least eigenvalue %.3g, trace violation %.1e. %s",
		dec.Rank, dec.Residual, dec.MinEigenvalue, dec.TraceViolation, dec.Message)
	return s.judged(dec.JSON(), line, dec.Pass)
}
