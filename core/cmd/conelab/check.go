package main

import (
	"errors"
	"fmt"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// checkCommand checks a solution against its problem.
type checkCommand struct {
	Problem  string `arg:"" help:"Problem document; - is standard input."`
	Solution string `arg:"" help:"Solution document, or with --network a network; - is standard input."`
	Network  bool   `help:"The network comes without proof, as {\"neurons\": [{\"u\": [..], \"alpha\": ..}, ..]} or as a solution document of which nothing else counts: solve the problem, and measure the network against the certified bound."`
}

// Help returns the long help text of the command.
func (*checkCommand) Help() string {
	return `Recomputes everything that the solution claims from the problem's raw data: the cost of the network, what the dual vector proves, the gap, and the matrices. Prints the verdict, with cost, lower bound and gap, and each finding with what was measured and its limit.

Of a solution with several layers it checks each one, lowest first: the layers below, evaluated at the raw data, make its input. Each layer's certificate holds given those below it, and says nothing about all layers together.

Examples:

    conelab check problem.json solution.json

    conelab solve problem.json | conelab check problem.json -

    conelab check --network problem.json solution.json`
}

// Run checks the solution and writes the check document.
func (c *checkCommand) Run(s *streams) error {
	check, err := c.check(s)
	if err != nil {
		return err
	}
	return s.judged(check.JSON(), check.Badge(), check.Pass)
}

// check checks a solution, or compares a network that comes without a proof with the optimum.
func (c *checkCommand) check(s *streams) (*document.Check, error) {
	if !c.Network {
		problem, solution, err := parsePair(s, c.Problem, c.Solution, "a solution document", document.ParseSolution)
		if err != nil {
			return nil, err
		}
		return convert.Check(problem, solution), nil
	}
	problem, neurons, err := parsePair(s, c.Problem, c.Solution, "a network", document.ParseNetwork)
	if err != nil {
		return nil, err
	}
	if err := noStack(problem, "check --network"); err != nil {
		return nil, err
	}
	result, err := new(solver).certify(s, problem)
	if err != nil {
		return nil, err
	}
	return convert.CheckNetwork(problem, neurons, result), nil
}

// parsePair reads a problem document and another document, of its solution.
func parsePair[T any](
	s *streams, problemFile, file, expected string, parse func([]byte) (T, error),
) (problem *document.Problem, other T, err error) {
	if problemFile == "-" && file == "-" {
		return nil, other, errors.New("both documents are standard input, expected a file for one of them")
	}
	if problem, err = parseFile(s, problemFile, "a problem document", document.ParseProblem); err == nil {
		other, err = parseFile(s, file, expected, parse)
	}
	return problem, other, err
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
