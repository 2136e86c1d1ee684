package main

import (
	"fmt"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/solve"
	"conelab/core/network/certify"
	"conelab/core/numeric/moments"
)

// checkCommand checks a solution against its problem.
type checkCommand struct {
	Problem   string  `arg:"" help:"@problem"`
	Solution  string  `arg:"" help:"Solution document, or with --network a network; - is standard input."`
	Tolerance float64 `range:"above 0 and below 1" help:"@tolerance"`
	tableText
	Bare bool `name:"network" help:"@network"`
}

// Run checks the solution and writes the check document.
func (c *checkCommand) Run(s *streams) error {
	if err := s.tellApart(&c.Solution, &c.Problem); err != nil {
		return err
	}
	check, err := c.check(s)
	if err != nil {
		return err
	}
	return s.writeResult(document.CheckJSON(check), check.Badge(), check.Pass)
}

// check checks a solution, or compares a network that comes without a proof with the optimum.
func (c *checkCommand) check(s *streams) (*certify.Verdict, error) {
	if c.Bare {
		return c.network(s)
	}
	solution, err := parseFile(s, c.Solution, "a solution document", document.ParseSolution)
	if err != nil {
		return nil, err
	}
	check, err := c.against(s, solution)
	if m := solution.Model; err == nil && !check.Pass && m != nil && m.Tolerance > check.Tolerance {
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
		return c.againstSums(s, solution)
	}
	p, err := c.raw(s, solution.Model)
	if err != nil {
		return nil, err
	}
	return document.CheckTo(p, solution, c.Tolerance), nil
}

// raw reads the problem: a document, or the table that a model was trained on, to which its columns are fitted anew.
func (c *checkCommand) raw(s *streams, m *document.Model) (*document.Problem, error) {
	r, err := s.contents(c.Problem, &c.tableText, formatOf(m, &c.tableText, true))
	switch {
	case err != nil:
		return nil, err
	case r.sums != nil:
		return nil, r.needRows()
	case r.problem != nil:
		return r.problem, nil
	case m == nil || m.Columns == nil || m.Columns.Table == nil:
		return nil, fmt.Errorf("%s does not record how its table was read, expected the problem document, which solve --problem writes, "+
			"in place of %s", c.Solution, r.name)
	}
	return refit(s, r, m)
}

// againstSums checks a solution of sums against these, or against the rows of a table, which are summed anew in one pass.
func (c *checkCommand) againstSums(s *streams, solution *document.Solution) (*certify.Verdict, error) {
	settings, err := settingsOf(c.Solution, solution)
	if err != nil {
		return nil, err
	}
	if s.isSums(c.Problem) {
		r, err := s.contents(c.Problem, &c.tableText, table.Format{})
		if err != nil {
			return nil, err
		}
		t, err := summed(r, settings)
		if err != nil {
			return nil, err
		}
		if settings.Columns != nil && settings.Columns.Bias {
			solve.AddBias(t.Problem)
		}
		return c.judge(t.sums, solution)
	}
	m := solution.Model
	if m.Columns == nil {
		return nil, fmt.Errorf("%s does not record how its table was read, expected its sums document in place of %s", c.Solution, c.Problem)
	}
	r := &rowReader{s: s, o: &tableOptions{columnOptions: columnOptions{tableText: c.tableText}}, files: []string{c.Problem},
		columns: m.Columns, outputs: m.Outputs, title: "check"}
	total, err := r.sum(1)
	if err != nil {
		return nil, err
	}
	return c.judge(&document.SumsProblem{Problem: settings, Sums: total[0], Error: moments.Error}, solution)
}

// judge checks a solution against sums that some rows may have.
func (c *checkCommand) judge(p *document.SumsProblem, solution *document.Solution) (*certify.Verdict, error) {
	if err := p.Check(); err != nil {
		return nil, inFile(c.Problem, err)
	}
	return p.CheckSolution(solution, c.Tolerance), nil
}

// network compares a network that comes without a proof with the optimum of its problem, which is solved for that.
func (c *checkCommand) network(s *streams) (*certify.Verdict, error) {
	network, name, err := s.read(c.Solution, "a network", 0)
	if err != nil {
		return nil, err
	}
	var model *document.Model
	if solution, err := document.ParseSolution(network); err == nil {
		model = solution.Model
	}
	problem, err := c.raw(s, model)
	if err != nil {
		return nil, err
	}
	neurons, err := parseText(network, name, "a network", document.ParseNetwork)
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

// decomposeCommand decomposes a matrix into neurons.
type decomposeCommand struct {
	File      string  `arg:"" optional:"" default:"-" help:"@file"`
	Tolerance float64 `default:"1e-9" range:"above 0 and below 1" help:"Tolerance of the conditions on the matrix, relative to its largest entry (${default})."`
}

// Run decomposes the matrix and writes the decomposition document.
func (c *decomposeCommand) Run(s *streams) error {
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
