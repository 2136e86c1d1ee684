package table

import (
	"math"
	"slices"
	"strings"

	"conelab/core/data/fault"
)

// Rule 3 of the layout: the first line has the names of the columns
//
//   - if it has words and no numbers;
//   - or column numbers: 0, 1, 2, ... as pandas writes them, at least three or beside words above columns of numbers;
//   - or numbers, such as years and wavelengths, beside a word above a column of at least three numbers;
//   - or distinct numbers, at least half of them names of columns trained on.
//
// Other numbers are a row. A note says how to take them for names where each is more than twice as large as all below, or where they are
// whole numbers in ascending order and those below are not.

// Header says whether the first line holds the names of the columns.
type Header int

// The first line is a header if it looks like one; or always; or never; or only if it has words and no numbers: a matrix may have 0, 1, 2
// as its first row.
const (
	HeaderAuto Header = iota
	HeaderAlways
	HeaderNever
	HeaderOfWords
)

// headed reports whether the first line is a header by rule 3.
func (t *Table) headed(format *Format) bool {
	cells := t.Rows[0]
	var numbers []float64
	words, named := 0, false // whether a word names what is below it
	for j, cell := range cells {
		if v, ok := numeric(cell); ok {
			numbers = append(numbers, v)
		} else if !Missing(cell) {
			words++
			named = named || t.numbersBelow(j)
		}
	}
	switch {
	case len(numbers) == 0:
		return words > 0
	case format.Header == HeaderOfWords:
		return false
	case mostlyKnown(cells, format.Known):
		t.noteFirst("is taken for the names of the columns, as in the table trained on", "--header no reads it as a row")
		return true
	case countUp(numbers) && (len(numbers) >= leastCounted || named || cells[0] == "") && len(t.Rows) > 1:
		t.noteFirst("is taken for the numbers of the columns", "--header no reads it as a row")
		return true
	case len(t.Rows) <= leastBelow:
		return false
	case named:
		t.noteFirst("is taken for the names of the columns", "--header no reads it as a row")
		return true
	case len(numbers) > 1 && t.farBelow(slices.Min(numbers)), counting(cells) && slices.ContainsFunc(t.Rows[1:], notCounting):
		t.noteFirst("is read as a row", HeaderOption)
	}
	return false
}

// HeaderOption is the option that makes the first line a header.
const HeaderOption = "--header yes takes the first line for the names of the columns"

// noteFirst adds a note on the first line.
func (t *Table) noteFirst(what, option string) {
	t.Notes = append(t.Notes, Note{`the first line, "` + fault.Clip(strings.Join(t.Rows[0], " ")) + `", ` + what, option, 0})
}

// leastBelow is the least number of lines below the first: with fewer a header cannot be told from a row with a typing error.
const leastBelow = 3

// farBelow reports whether all numbers below the first line are less than half as large as a number.
func (t *Table) farBelow(number float64) bool {
	return !slices.ContainsFunc(t.Rows[1:], func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool {
			v, _ := numeric(cell)
			return 2*math.Abs(v) >= number
		})
	})
}

// counting reports whether cells, at least leastCounted, are whole numbers in ascending order, as numbers of columns and years are.
func counting(cells []string) bool {
	before := math.Inf(-1)
	for _, cell := range cells {
		v, ok := numeric(cell)
		if !ok || v <= before || v != math.Trunc(v) {
			return false
		}
		before = v
	}
	return len(cells) >= leastCounted
}

func notCounting(cells []string) bool { return !counting(cells) }

// mostlyKnown reports whether no two numbers among the cells are alike and at least half of them are known names.
func mostlyKnown(cells, known []string) bool {
	numbers, found := 0, 0
	for j, cell := range cells {
		if !isNumber(cell) {
			continue
		}
		if slices.Contains(cells[:j], cell) {
			return false
		}
		numbers++
		if slices.Contains(known, cell) {
			found++
		}
	}
	return found > 0 && 2*found >= numbers
}

// leastCounted is the number of columns from which 0, 1, 2, ... alone are a header. Fewer, such as 0 and 1, may be a row.
const leastCounted = 3

// countUp reports whether numbers are 0, 1, 2, ...
func countUp(numbers []float64) bool {
	for k, v := range numbers {
		if v != float64(k) {
			return false
		}
	}
	return true
}

// numbersBelow reports whether all entries of column j below the first line are numbers.
func (t *Table) numbersBelow(j int) bool {
	return len(t.Rows) > 1 && !slices.ContainsFunc(t.Rows[1:], func(row []string) bool {
		return j >= len(row) || !isNumber(row[j]) && !Missing(row[j])
	})
}
