package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/solve"
	"conelab/core/table"
)

// solveCommand trains a network.
type solveCommand struct {
	File       string   `arg:"" optional:"" default:"-" help:"Problem document, or a .csv table whose last column is the target; - is standard input."`
	CSV        bool     `name:"csv" help:"Read a table, whatever the file is called."`
	Beta       *float64 `help:"Price of a neuron's weight (0.01 for a table)."`
	Activation *string  `help:"Polynomial fit of relu or swish (relu for a table)."`
	A          *float64 `help:"Coefficient a of the activation a u^2 + b u + c."`
	B          *float64 `help:"Coefficient b."`
	C          *float64 `help:"Coefficient c."`
	Tolerance  *float64 `help:"Relative gap to certify (1e-8)."`
}

// Help is what --help shows below the flags' heading.
func (*solveCommand) Help() string {
	return `Prints the solution document: the network, its cost, the certified lower bound, and the dual vector that proves it. The squared loss is the full sum of squares. Options override the problem document.

Examples:

    conelab solve problem.json > solution.json

    conelab solve --beta 0.1 --activation swish measurements.csv`
}

// activations are those with a name.
var activations = map[string]lift.Activation{"relu": lift.ReLU, "swish": lift.Swish}

// defaultBeta is the price of weight where a table leaves it open.
const defaultBeta = 0.01

// Run solves and writes the solution document.
func (c *solveCommand) Run(s *streams) error {
	data, name, err := s.read(c.File, "a problem document or a .csv table")
	if err != nil {
		return err
	}
	problem, err := c.parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := c.override(problem); err != nil {
		return err
	}
	start := time.Now()
	result := new(solve.Job).Run(solve.FromDocument(problem))
	solution := result.Document(problem, time.Since(start).Seconds())
	if err := s.write(solution.JSON(), summary(solution)); err != nil {
		return err
	}
	if result.Status != solve.Optimal {
		return errFailed
	}
	return nil
}

// parse reads the problem from a document or a table.
func (c *solveCommand) parse(data []byte) (*document.Problem, error) {
	if !c.CSV && !strings.EqualFold(filepath.Ext(c.File), ".csv") {
		return document.ParseProblem(data)
	}
	t, err := table.Parse(data)
	if err != nil {
		return nil, err
	}
	last := len(t.Rows[0]) - 1
	if last == 0 {
		return nil, fmt.Errorf("the table has 1 column, expected at least one of features and the target")
	}
	p := &document.Problem{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.Activation(lift.ReLU),
		Loss: document.LossSquared, Beta: defaultBeta,
	}
	for _, row := range t.Rows {
		p.Data.X, p.Data.Y = append(p.Data.X, row[:last:last]), append(p.Data.Y, row[last:])
	}
	return p, p.Validate()
}

// override puts the options into the valid problem, and refuses those that make it invalid.
func (c *solveCommand) override(p *document.Problem) error {
	if c.Activation != nil {
		sigma, ok := activations[*c.Activation]
		if !ok {
			return fmt.Errorf("--activation is %q, expected relu or swish", *c.Activation)
		}
		p.Activation = document.Activation(sigma)
	}
	for _, option := range []struct {
		given *float64
		to    *float64
	}{{c.A, &p.Activation.A}, {c.B, &p.Activation.B}, {c.C, &p.Activation.C}, {c.Beta, &p.Beta}, {c.Tolerance, &p.Tolerance}} {
		if option.given != nil {
			*option.to = *option.given
		}
	}
	if c.Tolerance != nil {
		if err := checkTolerance(*c.Tolerance); err != nil {
			return err
		}
	}
	if err := p.Validate(); err != nil {
		return fmt.Errorf("with the given options, %w", err)
	}
	return nil
}

// checkTolerance refuses a tolerance that is not between 0 and 1.
func checkTolerance(v float64) error {
	if v > 0 && v < 1 {
		return nil
	}
	return fmt.Errorf("--tolerance is %g, expected a number above 0 and below 1", v)
}

// summary describes a solution in one line.
func summary(s *document.Solution) string {
	line := fmt.Sprintf("%s: objective %.9g, certified gap %.1e, %d neurons, %d iterations, %.3g s",
		s.Status, s.Objective, s.Gap, len(s.Network.Neurons), s.Iterations, s.Seconds)
	return strings.TrimSpace(line + " " + s.Message)
}
