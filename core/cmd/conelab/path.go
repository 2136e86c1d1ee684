package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
)

// pathCommand trains for many values of beta.
type pathCommand struct {
	source
	model
	stacking
	Betas            []float64 `placeholder:"BETA" group:"Path" help:"Values of beta (a grid from the largest useful one down)."`
	Count            int       `default:"30" group:"Path" help:"Number of values of the grid (${default})."`
	Ratio            float64   `default:"1e-4" group:"Path" help:"The grid's least beta over its largest (${default})."`
	Tolerance        *float64  `group:"Path" help:"Relative gap to certify (1e-8)."`
	Test             string    `placeholder:"FILE" xor:"held" group:"Held out" help:"Points to test on, in the form of FILE."`
	TestY            string    `aliases:"test-labels" placeholder:"FILE" group:"Held out" help:"Their targets, where --y has those of FILE."`
	Split            *float64  `placeholder:"SHARE" xor:"held" group:"Held out" help:"Train on this share of the rows, drawn at random, and test on the others."`
	Folds            string    `placeholder:"K|FILE" xor:"held" group:"Held out" help:"Cross-validate: K random folds, or a file whose lines have the rows to test on, counted from 0."`
	Seed             uint64    `default:"1" group:"Held out" help:"Seed of random splits and folds (${default})."`
	OneStandardError bool      `group:"Held out" help:"In cross-validation choose the largest beta within one standard error of the best."`
	CSV              bool      `name:"csv" xor:"form" help:"Print a table instead of a document."`
	Best             bool      `xor:"form" group:"Held out" help:"Print the chosen network instead: the solution document of all points of FILE, with the beta, and the number of layers, that do best at the points held out."`
	Problem          string    `placeholder:"FILE" group:"Held out" help:"With --best: write the problem that it solves, for conelab check."`
}

// Help returns the long help text of the command.
func (*pathCommand) Help() string {
	return `Trains for a sequence of betas, from the least one at which the network without neurons is optimal downwards, and prints for each the certified cost, its parts, the neurons, and error and accuracy. With --folds it prints the cross-validated scores of each beta, and the beta that is chosen. Errors are losses per point. With --best it prints the chosen network itself, trained on all points. With --layers N it compares networks of 1 to N layers, for each beta, and chooses the depth, too. After Ctrl-C it prints what is finished.

Examples:

    conelab path problem.json

    conelab path --count 20 --split 0.8 --csv measurements.csv > path.csv

    conelab path --classes --folds 5 --one-standard-error --standardise iris.csv

    conelab path --betas 10,1,0.1 --test test.csv measurements.csv

    conelab path --folds folds.txt problem.json

    conelab path --classes --folds 5 --standardise --best --problem chosen.json iris.csv > network.json

    conelab path --layers 3 --count 5 --folds 4 problem.json`
}

// Run trains and writes the document.
func (c *pathCommand) Run(s *streams) error {
	switch {
	case c.Best && c.Test == "" && c.Split == nil && c.Folds == "":
		return errors.New("--best is given without points held out, expected --folds, --split or --test")
	case c.Problem != "" && !c.Best:
		return errors.New("--problem is given without --best, expected it only with the problem that --best solves")
	}
	problem, classes, err := c.problem(s)
	if err != nil {
		return err
	}
	whole := *problem
	if whole.Data.X, _, err = c.scale(problem.Data.X, nil); err != nil {
		return err
	}
	if problem.Stack != nil {
		return c.comparison(s, problem, &whole, classes)
	}
	betas, err := c.betas(s, &whole)
	if err != nil {
		return err
	}
	if c.Folds != "" {
		return c.validation(s, problem, betas)
	}
	return c.path(s, problem, betas, classes)
}

// problem reads the problem and applies the options to it.
func (c *pathCommand) problem(s *streams) (*document.Problem, dataset.Classes, error) {
	p, classes, err := c.load(s, c.loss())
	if err != nil {
		return nil, nil, err
	}
	if c.Tolerance != nil {
		if err := checkTolerance(*c.Tolerance); err != nil {
			return nil, nil, err
		}
		p.Tolerance = *c.Tolerance
	}
	if err := c.apply(p); err != nil {
		return nil, nil, err
	}
	if err := c.put(p); err != nil {
		return nil, nil, err
	}
	return p, classes, validate(p)
}

