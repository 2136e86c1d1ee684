package document

import (
	"encoding/json"
	"io"
)

// tokens walks the tokens of a text that is known to be JSON, several times as fast as json.Decoder, which has to find that out. Numbers are
// json.Number.
type tokens struct {
	text []byte
	at   int
}

// space passes over white space, commas and colons: where they stand is known to be right.
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

// more reports whether the array or object that is open goes on.
func (t *tokens) more() bool {
	t.space()
	return t.at < len(t.text) && t.text[t.at] != ']' && t.text[t.at] != '}'
}

// next returns the next token, as json.Decoder's Token does.
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

// quoted passes over a text and returns it with its quotes.
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

// word passes over a number, true, false or null, and returns it.
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

// number returns the next token if it is a number; otherwise it stays.
func (t *tokens) number() (word []byte, ok bool) {
	t.space()
	if t.at < len(t.text) && (t.text[t.at] == '-' || '0' <= t.text[t.at] && t.text[t.at] <= '9') {
		return t.word(), true
	}
	return nil, false
}

// skip passes over a value and returns it.
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
