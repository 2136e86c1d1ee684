package table

import (
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Header says whether the first line has the names of the columns.
type Header int

// The first line is a header if it looks like one; or always; or never; or if it has words and no number, as over a matrix, of which 0, 1, 2
// may be the first row.
const (
	HeaderAuto Header = iota
	HeaderAlways
	HeaderNever
	HeaderOfWords
)

// split takes the header off the rows, and makes them a rectangle.
func (t *Text) split(header Header) error {
	if len(t.Rows) == 0 {
		return fault.New("the table", "is empty, expected rows of numbers")
	}
	if header == HeaderAlways || header != HeaderNever && t.headed(header) {
		t.Header, t.Rows, t.lines = t.Rows[0], t.Rows[1:], t.lines[1:]
	}
	if len(t.Rows) == 0 {
		return fault.New("the table", "has a header but no rows, expected at least one row of numbers")
	}
	t.align()
	for i, row := range t.Rows {
		if err := t.checkWidth(len(row), t.lines[i]); err != nil {
			return err
		}
	}
	t.dropEmpty()
	return nil
}

// align makes a header fit that is one cell shorter than every row: over rows that end with a separator, it names all but the empty last
// column; otherwise all but the first, which has the names of the rows, as R's write.table has it.
func (t *Text) align() {
	if t.Header == nil {
		return
	}
	ends, named, seen := true, true, map[string]bool{}
	for _, row := range t.Rows {
		if len(row) != len(t.Header)+1 {
			return
		}
		ends = ends && row[len(row)-1] == ""
		_, err := strconv.Atoi(row[0])
		named = named && !seen[row[0]] && (err == nil || !isNumber(row[0]))
		seen[row[0]] = true
	}
	if !ends {
		if named {
			t.Header = append([]string{""}, t.Header...)
		}
		return
	}
	for i, row := range t.Rows {
		t.Rows[i] = row[:len(row)-1]
	}
}

// dropEmpty drops columns at the right that have neither a name nor an entry, as Excel leaves them.
func (t *Text) dropEmpty() {
	for last := t.Width() - 1; last > 0 && (t.Header == nil || t.Header[last] == ""); last-- {
		for _, row := range t.Rows {
			if row[last] != "" {
				return
			}
		}
		if t.Header != nil {
			t.Header = t.Header[:last]
		}
		for i, row := range t.Rows {
			t.Rows[i] = row[:last]
		}
	}
}

// headed reports whether the first line is a header: of words; or of the numbers of the columns, as pandas writes those that have no names,
// alone or beside words over columns of numbers.
func (t *Text) headed(header Header) bool {
	cells := t.Rows[0]
	numbers, words := 0, 0
	for _, cell := range cells {
		switch {
		case isNumber(cell):
			numbers++
		case !Missing(cell):
			words++
		}
	}
	switch {
	case numbers == 0:
		return words > 0
	case header == HeaderOfWords || !t.counted(cells):
		return false
	}
	t.Notes = append(t.Notes, Note{`the first line, "` + fault.Clip(strings.Join(cells, " ")) + `", is taken for the numbers of the columns`,
		"--header no reads it as a row"})
	return true
}

// leastCounted is how many columns counted from 0, and nothing else, make a header. Two, 0 and 1, may be a row.
const leastCounted = 3

// counted reports whether the numbers in the first line are 0, 1, 2, ..., and all else in it names a column of numbers, or of rows.
func (t *Text) counted(cells []string) bool {
	next, others := 0, false
	for j, cell := range cells {
		switch {
		case cell == strconv.Itoa(next):
			next++
		case j == 0 && cell == "":
			others = true
		case cell == "" || isNumber(cell) || !t.numbersBelow(j):
			return false
		default:
			others = true
		}
	}
	return others || next >= leastCounted && len(t.Rows) > 1 && len(t.Rows[1]) >= next
}

// numbersBelow reports whether all entries below the first line in column j are numbers.
func (t *Text) numbersBelow(j int) bool {
	return len(t.Rows) > 1 && !slices.ContainsFunc(t.Rows[1:], func(row []string) bool {
		return j >= len(row) || !isNumber(row[j]) && !Missing(row[j])
	})
}
