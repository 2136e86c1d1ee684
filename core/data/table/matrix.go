package table

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"conelab/core/data/fault"
)

// ParseRows reads rows of numbers in any form except JSON (see IsJSON): a .npy file, a text table, brackets as MATLAB, Julia and NumPy
// write and print them. It recognises the form from the content. Errors are fault.InputErrors.
func ParseRows(data []byte) ([][]float64, error) {
	text := trimmed(data)
	if IsNpy(data) {
		return ParseNpy(data)
	}
	if isBracketed(text) {
		return ParseBrackets(text)
	}
	if len(text) > 0 && !bytes.ContainsAny(text, "0123456789") && !IsNpy(data) {
		return nil, fault.New("the text", `"`+fault.Clip(string(text))+`" has no numbers, expected rows of them`)
	}
	text = bytes.ReplaceAll(text, []byte("−"), []byte("-")) // as it is typeset
	t, err := ParseText(withoutTitle(text), Format{Header: HeaderOfWords})
	if err != nil {
		return nil, err
	}
	return t.All()
}

// IsJSON reports whether data begins as a JSON object, or is a JSON array.
func IsJSON(data []byte) bool {
	text := trimmed(data)
	return !IsNpy(data) && len(text) > 0 && (text[0] == '{' || text[0] == '[' && json.Valid(text))
}

// trimmed returns the text without a byte order mark and surrounding white space.
func trimmed(data []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
}

// isBracketed reports whether the text is a matrix in brackets other than JSON: there is text before the first bracket, as in Z = [1 2; 2
// 1] or array([[1., 2.], [2., 1.]]), or the content of the brackets is not valid JSON.
func isBracketed(text []byte) bool {
	at := bytes.IndexByte(text, '[')
	printedByR := bytes.HasPrefix(text[max(at, 0):], []byte("[,"))
	return at >= 0 && text[0] != '{' && !printedByR && (at > 0 || !json.Valid(text))
}

// withoutTitle removes the line that MATLAB and Julia print above a matrix, "Z =" or "2x2 Matrix{Float64}:".
func withoutTitle(text []byte) []byte {
	line, rest, more := bytes.Cut(text, []byte("\n"))
	if line = bytes.TrimSpace(line); more && (bytes.HasSuffix(line, []byte("=")) || bytes.HasSuffix(line, []byte(":"))) {
		return rest
	}
	return text
}

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
	if err := checkText(text); err != nil {
		return nil, err
	}
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
