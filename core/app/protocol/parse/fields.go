package parse

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// An intent may hold a whole file, through which package encoding/json goes letter by letter, five times. Here only the check that it is JSON does.

// fieldsOf returns the fields of a JSON object, which share its memory. The last of several of the same name counts.
func fieldsOf(text []byte) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return fields, json.Unmarshal(text, &fields) // for its error
	}
	fields = map[string]json.RawMessage{}
	for at := next(text, 1); text[at] != '}'; {
		var name string
		end := after(text, at)
		if err := json.Unmarshal(text[at:end], &name); err != nil {
			return nil, err
		}
		at = next(text, end)
		end = after(text, at)
		fields[name] = text[at:end:end]
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

// textOf returns the text of a string in JSON.
func textOf(raw []byte) (text string, err error) {
	if raw[0] != '"' || bytes.Contains(raw, []byte(`\u`)) || !utf8.Valid(raw) {
		err = json.Unmarshal(raw, &text)
		return text, err
	}
	inside := raw[1 : len(raw)-1]
	var b strings.Builder
	b.Grow(len(inside))
	for {
		at := bytes.IndexByte(inside, '\\')
		if at < 0 {
			b.Write(inside)
			return b.String(), nil
		}
		b.Write(inside[:at])
		b.WriteByte(escaped(inside[at+1]))
		inside = inside[at+2:]
	}
}

// escaped returns the character that a backslash and a letter stand for.
func escaped(letter byte) byte {
	if at := strings.IndexByte("bfnrt", letter); at >= 0 {
		return "\b\f\n\r\t"[at]
	}
	return letter
}

// bytesOf returns the bytes that a string in JSON holds in base64.
func bytesOf(raw []byte) (content []byte, err error) {
	text := raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		plain, err := textOf(raw)
		if err != nil {
			return nil, err
		}
		text = []byte(`"` + plain + `"`)
	}
	text = text[1 : len(text)-1]
	content = make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(content, text)
	return content[:n], err
}
