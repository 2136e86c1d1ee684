package table

import (
	"bytes"
	"math"
	"strconv"

	"conelab/core/data/fault"
)

// brackets reads a matrix in brackets. Its rows have their own brackets, as in Python, or are separated by semicolons or line ends, as in
// MATLAB and Julia. Its entries are separated by commas or white space.
type brackets struct {
	text  []byte
	at    int
	depth int
	rows  [][]float64
	row   []float64
}

// ParseBrackets returns the rows. Errors are fault.InputErrors. Text before the first bracket (a name, "array(") and after the last one is
// ignored.
func ParseBrackets(text []byte) ([][]float64, error) {
	b := &brackets{text: text, at: bytes.IndexByte(text, '[')}
	for b.at < len(text) {
		if err := b.next(); err != nil {
			return nil, err
		}
		if b.depth == 0 {
			return b.rows, b.end()
		}
	}
	return nil, fault.New("the matrix", "ends too early, expected a closing bracket")
}

// next reads one token.
func (b *brackets) next() error {
	c := b.text[b.at]
	switch {
	case c == '[':
		b.at++
		b.depth++
		b.finish()
		if b.depth > 2 {
			return fault.New("the matrix", "has brackets in brackets in brackets, expected rows of numbers")
		}
	case c == ']':
		b.at++
		b.depth--
		b.finish()
	case c == ';' || c == '\n':
		b.at++
		if c == ';' || b.depth == 1 {
			b.finish()
		}
	case c == ',' || c == ' ' || c == '\t' || c == '\r':
		b.at++
	default:
		return b.word()
	}
	return nil
}

// word reads a number.
func (b *brackets) word() error {
	length := bytes.IndexAny(b.text[b.at:], "[],; \t\r\n")
	if length < 0 {
		length = len(b.text) - b.at
	}
	text := string(b.text[b.at : b.at+length])
	b.at += length
	if text == "..." || text == "\u2026" {
		return fault.New("the matrix", "is shortened by three dots, expected all of its entries")
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return fault.New("row "+strconv.Itoa(len(b.rows)+1)+", column "+strconv.Itoa(len(b.row)+1), wrong(fault.Clip(text), err))
	}
	b.row = append(b.row, v)
	return nil
}

// finish ends the current row, unless it is empty.
func (b *brackets) finish() {
	if len(b.row) > 0 {
		b.rows, b.row = append(b.rows, b.row), nil
	}
}

// end returns an error for a second matrix after the first.
func (b *brackets) end() error {
	if bytes.ContainsAny(b.text[b.at:], "[]") {
		return fault.New("the text", "goes on with more brackets after the matrix, expected one matrix")
	}
	return nil
}
