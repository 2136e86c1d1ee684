package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/solve"
	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// input is what every command that trains reads: points and labels, from a document or from a table, and the problem that they are to be
// trained for.
type input struct {
	File string `arg:"" optional:"" default:"-" help:"@input_file"`
	tableOptions
	Limit       *int `placeholder:"N" range:"from 1 to 2147483647" group:"Data" help:"Keep the first N rows."`
	Standardise bool `aliases:"standardize" group:"Data" help:"Scale each feature to mean 0, standard deviation 1 (with divisor n) on the n points trained on."`
	Bias        bool `group:"Data" help:"@bias"`
	network
	solver

	imputed [][]int // for each row of the table, the features whose missing values were replaced by means
}

// tableOptions say which columns of a table are what.
type tableOptions struct {
	columnOptions
	Targets []string `placeholder:"NAME" group:"Table" help:"Columns of the targets, named as by --features."`
	Exclude []string `placeholder:"NAME" group:"Table" help:"Columns that are not features, named as by --features."`
	Encode  string   `words:"error|onehot" default:"error" group:"Table" help:"@encode"`
	Classes bool     `group:"Table" help:"@classes"`
	Only    []string `placeholder:"CLASS" group:"Table" help:"Keep the rows of these classes; a comma in a class is written \\,."`
}

// task reads what is to be trained, and applies the options to it, except for the scaling.
func (c *input) task(s *streams, layers *stacking) (*task, error) {
	if err := c.refuse(layers); err != nil {
		return nil, err
	}
	var f table.Format
	if c.Input != nil || c.Kind != nil && *c.Kind == document.KindConvolutional {
		f.Axes = table.MaxAxes
	}
	// Only the first rows are read where all of them are kept. Those of a text with targets in another file are all counted, since that may
	// tell whether it has a header.
	arrays := filepath.Ext(c.File) == ".npy" && filepath.Ext(c.Y) == ".npy"
	if c.Limit != nil && c.Only == nil && c.Missing != "drop" && (c.Y == "" || arrays) {
		f.Rows = *c.Limit
	}
	if err := c.refuseLarge(c.File, f.Rows); err != nil {
		return nil, err
	}
	r, err := s.contents(c.File, &c.tableText, f)
	if err != nil {
		return nil, err
	}
	t, used := &task{Problem: r.problem}, s.options["Table"]
	switch {
	case r.table != nil:
		t.Problem, err = c.ofTable(s, r)
	case used != nil:
		err = fmt.Errorf("%s: %s is given with a document, expected it only with %s", r.name, used[0], expectedTable)
	case r.problem != nil && c.Limit != nil && *c.Limit < len(t.Data.X):
		t.Data.X, t.Data.Y = t.Data.X[:*c.Limit], t.Data.Y[:*c.Limit]
	case r.sums != nil && (c.Standardise || c.Limit != nil):
		err = errors.New("--standardise or --limit is given with a sums document, expected it with conelab sums: " +
			"sums cannot be scaled without loss")
	case r.sums != nil:
		t, err = summed(r, solve.Problem(nil, nil))
	}
	if err != nil {
		return nil, err
	}
	if c.Bias {
		solve.AddBias(t.Problem)
	}
	if err := c.settings(t.Problem, layers); err != nil {
		return nil, err
	}
	if c.Bias && t.Activation.Kind().BiasInputs > 0 {
		return nil, fmt.Errorf("--bias is given with the activation %s, whose neurons have a bias already, expected it with a polynomial",
			t.Activation.Name)
	}
	if t.sums != nil {
		return t, inFile(r.name, t.sums.Check())
	}
	return t, ofOptions(t.Problem.Validate())
}

// scaledTask is task with the scaling.
func (c *input) scaledTask(s *streams, layers *stacking) (*task, error) {
	t, err := c.task(s, layers)
	if err == nil && c.Standardise {
		err = inFile(c.File, solve.Standardize(t.Problem))
	}
	return t, err
}

