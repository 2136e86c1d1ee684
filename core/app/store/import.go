package store

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/export"
)

const (
	// maxUnpacked is the largest size of the decompressed content of a file.
	maxUnpacked = 100 << 20
	// maxFeatures is the largest number of features of a table: with more, the matrices take too long in a page.
	maxFeatures = 60
	// maxColumns is the largest number of columns to choose from, maxOutputs the largest number of classes of a target.
	maxColumns, maxOutputs = 1000, 20
	// countedDistinct is the number up to which the distinct entries of a column are counted.
	countedDistinct = 1000
)

// Importer holds the last table that was read, as long as it waits for a choice of columns. The zero value is ready for use.
type Importer struct {
	waiting *openTable
}

// openTable is a table that has been read.
type openTable struct {
	page    protocol.PageImport // its description for the page
	content []byte              // kept for reading again with or without a header
	source  *table.Table
	held    []bool // from a last column "part", which is then not among the columns; nil without one
}

// Page describes the waiting table; nil if there is none.
func (m *Importer) Page() *protocol.PageImport {
	if m.waiting == nil {
		return nil
	}
	return &m.waiting.page
}

// Import reads a file into a workspace: a problem or sums document, a text table, or arrays. A table that leaves a choice waits for it. The
// notice, here and of Choose, says what was decided about the table, "" if there was nothing to decide. An error is one sentence for the
// user and means that nothing has changed.
func (m *Importer) Import(w *workspace.Workspace, name string, content []byte) (notice string, err error) {
	if len(content) > protocol.MaxFileBytes {
		return "", messages.Refuse("The file is larger than {} MB, which is more than the page can take.", protocol.MaxFileBytes>>20)
	}
	defer func() { err = messages.Sentence(err) }()
	content, err = table.Unpack(content, maxUnpacked)
	if err != nil {
		return "", err
	}
	if text := bytes.TrimSpace(content); bytes.HasPrefix(text, []byte("{")) {
		err = w.OpenProblem(text)
		if err == nil {
			m.waiting = nil
		}
		return "", err
	}
	p, err := readTable(fault.Clip(name), content, table.HeaderAuto)
	switch {
	case err != nil:
		return "", err
	case p.plain():
		return m.take(w, p, p.page.Features, p.page.Target, false)
	}
	m.waiting = p
	return "", nil
}

// Cancel drops the waiting table.
func (m *Importer) Cancel() { m.waiting = nil }

// SetHeader says whether the first line of the waiting table is a header, and reads it again if it was not read so.
func (m *Importer) SetHeader(header bool) error {
	p, how := m.waiting, table.HeaderNever
	switch {
	case p == nil:
		return errNoTable
	case header == p.page.Header || !p.page.Text:
		return nil
	case header:
		how = table.HeaderAlways
	}
	p, err := readTable(p.page.Name, p.content, how)
	if err == nil {
		m.waiting = p
	}
	return messages.Sentence(err)
}

// Choose replaces the data of a workspace by columns of the waiting table.
func (m *Importer) Choose(w *workspace.Workspace, in *intent.ChooseColumns) (notice string, err error) {
	if m.waiting == nil {
		return "", errNoTable
	}
	notice, err = m.take(w, m.waiting, in.Features, in.Target, in.Standardise)
	return notice, messages.Sentence(err)
}

var errNoTable = messages.Refuse("No table waits for a choice of columns.")

// readTable reads a table. Arrays of several axes are flattened.
func readTable(name string, content []byte, header table.Header) (*openTable, error) {
	source, err := table.Open(content, table.Format{Header: header, Axes: table.MaxAxes})
	if err != nil {
		return nil, err
	}
	p := &openTable{content: content, source: source}
	return p, p.describe(name)
}

// parts returns for each row whether it is held out, if the last column is named "part", as in data.csv, and all its entries are train or
// test.
func parts(source *table.Table) (held []bool) {
	rows, width := source.Size()
	if width == 0 || source.Name(width-1) != export.PartColumn {
		return nil
	}
	held = make([]bool, rows)
	for i := range held {
		part := source.Label(i, width-1)
		held[i] = part == export.TestPart
		if !held[i] && part != export.TrainPart {
			return nil
		}
	}
	return held
}

