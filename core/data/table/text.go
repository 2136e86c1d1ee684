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

// Note is a decision about a table that its owner may want to change.
type Note struct {
	// Sentence says what was decided, without a full stop.
	Sentence string
	// Option says how to change it on the command line, "" if that is not possible.
	Option string
}

// ParseText reads a text table whose cells may be any text. Errors are fault.InputErrors.
func ParseText(data []byte, format Format) (*Table, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(toUTF8(data), []byte("\xef\xbb\xbf"))
	rest, separating := declared(data)
	t, beat := &Table{decimal: '.'}, NewBeat(format.Beat)
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
	if err := t.split(format.Header); err != nil {
		return nil, err
	}
	if comma != ',' || bytes.IndexByte(data, '"') >= 0 {
		t.findDecimal(comma, beat)
	}
	t.evaluate(beat)
	return t, nil
}

// choose returns the separator: the one asked for, or the one that the text declares, or the one that its lines show.
func choose(data []byte, asked, declared rune) (rune, error) {
	switch {
	case asked != 0 && !strings.ContainsRune(separators, asked):
		return 0, fault.New("the separator", "is "+strconv.QuoteRune(asked)+", expected a comma, semicolon, tab, space or vertical bar")
	case asked != 0:
		return asked, nil
	case declared != 0 && strings.ContainsRune(separators, declared):
		return declared, nil
	}
	return guessSeparator(data), nil
}

// read reads the rows, including the header as the first row.
func (t *Table) read(data []byte, comma rune, beat *Beat) error {
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

// syntaxFault returns the error for quotes that do not match.
func syntaxFault(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fault.New("line "+strconv.Itoa(parse.Line), "has a quotation mark out of place, expected quotes around whole cells only")
	}
	return fault.New("the table", "cannot be read: "+err.Error())
}

// Line returns a line of a CSV table; cells that need them are in quotes.
func Line(cells []string) string {
	var b strings.Builder
	for k, cell := range cells {
		if k > 0 {
			b.WriteByte(',')
		}
		if strings.ContainsAny(cell, ",;\"\t\r\n") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b.WriteString(cell)
	}
	return b.String() + "\n"
}
