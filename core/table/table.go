package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"conelab/core/document"
)

// Table is a rectangle of finite numbers with at least one row and one column.
type Table struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]float64
	lines  []int // the lines of the text that the rows stand on
}

// Line returns the line of the text, counted from one, that row i stands on.
func (t *Table) Line(i int) int { return t.lines[i] }

// Parse reads a text table. Errors are document.InputErrors.
func Parse(data []byte) (*Table, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) || bytes.IndexByte(data, 0) >= 0 {
		return nil, fault("the table", "is not UTF-8 text, expected rows of numbers as plain text")
	}
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma = separator(data)
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	// Spaces before a quote would make the quote a fault; but trimming would eat tabs that separate.
	reader.TrimLeadingSpace = reader.Comma != '\t'
	t := &Table{}
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return t.complete()
		}
		if err != nil {
			return nil, syntaxFault(err)
		}
		line, _ := reader.FieldPos(0)
		if err := t.add(clean(cells, reader.Comma), line); err != nil {
			return nil, err
		}
	}
}

// separator returns what separates the cells of the first line that is not blank or a comment; a space stands for white space.
func separator(data []byte) rune {
	for line := range bytes.Lines(data) {
		line = bytes.TrimRight(line, "\r\n")
		if trimmed := bytes.TrimSpace(line); len(trimmed) == 0 || trimmed[0] == '#' {
			continue
		}
		quoted := false
		unquoted := bytes.Map(func(r rune) rune {
			if r == '"' {
				quoted = !quoted
			}
			if quoted {
				return -1
			}
			return r
		}, line)
		for _, c := range ";\t," {
			if bytes.ContainsRune(unquoted, c) {
				return c
			}
		}
		break
	}
	return ' '
}

// clean trims the cells, and returns none for a blank line or a comment.
func clean(cells []string, comma rune) []string {
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if strings.HasPrefix(cells[0], "#") {
		return nil
	}
	if last := len(cells) - 1; cells[last] == "" && (comma == ' ' || last == 0) {
		return cells[:last] // white space at the end of a line separates nothing
	}
	return cells
}

// add appends a row, or takes the first one for the header if none of its cells is a number.
func (t *Table) add(cells []string, line int) error {
	if len(cells) == 0 {
		return nil
	}
	if t.Header == nil && t.Rows == nil && isHeader(cells) {
		t.Header = append([]string(nil), cells...)
		return nil
	}
	if err := t.checkWidth(len(cells), line); err != nil {
		return err
	}
	row := make([]float64, len(cells))
	for j, cell := range cells {
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return fault(t.place(line, j), wrong(cell, err))
		}
		row[j] = v
	}
	t.Rows, t.lines = append(t.Rows, row), append(t.lines, line)
	return nil
}

// checkWidth refuses a row that is not as wide as the header or the first row.
func (t *Table) checkWidth(width, line int) error {
	expected, like := len(t.Header), "the header"
	if t.Header == nil {
		if t.Rows == nil {
			return nil
		}
		expected, like = len(t.Rows[0]), "line "+strconv.Itoa(t.lines[0])
	}
	if width == expected {
		return nil
	}
	cells := " cells"
	if width == 1 {
		cells = " cell"
	}
	return fault("line "+strconv.Itoa(line), "has "+strconv.Itoa(width)+cells+", expected "+strconv.Itoa(expected)+" as in "+like)
}

// place names a cell: its line, its column counted from one, and the column's name.
func (t *Table) place(line, column int) string {
	place := "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column+1)
	if t.Header != nil && t.Header[column] != "" {
		place += " (" + document.Clip(t.Header[column]) + ")"
	}
	return place
}

// complete refuses a table without rows.
func (t *Table) complete() (*Table, error) {
	if len(t.Rows) > 0 {
		return t, nil
	}
	if t.Header != nil {
		return nil, fault("the table", "has a header but no rows, expected at least one row of numbers")
	}
	return nil, fault("the table", "is empty, expected rows of numbers")
}

// isHeader reports whether no cell is a number. A line of blanks is a row whose cells are missing.
func isHeader(cells []string) bool {
	blank := true
	for _, cell := range cells {
		if _, err := strconv.ParseFloat(cell, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return false
		}
		blank = blank && cell == ""
	}
	return !blank
}

// wrong says why a cell is refused.
func wrong(cell string, err error) string {
	switch {
	case cell == "":
		return "is missing, expected a number"
	case errors.Is(err, strconv.ErrRange):
		return "is " + document.Clip(cell) + ", expected a number within double precision"
	case err == nil:
		return "is " + document.Clip(cell) + ", expected a finite number"
	}
	return `is "` + document.Clip(cell) + `", expected a number`
}

// syntaxFault says where quotes are out of order.
func syntaxFault(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fault("line "+strconv.Itoa(parse.Line), "has a quotation mark out of place, expected quotes around whole cells only")
	}
	return fault("the table", "cannot be read: "+err.Error())
}

func fault(where, what string) error {
	return &document.InputError{Where: where, Sentence: where + " " + what}
}
