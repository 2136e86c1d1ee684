package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/network/sums"
	"conelab/core/numeric/moments"
)

// summed reads the problem on a sums document, nil if the file is none, and applies the options to it.
func (c *input) summed(s *streams, layers *stacking) (*convert.Summed, error) {
	if !s.isSums(c.File) {
		return nil, nil
	}
	switch given := s.given["Table"]; {
	case given != nil:
		return nil, fmt.Errorf("%s is given with a sums document, expected it with conelab sums, which reads the table", given[0])
	case c.Standardise || c.Limit != nil:
		return nil,
			errors.New("--standardise or --limit is given with a sums document, expected it with conelab sums: sums cannot be scaled without loss")
	}
	d, err := parseFile(s, c.File, "a sums document", document.ParseSums)
	if err != nil {
		return nil, err
	}
	p, err := convert.OfSums(d, defaultProblem())
	if err != nil {
		return nil, named(c.File, err)
	}
	if c.Bias {
		bias(p.Problem)
	}
	if err := c.settings(p.Problem, layers); err != nil {
		return nil, err
	}
	return p, named(c.File, p.Check())
}

// solveSums trains on sums and writes the solution document.
func (l *solver) solveSums(s *streams, p *convert.Summed) error {
	start, training := s.clock(), p.Training(s.interrupts())
	reduced, err := training.Reduce()
	if err != nil {
		return err
	}
	var job certify.Job
	s.drive("solve", job.Progress, func(ctx context.Context) {
		reduced.Context = ctx
		job.Solve(reduced)
	})
	solution := p.Solution(job.Result(), since(s, start))
	line := summary(p.Problem, solution) + fmt.Sprintf("; certified for the sums of %.0f rows", p.Sums.Rows())
	return s.writeResult(solution.JSON(), line, solution.Status == string(certify.Optimal))
}

// pathOfSums trains on sums for every beta, and with folds cross-validates, and writes the document.
func (c *pathCommand) pathOfSums(s *streams, p *convert.Summed) error {
	folds := 0
	if c.Folds != "" {
		var err error
		switch folds, err = strconv.Atoi(c.Folds); {
		case len(p.Folds) == 0:
			return fmt.Errorf("%s has the sums of all rows together, expected those of folds, as conelab sums --folds writes them", c.File)
		case err != nil || folds != len(p.Folds):
			return fmt.Errorf("--folds is %.40q, expected %d, the number of folds of the sums document", c.Folds, len(p.Folds))
		}
	}
	if c.Test != "" || c.Split != nil {
		return errors.New("--test or --split is given with a sums document, expected --folds")
	}
	training := p.Training(s.interrupts())
	betas, err := c.betas(s, p.Problem, func() ([]float64, error) {
		reduced, err := training.Reduce()
		if err != nil {
			return nil, err
		}
		return path.Grid(&reduced, c.Count, c.Ratio)
	})
	if err != nil {
		return err
	}
	var failed error
	o := c.trained(s, folds > 0, folds, func(ctx context.Context, job *path.Job, k int) *path.Path {
		of, test := *training, path.Scorer(nil)
		if folds > 0 {
			held := *training
			of.Sums, held.Sums, test = sums.Without(p.Folds, k), p.Folds[k], &held
		}
		of.Context = ctx
		reduced, err := of.Reduce()
		if err != nil {
			failed = err
			return &path.Path{Status: certify.Stopped}
		}
		return job.RunScored(reduced, betas, test)
	})
	if failed != nil {
		return failed
	}
	if c.Best && o.status == string(certify.Optimal) {
		p.Problem.Beta = o.beta
		s.note("chosen", table.Note{Sentence: "beta = " + fault.Number(o.beta)})
		return c.solveSums(s, p)
	}
	return c.report(s, o, nil, nil)
}

// checkSums checks a solution against sums if the problem is summed, or against the rows of a table, which are summed anew in one pass.
func (c *checkCommand) checkSums(s *streams, solution *document.Solution, summed bool) (*certify.Verdict, error) {
	settings, err := settingsOf(c.Solution, solution)
	if err != nil {
		return nil, err
	}
	m := solution.Model
	if summed && !solution.Sums {
		return nil, fmt.Errorf("%s was trained on rows, expected a solution of the sums in %s, or the table that it was trained on in their place",
			c.Solution, c.Problem)
	}
	if summed {
		d, err := parseFile(s, c.Problem, "a sums document", document.ParseSums)
		if err != nil {
			return nil, err
		}
		p, err := convert.OfSums(d, settings)
		if err != nil {
			return nil, named(c.Problem, err)
		}
		if m.Columns != nil && m.Columns.Bias {
			bias(p.Problem)
		}
		if err := p.Check(); err != nil {
			return nil, named(c.Problem, err)
		}
		return p.CheckSolution(solution, c.Tolerance), nil
	}
	if m.Columns == nil {
		return nil, fmt.Errorf("%s does not say how its table was read, expected its sums document in place of %s", c.Solution, c.Problem)
	}
	o := &tableOptions{tableFormat: tableFormat{tableText: c.tableText, Missing: "error", known: m.Columns.Known()}}
	if m.Columns.MissingOf() == dataset.Drop {
		o.Missing = "drop"
	}
	r := &rows{s: s, o: o, files: []string{c.Problem}, columns: m.Columns, outputs: m.Outputs, title: "check"}
	total, err := r.sum(1)
	if err != nil {
		return nil, err
	}
	p := &convert.Summed{Problem: settings, Sums: total[0], Error: moments.Error}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p.CheckSolution(solution, c.Tolerance), nil
}
