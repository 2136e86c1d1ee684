package table

import (
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Header says whether the first line holds the names of the columns.
type Header int

// The first line is a header if it looks like one; or always; or never; or only if it has words and no numbers: a matrix may have 0, 1, 2 as
// its first row.
const (
	HeaderAuto Header = iota
	HeaderAlways
	HeaderNever
	HeaderOfWords
)

// split separates the header from the rows, and makes the rows equally long.
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

// align extends a header that is one cell shorter than every row. If the rows end with a separator, it names all columns but the empty last
// one; otherwise it names all but the first, which holds the names of the rows, as R's write.table writes it.
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

// dropEmpty drops columns at the right with neither a name nor an entry, as Excel writes them.
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

// headed reports whether the first line is a header: one of words, or one of column numbers, as pandas writes for columns without names,
// alone or beside words above columns of numbers.
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

// leastCounted is the number of columns from which 0, 1, 2, ... alone are a header. Fewer, such as 0 and 1, may be a row.
const leastCounted = 3

// counted reports whether the numbers in the first line are 0, 1, 2, ..., and every other cell in it names a column of numbers, or of row
// names.
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

// numbersBelow reports whether all entries of column j below the first line are numbers.
func (t *Text) numbersBelow(j int) bool {
	return len(t.Rows) > 1 && !slices.ContainsFunc(t.Rows[1:], func(row []string) bool {
		return j >= len(row) || !isNumber(row[j]) && !Missing(row[j])
	})
}
