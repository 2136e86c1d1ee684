package main

import (
	"errors"
	"fmt"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// checkCommand checks a solution.
type checkCommand struct {
	Problem  string `arg:"" help:"Problem document; - is standard input."`
	Solution string `arg:"" help:"Solution document; - is standard input."`
}

// Help is what --help shows below the flags' heading.
func (*checkCommand) Help() string {
	return `Recomputes everything that the solution claims from the problem's raw data: the cost of the network, what the dual vector proves, the gap, and the matrices. Prints each finding with what was measured and its limit.

Of a solution with several layers it checks each one, lowest first: the layers below, evaluated at the raw data, make its input. Each layer's certificate holds given those below it, and says nothing about all layers together.

Examples:

    conelab check problem.json solution.json

    conelab solve problem.json | conelab check problem.json -`
}

// Run checks and writes the check document.
func (c *checkCommand) Run(s *streams) error {
	problem, solution, err := parsePair(s, c.Problem, c.Solution)
	if err != nil {
		return err
	}
	check := convert.Check(problem, solution)
	if err := s.write(check.JSON(), verdict(check)); err != nil {
		return err
	}
	if !check.Pass {
		return errFailed
	}
	return nil
}

// parsePair reads a problem and a solution of it.
func parsePair(s *streams, problemFile, solutionFile string) (*document.Problem, *document.Solution, error) {
	if problemFile == "-" && solutionFile == "-" {
		return nil, nil, errors.New("both documents are standard input, expected a file for one of them")
	}
	problem, err := parseFile(s, problemFile, "a problem document", document.ParseProblem)
	if err != nil {
		return nil, nil, err
	}
	solution, err := parseFile(s, solutionFile, "a solution document", document.ParseSolution)
	return problem, solution, err
}

// parseFile reads and parses a document.
func parseFile[T any](s *streams, file, expected string, parse func([]byte) (T, error)) (parsed T, err error) {
	data, name, err := s.read(file, expected)
	if err != nil {
		return parsed, err
	}
	if parsed, err = parse(data); err != nil {
		return parsed, fmt.Errorf("%s: %w", name, err)
	}
	return parsed, nil
}

// verdict describes a check in one line.
func verdict(c *document.Check) string {
	if fault := c.Fault(); fault != "" {
		return "FAIL: " + fault
	}
	return fmt.Sprintf("PASS: objective %.9g, certified gap %.1e", c.Objective, c.Gap)
}
