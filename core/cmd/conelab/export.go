package main

import (
	"fmt"

	"conelab/core/format/export"
)

// exportCommand writes a network down.
type exportCommand struct {
	Solution string `arg:"" default:"-" optional:"" help:"Solution document; - is standard input."`
	To       string `required:"" enum:"python,go,javascript,latex" help:"python, go, javascript or latex."`
	Problem  string `placeholder:"FILE" help:"The problem that was solved, for solutions that do not say themselves what their network is."`
}

// Help is what --help shows below the flags' heading.
func (*exportCommand) Help() string {
	return `Writes the network as a function that needs no library, or as an equation. In Python, Go and JavaScript predict takes the features as they were in the table, where they were scaled, and names the class, where there are classes.

Examples:

    conelab export --to python solution.json > network.py

    conelab solve --beta 0.1 measurements.csv | conelab export --to latex`
}

// latexDigits is how many digits the numbers of an equation have.
const latexDigits = 6

// Run writes the network.
func (c *exportCommand) Run(s *streams) error {
	model, solution, err := readModel(s, c.Solution, c.Problem)
	if err != nil {
		return err
	}
	network, err := export.Of(model.Problem([][]float64{make([]float64, model.Features)}), solution)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Solution, err)
	}
	write := map[string]func() []byte{"python": network.Python, "go": network.Go, "javascript": network.JavaScript, "latex": func() []byte { return network.LaTeX(latexDigits) }}[c.To]
	return s.write(write(), c.To)
}
