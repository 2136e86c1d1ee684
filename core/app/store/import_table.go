package store

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	"conelab/core/data/table"
	"conelab/core/format/export"
)

const (
	// maxFeatures is the largest number of features of a table: with more, the matrices take too long in a page.
	maxFeatures = 60
	// maxColumns is the largest number of columns to choose from, maxOutputs the largest number of classes of a target.
	maxColumns, maxOutputs = 1000, 20
	// countedDistinct is the number up to which the distinct entries of a column are counted.
	countedDistinct = 1000
)

// openTable is a table that has been read.
type openTable struct {
	name    string
	content []byte // kept for reading again with or without a header
	source  *dataset.Table
	names   []string // names of all columns that can be chosen
	held    []bool   // from a last column "part", which is then not among the columns; nil without one
	answer  *protocol.PageImport
	beat    *table.Beat
}

// readTable reads a table. Arrays of several axes are flattened. labels may be a second file with only the labels.
func (m *Importer) readTable(name string, content, labels []byte, header table.Header) (*openTable, error) {
	p := &openTable{name: messages.Clip(name), content: content, beat: table.NewBeat(m.Beat)}
	var err error
	if p.source, err = dataset.Open(content, table.Format{Header: header, Beat: m.Beat}); err != nil {
		return nil, err
	}
	if len(labels) > 0 {
		p.content = nil
		if err := p.join(labels, table.Format{Beat: m.Beat}); err != nil {
			return nil, err
		}
	}
	p.names = make([]string, p.width())
	for j := range p.names {
		p.names[j] = p.source.Name(j)
	}
	p.parts()
	return p, p.describe()
}

// join adds the labels to the features, whichever of the two files holds which.
func (p *openTable) join(labels []byte, format table.Format) error {
	more, err := dataset.Open(labels, format)
	if err != nil {
		return err
	}
	rows, width := p.source.Size()
	other, count := more.Size()
	if width == 1 && count > 1 {
		p.source, more, rows, other, count = more, p.source, other, rows, 1
	}
	if other != rows || count != 1 {
		return messages.LabelRows(other, count, rows)
	}
	p.source, err = dataset.Join(p.source, more)
	return err
}

// parts removes a last column "part", as data.csv has it, and records it in held, if all its entries are train or test.
func (p *openTable) parts() {
	last := len(p.names) - 1
	if last < 0 || p.names[last] != export.PartColumn {
		return
	}
	held := make([]bool, p.rows())
	for i := range held {
		part := p.source.Label(i, last)
		if held[i] = part == export.TestPart; !held[i] && part != export.TrainPart {
			return
		}
	}
	p.names, p.held = p.names[:last], held
}

// rows returns the number of rows.
func (p *openTable) rows() int {
	rows, _ := p.source.Size()
	return rows
}

func (p *openTable) width() int {
	_, columns := p.source.Size()
	return columns
}

// describe prepares the description for the page, and returns an error if the table is too large for the page.
func (p *openTable) describe() error {
	width := len(p.names)
	switch {
	case p.rows() > workspace.MaxRows:
		return messages.TableRows(p.rows(), workspace.MaxRows)
	case width > maxColumns:
		return messages.TableColumns(width, maxColumns)
	case width < 2:
		return messages.TableWithoutFeatures()
	}
	text, header := p.source.Lines()
	a := &protocol.PageImport{Name: p.name, Rows: p.rows(), Target: width - 1, Header: header, Text: text, Features: []int{}}
	for _, note := range p.source.Notes {
		a.Notes = append(a.Notes, messages.Note(note.Sentence))
	}
	for j := range width {
		column := p.column(j)
		if p.names[j] == "" {
			p.names[j] = messages.ColumnName(j)
		}
		column.Name = messages.Clip(p.names[j])
		switch {
		case j == a.Target:
		case column.Index:
			a.Notes = append(a.Notes, messages.RowNames(column.Name))
		case column.Kind == "number" && len(a.Features) < maxFeatures:
			a.Features = append(a.Features, j)
		}
		a.Columns = append(a.Columns, column)
	}
	p.answer = a
	return nil
}

// column describes column j. Missing cells are ignored.
func (p *openTable) column(j int) protocol.PageColumn {
	c := protocol.PageColumn{Kind: "number", Index: p.source.Index(j)}
	if p.source.Words(j) {
		c.Kind = "text"
	}
	seen := map[string]bool{}
	for i := 0; i < p.rows() && len(seen) < countedDistinct; i++ {
		seen[p.source.Label(i, j)] = true
	}
	p.beat.Count(p.rows())
	c.Distinct = len(seen)
	return c
}

// plain reports whether there is nothing to choose: up to three features and one label, all numbers, besides columns that name the rows.
func (p *openTable) plain() bool {
	count := 0
	for j, column := range p.answer.Columns {
		if column.Index && j != p.answer.Target {
			continue
		}
		count++
		if column.Kind != "number" {
			return false
		}
	}
	return count > 1 && count <= workspace.DrawnFeatures+1
}
