package table

import (
	"bytes"
	"encoding/json"

	"conelab/core/document"
)

// ParseMatrix reads a square matrix in whichever form it comes: a matrix document, a JSON array of rows, a .npy file, a text table, or
// brackets as MATLAB, Julia and NumPy write and print them. The form is told from the content. Errors are document.InputErrors.
func ParseMatrix(data []byte) (*document.Matrix, error) {
	matrix := &document.Matrix{Format: document.MatrixFormat}
	var err error
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	switch {
	case IsNpy(data):
		matrix.Z, err = ParseNpy(data)
	case len(text) > 0 && (text[0] == '{' || text[0] == '[' && !isBracketed(text)):
		return document.ParseMatrix(data)
	case isBracketed(text):
		matrix.Z, err = parseBrackets(text)
	default:
		var t *Table
		if t, err = Parse(withoutTitle(text)); err == nil {
			matrix.Z = t.Rows
		}
	}
	if err != nil {
		return nil, err
	}
	return matrix, matrix.Validate()
}

// isBracketed reports whether the text is a matrix in brackets that is not JSON: something stands before the first bracket, as in
// Z = [1 2; 2 1] or array([[1., 2.], [2., 1.]]), or what is in the brackets is not written as JSON has it.
func isBracketed(text []byte) bool {
	at := bytes.IndexByte(text, '[')
	return at > 0 && text[0] != '{' || at == 0 && !json.Valid(text)
}

// withoutTitle takes off the line that MATLAB and Julia print over a matrix, "Z =" or "2x2 Matrix{Float64}:".
func withoutTitle(text []byte) []byte {
	line, rest, more := bytes.Cut(text, []byte("\n"))
	if line = bytes.TrimSpace(line); more && (bytes.HasSuffix(line, []byte("=")) || bytes.HasSuffix(line, []byte(":"))) {
		return rest
	}
	return text
}
