package document

import (
	"encoding/json"
	"io"
)

// tokens reads the tokens of a text that is known to be valid JSON, several times as fast as json.Decoder, which has to check that. Numbers
// are json.Number.
type tokens struct {
	text []byte
	at   int
}

// space skips white space, commas and colons, which are known to be in the right places.
func (t *tokens) space() {
	for t.at < len(t.text) {
		switch t.text[t.at] {
		case ' ', '\n', '\t', '\r', ',', ':':
			t.at++
		default:
			return
		}
	}
}

// more reports whether the open array or object has another item.
func (t *tokens) more() bool {
	t.space()
	return t.at < len(t.text) && t.text[t.at] != ']' && t.text[t.at] != '}'
}

// next returns the next token, like json.Decoder's Token.
func (t *tokens) next() (json.Token, error) {
	t.space()
	if t.at == len(t.text) {
		return nil, io.ErrUnexpectedEOF
	}
	switch c := t.text[t.at]; c {
	case '[', ']', '{', '}':
		t.at++
		return json.Delim(c), nil
	case '"':
		var text string
		err := json.Unmarshal(t.quoted(), &text)
		return text, err
	}
	switch word := t.word(); word[0] {
	case 't':
		return true, nil
	case 'f':
		return false, nil
	case 'n':
		return nil, nil
	default:
		return json.Number(word), nil
	}
}

// quoted reads a string and returns it with its quotes.
func (t *tokens) quoted() []byte {
	from := t.at
	for t.at++; t.at < len(t.text); t.at++ {
		switch t.text[t.at] {
		case '\\':
			t.at++
		case '"':
			t.at++
			return t.text[from:t.at]
		}
	}
	t.at = len(t.text)
	return t.text[from:]
}

// word reads a number, true, false or null, and returns its text.
func (t *tokens) word() []byte {
	from := t.at
	for t.at++; t.at < len(t.text); t.at++ {
		switch t.text[t.at] {
		case ' ', '\n', '\t', '\r', ',', ':', ']', '}':
			return t.text[from:t.at]
		}
	}
	return t.text[from:]
}

// number returns the next token if it is a number; otherwise the position stays.
func (t *tokens) number() (word []byte, ok bool) {
	t.space()
	if t.at < len(t.text) && (t.text[t.at] == '-' || '0' <= t.text[t.at] && t.text[t.at] <= '9') {
		return t.word(), true
	}
	return nil, false
}

// skip skips a value and returns its text.
func (t *tokens) skip() []byte {
	t.space()
	from, depth := t.at, 0
	for t.at < len(t.text) {
		switch t.text[t.at] {
		case '[', '{':
			depth++
			t.at++
		case ']', '}':
			depth--
			t.at++
		case '"':
			t.quoted()
		default:
			t.word()
		}
		if depth <= 0 {
			break
		}
		t.space()
	}
	return t.text[from:t.at]
}
