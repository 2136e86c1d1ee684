package main

import (
	"errors"
	"fmt"

	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/query"
	"conelab/core/numeric/moments"
)

// sumsCommand sums a table up.
type sumsCommand struct {
	Files []string `arg:"" optional:"" help:"Tables (CSV, .npy, .npz and the others that solve reads), sums documents, or both, which are added up; - is standard input."`
	tableOptions
	Standardise bool   `aliases:"standardize" group:"Data" help:"Scale each feature to mean 0 and variance 1 on all rows, which are read once more for that."`
	Folds       int    `placeholder:"K" group:"Data" help:"Divide the rows into K folds for cross-validation, by a hash of their numbers, or with --sql of --key."`
	SQL         string `name:"sql" xor:"from" placeholder:"TABLE" group:"In a database" help:"Print the query that sums a table of a database up: its columns by --features and --targets, and for classes by --only."`
	Key         string `placeholder:"COLUMN" group:"In a database" help:"A column of whole numbers that identifies the rows, for --folds; without --folds a column that names the fold of each row."`
	Dialect     string `enum:"standard,bigquery,spark" default:"standard" group:"In a database" help:"How the engine writes types and names: standard (PostgreSQL, DuckDB, SQLite, Snowflake, Trino), bigquery or spark (${default})."`
	Result      string `xor:"from" placeholder:"FILE" group:"In a database" help:"The engine's answer to the query, as CSV with a header or as JSON, to be made a sums document; - is standard input."`
}

// Help returns the long help text of the command.
func (*sumsCommand) Help() string {
	return `Prints a sums document: what the squared loss needs to know of any number of rows, in the place of the rows. With d features these are the sums of all monomials of degree at most 4, of degree at most 2 times each output, and of the products of outputs. solve, path and check take the document wherever they take a problem with squared loss, and certify networks, dense or quadratic, for all rows.

Rows are read in pieces, on all processors, and added up in twice the precision of a double; memory does not grow with their number, except for files other than CSV, .npy and .npz. With --classes two classes are -1 and 1, and each of more has an output that is 1 for it and 0 for the others, as for solve with the squared loss.

A database sums where the data lie: --sql prints one query, which any engine answers (psql --csv -f query.sql > answer.csv), and --result reads its answer. No password is asked for.

Examples:

    conelab sums --standardise --folds 5 measurements.csv > sums.json

    conelab solve --beta 10 sums.json > network.json

    conelab path --folds 5 --best sums.json > network.json

    conelab check measurements.csv network.json

    conelab sums sums.json sums.json > twice.json

    conelab sums --sql trips --features distance,hour,people --targets minutes --standardise --folds 5 --key id > query.sql

    conelab sums --result answer.csv > sums.json`
}

// Run sums up, or writes the query.
func (c *sumsCommand) Run(s *streams) error {
	if err := within("folds", c.Folds, 0, 1000); err != nil {
		return err
	}
	if len(c.Files) > 0 && (c.SQL != "" || c.Result != "") {
		return fmt.Errorf("%s is given with --sql or --result, expected one of them", c.Files[0])
	}
	switch {
	case c.SQL != "":
		return c.query(s)
	case c.Result != "":
		content, name, err := s.read(c.Result, "the engine's answer")
		if err != nil {
			return err
		}
		d, err := query.Answer(content)
		if err != nil {
			return named(name, err)
		}
		return c.write(s, d)
	}
	if c.Key != "" {
		return errors.New("--key is given without --sql, expected it only with the query for a database")
	}
	if len(c.Files) == 0 {
		c.Files = []string{"-"}
	}
	var total *document.Sums
	var tables []string
	for _, file := range c.Files {
		if !s.isSums(file) {
			tables = append(tables, file)
			continue
		}
		d, err := parseFile(s, file, "a sums document", document.ParseSums)
		if err != nil {
			return err
		}
		if total, err = together(total, d); err != nil {
			return named(file, err)
		}
	}
	if len(tables) > 0 {
		d, err := c.tables(s, tables)
		if err != nil {
			return err
		}
		if total, err = together(total, d); err != nil {
			return err
		}
	}
	return c.write(s, total)
}

func together(total, d *document.Sums) (*document.Sums, error) {
	if total == nil {
		return d, nil
	}
	return total, total.Add(d)
}

// write writes the document of sums that some rows may have.
func (c *sumsCommand) write(s *streams, d *document.Sums) error {
	if _, _, err := d.Moments(); err != nil {
		return err
	}
	return s.write(d.JSON(), fmt.Sprintf("%.0f rows, %d features, %d outputs, %d folds", d.Rows, len(d.Features), len(d.Outputs), len(d.Folds)))
}

// query prints the query.
func (c *sumsCommand) query(s *streams) error {
	if (c.Classes || c.Only != nil) && len(c.Only) < 2 {
		return errors.New("--classes is given with --sql, expected the classes themselves by --only, since the table is not seen")
	}
	if c.Missing != "" && c.Missing != "drop" {
		return fmt.Errorf("--missing %s is given with --sql, expected drop: the query leaves out rows with NULL, and its answer has the number of rows summed", c.Missing)
	}
	q := query.Query{
		Table: c.SQL, Features: c.Features, Targets: c.Targets, Classes: c.Only, Standardise: c.Standardise, Key: c.Key, Folds: c.Folds, Dialect: c.Dialect,
	}
	if err := q.Validate(); err != nil {
		return err
	}
	return s.write([]byte(q.SQL()), "a query")
}

// tables sums tables up.
func (c *sumsCommand) tables(s *streams, files []string) (*document.Sums, error) {
	r := &rows{s: s, o: &c.tableOptions, files: files, title: "sum"}
	if err := r.fit(c.Standardise); err != nil {
		return nil, err
	}
	folds, err := r.sum(max(1, c.Folds))
	if err != nil {
		return nil, err
	}
	total := moments.New(folds[0].Basis, r.outputs)
	for k, fold := range folds {
		if total.Add(fold); fold.Rows() == 0 {
			return nil, fmt.Errorf("fold %d of %d has no rows, expected at least one: choose fewer folds", k+1, len(folds))
		}
	}
	if lost := r.count - total.Rows(); lost > 0 {
		s.note(files[0], table.Note{Sentence: fmt.Sprintf("%.0f of %.0f rows left out for missing values", lost, r.count)})
	}
	d := &document.Sums{Format: document.SumsFormat, Summed: document.Compensated, Error: moments.Error}
	if d.Describe(r.columns); c.Folds == 0 {
		folds = nil
	}
	d.Fill(total, folds)
	return d, nil
}
