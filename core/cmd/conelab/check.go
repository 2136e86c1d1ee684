package main

import (
	"fmt"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// checkCommand checks a solution against its problem.
type checkCommand struct {
	Problem   string  `arg:"" help:"${problem}"`
	Solution  string  `arg:"" help:"Solution document, or with --network a network; - is standard input."`
	Tolerance float64 `help:"${tolerance}"`
	tableText
	Network bool `help:"${network}"`
}

// Run checks the solution and writes the check document.
func (c *checkCommand) Run(s *streams) error {
	check, err := c.check(s)
	if err != nil {
		return err
	}
	return s.writeResult(document.CheckJSON(check), check.Badge(), check.Pass)
}

// check checks a solution, or compares a network that comes without a proof with the optimum.
func (c *checkCommand) check(s *streams) (*certify.Verdict, error) {
	if c.Tolerance != 0 {
		if err := fraction("tolerance", c.Tolerance); err != nil {
			return nil, err
		}
	}
	if !c.Network {
		return c.solution(s)
	}
	problem, table, name, err := s.data(c.Problem)
	if err != nil {
		return nil, err
	}
	network, networkName, err := s.read(c.Solution, "a network", 0)
	if err == nil && problem == nil {
		problem, err = c.ofTable(s, table, name, network)
	}
	if err != nil {
		return nil, err
	}
	neurons, err := neurons(network, networkName, problem)
	if err != nil {
		return nil, err
	}
	if err := noStack(problem, "check --network"); err != nil {
		return nil, err
	}
	if c.Tolerance > 0 {
		problem.Tolerance = c.Tolerance
	}
	result, err := new(solver).certify(s, &task{Problem: problem}, nil)
	if err != nil {
		return nil, err
	}
	return document.CheckNetwork(problem, neurons, result), nil
}

// solution checks a solution, and says if it claims less than what is checked.
func (c *checkCommand) solution(s *streams) (*certify.Verdict, error) {
	solution, err := parseFile(s, c.Solution, "a solution document", document.ParseSolution)
	if err != nil {
		return nil, err
	}
	check, err := c.against(s, solution)
	if m := solution.Model; err == nil && m != nil && m.Tolerance > check.Tolerance {
		claimed := fault.Number(m.Tolerance)
		s.note(c.Solution, "the solution claims a gap of "+claimed+" only", "--tolerance "+claimed+
			" checks that")
	}
	if err == nil && solution.Score != nil {
		s.note(c.Solution, "its score is not checked: predict recomputes it from the points that it is of", "")
	}
	return check, err
}

// against checks a solution against its problem, its sums or its table.
func (c *checkCommand) against(s *streams, solution *document.Solution) (*certify.Verdict, error) {
	if solution.Sums {
		return c.checkSums(s, solution)
	}
	if s.isSums(c.Problem) {
		return nil, fmt.Errorf("%s is a sums document, expected the rows, on which the network was trained", c.Problem)
	}
	problem, content, name, err := s.data(c.Problem)
	switch {
	case err != nil:
		return nil, err
	case problem != nil:
		return document.CheckTo(problem, solution, c.Tolerance), nil
	case solution.Model == nil:
		return nil, fmt.Errorf("%s has no model description, expected its problem document in place of %s", c.Solution, name)
	}
	format := tableFormat{tableText: c.tableText}
	refitted, fitted, err := format.refit(s, content, name, solution.Model)
	if err != nil {
		return nil, err
	}
	if m := solution.Model.Columns; m != nil && m.Table != nil && m.Table.Limit > 0 {
		s.note(name, "judged on "+fault.Count(len(refitted.Data.X), "row")+", those of --limit "+
			fault.Number(float64(m.Table.Limit))+" in training", "")
	}
	return document.CheckTable(refitted, fitted, solution, c.Tolerance), nil
}

// ofTable returns the problem of a table for a network that says how it was read.
func (c *checkCommand) ofTable(s *streams, content []byte, name string, network []byte) (*document.Problem, error) {
	solution, err := document.ParseSolution(network)
	if err != nil || solution.Model == nil {
		return nil, fmt.Errorf("%s is not a JSON document, expected a problem document, which solve --problem writes of a table", name)
	}
	problem, _, err := (&tableFormat{tableText: c.tableText}).refit(s, content, name, solution.Model)
	return problem, err
}

// neurons reads a network without proof, a document or arrays.
func neurons(content []byte, name string, problem *document.Problem) ([]document.Neuron, error) {
	switch {
	case !table.IsNpz(content):
		return parseText(content, name, "a network", document.ParseNetwork)
	case !problem.Activation.IsPiecewise():
		return nil, fmt.Errorf("%s has arrays, expected them with the activation relu, leaky or absolute", name)
	}
	neurons, err := parseWeights(content, len(problem.Data.X[0]), len(problem.Data.Y[0]))
	return neurons, inFile(name, err)
}

// parseFile reads and parses a JSON document.
func parseFile[T any](s *streams, file, expected string, parse func([]byte) (T, error)) (parsed T, err error) {
	data, name, err := s.read(file, expected, 0)
	if err != nil {
		return parsed, err
	}
	return parseText(data, name, expected, parse)
}

// parseText parses a JSON document.
func parseText[T any](data []byte, name, expected string, parse func([]byte) (T, error)) (parsed T, err error) {
	if !isDocument(data) {
		return parsed, fmt.Errorf("%s is not a JSON document, expected %s", name, expected)
	}
	parsed, err = parse(data)
	return parsed, inFile(name, err)
}

// decomposeCommand decomposes a matrix into neurons.
type decomposeCommand struct {
	File      string  `arg:"" optional:"" default:"-" help:"${file}"`
	Tolerance float64 `default:"1e-9" help:"Tolerance of the conditions on the matrix, relative to its largest entry (${default})."`
}

// Run decomposes the matrix and writes the decomposition document.
func (c *decomposeCommand) Run(s *streams) error {
	if err := fraction("tolerance", c.Tolerance); err != nil {
		return err
	}
	data, name, err := s.read(c.File, "a matrix document, a table or a .npy file", 0)
	if err != nil {
		return err
	}
	matrix, err := document.ReadMatrix(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	dec := matrix.Decompose(c.Tolerance)
	line := fmt.Sprintf("rank %d, residual %.1e, least eigenvalue %.3g, trace violation %.1e. %s",
		dec.Rank, dec.Residual, dec.MinEigenvalue, dec.TraceViolation, dec.Message)
	return s.writeResult(dec.JSON(), strings.TrimSpace(line), dec.Pass)
}
