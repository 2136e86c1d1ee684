package main

import (
	"fmt"
	"strings"
	"time"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// solveCommand trains a network.
type solveCommand struct {
	source
	model
	stacking
	limits
	Beta      *float64 `group:"Network" help:"Weight of the regularisation term (0.01)."`
	Tolerance *float64 `help:"Relative gap to certify (1e-8)."`
	Fewest    bool     `help:"If many networks are optimal, choose one with few neurons, a vertex of their set."`
	Problem   string   `placeholder:"FILE" help:"Also write the problem document that is solved, for conelab check."`
}

// Help returns the long help text of the command.
func (*solveCommand) Help() string {
	return `Prints the solution document: the network, its cost, the certified lower bound, and the dual vector that proves it. Options override the problem document. After Ctrl-C the best solution so far is printed.

If many networks are optimal, as for points in a subspace, the one found lies in the middle of their set and has many neurons; --fewest continues to one with the same outputs and fewer neurons, and certifies that as well.

With --layers it trains a network of several layers, one after the other: each is the certified optimum on the neurons of the layer below and the input, standardised. The solution lists the layers, each with its own certificate, given those below it; nothing is proved of all layers together.

Examples:

    conelab solve problem.json > solution.json

    conelab solve --beta 0.1 --activation swish measurements.csv

    conelab solve --fewest problem.json

    conelab solve --layers 4 --beta 0.1 problem.json > deep.json

    conelab solve --outputs 2 --standardise measurements.csv

    conelab solve --classes --loss softmax --problem iris.json iris.csv

    conelab solve --kind convolutional --input 6 --filter 3 --pool 2 --activation gelu:-3,3 signals.csv

    conelab solve --y targets.npy features.npy

    conelab solve --method corrective --memory 1GB --tolerance 1e-6 measurements.csv

    conelab solve --labels labels.idx.gz --only 0,1 --kind convolutional --input 4,4 --filter 3 --pool global --loss hinge images.idx.gz`
}

// Run trains the network and writes the solution document.
func (c *solveCommand) Run(s *streams) error {
	problem, err := c.problem(s)
	if err != nil {
		return err
	}
	if err := writeProblem(c.Problem, problem); err != nil {
		return err
	}
	return c.solveAndWrite(s, problem, c.Fewest)
}

// writeProblem writes the problem into a file, if a file is named.
func writeProblem(file string, problem *document.Problem) error {
	if file == "" {
		return nil
	}
	return writeFile(file, append(problem.JSON(), '\n'))
}

// solveAndWrite solves a problem with one layer or several, and writes the solution document.
func (l *limits) solveAndWrite(s *streams, problem *document.Problem, fewest bool) error {
	solve := l.solve
	if problem.Stack != nil {
		solve = l.solveStack
	}
	solution, line, err := solve(s, problem, fewest)
	if err != nil {
		return err
	}
	if err := s.write(solution.JSON(), line); err != nil {
		return err
	}
	if solution.Status != string(certify.Optimal) {
		return errFailed
	}
	return nil
}

// solve solves a problem with one layer; line sums the solution up.
func (l *limits) solve(s *streams, problem *document.Problem, fewest bool) (solution *document.Solution, line string, err error) {
	start := s.clock()
	training := convert.Problem(problem)
	if err := l.apply(&training); err != nil {
		return nil, "", err
	}
	var job certify.Job
	s.drive(&job, "solve", func() { job.Start(training) })
	result, note := job.Result(), ""
	if fewest && result.Status != certify.Stopped {
		all := len(result.Neurons)
		result = certify.Fewest(convert.Problem(problem), result)
		note = fmt.Sprintf("; %d neurons before --fewest, %d after", all, len(result.Neurons))
	}
	solution = convert.Solution(problem, result, since(s, start))
	return solution, summary(solution) + note, nil
}

// problem reads the problem and applies the options to it.
func (c *solveCommand) problem(s *streams) (*document.Problem, error) {
	p, _, err := c.load(s, c.loss())
	if err != nil {
		return nil, err
	}
	if c.Tolerance != nil {
		if err := checkTolerance(*c.Tolerance); err != nil {
			return nil, err
		}
	}
	set(&p.Beta, c.Beta)
	set(&p.Tolerance, c.Tolerance)
	if err := c.model.apply(p); err != nil {
		return nil, err
	}
	if err := c.stacking.put(p); err != nil {
		return nil, err
	}
	if c.Standardise {
		if err := standardise(p); err != nil {
			return nil, err
		}
	}
	return p, validate(p)
}

// since returns the seconds since start.
func since(s *streams, start time.Time) float64 { return s.clock().Sub(start).Seconds() }

// checkTolerance refuses a tolerance that is not between 0 and 1.
func checkTolerance(v float64) error {
	if v > 0 && v < 1 {
		return nil
	}
	return fmt.Errorf("--tolerance is %g, expected a number above 0 and below 1", v)
}

// summary sums a solution up in one line.
func summary(s *document.Solution) string {
	line := fmt.Sprintf("%s: objective %.9g, certified gap %.1e, %d neurons, %d iterations, %.3g s",
		s.Status, s.Objective, s.Gap, len(s.Network.Neurons), s.Iterations, s.Seconds)
	return strings.TrimSpace(line + " " + s.Message)
}
