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

// mark is how the numbers of a column are written.
type mark int

const (
	plain   mark = iota // as programs write them
	comma               // with a decimal comma; points group thousands
	point               // with a decimal point; commas group thousands
	unclear             // 1,234 and the like only, which can be read either way
)

// Number returns the finite number in row i and column j, both counted from zero.
func (t *Text) Number(i, j int) (float64, error) {
	if v := t.Value(i, j); !math.IsNaN(v) {
		return v, nil
	}
	cell := t.Rows[i][j]
	v, err := t.value(cell, j)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fault.New(t.Place(i, j), t.wrong(cell, j, err))
	}
	return v, nil
}

// Value returns the number that Number returns, or NaN where that returns an error.
func (t *Text) Value(i, j int) float64 { return t.numbers[i*t.Width()+j] }

// evaluate finds the numbers of all cells, in the order in which the cells lie in memory: to look at the columns one by one takes several times as
// long.
func (t *Text) evaluate(beat *Beat) {
	t.numbers, t.words = make([]float64, 0, len(t.Rows)*t.Width()), make([]bool, t.Width())
	for _, row := range t.Rows {
		for j, cell := range row {
			v, err := t.value(cell, j)
			if err != nil || math.IsInf(v, 0) {
				v = math.NaN()
			}
			t.numbers = append(t.numbers, v)
			t.words[j] = t.words[j] || errors.Is(err, strconv.ErrSyntax) && !Missing(cell) && !t.unclear(cell, j)
		}
		beat.Count(len(row))
	}
}

// value returns the value of a cell; the error is ErrSyntax if the cell is not a number.
func (t *Text) value(cell string, j int) (float64, error) {
	decimal := byte('.')
	if t.marks != nil && t.marks[j] == comma {
		decimal = ','
	}
	if v, ok := parseShort(cell, decimal); ok {
		return v, nil
	}
	if v, ok := Logical(cell); ok {
		return v, nil
	}
	if t.marks != nil && t.marks[j] == unclear && strings.Contains(cell, ",") {
		return 0, strconv.ErrSyntax
	}
	if decimal == '.' || !strings.ContainsAny(cell, ".,") {
		v, err := strconv.ParseFloat(cell, 64)
		if err == nil || errors.Is(err, strconv.ErrRange) {
			return v, err
		}
	}
	if v, ok := parseGrouped(cell, decimal); ok {
		return v, nil
	}
	return 0, strconv.ErrSyntax
}

// isNumber reports whether a cell is a number, or true or false, in any notation.
func isNumber(cell string) bool {
	if _, ok := parseShort(cell, '.'); ok {
		return true
	}
	if _, ok := Logical(cell); ok {
		return true
	}
	if v, err := strconv.ParseFloat(cell, 64); err == nil && !math.IsNaN(v) || errors.Is(err, strconv.ErrRange) {
		return true
	}
	_, comma := parseGrouped(cell, ',')
	_, point := parseGrouped(cell, '.')
	return comma || point
}

// Words reports whether some entry of column j is neither a number nor missing.
func (t *Text) Words(j int) bool { return t.words[j] }

// unclear reports whether a cell is a number that can be read in two ways.
func (t *Text) unclear(cell string, j int) bool {
	_, ok := parseGrouped(cell, '.')
	return ok && t.marks != nil && t.marks[j] == unclear && strings.Contains(cell, ",")
}

// wrong returns the sentence that says why a cell is refused.
func (t *Text) wrong(cell string, j int, err error) string {
	switch {
	case err != nil && t.unclear(cell, j):
		other, _ := parseGrouped(cell, ',')
		return `is "` + fault.Clip(cell) + `", which may be ` + fault.Number(other) + " or " + strings.ReplaceAll(cell, ",", "") +
			", expected numbers without commas, or semicolons between the cells"
	case err != nil && t.marks != nil && t.marks[j] == comma && isNumber(cell):
		return `is "` + fault.Clip(cell) + `", expected a decimal comma as in the other numbers of its column`
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

// parseGrouped reads a number with the given decimal mark, a point or a comma. Its thousands may be grouped by the other one, by spaces or by
// apostrophes, as in 1.234.567,5 or 1 234 567,5.
func parseGrouped(cell string, decimal byte) (v float64, ok bool) {
	if v, ok := parseShort(cell, decimal); ok {
		return v, true
	}
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

// ungroup removes the marks between groups of three digits from a whole number.
func ungroup(whole string, decimal byte) (text string, ok bool) {
	at := strings.IndexFunc(whole, func(r rune) bool { return r < '0' || r > '9' })
	if at < 0 {
		return whole, true
	}
	group, _ := utf8.DecodeRuneInString(whole[at:])
	if group == rune(decimal) || !strings.ContainsRune("., '\u2019\u00a0\u202f\u2009", group) {
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
