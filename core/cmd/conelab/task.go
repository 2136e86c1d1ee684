package main

import (
	"context"
	"errors"
	"fmt"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/moments"
)

// task is what is trained: a problem with its rows, or sums in their place; then the problem has a single row of zeros.
type task struct {
	*document.Problem
	sums *document.SumsProblem // nil for rows
}

// summed parses a sums document as a problem with the given settings.
func summed(content []byte, name string, settings *document.Problem) (*document.SumsProblem, error) {
	d, err := parseText(content, name, "a sums document", document.ParseSums)
	if err != nil {
		return nil, err
	}
	p, err := d.Problem(settings)
	return p, inFile(name, err)
}

// ofSums makes a sums document the task.
func (c *input) ofSums(s *streams, t *task, content []byte, name string) (err error) {
	switch used := s.options["Table"]; {
	case used != nil:
		return fmt.Errorf("%s is given with a sums document, expected it with conelab sums, which reads the table", used[0])
	case c.Standardise || c.Limit != nil:
		return errors.New("--standardise or --limit is given with a sums document, expected it with conelab sums: " +
			"sums cannot be scaled without loss")
	}
	t.sums, err = summed(content, name, defaultProblem())
	if err == nil {
		t.Problem = t.sums.Problem
	}
	return err
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
	p = t.Problem.Program()
	p.Context = ctx
	return p, nil
}

// solution returns the document of a result that took the given time, and a line that sums it up.
func (t *task) solution(r *certify.Result, seconds float64) (solution *document.Solution, line string) {
	if t.sums == nil {
		solution = document.SolutionOf(t.Problem, r, seconds)
		return solution, summary(t.Problem, solution)
	}
	solution = t.sums.Solution(r, seconds)
	return solution, summary(t.Problem, solution) + fmt.Sprintf("; certified for the sums of %.0f rows", t.sums.Sums.Rows())
}

// checkSums checks a solution of sums against these, or against the rows of a table, which are summed anew in one pass.
func (c *checkCommand) checkSums(s *streams, solution *document.Solution) (*certify.Verdict, error) {
	settings, err := settingsOf(c.Solution, solution)
	if err != nil {
		return nil, err
	}
	m := solution.Model
	if s.isSums(c.Problem) {
		content, name, err := s.read(c.Problem, "a sums document", 0)
		if err != nil {
			return nil, err
		}
		p, err := summed(content, name, settings)
		if err != nil {
			return nil, err
		}
		if m.Columns != nil && m.Columns.Bias {
			bias(p.Problem)
		}
		return c.judgeSums(p, solution)
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
	return c.judgeSums(&document.SumsProblem{Problem: settings, Sums: total[0], Error: moments.Error}, solution)
}

// judgeSums checks a solution against sums that some rows may have.
func (c *checkCommand) judgeSums(p *document.SumsProblem, solution *document.Solution) (*certify.Verdict, error) {
	if err := p.Check(); err != nil {
		return nil, inFile(c.Problem, err)
	}
	return p.CheckSolution(solution, c.Tolerance), nil
}
