package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/format/solve"
)

// points are those of another file than that trained on, as the network reads them.
type points struct {
	*dataset.Frame     // without Y if the file has no targets
	count          int // the number of rows of the file
	name           string
	place          func(row int) string // names a row of the file
}

// tooLarge refuses point i, whose features or labels make the outputs or the score exceed double precision.
func (p *points) tooLarge(i int) error {
	const what = "has a number too large for a result in double precision, expected numbers like those trained on"
	return inFile(p.name, fault.New(p.place(p.Row(i)), what))
}

// apply reads a file for a network: a problem document, or a table, by the stored columns of the one trained on. Targets are required if
// they are asked for, and otherwise read if they are there.
func (o *columnOptions) apply(s *streams, file string, m *document.Model, targets bool) (*points, error) {
	r, err := s.contents(file, &o.tableText, formatOf(m, &o.tableText, false))
	switch {
	case err != nil:
		return nil, err
	case r.problem != nil:
		return ofDocument(s, r, m)
	case r.sums != nil:
		return nil, r.needRows()
	}
	columns := cmp.Or(m.Columns, &document.Columns{})
	as := dataset.Options{Features: o.Features, Missing: o.missing(columns), Unknown: o.Unknown == "ignore"}
	f, err := columns.Apply(r.table, as, targets, m.Outputs, m.Features)
	if err != nil {
		return nil, inFile(r.name, err)
	}
	s.noteAll(r.name, f.Notes)
	f.Y = solve.Labels(f, m.Loss)
	count, _ := r.table.Size()
	return &points{f, count, r.name, r.table.Place}, nil
}

// needRows refuses sums in place of rows.
func (r *contents) needRows() error {
	return fmt.Errorf("%s is a sums document, expected the rows themselves", r.name)
}

// ofDocument takes the points of a problem document, whose features are found by their names and scaled as the network's are.
func ofDocument(s *streams, r *contents, m *document.Model) (*points, error) {
	x, scaled, err := m.Points(r.problem)
	if err != nil {
		return nil, inFile(r.name, err)
	}
	if scaled {
		s.note(r.name, "the features are scaled as those trained on", "")
	}
	f := &dataset.Frame{X: x}
	if m.Labelled(r.problem) {
		f.Y = r.problem.Data.Y
	}
	return &points{f, len(x), r.name, func(row int) string { return "data.x[" + strconv.Itoa(row) + "]" }}, nil
}

// testOptions names the points to test on.
type testOptions struct {
	Test  string `placeholder:"FILE" group:"Held out" help:"@test"`
	TestY string `aliases:"test-labels" placeholder:"FILE" group:"Held out" help:"Their targets, where --y has those of FILE."`
}

// readTestPoints reads points to test on as those of the problem were read, and returns the problem with them in place of its own, or nil
// if there are none.
func (c *input) readTestPoints(s *streams, h *testOptions, problem *document.Problem) (*document.Problem, error) {
	if h.Test == "" {
		return nil, nil
	}
	file, options := h.Test, c.columnOptions
	options.Y, options.Features, options.Arrays = h.TestY, nil, nil // they are found as those trained on
	test, err := options.apply(s, file, problem.Model(), true)
	if err != nil {
		return nil, err
	}
	if test.Y == nil {
		return nil, fmt.Errorf("%s does not have the labels of the network's outputs, expected them to test on", file)
	}
	for i := range test.X {
		square := 0.0
		for _, v := range slices.Concat(test.X[i], test.Y[i]) {
			square += v * v
		}
		if math.IsInf(square*square, 1) { // outputs are of degree two in the features, and losses in the outputs
			return nil, test.tooLarge(i)
		}
	}
	// The data must be valid for the same network.
	tested := *problem
	tested.Data = document.Data{X: test.X, Y: test.Y}
	if err := tested.Evaluable(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &tested, nil
}

// refit builds the problem of a solution from the table trained on, by what the solution records of how that was read, and fits its
// columns anew.
func refit(s *streams, r *contents, m *document.Model) (*document.Problem, error) {
	f, err := m.Columns.Refit(r.table, m.Outputs)
	if err != nil {
		return nil, inFile(r.name, err)
	}
	s.noteAll(r.name, f.Notes)
	if limit := m.Columns.Table.Limit; limit > 0 {
		s.note(r.name, "judged on "+fault.Count(len(f.X), "row")+", those of --limit "+strconv.Itoa(limit)+" in training", "")
	}
	p := m.Problem(f.X)
	p.Data.Y, p.Columns = solve.Labels(f, m.Loss), &f.Columns
	p.Tolerance = 0 // that of the model is the solution's claim: a table asks for none
	return p, inFile(r.name, p.Validate())
}
