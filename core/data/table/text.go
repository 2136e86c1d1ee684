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

// Format says how a text table is written. With the zero value, all of it is recognised from the text.
type Format struct {
	// Separator is the character between cells: a semicolon, a tab, a comma, a bar, a space for white space, or zero to recognise it from the
	// first lines.
	Separator rune
	Header    Header
	// Beat, if not nil, is called again and again while a table is read: see BeatCells.
	Beat func()
}

// Text is a rectangle of cells with at least one row and one column, which must not be changed.
type Text struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]string
	// Notes say how ambiguities of the text were resolved.
	Notes   []Note
	lines   []int     // for each row, its line in the text
	marks   []mark    // how the numbers of each column are written; nil if as programs write them
	example string    // a number with a decimal comma
	numbers []float64 // the finite number of each cell, row by row, NaN for others
	words   []bool    // the columns with an entry that is neither a number nor missing
}

// Note is a decision about a table that its owner may want to change.
type Note struct {
	// Sentence says what was decided, without a full stop.
	Sentence string
	// Option says how to change it on the command line, "" if that is not possible.
	Option string
}

// ParseText reads a text table whose cells may be any text. Errors are fault.InputErrors.
func ParseText(data []byte, format Format) (*Text, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(toUTF8(data), []byte("\xef\xbb\xbf"))
	rest, separating := declared(data)
	t, beat := &Text{}, NewBeat(format.Beat)
	comma, err := choose(rest, format.Separator, separating)
	if err != nil {
		return nil, err
	}
	if err := t.read(rest, comma, beat); err != nil {
		return nil, err
	}
	if len(rest) < len(data) {
		for i := range t.lines {
			t.lines[i]++
		}
	}
	t.trim()
	if err := t.split(format.Header); err != nil {
		return nil, err
	}
	if (comma != ',' && bytes.IndexByte(data, ',') >= 0 || bytes.IndexByte(data, '"') >= 0) && t.marked(beat) {
		t.findMarks(comma, beat)
		t.noteDecimals()
	}
	t.evaluate(beat)
	return t, nil
}

// choose returns the separator: the one asked for, or the one that the text declares, or the one that its lines show.
func choose(data []byte, asked, declared rune) (rune, error) {
	switch asked {
	case 0:
		if declared != 0 && strings.ContainsRune(";\t,|", declared) {
			return declared, nil
		}
		return separator(data), nil
	case ';', '\t', ',', ' ', '|':
		return asked, nil
	}
	return 0, fault.New("the separator", "is "+strconv.QuoteRune(asked)+", expected a comma, semicolon, tab, space or vertical bar")
}

// read reads the rows, including the header as the first row.
func (t *Text) read(data []byte, comma rune, beat *Beat) error {
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma, reader.FieldsPerRecord = comma, -1
	// Spaces before a quote would be a syntax error, but trimming them would also remove tabs that separate.
	reader.TrimLeadingSpace = comma != '\t'
	for {
		start := reader.InputOffset()
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return syntaxFault(err)
		}
		line, _ := reader.FieldPos(0)
		// A line of only two quotes is a missing entry of a table with one column, as pandas writes it, not a blank line.
		if len(cells) > 1 || cells[0] != "" || bytes.IndexByte(data[start:reader.InputOffset()], '"') < 0 {
			cells = clean(cells, comma)
		}
		if len(cells) > 0 {
			t.Rows, t.lines = append(t.Rows, cells), append(t.lines, line)
		}
		beat.Count(len(cells))
	}
}

// trim drops rows without entries at the end of the table, as Excel writes them.
func (t *Text) trim() {
	for n := len(t.Rows); n > 1 && len(t.Rows[n-1]) > 1 && blank(t.Rows[n-1]); n-- {
		t.Rows, t.lines = t.Rows[:n-1], t.lines[:n-1]
	}
}

// blank reports whether all cells are empty.
func blank(cells []string) bool {
	for _, cell := range cells {
		if cell != "" {
			return false
		}
	}
	return true
}

// clean trims the cells, and returns no cells for a blank line or a comment.
func clean(cells []string, comma rune) []string {
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if strings.HasPrefix(cells[0], "#") {
		return nil
	}
	if last := len(cells) - 1; cells[last] == "" && (comma == ' ' || last == 0) {
		return cells[:last] // white space at the end of a line is not a separator
	}
	return cells
}

// checkWidth returns an error for a row whose width differs from that of the header or the first row.
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

// Column returns the index, counted from zero, of the column with that name in the header, or with that number counted from one.
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

// syntaxFault returns the error for quotes that do not match.
func syntaxFault(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fault.New("line "+strconv.Itoa(parse.Line), "has a quotation mark out of place, expected quotes around whole cells only")
	}
	return fault.New("the table", "cannot be read: "+err.Error())
}
