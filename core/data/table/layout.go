package table

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// The layout of a text table is guessed by three rules, after the sniffer of DuckDB.
//
//  1. The separator is the one under which most of the first lines have the same number of cells, at least two; then the one under which
//     more of their cells are numbers; then the first of semicolon, tab, bar, comma and white space. White space also occurs within words,
//     so it counts only with numbers below the first line, and if it separates more lines alike than there are lines of one word.
//  2. The decimal mark is a comma if at least as many entries can be read only with a comma, 0,5, as only with a point, 0.5 or 1,234,567.
//     If no entry decides, it is a comma between semicolons; elsewhere 1,234 is refused, since it may be 1234, and 1.234 is read as DuckDB
//     reads it, with a decimal point.
//  3. The first line has the names of the columns if it has words and no numbers; or a word above a column of at least three numbers, as
//     DuckDB tells it; or 0, 1, 2, ... as pandas writes them, at least three, or beside an empty first cell or a word above numbers; or
//     distinct numbers, at least half of them names of columns trained on. Other numbers, such as years and wavelengths alone, are a row. A
//     note says how to take them for names where there are at least three and they ascend, as those of another line do not.
//
// What was decided by the second and the third rule against what programs write is said in a note.

// separators are the characters between cells, in the order of rule 1; a space stands for white space.
const separators = ";\t|, "

// guessSeparator returns the separator by rule 1.
func guessSeparator(data []byte) rune {
	lines, best := beginning(data), ' '
	most, share, single := 0, 0.0, 0
	for _, c := range separators {
		alike, numbers, whole := consistency(lines, c)
		if c == ' ' && alike == most && numbers*float64(alike) < float64(alike)-1-1e-9 {
			continue // words have white space in them
		}
		if alike > most || alike == most && numbers > share {
			best, most, share = c, alike, numbers
		}
		single = whole
	}
	if best == ' ' && single >= most {
		return ',' // one column, with white space in its name
	}
	return best
}

// consistency returns how many of the first lines, read with a separator, have the most usual number of cells, at least two, and which
// share of these cells are numbers. Of the others, single have one cell.
func consistency(lines []byte, separator rune) (alike int, share float64, single int) {
	var t Table
	_ = t.read(lines, separator, 0) // as far as it goes
	widths, width, numbers := map[int]int{}, 0, 0
	for _, row := range t.Rows {
		if w := len(row); w == 1 {
			single++
		} else {
			widths[w]++
			if widths[w] >= widths[width] {
				width = w
			}
		}
	}
	for _, row := range t.Rows {
		for _, cell := range row {
			if len(row) == width && (isNumber(cell) || Missing(cell)) {
				numbers++
			}
		}
	}
	return widths[width], float64(numbers) / float64(max(1, width*widths[width])), single
}

