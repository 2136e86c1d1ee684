package main

import (
	"errors"
	"fmt"

	"conelab/core/format/document"
	"conelab/core/format/query"
	"conelab/core/numeric/moments"
)

// sumsCommand sums a table up.
type sumsCommand struct {
	Files []string `arg:"" optional:"" help:"@files"`
	tableOptions
	Standardise bool   `aliases:"standardize" group:"Data" help:"@standardise"`
	Folds       int    `placeholder:"K" range:"from 0 to 1000" group:"Data" help:"@sums_folds"`
	SQL         string `name:"sql" xor:"from" placeholder:"TABLE" group:"In a database" help:"@sql"`
	Key         string `placeholder:"COLUMN" group:"In a database" help:"@key"`
	Dialect     string `words:"standard|bigquery|spark" default:"standard" group:"In a database" help:"@dialect"`
	Result      string `xor:"from" placeholder:"FILE" group:"In a database" help:"@result"`
}

// Run sums up, or writes the query.
func (c *sumsCommand) Run(s *streams) error {
	if len(c.Files) > 0 && (c.SQL != "" || c.Result != "") {
		return fmt.Errorf("%s is given with --sql or --result, expected one of them", c.Files[0])
	}
	switch {
	case c.SQL != "":
		return c.query(s)
	case c.Result != "":
		content, name, err := s.read(c.Result, "the engine's answer", 0)
		if err != nil {
			return err
		}
		d, leftOut, err := query.Answer(content)
		if err != nil {
			return inFile(name, err)
		}
		if leftOut > 0 {
			s.note(name, fmt.Sprintf("%.0f of %.0f rows of the table left out, for NULL in a column that is used or for a "+
				"class that --only does not name", leftOut, d.Rows+leftOut), "")
		}
		return c.write(s, d)
	}
	if c.Key != "" {
		return errors.New("--key is given without --sql, expected it only with the query for a database")
	}
	if len(c.Files) == 0 {
		c.Files = []string{"-"}
	}
	var tables, documents []string
	for _, file := range c.Files {
		if s.isSums(file) {
			documents = append(documents, file)
		} else {
			tables = append(tables, file)
		}
	}
	var total *document.Sums
	if tables != nil {
		var err error
		total, err = c.tables(s, tables)
		if err != nil {
			return err
		}
	}
	for _, file := range documents {
		d, err := parseFile(s, file, "a sums document", document.ParseSums)
		switch {
		case err != nil:
			return err
		case total == nil:
			total = d
		default:
			err = inFile(file, total.Add(d))
		}
		if err != nil {
			return err
		}
	}
	return c.write(s, total)
}

// write writes the document of sums that some rows may have.
func (c *sumsCommand) write(s *streams, d *document.Sums) error {
	if _, _, err := d.Moments(); err != nil {
		return err
	}
	return s.write(d.JSON())
}

// query prints the query.
func (c *sumsCommand) query(s *streams) error {
	if (c.Classes || c.Only != nil) && len(c.Only) < 2 {
		return errors.New("--classes is given with --sql, expected the classes themselves by --only, since the table is not seen")
	}
	if c.Missing != "" && c.Missing != "drop" {
		return fmt.Errorf("--missing %s is given with --sql, expected drop: the query leaves out rows with NULL, and its answer has the "+
			"number of rows summed", c.Missing)
	}
	q := query.Query{
		Table: c.SQL, Features: c.Features, Targets: c.Targets, Classes: c.Only, Standardize: c.Standardise, Key: c.Key, Folds: c.Folds,
		Dialect: c.Dialect,
	}
	if err := q.Validate(); err != nil {
		return err
	}
	return s.write([]byte(q.SQL()))
}

// tables sums tables up.
func (c *sumsCommand) tables(s *streams, files []string) (*document.Sums, error) {
	r := &rowReader{s: s, o: &c.tableOptions, files: files, title: "sum"}
	if err := r.fit(c.Standardise); err != nil {
		return nil, err
	}
	folds, err := r.sum(max(1, c.Folds))
	if err != nil {
		return nil, err
	}
	total := moments.New(folds[0].Basis, r.outputs)
	for k, fold := range folds {
		total.Add(fold)
		if fold.Rows() == 0 {
			return nil, fmt.Errorf("fold %d of %d has no rows, expected at least one: choose fewer folds", k+1, len(folds))
		}
	}
	if lost := r.count - total.Rows(); lost > 0 {
		s.note(files[0], fmt.Sprintf("%.0f of %.0f rows left out for missing values", lost, r.count), "")
	}
	d := &document.Sums{Format: document.SumsFormat, Summed: document.Compensated, Error: moments.Error}
	d.Describe(r.columns)
	if c.Folds == 0 {
		folds = nil
	}
	d.Fill(total, folds)
	return d, nil
}
