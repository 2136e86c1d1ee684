package main

import (
	"context"
	"errors"
	"fmt"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/moments"
)

// task is what is trained: a problem with its rows, or sums in their place; then the problem has a single row of zeros.
type task struct {
	*document.Problem
	sums *convert.Summed // nil for rows
}

// task reads what is to be trained: from a sums document, or by read.
func (c *input) task(s *streams, layers *stacking, read func(*streams, *stacking) (*document.Problem, error)) (*task, error) {
	if s.isSums(c.File) {
		return c.summed(s, layers)
	}
	p, err := read(s, layers)
	return &task{Problem: p}, err
}

// summed reads the problem on a sums document, and applies the options to it.
func (c *input) summed(s *streams, layers *stacking) (*task, error) {
	used := s.options["Table"]
	switch {
	case used != nil:
		return nil, fmt.Errorf("%s is given with a sums document, expected it with conelab sums, which reads the table", used[0])
	case c.Standardise || c.Limit != nil:
		return nil,
			errors.New("--standardise or --limit is given with a sums document, expected it with conelab sums: sums cannot be scaled without loss")
	}
	if err := c.refuse(layers); err != nil {
		return nil, err
	}
	p, err := sumsProblem(s, c.File, defaultProblem(), c.Bias)
	if err != nil {
		return nil, err
	}
	if err := c.settings(p.Problem, layers); err != nil {
		return nil, err
	}
	return &task{p.Problem, p}, inFile(c.File, p.Check())
}

// sumsProblem reads a sums document as a problem with the given settings, perhaps with a feature of ones.
func sumsProblem(s *streams, file string, settings *document.Problem, withBias bool) (*convert.Summed, error) {
	d, err := parseFile(s, file, "a sums document", document.ParseSums)
	if err != nil {
		return nil, err
	}
	p, err := convert.OfSums(d, settings)
	if err == nil && withBias {
		bias(p.Problem)
	}
	return p, inFile(file, err)
}

// with returns the task with another problem, and if it is one on sums a copy of these.
func (t *task) with(p *document.Problem) *task {
	if t.sums == nil {
		return &task{Problem: p}
	}
	other := *t.sums
	other.Problem = p
	return &task{p, &other}
}

// training returns the problem that is solved.
func (t *task) training(ctx context.Context) (p certify.Problem, err error) {
	if t.sums != nil {
		return t.sums.Training(ctx).Reduce()
	}
	p = convert.Problem(t.Problem)
	p.Context = ctx
	return p, nil
}

// solution returns the document of a result that took the given time, and a line that sums it up.
func (t *task) solution(r *certify.Result, seconds float64) (solution *document.Solution, line string) {
	if t.sums == nil {
		solution = convert.Solution(t.Problem, r, seconds)
		return solution, summary(t.Problem, solution)
	}
	solution = t.sums.Solution(r, seconds)
	return solution, summary(t.Problem, solution) + fmt.Sprintf("; certified for the sums of %.0f rows", t.sums.Sums.Rows())
}

// checkSums checks a solution against sums if the problem is summed, or against the rows of a table, which are summed anew in one pass.
func (c *checkCommand) checkSums(s *streams, solution *document.Solution, summed bool) (*certify.Verdict, error) {
	settings, err := settingsOf(c.Solution, solution)
	if err != nil {
		return nil, err
	}
	m := solution.Model
	if summed && !solution.Sums {
		return nil, fmt.Errorf("%s was trained on rows, expected a solution of the sums in %s, or the table that it was trained on in their "+
			"place", c.Solution, c.Problem)
	}
	if summed {
		p, err := sumsProblem(s, c.Problem, settings, m.Columns != nil && m.Columns.Bias)
		if err != nil {
			return nil, err
		}
		if err := p.Check(); err != nil {
			return nil, inFile(c.Problem, err)
		}
		return p.CheckSolution(solution, c.Tolerance), nil
	}
	if m.Columns == nil {
		return nil, fmt.Errorf("%s does not record how its table was read, expected its sums document in place of %s", c.Solution, c.Problem)
	}
	o := &tableOptions{tableFormat: tableFormat{tableText: c.tableText, known: m.Columns.Known()}}
	r := &rowReader{s: s, o: o, files: []string{c.Problem}, columns: m.Columns, outputs: m.Outputs, title: "check"}
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
