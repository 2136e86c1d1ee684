package document

import (
	"strconv"
	"strings"
)

// InputError is a fault in what the user gave.
type InputError struct {
	// Where is the path of the fault in the document, such as data.x[1][0], or empty if it has none.
	Where string
	// Sentence says what is wrong, where, and what was expected, on one line and without a full stop.
	Sentence string
}

// Error returns the sentence.
func (e *InputError) Error() string { return e.Sentence }

// fault returns the error "where what".
//
//go:noinline
func fault(where, what string) error {
	subject := where
	if subject == "" {
		subject = "the document"
	}
	return &InputError{where, subject + " " + what}
}

// step is one part of a path: a name in an object, or an index in an array.
type step struct {
	name  string
	index int
	array bool
	// waiting: the next text token is a name (used by pathTo).
	waiting bool
}

// join returns the path as it would be written in a program.
func join(path []step) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.array:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0:
			b.WriteString("." + Clip(s.name))
		default:
			b.WriteString(Clip(s.name))
		}
	}
	return b.String()
}

// item returns the path of the i-th item of an array.
func item(where string, i int) string { return where + "[" + strconv.Itoa(i) + "]" }

// clipLength is how much of a wrong text an error quotes.
const clipLength = 40

// Clip returns at most the first 40 bytes of text, with control characters replaced, so that an error that quotes it stays one line.
func Clip(text string) string {
	if len(text) > clipLength {
		text = strings.ToValidUTF8(text[:clipLength], "") + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}

// nearest returns the known name that a misspelt one is most likely to mean, or "".
func nearest(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if len(name) > 2*clipLength {
			break
		}
		if d := distance(strings.ToLower(name), k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters to insert, delete or replace to get from a to b (Levenshtein).
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