// describe prepares the description for the page, and returns an error if the table is too large for the page.
func (p *openTable) describe(name string) error {
	rows, width := p.source.Size()
	p.held = parts(p.source)
	if p.held != nil {
		width--
	}
	switch {
	case rows > workspace.MaxRows:
		return messages.Refuse("the table has {} rows, expected at most {}", rows, workspace.MaxRows)
	case width > maxColumns:
		return messages.Refuse("the table has {} columns, expected at most {}", width, maxColumns)
	case width < 2:
		return messages.Refuse("the table has no column besides the label, expected at least one of features")
	}
	text, header := p.source.Lines()
	p.page = protocol.PageImport{Name: name, Rows: rows, Target: width - 1, Header: header, Text: text, Features: []int{}}
	for _, note := range p.source.Notes {
		p.page.Notes = append(p.page.Notes, messages.Capital(note.Sentence)+".")
	}
	if p.held != nil {
		p.page.Notes = append(p.page.Notes, messages.Fill("The column {} marks the rows held out, and is not a label.", export.PartColumn))
	}
	huge, usable := false, []int{} // columns of numbers, from 1
	for j := range width {
		column := p.column(j, rows)
		switch {
		case j == p.page.Target:
		case column.Index:
			p.page.Notes = append(p.page.Notes, messages.Fill("The column {} numbers or names the rows, and is not used as a feature.", column.Name))
		case column.Kind == "number" && len(p.page.Features) < maxFeatures:
			p.page.Features = append(p.page.Features, j)
			switch large := p.tooLarge(j, rows); {
			case !large:
				usable = append(usable, j+1)
			case !huge:
				huge = true
				p.page.Notes = append(p.page.Notes, messages.Fill("{=} has numbers beyond 1e30, which are refused.", column.Name))
			}
		}
		p.page.Columns = append(p.page.Columns, column)
	}
	for _, note := range dataset.NoteUnscaled(p.source, usable) {
		p.page.Standardise = true
		p.page.Notes = append(p.page.Notes, messages.Capital(note.Sentence)+".")
	}
	return nil
}

// tooLarge reports whether a column of numbers has one that is too large for a page.
func (p *openTable) tooLarge(j, rows int) bool {
	for i := range rows {
		if math.Abs(p.source.Value(i, j)) > intent.MaxEntry {
			return true
		}
	}
	return false
}

// column describes column j.
func (p *openTable) column(j, rows int) protocol.PageColumn {
	c := protocol.PageColumn{Name: fault.Clip(p.source.Name(j)), Kind: "number", Index: p.source.Index(j)}
	if c.Name == "" {
		c.Name = messages.Fill("column {+1}", j)
	}
	seen, kind := map[string]bool{}, "" // of its entries
	for i := range rows {
		if p.source.Missing(i, j) || p.source.Slips(j) && math.IsNaN(p.source.Value(i, j)) { // these rows are left out
			c.Missing = append(c.Missing, i)
			continue
		}
		label := p.source.Label(i, j)
		switch is := cmp.Or(table.Kind(label), "text"); kind {
		case "", is:
			kind = is
		default:
			kind = "text"
		}
		if len(seen) < countedDistinct {
			seen[label] = true
		}
	}
	c.Distinct = len(seen)
	if p.source.Words(j) {
		c.Kind = cmp.Or(kind, "text")
	}
	return c
}

// plain reports whether there is nothing to choose: up to three features near the origin and one label, all numbers, besides columns that
// name the rows.
func (p *openTable) plain() bool {
	if p.page.Standardise {
		return false
	}
	count := 0
	for j, column := range p.page.Columns {
		if column.Index && j != p.page.Target {
			continue
		}
		count++
		if column.Kind != "number" {
			return false
		}
	}
	return count > 1 && count <= workspace.DrawnFeatures+1
}

