package table

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// Missing reports whether a cell is one of the usual marks for a missing value.
func Missing(cell string) bool {
	switch len(cell) {
	case 0:
		return true
	case 1:
		return cell == "?" || cell == "-"
	case 2, 3, 4:
		switch strings.ToLower(cell) {
		case "na", "n/a", "#n/a", "nan", "null", "none", "<na>", "--", "nil":
			return true
		}
	}
	return false
}

// Logical returns the value of a cell that is true or false, in upper or lower case.
func Logical(cell string) (v float64, ok bool) {
	switch {
	case len(cell) == 4 && strings.EqualFold(cell, "true"):
		return 1, true
	case len(cell) == 5 && strings.EqualFold(cell, "false"):
		return 0, true
	}
	return 0, false
}

// evaluate finds the numbers of all cells, in the order in which the cells lie in memory: to look at the columns one by one takes several
// times as long. A column of numbers may have fewStrays words among at least twice as many numbers, and more where it has numbersPerStray
// numbers for each: these are slips, of which a note names the first.
func (t *Table) evaluate(beat *Beat) {
	const fewStrays, numbersPerStray = 2, 20
	t.height, t.width = len(t.Rows), len(t.Rows[0])
	t.numbers, t.words, t.slips = make([]float64, 0, len(t.Rows)*t.width), make([]bool, t.width), make([]bool, t.width)
	numbers, strays, first := make([]int, t.width), make([]int, t.width), make([]int, t.width)
	for i, row := range t.Rows {
		for j, cell := range row {
			v, err := t.number(cell)
			if err != nil || math.IsInf(v, 0) {
				v = math.NaN()
			}
			t.numbers = append(t.numbers, v)
			if !math.IsNaN(v) {
				numbers[j]++
			} else if errors.Is(err, strconv.ErrSyntax) && !Missing(cell) && !t.ambiguous(cell) {
				if strays[j]++; strays[j] == 1 {
					first[j] = i
				}
			}
		}
		beat.Count(len(row))
	}
	for j, n := range strays {
		names := first[j] == 0 && t.Header == nil && t.from == 0 // the first line may have the names
		t.words[j] = n > max(fewStrays, numbers[j]/numbersPerStray) || n > 0 && (names || numbers[j] < 2*n)
		if t.slips[j] = n > 0 && !t.words[j]; !t.slips[j] {
			continue
		}
		sentence := t.Place(first[j], j) + `: "` + fault.Clip(t.Rows[first[j]][j]) + `" is not a number`
		if n > 1 {
			sentence += ", nor " + strconv.Itoa(n-1) + " more of its entries"
		}
		t.Notes = append(t.Notes, Note{Sentence: sentence})
	}
	if v, err := t.number(t.grouped); err == nil {
		t.Notes = append(t.Notes, Note{Sentence: "marks between thousands are left out: " + t.grouped + " is " + fault.Number(v)})
	}
}

// number returns the value of a cell; the error is ErrSyntax if the cell is not a number.
func (t *Table) number(cell string) (float64, error) {
	if v, ok := Logical(cell); ok {
		return v, nil
	}
	if t.ambiguous(cell) {
		return 0, strconv.ErrSyntax
	}
	if t.decimal == '.' || !strings.ContainsAny(cell, ".,") {
		v, err := strconv.ParseFloat(cell, 64)
		if err == nil || errors.Is(err, strconv.ErrRange) {
			return v, err
		}
	}
	if v, ok := parseGrouped(cell, t.decimal); ok {
		if t.grouped == "" && strings.ContainsAny(strings.ReplaceAll(cell, string(t.decimal), ""), groupMarks) {
			t.grouped = cell
		}
		return v, nil
	}
	return 0, strconv.ErrSyntax
}

// ambiguous reports whether a cell is a number that can be read in two ways, and nothing in the table says in which.
func (t *Table) ambiguous(cell string) bool {
	if !t.unclear || !strings.Contains(cell, ",") {
		return false
	}
	_, ok := parseGrouped(cell, '.')
	return ok
}

// isNumber reports whether a cell is a number, or true or false, in any notation.
func isNumber(cell string) bool {
	_, ok := numeric(cell)
	return ok
}

// numeric returns the value of a cell that is a number, or true or false, in any notation; of two notations that with a decimal point.
func numeric(cell string) (v float64, ok bool) {
	for _, mark := range []byte{'.', ','} {
		v, err := (&Table{decimal: mark}).number(cell)
		if err == nil && !math.IsNaN(v) || errors.Is(err, strconv.ErrRange) {
			return v, true
		}
	}
	return 0, false
}

// refusal returns the sentence that says why a cell is refused.
func (t *Table) refusal(cell string, err error) string {
	switch {
	case t.ambiguous(cell):
		other, _ := parseGrouped(cell, ',')
		return `is "` + fault.Clip(cell) + `", which may be ` + fault.Number(other) + " or " + strings.ReplaceAll(cell, ",", "") +
			", expected numbers without commas, or semicolons between the cells"
	case err != nil && t.decimal == ',' && isNumber(cell):
		return `is "` + fault.Clip(cell) + `", expected a decimal comma as in the other numbers of the table`
	case err != nil && strings.Contains(cell, ",") && isNumber(cell):
		return `is "` + fault.Clip(cell) + `", expected a decimal point as in the other numbers of the table`
	}
	return wrong(cell, err)
}

// wrong returns the sentence that says why a cell is refused.
func wrong(cell string, err error) string {
	switch {
	case cell == "":
		return "is missing, expected a number"
	case errors.Is(err, strconv.ErrRange):
		return "is " + fault.Clip(cell) + ", expected a number within double precision"
	case err == nil:
		return "is " + fault.Clip(cell) + ", expected a finite number"
	}
	return `is "` + fault.Clip(cell) + `", expected a number`
}

// minus is the sign as it is typeset, which is not the hyphen of programs.
const minus = "\u2212"

// parseGrouped reads a number with the given decimal mark, a point or a comma. Its thousands may be grouped by the other one, by spaces
// or by apostrophes, as in 1.234.567,5 or 1 234 567,5; a minus may be typeset.
func parseGrouped(cell string, decimal byte) (v float64, ok bool) {
	cell = strings.ReplaceAll(cell, minus, "-")
	mantissa, exponent := cell, ""
	if at := strings.IndexAny(cell, "eE"); at >= 0 {
		mantissa, exponent = cell[:at], cell[at:]
	}
	sign := ""
	if mantissa != "" && (mantissa[0] == '-' || mantissa[0] == '+') {
		sign, mantissa = mantissa[:1], mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, string(decimal))
	whole, ok = ungroup(whole, decimal)
	if !ok || !digits(fraction) || whole == "" && fraction == "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(sign+whole+"."+fraction+exponent, 64)
	return v, err == nil
}

// groupMarks are the marks between groups of three digits.
const groupMarks = "., '\u2019\u00a0\u202f\u2009"

// ungroup removes the marks between groups of three digits from a whole number.
func ungroup(whole string, decimal byte) (text string, ok bool) {
	at := strings.IndexFunc(whole, func(r rune) bool { return r < '0' || r > '9' })
	if at < 0 {
		return whole, true
	}
	group, _ := utf8.DecodeRuneInString(whole[at:])
	if group == rune(decimal) || !strings.ContainsRune(groupMarks, group) {
		return "", false
	}
	groups := strings.Split(whole, string(group))
	for k, part := range groups {
		if !digits(part) || k > 0 && len(part) != 3 || k == 0 && (len(part) < 1 || len(part) > 3 || part[0] == '0') {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}
