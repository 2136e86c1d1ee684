package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Rule 3 of the layout: the first line has the names of the columns
//
//   - if it has words and no numbers;
//   - or column numbers: 0, 1, 2, ... as pandas writes them, alone or beside words above columns of numbers;
//   - or numbers far from all that is below them, such as years and wavelengths, that have equal steps, or beside words above columns of
//     numbers or of words that come again and again, but not the one above them.
//
// If numbers only look like that, they are a row, and a note says how to take them for names.

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
func (t *Table) headed(header Header) bool {
	cells := t.Rows[0]
	var numbers []float64
	words, named := 0, false // whether a word names what is below it
	for j, cell := range cells {
		if v, ok := numeric(cell); ok {
			numbers = append(numbers, v)
		} else if !Missing(cell) {
			words++
			named = named || t.numbersBelow(j) || t.apart(j)
		}
	}
	switch {
	case len(numbers) == 0:
		return words > 0
	case header == HeaderOfWords:
		return false
	case t.counted(cells):
		t.noteFirst("is taken for the numbers of the columns", "--header no reads it as a row")
		return true
	}
	far, even := t.far(cells, numbers), len(numbers) >= leastCounted && equalSteps(numbers)
	switch {
	case far && (named || even):
		t.noteFirst("is taken for the names of the columns", "--header no reads it as a row")
		return true
	case !named && (far && len(numbers) > 1 || even && !t.evenBelow()):
		t.noteFirst("is read as a row", HeaderOption)
	}
	return false
}

// HeaderOption is the option that makes the first line a header.
const HeaderOption = "--header yes takes the first line for the names of the columns"

// noteFirst adds a note on the first line.
func (t *Table) noteFirst(what, option string) {
	t.Notes = append(t.Notes, Note{`the first line, "` + fault.Clip(strings.Join(t.Rows[0], " ")) + `", ` + what, option})
}

// comparedLines is the number of lines that the first one is compared with; with fewer than leastBelow it is not told from them.
const comparedLines, leastBelow = 1000, 3

// below returns the lines that the first one is compared with.
func (t *Table) below() [][]string { return t.Rows[1:min(len(t.Rows), 1+comparedLines)] }

// far reports whether the numbers in the first line are all different, and each is further from those in its column than these are from each
// other.
func (t *Table) far(cells []string, numbers []float64) bool {
	for k, v := range numbers {
		if slices.Contains(numbers[:k], v) {
			return false
		}
	}
	if len(t.Rows) <= leastBelow {
		return false
	}
	for j, cell := range cells {
		v, ok := numeric(cell)
		if !ok {
			continue
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, row := range t.below() {
			if j >= len(row) {
				return false
			}
			other, ok := numeric(row[j])
			if !ok && !Missing(row[j]) {
				return false
			}
			if ok {
				low, high = math.Min(low, other), math.Max(high, other)
			}
		}
		if !(v-high > high-low || low-v > high-low) {
			return false
		}
	}
	return true
}

// equalSteps reports whether numbers rise or fall by the same step, but for rounding.
func equalSteps(numbers []float64) bool {
	const rounding = 0.05
	step := (numbers[len(numbers)-1] - numbers[0]) / float64(len(numbers)-1)
	for k, v := range numbers {
		if step == 0 || math.Abs(v-numbers[0]-float64(k)*step) > rounding*math.Abs(step) {
			return false
		}
	}
	return true
}

// evenBelow reports whether a line below the first has numbers with equal steps, too, or there are too few lines to tell.
func (t *Table) evenBelow() bool {
	return len(t.Rows) <= leastBelow || slices.ContainsFunc(t.below(), func(row []string) bool {
		var numbers []float64
		for _, cell := range row {
			if v, ok := numeric(cell); ok {
				numbers = append(numbers, v)
			}
		}
		return len(numbers) >= leastCounted && equalSteps(numbers)
	})
}

// leastCounted is the number of columns from which 0, 1, 2, ... alone are a header. Fewer, such as 0 and 1, may be a row.
const leastCounted = 3

// counted reports whether the numbers in the first line are 0, 1, 2, ..., and every other cell in it names a column of numbers, or of row
// names.
func (t *Table) counted(cells []string) bool {
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

// apart reports whether the word in the first line is none of those below it in column j, all of which come again.
func (t *Table) apart(j int) bool {
	times := map[string]int{}
	for _, row := range t.below() {
		if j < len(row) {
			times[row[j]]++
		}
	}
	for _, n := range times {
		if n == 1 {
			return false
		}
	}
	return times[t.Rows[0][j]] == 0 && len(times) > 0
}

// numbersBelow reports whether all entries of column j below the first line are numbers.
func (t *Table) numbersBelow(j int) bool {
	return len(t.Rows) > 1 && !slices.ContainsFunc(t.Rows[1:], func(row []string) bool {
		return j >= len(row) || !isNumber(row[j]) && !Missing(row[j])
	})
}
