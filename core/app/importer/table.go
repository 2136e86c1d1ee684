package importer

import (
	"errors"
	"strconv"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/data/fault"
	tables "conelab/core/data/table"
	"conelab/core/format/export"
)

const (
	// maxFeatures bounds the features of a table that is read: the matrices of more take too long in a page.
	maxFeatures = 60
	// maxColumns bounds the columns to choose from, maxOutputs the classes of a target.
	maxColumns, maxOutputs = 1000, 20
	// countedDistinct is how far the different entries of a column are counted.
	countedDistinct = 1000
)

// table is a table that has been read.
type table struct {
	name    string
	content []byte     // of a text table, to be read again with or without a header
	header  bool       // the first line has the names
	names   []string   // of all columns
	cells   [][]string // of a text table
	numbers [][]float64
	place   func(i, j int) string
	held    []bool // what a last column "part" says, which is not among the columns; else nil
	answer  *protocol.PageImport
}

// readTable reads a table; those of several axes are flattened.
func readTable(name string, content, labels []byte) (*table, error) {
	p := &table{name: say.Clip(name)}
	switch {
	case tables.IsNpy(content) || len(labels) > 0:
		if err := p.readArrays(content, labels); err != nil {
			return nil, err
		}
	default:
		p.content = content
		if err := p.readText(tables.HeaderIfNoNumbers); err != nil {
			return nil, err
		}
	}
	return p, p.describe()
}

// readText reads a text tables.
func (p *table) readText(header tables.Header) error {
	text, err := tables.ParseText(p.content, tables.Format{Header: header})
	if err != nil {
		return err
	}
	p.cells, p.place, p.header = text.Rows, text.Place, text.Header != nil
	p.names = make([]string, text.Width())
	copy(p.names, text.Header)
	p.parts()
	return nil
}

// parts takes a last column "part", as data.csv has it, off the table if it says train or test everywhere.
func (p *table) parts() {
	last := len(p.names) - 1
	if last < 0 || p.names[last] != export.PartColumn {
		return
	}
	held := make([]bool, len(p.cells))
	for i, row := range p.cells {
		if held[i] = row[last] == export.TestPart; !held[i] && row[last] != export.TrainPart {
			return
		}
	}
	p.names, p.held = p.names[:last], held
	for i := range p.cells {
		p.cells[i] = p.cells[i][:last]
	}
}

// readArrays reads one .npy file, or two of which one has the labels.
func (p *table) readArrays(content, labels []byte) error {
	rows, err := tables.ParseNpyRows(content)
	if err != nil {
		return err
	}
	if len(labels) > 0 {
		more, err := tables.ParseNpyRows(labels)
		if err != nil {
			return err
		}
		if len(rows[0]) == 1 && len(more[0]) > 1 { // the other way round
			rows, more = more, rows
		}
		if len(more) != len(rows) || len(more[0]) != 1 {
			return say.LabelRows(len(more), len(more[0]), len(rows))
		}
		for i := range rows {
			rows[i] = append(rows[i][:len(rows[i]):len(rows[i])], more[i][0])
		}
	}
	p.numbers, p.names = rows, make([]string, len(rows[0]))
	p.place = func(i, j int) string {
		return say.CellOfArray(i, j)
	}
	return nil
}

// rows returns how many rows there are.
func (p *table) rows() int { return max(len(p.cells), len(p.numbers)) }

// describe prepares the answer, and refuses tables of a size that the page cannot take.
func (p *table) describe() error {
	width := len(p.names)
	switch {
	case p.rows() > workspace.MaxRows:
		return say.TableRows(p.rows(), workspace.MaxRows)
	case width > maxColumns:
		return say.TableColumns(width, maxColumns)
	case width < 2:
		return say.TableWithoutFeatures()
	}
	a := &protocol.PageImport{Name: p.name, Rows: p.rows(), Target: width - 1, Header: p.header, Text: p.cells != nil, Features: []int{}}
	for j := range width {
		if p.names[j] == "" {
			p.names[j] = say.ColumnName(j)
		}
		column := p.column(j)
		column.Name = say.Clip(p.names[j])
		if column.Kind == "number" && j < a.Target && len(a.Features) < maxFeatures {
			a.Features = append(a.Features, j)
		}
		a.Columns = append(a.Columns, column)
	}
	p.answer = a
	return nil
}

// column says what is in column j. A cell that is missing says nothing about it.
func (p *table) column(j int) protocol.PageColumn {
	c := protocol.PageColumn{Kind: "number"}
	seen := map[string]bool{}
	for i := range p.rows() {
		if len(seen) < countedDistinct {
			seen[p.text(i, j)] = true
		}
		if p.cells == nil || missing(p.cells[i][j]) {
			continue
		}
		if _, err := strconv.ParseFloat(p.cells[i][j], 64); errors.Is(err, strconv.ErrSyntax) {
			c.Kind = "text"
		}
	}
	c.Distinct = len(seen)
	return c
}

// missing reports whether a cell is one of the usual signs of a missing value.
func missing(cell string) bool {
	return cell == "" || cell == "?" || strings.EqualFold(cell, "nan") || strings.EqualFold(cell, "na") || strings.EqualFold(cell, "null")
}

// text returns an entry as it is written.
func (p *table) text(i, j int) string {
	if p.cells != nil {
		return p.cells[i][j]
	}
	return fault.Number(p.numbers[i][j])
}

// number returns a finite entry.
func (p *table) number(i, j int) (float64, error) {
	v, text, err := 0.0, p.text(i, j), error(nil)
	if p.cells != nil {
		v, err = strconv.ParseFloat(text, 64)
	} else {
		v = p.numbers[i][j]
	}
	switch {
	case missing(text):
		return 0, say.CellMissing(p.place(i, j), "a number")
	case errors.Is(err, strconv.ErrSyntax):
		return 0, say.CellText(p.place(i, j), text)
	case err != nil || !(v >= -intent.MostEntry && v <= intent.MostEntry):
		return 0, say.CellRange(p.place(i, j), text)
	}
	return v, nil
}

// plain reports whether there is nothing to choose: up to three features and one label, all numbers.
func (p *table) plain() bool {
	for _, column := range p.answer.Columns {
		if column.Kind != "number" {
			return false
		}
	}
	return len(p.names) <= workspace.DrawnFeatures+1
}
