package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Format says how a text table is written. The zero value leaves all to the text itself.
type Format struct {
	// Separator stands between cells: a semicolon, a tab, a comma, a space for white space, or zero for whichever of these the first line
	// shows.
	Separator rune
	Header    Header
}

// Header says whether the first line has the names of the columns.
type Header int

// The first line is a header if none of its cells is a number; or always; or never.
const (
	HeaderIfNoNumbers Header = iota
	HeaderAlways
	HeaderNever
)

// Text is a rectangle of cells with at least one row and one column.
type Text struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]string
	lines  []int // the lines of the text that the rows stand on
}

// ParseText reads a text table whose cells may be anything. Errors are fault.InputErrors.
func ParseText(data []byte, format Format) (*Text, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) || bytes.IndexByte(data, 0) >= 0 {
		return nil, fault.New("the table", "is not UTF-8 text, expected rows of numbers as plain text")
	}
	reader := csv.NewReader(bytes.NewReader(data))
	switch format.Separator {
	case 0:
		reader.Comma = separator(data)
	case ';', '\t', ',', ' ', '|':
		reader.Comma = format.Separator
	default:
		return nil, fault.New("the separator", "is "+strconv.QuoteRune(format.Separator)+", expected a comma, semicolon, tab, space or vertical bar")
	}
	reader.FieldsPerRecord = -1
	// Spaces before a quote would make the quote a fault; but trimming would eat tabs that separate.
	reader.TrimLeadingSpace = reader.Comma != '\t'
	t := &Text{}
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return t.complete()
		}
		if err != nil {
			return nil, syntaxFault(err)
		}
		line, _ := reader.FieldPos(0)
		if err := t.add(clean(cells, reader.Comma), line, format.Header); err != nil {
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

// add appends a row, or takes the first one for the header.
func (t *Text) add(cells []string, line int, header Header) error {
	if len(cells) == 0 {
		return nil
	}
	if t.Header == nil && t.Rows == nil && (header == HeaderAlways || header == HeaderIfNoNumbers && isHeader(cells)) {
		t.Header = cells
		return nil
	}
	if err := t.checkWidth(len(cells), line); err != nil {
		return err
	}
	t.Rows, t.lines = append(t.Rows, cells), append(t.lines, line)
	return nil
}

// checkWidth refuses a row that is not as wide as the header or the first row.
func (t *Text) checkWidth(width, line int) error {
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
	return fault.New("line "+strconv.Itoa(line), "has "+strconv.Itoa(width)+cells+", expected "+strconv.Itoa(expected)+" as in "+like)
}

// Width returns the number of columns.
func (t *Text) Width() int { return len(t.Rows[0]) }

// Place names a cell for an error: its line, its column counted from one, and the column's name.
func (t *Text) Place(i, j int) string {
	place := "line " + strconv.Itoa(t.lines[i]) + ", column " + strconv.Itoa(j+1)
	if t.Header != nil && t.Header[j] != "" {
		place += " (" + fault.Clip(t.Header[j]) + ")"
	}
	return place
}

// Column returns the place, counted from zero, of the column with that name in the header, or with that number counted from one.
func (t *Text) Column(name string) (int, error) {
	found := -1
	for j, known := range t.Header {
		if known != name {
			continue
		}
		if found >= 0 {
			return 0, fault.New("the table", `has two columns called "`+fault.Clip(name)+`", expected one, or the number of a column`)
		}
		found = j
	}
	if found >= 0 {
		return found, nil
	}
	if number, err := strconv.Atoi(name); err == nil && number >= 1 && number <= t.Width() {
		return number - 1, nil
	}
	expected := ", expected a number from 1 to " + strconv.Itoa(t.Width())
	if t.Header != nil {
		expected = ", expected a name of its header or a number from 1 to " + strconv.Itoa(t.Width())
	}
	return 0, fault.New("the table", `has no column "`+fault.Clip(name)+`"`+expected)
}

// complete refuses a table without rows.
func (t *Text) complete() (*Text, error) {
	if len(t.Rows) > 0 {
		return t, nil
	}
	if t.Header != nil {
		return nil, fault.New("the table", "has a header but no rows, expected at least one row of numbers")
	}
	return nil, fault.New("the table", "is empty, expected rows of numbers")
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

// syntaxFault says where quotes are out of order.
func syntaxFault(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fault.New("line "+strconv.Itoa(parse.Line), "has a quotation mark out of place, expected quotes around whole cells only")
	}
	return fault.New("the table", "cannot be read: "+err.Error())
}
