package main

import (
	"bytes"
	"errors"
	"fmt"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
)

// tableText says how a table is written.
type tableText struct {
	Separator string   `placeholder:"CHAR" group:"Table" help:"@separator"`
	Header    string   `words:"auto|yes|no" default:"auto" group:"Table" help:"@header"`
	Y         string   `name:"y" aliases:"labels" placeholder:"FILE" group:"Table" help:"@y"`
	Arrays    []string `placeholder:"X,Y" group:"Table" help:"Arrays of an .npz file with the features and the targets, or with both in one."`
}

// formatOf returns how a table is read for a model; with trained it is that trained on, of which a limit may have been read.
func formatOf(m *document.Model, o *tableText, trained bool) (f table.Format) {
	if m == nil {
		return f
	}
	f = m.Columns.Format()
	if m.Architecture.Kind == document.KindConvolutional {
		f.Axes = table.MaxAxes
	}
	if c := m.Columns; trained && o.Y == "" && c != nil && c.Table != nil && !c.Table.Only && c.Table.Missing != dataset.Drop {
		f.Rows = c.Table.Limit
	}
	return f
}

// expectedTable names the formats of data, for error messages.
const expectedTable = "a table, a .npy file or idx images"

// contents are what a file holds: a problem, sums, or a table; the other two are nil.
type contents struct {
	name    string // of the file, and of that of the targets
	problem *document.Problem
	sums    *document.Sums
	table   *table.Table
}

// contents reads a file, with the targets of --y if it is a table.
func (s *streams) contents(file string, o *tableText, f table.Format) (*contents, error) {
	content, name, err := s.read(file, "a problem document, "+expectedTable, f.Rows)
	r := &contents{name: name}
	switch {
	case err != nil:
		return nil, err
	case !isDocument(content):
		r.table, r.name, err = o.withTargets(s, content, name, f)
		return r, err
	case document.FormatOf(bytes.NewReader(content)) == document.SumsFormat:
		r.sums, err = document.ParseSums(content)
	default:
		r.problem, err = document.ParseProblem(content)
	}
	return r, inFile(name, err)
}

// isDocument reports whether the content should be read as JSON: no table starts with a brace, and for empty content the JSON parser has
// the better error message.
func isDocument(content []byte) bool {
	text := bytes.TrimSpace(content)
	return len(text) == 0 || text[0] == '{'
}

// format returns a format with the options in place of what it has.
func (o *tableText) format(f table.Format) (table.Format, error) {
	f.Header = map[string]table.Header{"yes": table.HeaderAlways, "no": table.HeaderNever}[o.Header]
	if o.Arrays != nil {
		f.Arrays, f.Unlabelled = o.Arrays, false
	}
	named, ok := map[string]rune{"": 0, "tab": '\t', `\t`: '\t', "space": ' '}[o.Separator]
	f.Separator = named
	if !ok {
		runes := []rune(o.Separator)
		if len(runes) != 1 {
			return f, fmt.Errorf("--separator is %.40q, expected one character, tab or space", o.Separator)
		}
		f.Separator = runes[0]
	}
	return f, nil
}

// open reads a table without interpreting its columns.
func (o *tableText) open(content []byte, f table.Format) (*table.Table, error) {
	f, err := o.format(f)
	switch {
	case err != nil:
		return nil, err
	case len(o.Arrays) > 0 && !table.IsNpz(content):
		return nil, errors.New("--arrays is given without an .npz file, expected it only with one")
	case isParquet(content):
		return readParquet(content)
	}
	return table.Open(content, f)
}

// withTargets opens a table, with the targets of --y if there are any, and returns the names of both files.
func (o *tableText) withTargets(s *streams, content []byte, name string, f table.Format) (*table.Table, string, error) {
	features, err := o.open(content, f)
	if err != nil || o.Y == "" {
		return features, name, inFile(name, err)
	}
	labels, labelsName, err := s.read(o.Y, "targets in a table, a .npy file or idx labels", f.Rows)
	if err != nil {
		return nil, "", err
	}
	alone := tableText{Separator: o.Separator, Header: o.Header}
	targets, err := alone.open(labels, table.Format{Rows: f.Rows})
	if err != nil {
		return nil, "", inFile(labelsName, err)
	}
	name += " with " + labelsName
	both, err := table.Join(features, targets)
	if text, header := targets.Lines(); err != nil && text && header && o.Header == "auto" {
		err = fault.WithOption(err, "their first line is taken for a header, which --header no reads as a row")
	}
	return both, name, inFile(name, err)
}

// columnOptions say how the columns of a table are read that the network was trained on.
type columnOptions struct {
	tableText
	Missing  string   `words:"error|drop|mean" default:"" placeholder:"HOW" group:"Table" help:"@missing"`
	Unknown  string   `words:"error|ignore" default:"error" group:"Table" help:"@unknown"`
	Features []string `placeholder:"NAME" group:"Table" help:"@features"`
}

// missing returns what is done about missing values: by default as in the table trained on, if there is another one.
func (o *columnOptions) missing(trained *document.Columns) dataset.Missing {
	switch o.Missing {
	case "":
		return trained.MissingOf()
	case "error":
		return dataset.Refuse
	}
	return dataset.Missing(o.Missing)
}

// noteAll says the notes on a table.
func (s *streams) noteAll(name string, notes []table.Note) {
	for _, note := range notes {
		s.note(name, note.Sentence, note.Option)
	}
}

// inFile adds to an error the name of the file and the option that remedies it, if there is one.
func inFile(name string, err error) error {
	if err == nil {
		return nil
	}
	if name == "-" {
		name = standardInput
	}
	var input *fault.InputError
	if errors.As(err, &input) && input.Option != "" {
		return fmt.Errorf("%s: %w; %s", name, err, input.Option)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// parseFile reads and parses a JSON document.
func parseFile[T any](s *streams, file, expected string, parse func([]byte) (T, error)) (parsed T, err error) {
	content, name, err := s.read(file, expected, 0)
	if err != nil {
		return parsed, err
	}
	return parseText(content, name, expected, parse)
}

// parseText parses a JSON document.
func parseText[T any](content []byte, name, expected string, parse func([]byte) (T, error)) (parsed T, err error) {
	if !isDocument(content) {
		return parsed, fmt.Errorf("%s is not a JSON document, expected %s", name, expected)
	}
	parsed, err = parse(content)
	return parsed, inFile(name, err)
}
