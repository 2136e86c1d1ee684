package table

import (
	"strings"

	"conelab/core/data/fault"
)

// A comma between digits is a decimal mark in half of the world and a thousands separator in the other half. Each column of numbers decides
// by its entries that can be read in only one way, 0,5 or 1,234,567; if it has none, the other columns decide; and if they do not, the
// separator does, since semicolons separate cells where commas are decimal marks. If it is still unclear, the column is refused.

// marked reports whether some cell has a comma or two points. In other tables all numbers are written as programs write them.
func (t *Text) marked(beat *Beat) bool {
	for _, row := range t.Rows {
		for _, cell := range row {
			if strings.IndexByte(cell, ',') >= 0 || strings.Count(cell, ".") > 1 {
				return true
			}
		}
		beat.Count(len(row))
	}
	return false
}

// findMarks decides how the numbers of each column are written. It is called only if that is not plain (see marked).
func (t *Text) findMarks(separator rune, beat *Beat) {
	t.marks = make([]mark, t.Width())
	asked := make([]bool, len(t.marks)) // columns that do not decide by themselves
	commas, points, open := false, false, ""
	for j, c := range t.evidence(beat) {
		switch {
		case !c.numbers:
		case c.onlyComma:
			t.marks[j], commas = comma, true
			if t.example == "" {
				t.example = c.example
			}
		case c.onlyPoint:
			points = true
			if c.any {
				t.marks[j] = point
			}
		default:
			asked[j] = true
			if c.any {
				t.marks[j], open = unclear, c.example
			}
		}
	}
	if !commas && !points && separator == ';' && open != "" {
		commas, t.example = true, open
	}
	for j, ask := range asked {
		switch {
		case !ask || commas && points:
		case commas:
			t.marks[j] = comma
		case points && t.marks[j] == unclear:
			t.marks[j] = point
		}
	}
}

// evidence is what the entries of a column show about its decimal mark.
type evidence struct {
	numbers              bool // all entries are numbers, in one reading or the other
	any                  bool // some have a comma
	onlyComma, onlyPoint bool // some can be read only in this way
	example              string
}

// evidence collects the evidence of each column.
func (t *Text) evidence(beat *Beat) []evidence {
	all := make([]evidence, t.Width())
	for j := range all {
		all[j].numbers = true
	}
	for _, row := range t.Rows {
		for j, cell := range row {
			if all[j].numbers && !Missing(cell) {
				all[j].add(cell)
			}
		}
		beat.Count(len(row))
	}
	return all
}

// add adds the evidence of one entry.
func (e *evidence) add(cell string) {
	_, byComma := parseGrouped(cell, ',')
	_, byPoint := parseGrouped(cell, '.')
	if !byComma && !byPoint && !isNumber(cell) {
		*e = evidence{}
		return
	}
	has := strings.Contains(cell, ",")
	e.any = e.any || has
	e.onlyComma = e.onlyComma || byComma && !byPoint
	if e.example == "" && has && byComma {
		e.example = cell
	}
	e.onlyPoint = e.onlyPoint || byPoint && !byComma
}

// noteDecimals adds the note that decimal commas were read.
func (t *Text) noteDecimals() {
	if t.example == "" {
		return
	}
	v, _ := parseGrouped(t.example, ',')
	t.Notes = append(t.Notes, Note{Sentence: "numbers have decimal commas: " + t.example + " is " + fault.Number(v)})
}
