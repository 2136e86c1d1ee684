package session

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"conelab/core/data"
	"conelab/core/document"
	"conelab/core/export"
	"conelab/core/table"
	"conelab/core/wire"
)

const (
	// maxFileBytes bounds a file that is read.
	maxFileBytes = 20 << 20
	// maxFeatures bounds the features of a table that is read: the matrices of more take too long in a page.
	maxFeatures = 60
	// maxColumns bounds the columns to choose from, maxOutputs the classes of a target.
	maxColumns, maxOutputs = 1000, 20
	// countedDistinct is how far the different entries of a column are counted.
	countedDistinct = 1000
)

// pending is a table that has been read and waits for a choice of its columns.
type pending struct {
	name    string
	content []byte     // of a text table, to be read again with or without a header
	header  bool       // the first line has the names
	names   []string   // of all columns
	cells   [][]string // of a text table
	numbers [][]float64
	place   func(i, j int) string
	held    []bool // what a last column "part" says, which is not among the columns; else nil
	answer  *wire.PageImport
}

// importFile takes a file: a problem document, a text table, or one or two .npy files.
func (s *Session) importFile(in *intent) error {
	content := in.Data
	if len(content) == 0 {
		content = []byte(in.Text)
	}
	if len(content) > maxFileBytes || len(in.Labels) > maxFileBytes {
		return errors.New("The file is larger than " + strconv.Itoa(maxFileBytes>>20) + " MB, which is more than the page can take.")
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))
	if len(in.Labels) == 0 && bytes.HasPrefix(trimmed, []byte("{")) {
		if err := s.set(trimmed); err != nil {
			return err
		}
		s.pending = nil
		return nil
	}
	p, err := readTable(in, content)
	if err != nil {
		return sentence(err)
	}
	if p.plain() {
		return s.take(p, p.answer.Features, p.answer.Target, false)
	}
	s.pending = p
	return nil
}

// readTable reads a table; those of several axes are flattened.
func readTable(in *intent, content []byte) (*pending, error) {
	p := &pending{name: document.Clip(in.Name)}
	switch {
	case table.IsNpy(content) || len(in.Labels) > 0:
		if err := p.readArrays(content, in.Labels); err != nil {
			return nil, err
		}
	default:
		p.content = content
		if err := p.readText(table.HeaderIfNoNumbers); err != nil {
			return nil, err
		}
	}
	return p, p.describe()
}

