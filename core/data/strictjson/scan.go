package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"conelab/core/data/fault"
)

// scanner goes through a text that is known to be valid JSON, several times as fast as json.Decoder, which has to check that.
type scanner struct {
	text []byte
	at   int
}

// space skips white space, commas and colons, which are known to be in the right places.
func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\n', '\t', '\r', ',', ':':
			s.at++
		default:
			return
		}
	}
}

// first returns the first byte of the next value or closing bracket, 0 at the end.
func (s *scanner) first() byte {
	s.space()
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// more reports whether the open array or object has another item; if not, it skips the closing bracket.
func (s *scanner) more() bool {
	switch s.first() {
	case ']', '}':
		s.at++
		return false
	case 0:
		return false
	}
	return true
}

// quoted returns a string with its quotes.
func (s *scanner) quoted() []byte {
	from := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		next := bytes.IndexAny(s.text[s.at:], `"\`)
		if next < 0 {
			break
		}
		s.at += next
		if s.text[s.at] == '"' {
			s.at++
			return s.text[from:s.at]
		}
		s.at++ // the escaped character
	}
	s.at = len(s.text)
	return s.text[from:]
}

// word returns a number, true, false or null.
func (s *scanner) word() []byte {
	from := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case ' ', '\n', '\t', '\r', ',', ':', ']', '}':
			return s.text[from:s.at]
		}
	}
	return s.text[from:]
}

// value returns the text of a value.
func (s *scanner) value() []byte {
	s.space()
	from, depth := s.at, 0
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '[', '{':
			depth++
			s.at++
		case ']', '}':
			depth--
			s.at++
		case '"':
			s.quoted()
		default:
			s.word()
		}
		if depth <= 0 {
			break
		}
		s.space()
	}
	return s.text[from:s.at]
}

// unquote returns the text of a string in JSON.
func unquote(quoted []byte) string {
	if inside := quoted[1 : len(quoted)-1]; bytes.IndexByte(inside, '\\') < 0 && utf8.Valid(inside) {
		return string(inside)
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // it is known to be a string
	return text
}

// describe says what a value is.
func describe(value []byte) string {
	switch value[0] {
	case '[':
		return "an array"
	case '{':
		return "an object"
	case '"':
		return `the text "` + fault.Clip(unquote(value)) + `"`
	}
	return fault.Clip(string(value))
}

// trim removes a byte order mark and white space, and returns an error for a text that is empty or not JSON.
func trim(data []byte) ([]byte, error) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if len(data) == 0 {
		return nil, &fault.InputError{Sentence: "the document is empty, expected JSON"}
	}
	if json.Valid(data) {
		return data, nil
	}
	return nil, syntaxFault(data)
}

// syntaxFault returns the error that says where the text stops being JSON. The words are ours: those of encoding/json change.
func syntaxFault(data []byte) error {
	var all json.RawMessage
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(data, &all), &syntax) || syntax.Offset < 1 {
		return &fault.InputError{Sentence: "the document is not JSON"}
	}
	at := min(int(syntax.Offset), len(data)) - 1 // the offending byte, or the last one if the text ends too early
	line := 1 + bytes.Count(data[:at], []byte("\n"))
	column := 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:at], '\n')+1:at])
	place := "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
	if literal := literalAt(data[at:]); literal != "" {
		return &fault.InputError{Sentence: place + " is " + literal + ", expected a finite number"}
	}
	if data[at] == '{' && json.Valid(data[:at]) {
		return fault.New("", "has more than one object, as JSON Lines, expected one, or a table: "+
			`in Python, pandas.read_json(file, lines=True).to_csv("data.csv", index=False)`)
	}
	if errors.Is(json.NewDecoder(bytes.NewReader(data)).Decode(&all), io.ErrUnexpectedEOF) {
		return &fault.InputError{Sentence: "the document ends too early, at " + place + ", expected the rest of the JSON text"}
	}
	wrong, _ := utf8.DecodeRune(data[at:])
	return &fault.InputError{Sentence: place + " is not JSON: the character " + strconv.QuoteRune(wrong) + " is out of place"}
}

// literalAt returns the number at the start of the text if it is one that JSON does not have, or "".
func literalAt(text []byte) string {
	for _, literal := range []string{"NaN", "Infinity", "Inf"} {
		if bytes.HasPrefix(text, []byte(literal)) {
			return literal
		}
	}
	return ""
}
