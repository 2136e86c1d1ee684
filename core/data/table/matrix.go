package table

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"conelab/core/data/fault"
)

// ParseRows reads rows of numbers in any form except JSON (see IsJSON): a .npy file, a text table, brackets as MATLAB, Julia and NumPy
// write and print them. It recognises the form from the content. Errors are fault.InputErrors.
func ParseRows(data []byte) ([][]float64, error) {
	text := trimmed(data)
	var t *Table
	var err error
	switch {
	case IsNpy(data):
		t, err = openNpy(data, MaxAxes)
	case isBracketed(text):
		t, err = parseBrackets(text)
	case bytes.IndexByte(text, ';') >= 0 && !bytes.ContainsAny(text, "[]\n"): // rows on one line, without their brackets
		t, err = parseBrackets(slices.Concat([]byte("["), text, []byte("]")))
	case len(text) > 0 && !bytes.ContainsAny(text, "0123456789"):
		err = fault.New("the text", `"`+fault.Clip(string(text))+`" has no numbers, expected rows of them`)
	default:
		t, err = ParseText(withoutTitle(text), Format{Header: HeaderOfWords})
	}
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
	line = bytes.TrimSpace(line)
	if more && (bytes.HasSuffix(line, []byte("=")) || bytes.HasSuffix(line, []byte(":"))) {
		return rest
	}
	return text
}

// parseBrackets reads a matrix in brackets as a table. Its rows have their own brackets, as in Python, or are separated by semicolons or
// line ends, as in MATLAB and Julia; entries are separated by commas or white space. Text before the first bracket (a name, "array(") and
// after the last one is left out. Errors are fault.InputErrors.
func parseBrackets(text []byte) (*Table, error) {
	from, to := bytes.IndexByte(text, '['), bytes.LastIndexByte(text, ']')
	if to < from || bytes.Count(text, []byte("[")) > bytes.Count(text, []byte("]")) {
		return nil, fault.New("the matrix", "ends too early, expected a closing bracket")
	}
	inside := bytes.TrimSpace(text[from+1 : to])
	rows, nested := bytes.CutPrefix(inside, []byte("["))
	if nested && bytes.HasPrefix(bytes.TrimSpace(rows), []byte("[")) {
		return nil, fault.New("the matrix", "has brackets in brackets in brackets, expected rows of numbers")
	}
	if nested { // rows may go on in the next line
		inside = bytes.ReplaceAll(inside, []byte("\n"), []byte(" "))
	}
	lines := strings.NewReplacer("[", " ", "]", "\n", ";", "\n", ",", " ").Replace(string(inside))
	t, err := ParseText([]byte(lines), Format{Separator: ' ', Header: HeaderNever})
	if err != nil { // the text has other lines
		return nil, &fault.InputError{Sentence: strings.ReplaceAll(err.Error(), "line ", "row ")}
	}
	t.lines = nil
	return t, nil
}
