package table

import (
	"bytes"
	"encoding/json"
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
