package main

import (
	"fmt"

	"conelab/core/format/export"
	"conelab/core/format/onnx"
)

// exportCommand writes a network in another format.
type exportCommand struct {
	Solution string `arg:"" default:"-" optional:"" help:"Solution document; - is standard input."`
	To       string `required:"" enum:"python,go,javascript,latex,onnx" help:"python, go, javascript, latex or onnx."`
	modelOption
}

// Help returns the long help text of the command.
func (*exportCommand) Help() string {
	return `Writes the network as a function that needs no library, as an equation, or as an ONNX model for the runtimes of other languages. In Python, Go and JavaScript predict takes the features as they were in the table, where they were scaled, and names the class, where there are classes; an ONNX model has the scaling in it, numbers of double precision, the input features, and the outputs outputs and, where there are classes, label.

Examples:

    conelab export --to python solution.json > network.py

    conelab export --to onnx solution.json > network.onnx

    conelab solve --beta 0.1 measurements.csv | conelab export --to latex`
}

// latexDigits is the number of digits of the numbers in an equation.
const latexDigits = 6

// Run writes the network in the format asked for.
func (c *exportCommand) Run(s *streams) error {
	model, solution, err := c.read(s, c.Solution)
	if err != nil {
		return err
	}
	problem := model.Problem([][]float64{make([]float64, model.Features)})
	network, err := export.Of(problem, solution)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Solution, err)
	}
	if c.To == "onnx" {
		content, err := onnx.Model(problem, solution)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Solution, err)
		}
		return s.write(content, c.To)
	}
	write := map[string]func() []byte{
		"python": network.Python, "go": network.Go, "javascript": network.JavaScript, "latex": func() []byte { return network.LaTeX(latexDigits) },
	}
	return s.write(write[c.To](), c.To)
}