// beginning returns the first lines, of about 8 kB, and at least one.
func beginning(data []byte) []byte {
	const size = 1 << 13
	if len(data) <= size {
		return data
	}
	if end := bytes.LastIndexByte(data[:size], '\n'); end >= 0 {
		return data[:end+1]
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return line
}

// findDecimal finds the decimal mark by rule 2. Without a comma in a cell it is a point.
func (t *Table) findDecimal(separator rune) {
	commas, points, example, open, pointed := 0, 0, "", "", ""
	for _, row := range t.Rows {
		for _, cell := range row {
			if !strings.ContainsAny(cell, ",.") {
				continue
			}
			switch byComma, byPoint := readable(cell, ','), readable(cell, '.'); {
			case byComma && !byPoint:
				commas, example = commas+1, cmp.Or(example, cell)
			case byPoint && !byComma:
				points++
			case byPoint && open == "" && strings.Contains(cell, ","):
				open = cell
			case byPoint && byComma:
				pointed = cmp.Or(pointed, cell)
			}
		}
	}
	if commas+points == 0 && separator == ';' && open != "" {
		commas, example = 1, open
	}
	t.unclear = commas+points == 0
	switch {
	case commas > 0 && commas >= points:
		t.decimal = ','
		t.noteDecimals("commas", example)
	case t.unclear && pointed != "":
		t.noteDecimals("points", pointed)
	}
}

// noteDecimals adds a note on the decimal mark with a cell as an example.
func (t *Table) noteDecimals(marks, cell string) {
	v, _, _ := parse(cell, t.decimal)
	t.Notes = append(t.Notes, Note{Sentence: "numbers have decimal " + marks + ": " + cell + " is " + plainNumber(v)})
}

const headerAlone = "has a header but no rows, expected at least one row of numbers"

// split separates the header from the rows, and makes the rows equally long.
func (t *Table) split(format *Format) error {
	for n := len(t.Rows); n > 1 && len(t.Rows[n-1]) > 1 && blank(t.Rows[n-1]); n-- { // as Excel writes them
		t.Rows, t.lines = t.Rows[:n-1], t.lines[:n-1]
	}
	if len(t.Rows) == 0 {
		return fault.New("the table", "is empty, expected rows of numbers")
	}
	if format.Header == HeaderAlways || format.Header != HeaderNever && t.headed(format) {
		t.Header, t.Rows, t.lines = t.Rows[0], t.Rows[1:], t.lines[1:]
	}
	if len(t.Rows) == 0 {
		return fault.New("the table", headerAlone)
	}
	if format.Rows > 0 {
		t.Rows = t.Rows[:min(format.Rows, len(t.Rows))]
	}
	t.align()
	expected, like := len(t.Header), "the header"
	if t.Header == nil {
		expected, like = len(t.Rows[0]), "line "+strconv.Itoa(t.lines[0])
	}
	for i, row := range t.Rows {
		if len(row) != expected {
			return t.ragged(i, expected, like)
		}
	}
	t.dropEmpty()
	return nil
}

// ragged returns the error for row i, which does not have as many cells as expected.
func (t *Table) ragged(i, expected int, like string) error {
	row := t.Rows[i]
	what := "has " + fault.Count(len(row), "cell") + ", expected " + strconv.Itoa(expected) + " as in " + like
	if strings.HasPrefix(row[0], "#") {
		what += "; # begins a comment only above the first row"
	} else if i <= 1 && len(row) > expected && i+1 < len(t.Rows) && len(t.Rows[i+1]) == len(row) {
		what += "; a title above the table is left out if it begins with #"
	}
	return fault.New("line "+strconv.Itoa(t.lines[i]), what)
}

// blank reports whether all cells are empty.
func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool { return cell != "" })
}

// align extends a header that is one cell shorter than every row. If the rows end with a separator, it names all columns but the empty last
// one; otherwise it names all but the first, which holds the names of the rows, as R's write.table writes it.
func (t *Table) align() {
	ends, named, seen := true, true, map[string]bool{}
	for _, row := range t.Rows {
		if t.Header == nil || len(row) != len(t.Header)+1 {
			return
		}
		ends = ends && row[len(row)-1] == ""
		_, err := strconv.Atoi(row[0])
		named = named && !seen[row[0]] && (err == nil || !isNumber(row[0]))
		seen[row[0]] = true
	}
	switch {
	case ends:
		t.Header = append(t.Header, "") // which dropEmpty drops
	case named:
		t.Header = append([]string{""}, t.Header...)
	}
}

// dropEmpty drops columns at the right with neither a name nor an entry, as Excel writes them.
func (t *Table) dropEmpty() {
	for last := len(t.Rows[0]) - 1; last > 0 && (t.Header == nil || t.Header[last] == ""); last-- {
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[last] != "" }) {
			return
		}
		if t.Header != nil {
			t.Header = t.Header[:last]
		}
		for i, row := range t.Rows {
			t.Rows[i] = row[:last]
		}
	}
}

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
	case countUp(numbers) && (len(numbers) >= least || named || cells[0] == "") && len(t.Rows) > 1:
		t.noteFirst("is taken for the numbers of the columns", "--header no reads it as a row")
		return true
	case len(t.Rows) <= least:
		return false
	case named:
		t.noteFirst("is taken for the names of the columns", "--header no reads it as a row")
		return true
	case len(cells) >= least && ascend(cells) && slices.ContainsFunc(t.Rows[1:], func(row []string) bool { return !ascend(row) }):
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

// ascend reports whether cells are numbers in ascending order, as numbers of columns, years and wavelengths are.
func ascend(cells []string) bool {
	before := math.Inf(-1)
	for _, cell := range cells {
		v, ok := numeric(cell)
		if !ok || v <= before {
			return false
		}
		before = v
	}
	return true
}

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

// least is the number of columns, and of lines below the first, from which numbers may be a header: fewer columns, such as 0 and 1, are a
// row, and above fewer lines a word may be a typing error.
const least = 3

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
