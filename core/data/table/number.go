package table

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// Marks are the usual marks for a missing value, in lower case and of at most longestMark bytes.
var Marks = []string{"", "?", "-", "--", "na", "n/a", "#n/a", "nan", "null", "none", "<na>", "nil"}

const longestMark = 4

// Missing reports whether a cell is one of the marks for a missing value.
func Missing(cell string) bool {
	return len(cell) <= longestMark && slices.Contains(Marks, strings.ToLower(cell))
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
// numbers for each: these are slips, and a note names the first.
func (t *Table) evaluate() {
	const fewStrays, numbersPerStray = 2, 20
	t.height, t.width = len(t.Rows), len(t.Rows[0])
	t.numbers, t.words, t.slips = make([]float64, 0, len(t.Rows)*t.width), make([]bool, t.width), make([]bool, t.width)
	numbers, strays, first := make([]int, t.width), make([]int, t.width), make([]int, t.width)
	logical, codes := make([]string, t.width), make([]string, t.width) // the first such cell of each column
	for i, row := range t.Rows {
		for j, cell := range row {
			v, err := t.number(cell)
			if err != nil || math.IsInf(v, 0) {
				v = math.NaN()
			}
			t.numbers = append(t.numbers, v)
			if !math.IsNaN(v) {
				numbers[j]++
				if _, ok := Logical(cell); ok && logical[j] == "" {
					logical[j] = cell
				}
				if codes[j] == "" && len(cell) > 1 && cell[0] == '0' && digits(cell) {
					codes[j] = cell
				}
			} else if errors.Is(err, strconv.ErrSyntax) && !Missing(cell) && !t.ambiguous(cell) {
				strays[j]++
				if strays[j] == 1 {
					first[j] = i
				}
			}
		}
	}
	for j, n := range strays {
		names := first[j] == 0 && t.Header == nil && t.from == 0 // the first line may have the names
		t.words[j] = n > max(fewStrays, numbers[j]/numbersPerStray) || n > 0 && (names || numbers[j] < 2*n)
		if logical[j] != "" {
			sentence := t.Called(j) + ` has words such as "` + logical[j] + `": true is 1 and false is 0`
			t.Notes = append(t.Notes, Note{Sentence: sentence, Column: j + 1})
		}
		if codes[j] != "" && !t.words[j] {
			v, _ := t.number(codes[j])
			sentence := t.Called(j) + ` has zeros in front, as codes have: "` + codes[j] + `" is read as the number ` + fault.Number(v)
			t.Notes = append(t.Notes, Note{Sentence: sentence, Option: "--exclude leaves the column out", Column: j + 1})
		}
		t.slips[j] = n > 0 && !t.words[j]
		if !t.slips[j] {
			continue
		}
		sentence := t.Where(first[j], j) + `: "` + fault.Clip(t.Rows[first[j]][j]) + `" is not a number`
		if n > 1 {
			sentence += ", nor " + strconv.Itoa(n-1) + " more of its entries"
		}
		t.Notes = append(t.Notes, Note{Sentence: sentence, Column: j + 1})
	}
	if t.grouped != "" {
		v, _ := t.number(t.grouped)
		plain := strconv.FormatFloat(v, 'f', -1, 64)
		t.Notes = append(t.Notes, Note{Sentence: "marks between thousands are left out: " + t.grouped + " is " + plain})
	}
}

// number returns the value of a cell; the error is ErrSyntax if the cell is not a number.
func (t *Table) number(cell string) (float64, error) {
	v, grouped, err := parse(cell, t.decimal)
	switch {
	case grouped && t.ambiguous(cell):
		return 0, strconv.ErrSyntax
	case grouped && t.grouped == "":
		t.grouped = cell
	}
	return v, err
}

// ambiguous reports whether a cell is a number that can be read in two ways, and nothing in the table says in which.
func (t *Table) ambiguous(cell string) bool {
	return t.unclear && strings.Contains(cell, ",") && readable(cell, '.') && readable(cell, ',')
}

// minus is the sign as it is typeset, which is not the hyphen of programs.
const minus = "\u2212"

// exchanged turns a number with a decimal comma into one with a decimal point, and back.
var exchanged = strings.NewReplacer(".", ",", ",", ".")

// parse returns the value of a number with a decimal mark, a point or a comma, and whether its thousands are grouped: by the other mark, by
// spaces or by apostrophes, as in 1.234.567,5 or 1 234 567,5. A minus may be typeset. The error is ErrSyntax if the cell is not a number.
func parse(cell string, decimal byte) (v float64, grouped bool, err error) {
	if v, ok := Logical(cell); ok {
		return v, false, nil
	}
	text := strings.ReplaceAll(cell, minus, "-")
	if decimal == ',' {
		text = exchanged.Replace(text)
	}
	v, err = decimalNumber(text)
	if errors.Is(err, strconv.ErrSyntax) {
		if plain, ok := ungroup(text); ok {
			v, err = decimalNumber(plain)
			return v, err == nil, err
		}
	}
	return v, false, err
}

// decimalNumber returns the value of a number with a decimal point. The notations of programs that strconv reads besides, 1_000 and 0x1p4,
// are a syntax error: in a table 3_5 is a word.
func decimalNumber(text string) (float64, error) {
	for i := range len(text) {
		if c := text[i]; c == '_' || c == 'x' || c == 'X' {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseFloat(text, 64)
}

// ungroup removes the marks between groups of three digits from a number with a decimal point, if it has any.
func ungroup(text string) (plain string, ok bool) {
	unsigned := strings.TrimLeft(text, "+-")
	at := strings.IndexFunc(unsigned, func(r rune) bool { return r < '0' || r > '9' })
	if at < 1 || at > 3 || unsigned[0] == '0' {
		return "", false
	}
	mark, _ := utf8.DecodeRuneInString(unsigned[at:])
	if !strings.ContainsRune(", '\u2019\u00a0\u202f\u2009", mark) {
		return "", false
	}
	whole, fraction := text, ""
	if end := strings.IndexAny(text, ".eE"); end >= 0 {
		whole, fraction = text[:end], text[end:]
	}
	groups := strings.Split(whole, string(mark))
	for _, group := range groups[1:] {
		if len(group) != 3 || !digits(group) {
			return "", false
		}
	}
	return strings.Join(groups, "") + fraction, true
}

// isNumber reports whether a cell is a number, or true or false, in any notation.
func isNumber(cell string) bool {
	_, ok := numeric(cell)
	return ok
}

// numeric returns the value of a cell that is a number, or true or false, in any notation; of two notations that with a decimal point.
func numeric(cell string) (v float64, ok bool) {
	for _, mark := range []byte{'.', ','} {
		v, _, err := parse(cell, mark)
		if err == nil && !math.IsNaN(v) || errors.Is(err, strconv.ErrRange) {
			return v, true
		}
	}
	return 0, false
}

// readable reports whether a cell is a number with a decimal mark.
func readable(cell string, decimal byte) bool {
	_, _, err := parse(cell, decimal)
	return err == nil
}

// refusal returns the sentence that says why a cell is refused.
func (t *Table) refusal(cell string, err error) string {
	mark, other := "point", byte(',')
	if t.decimal == ',' {
		mark, other = "comma", '.'
	}
	switch {
	case t.ambiguous(cell):
		small, _, _ := parse(cell, other)
		return `is "` + fault.Clip(cell) + `", which may be ` + fault.Number(small) + " or " + strings.ReplaceAll(cell, ",", "") +
			", expected numbers without commas, or semicolons between the cells"
	case errors.Is(err, strconv.ErrSyntax) && isNumber(cell):
		is := ""
		if _, grouped, _ := parse(cell, other); grouped {
			is = ", a number with marks between its thousands"
		}
		return `is "` + fault.Clip(cell) + `"` + is + ", expected a decimal " + mark + " as in the other numbers of the table"
	case cell == "":
		return "is missing, expected a number"
	case errors.Is(err, strconv.ErrRange):
		return "is " + fault.Clip(cell) + ", expected a number within double precision"
	case err == nil:
		return "is " + fault.Clip(cell) + ", expected a finite number"
	}
	what := ""
	if kind := Kind(cell); kind != "" {
		what = "the " + kind + " "
	}
	return "is " + what + `"` + fault.Clip(cell) + `", expected a number`
}

// The kinds of text that mean a number.
const (
	Percentage = "percentage"
	Date       = "date"
	Time       = "time"
)

// Kind returns what a cell that is not a number means: a Percentage, a Date in figures, such as 2024-01-31, 31.1.24 or 1/31/2024, with or
// without a time, a Time of the day, or "" for a word.
func Kind(cell string) string {
	if number, percent := strings.CutSuffix(cell, "%"); percent && isNumber(strings.TrimSpace(number)) {
		return Percentage
	}
	day, _, _ := strings.Cut(strings.Replace(cell, "T", " ", 1), " ")
	at := strings.IndexAny(day, "-/.:")
	if at < 1 {
		return ""
	}
	parts := strings.Split(day, day[at:at+1])
	year := max(len(parts[0]), len(parts[len(parts)-1]))
	switch {
	case slices.ContainsFunc(parts, func(part string) bool { return part == "" || !digits(part) }):
		return ""
	case day[at] == ':' && len(parts) <= 3 && year == 2:
		return Time
	case len(parts) == 3 && (year == 2 || year == 4):
		return Date
	}
	return ""
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}
