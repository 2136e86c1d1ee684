package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// trim removes a byte order mark and white space, and returns an error for a text that is empty or not JSON.
func trim(data []byte) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &fault.InputError{Sentence: "the document is empty, expected JSON"}
	}
	if json.Valid(data) {
		return data, nil
	}
	var all json.RawMessage
	return nil, syntaxFault(data, json.Unmarshal(data, &all))
}

// syntaxFault returns the error that says where the text stops being JSON.
func syntaxFault(data []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset < 1 || int(syntax.Offset) > len(data) {
		return &fault.InputError{Sentence: "the document is not JSON: " + err.Error()}
	}
	at := int(syntax.Offset) - 1 // the offending byte, or the last byte if the text ends too early
	if literal := literalAt(data[at:]); literal != "" {
		if at > 0 && data[at-1] == '-' {
			at, literal = at-1, "-"+literal
		}
		return fault.New(pathTo(data[:at]), "is "+literal+", expected a finite number")
	}
	line := 1 + bytes.Count(data[:at], []byte("\n"))
	column := 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:at], '\n')+1:at])
	place := "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
	if syntax.Error() == "unexpected end of JSON input" {
		return &fault.InputError{Sentence: "the document ends too early, at " + place + ", expected the rest of the JSON text"}
	}
	return &fault.InputError{Sentence: place + " is not JSON: " + syntax.Error()}
}

// literalAt returns the number at the start of the text if it is one that JSON does not have, or "".
func literalAt(text []byte) string {
	for _, literal := range []string{"NaN", "Infinity", "nan", "Inf", "inf"} {
		if bytes.HasPrefix(text, []byte(literal)) {
			return literal
		}
	}
	return ""
}

// pathTo returns the path of the value that would follow the given beginning of a document.
func pathTo(beginning []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(beginning))
	decoder.UseNumber()
	var path []step
	for {
		token, err := decoder.Token()
		if err != nil {
			return join(path)
		}
		top := len(path) - 1
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				path = append(path, step{array: t == '[', waiting: t == '{'})
				continue
			}
			path, top = path[:top], top-1
		case string:
			if top >= 0 && path[top].waiting {
				path[top].name, path[top].waiting = t, false
				continue
			}
		}
		// A value has ended.
		if top >= 0 {
			path[top].index++
			path[top].waiting = !path[top].array
		}
	}
}
