package table

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// ParseRows reads rows of numbers in any form except JSON (see IsJSON): a .npy file, a text table, brackets as MATLAB, Julia and NumPy
// write and print them. It recognises the form from the content. Errors are fault.InputErrors.
func ParseRows(data []byte) ([][]float64, error) {
	text := trimmed(data)
	if IsNpy(data) {
		t, err := openNpy(data, MaxAxes)
		if err != nil {
			return nil, err
		}
		return t.All()
	}
	if isBracketed(text) {
		return parseBrackets(text)
	}
	if endsRows(text) {
		return parseBrackets(slices.Concat([]byte("["), text, []byte("]")))
	}
	if len(text) > 0 && !bytes.ContainsAny(text, "0123456789") {
		return nil, fault.New("the text", `"`+fault.Clip(string(text))+`" has no numbers, expected rows of them`)
	}
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

// endsRows reports whether semicolons end rows whose numbers are separated by spaces, as in 1 2; 2 1, and do not separate columns.
func endsRows(text []byte) bool {
	row, _, found := bytes.Cut(text, []byte(";"))
	fields := bytes.Fields(row)
	return found && len(fields) > 1 && !slices.ContainsFunc(fields, func(field []byte) bool { return !isNumber(string(field)) })
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
	line = bytes.TrimSpace(line)
	if more && (bytes.HasSuffix(line, []byte("=")) || bytes.HasSuffix(line, []byte(":"))) {
		return rest
	}
	return text
}

// parseBrackets returns the rows of a matrix in brackets. They have their own brackets, as in Python, or are separated by semicolons or
// line ends, as in MATLAB and Julia; entries are separated by commas or white space. Text before the first bracket (a name, "array(") and
// after the last one is ignored. Errors are fault.InputErrors.
func parseBrackets(text []byte) (rows [][]float64, err error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	_, inside, _ := strings.Cut(string(text), "[")
	ends := "];\n"
	if strings.HasPrefix(strings.TrimSpace(inside), "[") {
		ends = "]" // rows may go on in the next line
	}
	depth := 1
	for depth > 0 {
		end := strings.IndexAny(inside, "["+ends)
		if end < 0 {
			return nil, fault.New("the matrix", "ends too early, expected a closing bracket")
		}
		row, err := bracketed(inside[:end], len(rows)+1)
		if err != nil {
			return nil, err
		}
		if row != nil {
			rows = append(rows, row)
		}
		switch inside[end] {
		case '[':
			depth++
		case ']':
			depth--
		}
		inside = inside[end+1:]
		if depth > 2 {
			return nil, fault.New("the matrix", "has brackets in brackets in brackets, expected rows of numbers")
		}
	}
	if strings.ContainsAny(inside, "[]") {
		return nil, fault.New("the text", "goes on with more brackets after the matrix, expected one matrix")
	}
	return rows, nil
}

// bracketed returns the numbers of a row.
func bracketed(text string, number int) (row []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",; \t\r\n", r) }) {
		if word == "..." || word == "\u2026" {
			return nil, fault.New("the matrix", "is shortened by three dots, expected all of its entries")
		}
		v, err := decimalNumber(strings.ReplaceAll(word, minus, "-"))
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fault.New("row "+strconv.Itoa(number)+", column "+strconv.Itoa(len(row)+1), wrong(fault.Clip(word), err))
		}
		row = append(row, v)
	}
	return row, nil
}
