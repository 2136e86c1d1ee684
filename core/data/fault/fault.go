// Package fault defines the errors that tell users what is wrong with their input, in one sentence that says what is wrong, where, and what
// was expected, and how sentences and pictures write numbers. Every package that reads input uses it, so it imports nothing of Conelab.
package fault

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
)

// InputError is an error in the user's input.
type InputError struct {
	// Sentence says what is wrong, where, and what was expected, on one line and without a full stop.
	Sentence string
	// Option is the command-line option that helps, as a clause such as "--missing drop leaves such rows out"; "" if there is none.
	Option string
}

// Error returns the sentence.
func (e *InputError) Error() string { return e.Sentence }

// New returns the InputError with the sentence "where what"; an empty where means the whole document.
func New(where, what string) error {
	subject := where
	if subject == "" {
		subject = "the document"
	}
	return &InputError{Sentence: subject + " " + what}
}

// WithOption sets the command-line option that helps on an InputError.
func WithOption(err error, option string) error {
	var input *InputError
	if errors.As(err, &input) {
		input.Option = option
	}
	return err
}

// Option returns the command-line option that helps on an InputError, "" if there is none.
func Option(err error) string {
	var input *InputError
	if errors.As(err, &input) {
		return input.Option
	}
	return ""
}

// ClipLength is the largest number of bytes of a wrong text that an error quotes.
const ClipLength = 40

// Clip returns at most the first ClipLength bytes of text, with control characters replaced, so that an error that quotes it fits on one
// line.
func Clip(text string) string {
	if len(text) > ClipLength {
		text = strings.ToValidUTF8(text[:ClipLength], "") + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}

// Name is Clip, in quotes for a name that would not be told from others in a list: with a comma, a quotation mark or blanks at an end.
func Name(name string) string {
	if strings.ContainsAny(name, ",;\"'`") || strings.TrimSpace(name) != name || name == "" {
		return strconv.Quote(Clip(name))
	}
	return Clip(name)
}

// Number returns the shortest text that reads back as v.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// AppendNumber appends v rounded to some significant digits, with a true minus sign: 0.05, −2, 12300, and below 0.0001 or from a million on
// 4.6e−11 or 3e6. The page's function number follows the same rule.
func AppendNumber(text []byte, v float64, digits int) []byte {
	var room [32]byte
	rounded, _ := strconv.ParseFloat(string(strconv.AppendFloat(room[:0], math.Abs(v), 'e', digits-1, 64)), 64)
	if v < 0 && rounded > 0 {
		text = append(text, "−"...)
	}
	if rounded == 0 || rounded >= 1e-4 && rounded < 1e6 {
		return strconv.AppendFloat(text, rounded, 'f', -1, 64)
	}
	start := len(text)
	text = strconv.AppendFloat(text, rounded, 'e', -1, 64)
	at := bytes.IndexByte(text[start:], 'e')
	if at < 0 {
		return text
	}
	exponent, _ := strconv.Atoi(string(text[start+at+1:])) // at least two digits
	text = text[:start+at+1]
	if exponent < 0 {
		text = append(text, "−"...)
	}
	return strconv.AppendInt(text, int64(max(exponent, -exponent)), 10)
}

// Count returns a number with its noun: "no rows", "1 row", "2 rows".
func Count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Range returns the whole numbers from one to another: "2 to 4", or "2" if they are the same.
func Range(low, high int) string {
	if low == high {
		return strconv.Itoa(low)
	}
	return strconv.Itoa(low) + " to " + strconv.Itoa(high)
}

// Few is how many names a sentence lists of many.
const Few = 5

// List lists names, or the first of more than most.
func List(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
	}
	return strings.Join(names, ", ")
}

// Nearest returns the known name closest to a misspelt one, or "" if none is close.
func Nearest(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if len(name) > 2*ClipLength {
			break
		}
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least && 2*d <= len(name) {
			best, least = k, d
		}
	}
	return best
}

// distance returns the number of letters to insert, delete or replace to get from a to b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
