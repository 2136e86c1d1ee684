package main

import (
	"errors"
	"fmt"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
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
func (c *checkCommand) Run(s *streams) (err error) {
	var check *document.Check
	if c.Network {
		if check, err = c.network(s); err != nil {
			return err
		}
	} else {
		problem, solution, err := parsePair(s, c.Problem, c.Solution)
		if err != nil {
			return err
		}
		check = convert.Check(problem, solution)
	}
	if s.terminal { // the verdict comes first
		fmt.Fprintln(s.err, check.Badge())
	}
	if _, err := s.out.Write(check.JSON()); err != nil {
		return &outputError{err}
	}
	if !check.Pass {
		return errFailed
	}
	return nil
}

var errBothInput = errors.New("both documents are standard input, expected a file for one of them")

// network compares a network that comes without a proof with the optimum.
func (c *checkCommand) network(s *streams) (*document.Check, error) {
	if c.Problem == "-" && c.Solution == "-" {
		return nil, errBothInput
	}
	problem, err := parseFile(s, c.Problem, "a problem document", document.ParseProblem)
	if err != nil {
		return nil, err
	}
	if err := noStack(problem, "check --network"); err != nil {
		return nil, err
	}
	neurons, err := parseFile(s, c.Solution, "a network", document.ParseNetwork)
	if err != nil {
		return nil, err
	}
	training := convert.Problem(problem)
	if err := (&limits{Method: "auto"}).apply(&training); err != nil {
		return nil, err
	}
	var job certify.Job
	s.drive(&job, "solve", func() { job.Start(training) })
	return convert.CheckNetwork(problem, neurons, job.Result()), nil
}

// parsePair reads a problem document and the document of its solution.
func parsePair(s *streams, problemFile, solutionFile string) (*document.Problem, *document.Solution, error) {
	if problemFile == "-" && solutionFile == "-" {
		return nil, nil, errBothInput
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
