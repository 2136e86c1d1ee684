package intent

import (
	"bytes"
	"encoding/json"
)

// An intent may hold a whole file, through which package encoding/json goes letter by letter several times. Here only the check that it is JSON does.

// members returns the members of a JSON object that are not null, which share its memory. The last of several of the same name counts.
func members(text []byte) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0 || !json.Valid(text):
		return fields, json.Unmarshal(text, &fields) // for its error
	case text[0] != '{':
		return fields, nil
	}
	for at := next(text, 1); text[at] != '}'; {
		var name string
		end := after(text, at)
		if err := json.Unmarshal(text[at:end], &name); err != nil {
			return nil, err
		}
		at = next(text, end)
		end = after(text, at)
		if fields[name] = text[at:end:end]; string(text[at:end]) == "null" {
			delete(fields, name)
		}
		at = next(text, end)
	}
	return fields, nil
}

// next returns where the next name, value or closing bracket begins. The text must be JSON, as for after.
func next(text []byte, at int) int {
	for bytes.IndexByte([]byte(" \t\r\n,:"), text[at]) >= 0 {
		at++
	}
	return at
}

// after returns where the value that begins at a place ends.
func after(text []byte, at int) int {
	for depth := 0; ; {
		switch text[at] {
		case '"':
			at = afterText(text, at)
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		default:
			at++
		}
		if depth == 0 && (at == len(text) || bytes.IndexByte([]byte(",:]} \t\r\n"), text[at]) >= 0) {
			return at
		}
	}
}

// afterText returns where the string that begins at a place ends.
func afterText(text []byte, at int) int {
	for at++; ; at++ {
		at += bytes.IndexByte(text[at:], '"')
		escapes := 0
		for text[at-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at + 1
		}
	}
}