// readText reads a text table.
func (p *pending) readText(header table.Header) error {
	text, err := table.ParseText(p.content, table.Format{Header: header})
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
func (p *pending) parts() {
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
func (p *pending) readArrays(content, labels []byte) error {
	rows, err := table.ParseNpyRows(content)
	if err != nil {
		return err
	}
	if len(labels) > 0 {
		more, err := table.ParseNpyRows(labels)
		if err != nil {
			return err
		}
		if len(rows[0]) == 1 && len(more[0]) > 1 { // the other way round
			rows, more = more, rows
		}
		if len(more) != len(rows) || len(more[0]) != 1 {
			return errors.New("the labels have " + strconv.Itoa(len(more)) + " rows of " + strconv.Itoa(len(more[0])) +
				", expected one label for each of " + strconv.Itoa(len(rows)) + " rows of features")
		}
		for i := range rows {
			rows[i] = append(rows[i][:len(rows[i]):len(rows[i])], more[i][0])
		}
	}
	p.numbers, p.names = rows, make([]string, len(rows[0]))
	p.place = func(i, j int) string {
		return "row " + strconv.Itoa(i+1) + ", column " + strconv.Itoa(j+1) + " of the .npy file"
	}
	return nil
}

// rows returns how many rows there are.
func (p *pending) rows() int { return max(len(p.cells), len(p.numbers)) }

// describe prepares the answer, and refuses tables of a size that the page cannot take.
func (p *pending) describe() error {
	width := len(p.names)
	switch {
	case p.rows() > maxRows:
		return errors.New("the table has " + strconv.Itoa(p.rows()) + " rows, expected at most " + strconv.Itoa(maxRows))
	case width > maxColumns:
		return errors.New("the table has " + strconv.Itoa(width) + " columns, expected at most " + strconv.Itoa(maxColumns))
	case width < 2:
		return errors.New("the table has no column beside the label, expected at least one of features")
	}
	a := &wire.PageImport{Name: p.name, Rows: p.rows(), Target: width - 1, Header: p.header, Text: p.cells != nil, Features: []int{}}
	for j := range width {
		if p.names[j] == "" {
			p.names[j] = "column " + strconv.Itoa(j+1)
		}
		column := p.column(j)
		column.Name = document.Clip(p.names[j])
		if column.Kind == "number" && j < a.Target && len(a.Features) < maxFeatures {
			a.Features = append(a.Features, j)
		}
		a.Columns = append(a.Columns, column)
	}
	p.answer = a
	return nil
}

// column says what is in column j. A cell that is missing says nothing about it.
func (p *pending) column(j int) wire.PageColumn {
	c := wire.PageColumn{Kind: "number"}
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
func (p *pending) text(i, j int) string {
	if p.cells != nil {
		return p.cells[i][j]
	}
	return document.Number(p.numbers[i][j])
}

// number returns a finite entry.
func (p *pending) number(i, j int) (float64, error) {
	v, text, err := 0.0, p.text(i, j), error(nil)
	if p.cells != nil {
		v, err = strconv.ParseFloat(text, 64)
	} else {
		v = p.numbers[i][j]
	}
	what := ""
	switch {
	case missing(text):
		what = " is missing"
	case errors.Is(err, strconv.ErrSyntax):
		what = ` is "` + document.Clip(text) + `"`
	case err != nil || !(v >= -largestEntry && v <= largestEntry):
		what = " is " + document.Clip(text) + ", which is not between -1e30 and 1e30"
	default:
		return v, nil
	}
	return 0, errors.New(p.place(i, j) + what + ", expected a number")
}

// plain reports whether there is nothing to choose: up to three features and one label, all numbers.
func (p *pending) plain() bool {
	for _, column := range p.answer.Columns {
		if column.Kind != "number" {
			return false
		}
	}
	return len(p.names) <= drawnFeatures+1
}

// chooseColumns takes the table that waits, or leaves it.
func (s *Session) chooseColumns(in *intent) error {
	p := s.pending
	switch {
	case in.Cancel:
		s.pending = nil
		return nil
	case p == nil:
		return errors.New("No table waits for a choice of columns.")
	}
	if in.Header != nil && *in.Header != p.header && p.content != nil {
		again := &pending{name: p.name, content: p.content}
		header := table.HeaderNever
		if *in.Header {
			header = table.HeaderAlways
		}
		if err := again.readText(header); err != nil {
			return sentence(err)
		}
		if err := again.describe(); err != nil {
			return sentence(err)
		}
		p = again
	}
	if in.Features == nil && in.Target == nil {
		s.pending = p
		return nil
	}
	if in.Target == nil {
		return errors.New("Choose the column of the labels.")
	}
	return s.take(p, in.Features, *in.Target, in.Standardise)
}

// take makes the chosen columns the data.
func (s *Session) take(p *pending, features []int, target int, standardise bool) error {
	if err := p.checkColumns(features, target); err != nil {
		return sentence(err)
	}
	x := make([][]float64, p.rows())
	for i := range x {
		x[i] = make([]float64, len(features))
		for k, j := range features {
			var err error
			if x[i][k], err = p.number(i, j); err != nil {
				return sentence(err)
			}
		}
	}
	y, err := p.labels(target)
	if err != nil {
		return sentence(err)
	}
	if standardise {
		if x, err = data.Standardize(x).Apply(x); err != nil {
			return sentence(err)
		}
	}
	next := s.state
	next.blank(len(features))
	next.title, next.outputs = p.name, len(y[0])
	next.x, next.y = make([]float64, 0, len(x)*len(features)), make([]float64, len(x)*next.outputs)
	for i, row := range x {
		next.x = append(next.x, row...)
		for o, v := range y[i] {
			next.y[o*len(x)+i] = v
		}
	}
	next.fitWindow()
	if next.divide(); p.held != nil {
		next.held = p.held
		next.tidy()
	}
	s.finishGesture()
	s.pending, s.point = nil, -1
	s.change(next)
	s.restart()
	return nil
}

// checkColumns refuses a choice of columns that is none.
func (p *pending) checkColumns(features []int, target int) error {
	width := len(p.names)
	if target < 0 || target >= width {
		return errors.New("there is no column " + strconv.Itoa(target+1) + " for the labels")
	}
	if len(features) < 1 || len(features) > maxFeatures {
		return errors.New("choose 1 to " + strconv.Itoa(maxFeatures) + " columns of features, not " + strconv.Itoa(len(features)))
	}
	seen := make([]bool, width)
	for _, j := range features {
		switch {
		case j < 0 || j >= width:
			return errors.New("there is no column " + strconv.Itoa(j+1) + " for a feature")
		case j == target:
			return errors.New("the column " + strconv.Quote(document.Clip(p.names[j])) + " cannot be a feature and the label")
		case seen[j]:
			return errors.New("the column " + strconv.Quote(document.Clip(p.names[j])) + " is chosen twice")
		}
		seen[j] = true
	}
	return nil
}

// labels returns the labels of a column: numbers as they are, but 0 and 1 as -1 and 1; of words two as -1 and 1, more as one output each.
func (p *pending) labels(target int) ([][]float64, error) {
	y := make([][]float64, p.rows())
	if p.answer.Columns[target].Kind == "number" {
		bits := true
		for i := range y {
			v, err := p.number(i, target)
			if err != nil {
				return nil, err
			}
			y[i] = []float64{v}
			bits = bits && (v == 0 || v == 1)
		}
		if zeros := func(row []float64) bool { return row[0] == 0 }; bits && anyRow(y, zeros) {
			for _, row := range y {
				row[0] = 2*row[0] - 1
			}
		}
		return y, nil
	}
	words := make([]string, len(y))
	for i := range words {
		if words[i] = p.text(i, target); missing(words[i]) {
			return nil, errors.New(p.place(i, target) + " is missing, expected a class")
		}
	}
	classes := data.ClassesOf(words)
	if len(classes) > maxOutputs {
		return nil, errors.New("the column " + strconv.Quote(document.Clip(p.names[target])) + " has " + strconv.Itoa(len(classes)) +
			" different words, expected at most " + strconv.Itoa(maxOutputs) + " classes")
	}
	return classes.Encode(words, data.SignsOrOneHot, func(i int) string { return p.place(i, target) })
}

func anyRow(rows [][]float64, is func([]float64) bool) bool {
	for _, row := range rows {
		if is(row) {
			return true
		}
	}
	return false
}

// sentence returns an error of the packages below as a sentence: with a capital, and a full stop.
func sentence(err error) error {
	text := strings.TrimSuffix(err.Error(), ".")
	if text == "" {
		return err
	}
	return errors.New(strings.ToUpper(text[:1]) + text[1:] + ".")
}
