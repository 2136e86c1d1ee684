package table

import (
	"strings"

	"conelab/core/data/fault"
)

// A comma between digits is a decimal mark in half of the world and a thousands separator in the other half. Each column of numbers decides
// by its entries that can be read in only one way, 0,5 or 1,234,567; if it has none, the other columns decide; and if they do not, the
// separator does, since semicolons separate cells where commas are decimal marks. If it is still unclear, the column is refused.

// findMarks decides how the numbers of each column are written. It is called only if some cell may contain a comma.
func (t *Text) findMarks(separator rune) {
	t.marks = make([]mark, t.Width())
	asked := make([]bool, len(t.marks)) // columns that do not decide by themselves
	commas, points, open := false, false, ""
	for j := range t.marks {
		c := t.commas(j)
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

// commas collects the evidence of column j.
func (t *Text) commas(j int) (e evidence) {
	e.numbers = true
	for _, row := range t.Rows {
		cell := row[j]
		if Missing(cell) {
			continue
		}
		_, byComma := parseGrouped(cell, ',')
		_, byPoint := parseGrouped(cell, '.')
		if !byComma && !byPoint && !isNumber(cell) {
			e.numbers = false
			return e
		}
		has := strings.Contains(cell, ",")
		e.any = e.any || has
		e.onlyComma = e.onlyComma || byComma && !byPoint
		if e.example == "" && has && byComma {
			e.example = cell
		}
		e.onlyPoint = e.onlyPoint || byPoint && !byComma
	}
	return e
}

// noteDecimals adds the note that decimal commas were read.
func (t *Text) noteDecimals() {
	if t.example == "" {
		return
	}
	v, _ := parseGrouped(t.example, ',')
	t.Notes = append(t.Notes, Note{Sentence: "numbers have decimal commas: " + t.example + " is " + fault.Number(v)})
}