// betas returns the values of beta. Interrupted while it looks for the largest, it returns others, and the interrupt stops the work that follows before
// it comes to any.
func (c *pathCommand) betas(s *streams, p *document.Problem) ([]float64, error) {
	for _, beta := range c.Betas {
		if !(beta > 0) || math.IsInf(beta, 1) {
			return nil, fmt.Errorf("--betas has %g, expected finite numbers above 0", beta)
		}
	}
	if c.Betas != nil {
		return c.Betas, nil
	}
	q := convert.Problem(p)
	var betas []float64
	var err error
	if s.interruptible(func() { betas, err = path.Grid(&q, c.Count, c.Ratio) }) {
		return slices.Repeat([]float64{1}, max(1, c.Count)), nil
	}
	return betas, err
}

// path trains for every beta on one training set, and tests on the points held out.
func (c *pathCommand) path(s *streams, problem *document.Problem, betas []float64, classes dataset.Classes) error {
	train, test, err := c.divide(s, problem, classes)
	if err != nil {
		return err
	}
	p, held, err := c.prepare(problem, train, test)
	if err != nil {
		return err
	}
	start := s.clock()
	var job path.Job
	s.drive(&job, "path", func() { job.Start(p, betas, &held) })
	done := convert.Path(job.Path(), since(s, start))
	var chosen choice
	if best := job.Path().Best(); best >= 0 {
		chosen.beta = done.Points[best].Beta
	}
	line := fmt.Sprintf("%s: %d values of beta from %.3g, %.3g s. %s", done.Status, len(done.Points), done.BetaMax, done.Seconds, done.Message)
	return c.finish(s, problem, done, findings{done.Status, line, chosen})
}

// validation cross-validates.
func (c *pathCommand) validation(s *streams, problem *document.Problem, betas []float64) error {
	folds, err := c.folds(s, len(problem.Data.X))
	if err != nil {
		return err
	}
	start := s.clock()
	var job path.Validation
	fold := func(k int) (certify.Problem, path.Set) {
		p, held, err := c.prepare(problem, rows(&problem.Data, folds[k].Train), rows(&problem.Data, folds[k].Test))
		if err != nil {
			panic(err) // unreachable: the whole set could be scaled before
		}
		return p, held
	}
	s.drive(&job, "cross-validation", func() { job.Start(betas, len(folds), fold) })
	done := convert.CrossValidation(job.Result(), c.OneStandardError, since(s, start))
	line := fmt.Sprintf("%s: beta %.6g has the best %s, %.6g is the largest within one standard error, %d folds, %.3g s. %s",
		done.Status, done.Best, done.By, done.Simplest, done.Folds, done.Seconds, done.Message)
	return c.finish(s, problem, done, findings{done.Status, line, choice{beta: done.Beta}})
}

// tabular is a document that can also be written as a table.
type tabular interface {
	JSON() []byte
	CSV() []byte
}

// choice is what the points held out select: beta and, for several layers, their number; layers is 0 for a single layer.
type choice struct {
	beta   float64
	layers int
}

// findings is the outcome of a path: its status, its summary in one line, and the choice.
type findings struct {
	status, line string
	chosen       choice
}

// finish writes the document, its table or, with --best and if all networks are certified, the chosen network.
func (c *pathCommand) finish(s *streams, problem *document.Problem, done tabular, o findings) error {
	if c.Best && o.status == string(certify.Optimal) {
		return c.best(s, problem, o.chosen)
	}
	content := done.JSON()
	if c.CSV {
		content = done.CSV()
	}
	if err := s.write(content, o.line); err != nil {
		return err
	}
	if o.status != string(certify.Optimal) {
		return errFailed
	}
	return nil
}

// best trains on all points with the chosen values, and writes the solution document.
func (c *pathCommand) best(s *streams, problem *document.Problem, chosen choice) error {
	whole := *problem
	if whole.Beta = chosen.beta; chosen.layers > 0 {
		layers := *problem.Stack
		if layers.Layers = document.Depth(chosen.layers); layers.Share > 0 || layers.Betas != nil {
			whole.Beta = problem.Beta // layers have betas of their own
		}
		whole.Stack = &layers
	}
	if c.Standardise {
		if err := standardise(&whole); err != nil {
			return err
		}
	}
	text := "beta = " + fault.Number(chosen.beta)
	if chosen.layers > 0 {
		text = strconv.Itoa(chosen.layers) + " layers, " + text
	}
	s.note("chosen", table.Note{Sentence: text})
	if err := writeProblem(c.Problem, &whole); err != nil {
		return err
	}
	return (&limits{Method: "auto"}).solveAndWrite(s, &whole, false)
}