// refuse refuses options that no data make valid, before the data are read, which may take long.
func (c *input) refuse(layers *stacking) error {
	_, err := c.format(table.Format{})
	p := solve.Problem(nil, nil)
	p.Stack = &document.Stack{}
	_, unknown := c.allowed()
	return cmp.Or(err, c.settings(p, layers), unknown)
}

// settings applies the options that do not concern the data.
func (c *input) settings(p *document.Problem, layers *stacking) error {
	set(&p.Tolerance, c.Tolerance)
	return cmp.Or(c.network.apply(p), layers.apply(p))
}

// ofOptions returns an error of a document, if there is one, as one of the options that it was made by.
func ofOptions(err error) error {
	if err == nil {
		return nil
	}
	if input := (*fault.InputError)(nil); errors.As(err, &input) {
		if name, size := strings.CutPrefix(input.Where, "architecture."); size {
			return errors.New("--" + name + strings.TrimPrefix(input.Sentence, input.Where))
		}
	}
	return fmt.Errorf("with the given options, %w", err)
}

// ofTable makes a table a problem with the default settings, whose labels are encoded for the loss.
func (c *input) ofTable(s *streams, r *contents) (*document.Problem, error) {
	if r.table.Pixels() && c.Y == "" {
		return nil, fmt.Errorf("%s is an idx file, expected its labels by --y", r.name)
	}
	lossName := ""
	set(&lossName, c.Loss)
	options, err := c.options()
	if err != nil {
		return nil, inFile(r.name, err)
	}
	classes := c.Classes || c.Only != nil || r.table.Pixels()
	if classes {
		options.Encoding = dataset.Signs
	}
	options.OneHot, options.Only, options.IfNeeded = c.Encode == "onehot", c.Only, !classes
	set(&options.Limit, c.Limit)
	p, frame, err := solve.OfTable(r.table, options, lossName)
	if err != nil {
		return nil, inFile(r.name, err)
	}
	if !c.Standardise && !r.table.Pixels() {
		frame.Notes = append(frame.Notes, dataset.NoteUnscaled(r.table, frame.Table.Features)...)
	}
	s.noteAll(r.name, frame.Notes)
	c.imputed, p.Columns.Table.Arrays = frame.Imputed, c.Arrays
	return p, nil
}

// options returns the rules by which the columns of a table become data, for labels that are numbers.
func (o *tableOptions) options() (dataset.Options, error) {
	if o.Y != "" && o.Targets != nil {
		return dataset.Options{}, errors.New("--y is given with --targets, expected files that have features alone and targets alone")
	}
	return dataset.Options{Targets: o.Targets, Features: o.Features, Exclude: o.Exclude, Missing: o.missing(nil)}, nil
}

// lossOf returns the loss with that name, the squared one for none.
func lossOf(name string) loss.Loss {
	lossFn, _ := loss.Parse(name)
	return lossFn
}

// task is what is trained: a problem with its rows, or sums in their place; then the problem has a single row of zeros.
type task struct {
	*document.Problem
	sums *document.SumsProblem // nil for rows
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

// solution returns the document of a result that took the given time, and a line that sums it up. If the gap is too large, the line says
// what may help, some of it first.
func (t *task) solution(r *certify.Result, seconds float64, first ...string) (solution *document.Solution, line string) {
	if t.sums == nil {
		solution = document.SolutionOf(t.Problem, r, seconds)
		return solution, summary(t.Problem, solution, t.advice(r.Help, r.Gap, first...))
	}
	solution = t.sums.Solution(r, seconds)
	line = summary(t.Problem, solution, t.advice(r.Help, r.Gap))
	if solution.Status == certify.Optimal {
		line += fmt.Sprintf("; certified for the sums of %.0f rows", t.sums.Sums.Rows())
	}
	return solution, line
}

// summed returns the task of a sums document with the given settings.
func summed(r *contents, settings *document.Problem) (*task, error) {
	sums, err := r.sums.Problem(settings)
	if err != nil {
		return nil, inFile(r.name, err)
	}
	return &task{sums.Problem, sums}, nil
}