// take replaces the data by the chosen columns.
func (m *Importer) take(w *workspace.Workspace, p *openTable, features []int, target int, standardise bool) (notice string, err error) {
	if err := p.checkColumns(features, target); err != nil {
		return "", err
	}
	f, err := p.data(features, target)
	if err != nil {
		return "", err
	}
	columns := f.Columns
	if !p.page.Header && columns.Categories == nil { // the page has names of its own
		columns.Features, columns.Targets = nil, nil
	}
	data := workspace.Table{Title: p.page.Name, X: f.X, Y: f.Y, Columns: &columns}
	if p.held != nil {
		data.Held = make([]bool, f.Len())
		for i := range data.Held {
			data.Held[i] = p.held[f.Row(i)]
		}
	}
	if standardise {
		data.X, data.Columns, err = data.Columns.Standardize(data.X)
		if err != nil {
			return "", err
		}
	}
	var notes []string
	if m.waiting != p { // the notes of a waiting table have been shown
		notes = slices.Clone(p.page.Notes)
	}
	for _, note := range f.Notes[len(p.source.Notes):] {
		notes = append(notes, messages.Capital(note.Sentence)+".")
	}
	next := w.Now().WithTable(&data)
	notes = append(notes, next.ClassNote())
	if err := w.Replace(next, nil); err != nil {
		return "", err // a waiting table waits on
	}
	m.waiting = nil
	return strings.TrimSpace(strings.Join(notes, " ")), nil
}

// checkColumns returns an error if the choice of columns is invalid.
func (p *openTable) checkColumns(features []int, target int) error {
	columns := p.page.Columns
	if target < 0 || target >= len(columns) {
		return messages.Refuse("there is no column {+1} for the labels", target)
	}
	if len(features) < 1 || len(features) > maxFeatures {
		return messages.Refuse("choose 1 to {} columns of features, not {}", maxFeatures, len(features))
	}
	for k, j := range features {
		switch {
		case j < 0 || j >= len(columns):
			return messages.Refuse("there is no column {+1} for a feature", j)
		case j == target:
			return messages.Refuse("the column {} cannot be a feature and the label", columns[j].Name)
		case slices.Contains(features[:k], j):
			return messages.Refuse("the column {} is chosen twice", columns[j].Name)
		}
	}
	return nil
}

// data returns the chosen columns. Features and labels that are numbers stay as they are, except that labels 0 and 1 become -1
// and 1. A feature of words becomes one of 0 and 1 for each word. Labels that are words become -1 and 1 for two words, and one output
// each for more. Rows with missing cells are left out. Numbers too large for a page are refused.
func (p *openTable) data(features []int, target int) (*dataset.Frame, error) {
	ofWords := func(j int) bool { return p.page.Columns[j].Kind != "number" }
	options := dataset.Options{Missing: dataset.Drop, SlipsMissing: true, OneHot: slices.ContainsFunc(features, ofWords)}
	if p.page.Columns[target].Kind != "number" {
		options.Encoding = dataset.Signs
	}
	f, err := dataset.Take(p.source, features, []int{target}, options)
	if err != nil {
		return nil, err
	}
	if len(f.Classes) > maxOutputs {
		return nil, messages.Refuse("the column {} has {} different words, expected at most {} classes",
			p.page.Columns[target].Name, len(f.Classes), maxOutputs)
	}
	if f.Classes == nil && toSigns(f.Y) {
		f.Classes = dataset.Classes{"0", "1"}
	}
	var columns []int // from which the features are read, and then the label
	for k, in := range f.Inputs(len(f.X[0])) {
		columns = append(columns, slices.Repeat(features[k:k+1], max(1, len(in.Words)))...)
	}
	if len(columns) > maxFeatures {
		return nil, messages.Refuse("with one for each word the chosen columns make {feature}, expected at most {}", len(columns), maxFeatures)
	}
	columns = append(columns, target)
	for i, row := range f.X {
		for k, v := range append(slices.Clip(row), f.Y[i][0]) {
			if !(v >= -intent.MaxEntry && v <= intent.MaxEntry) {
				return nil, messages.Refuse("{=} is {=}, which is not between -1e30 and 1e30, expected a number",
					p.source.Where(f.Row(i), columns[k]), fault.Clip(p.source.Label(f.Row(i), columns[k])))
			}
		}
	}
	return f, nil
}

// toSigns turns labels into -1 and 1 if all are 0 or 1, and reports whether both occur. If all are 1, they stay.
func toSigns(y [][]float64) (both bool) {
	zeros, ones := false, false
	for _, row := range y {
		if row[0] != 0 && row[0] != 1 {
			return false
		}
		zeros, ones = zeros || row[0] == 0, ones || row[0] == 1
	}
	for _, row := range y {
		if zeros {
			row[0] = 2*row[0] - 1
		}
	}
	return zeros && ones
}
