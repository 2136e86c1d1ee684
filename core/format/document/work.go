package document

import (
	"bytes"
	"encoding/json"
)

// Work is written in pieces, so that the page, which saves it after every change, writes only the new pieces, a few rows at a time.

// AppendRow appends a piece of the data as JSON. With n samples, piece i is row i of X, and piece n+i is row i of Y. All 2n pieces together
// are the data.
func (d *Data) AppendRow(dst []byte, piece int) []byte {
	rows, at := d.X, piece
	switch n := len(d.X); {
	case piece == 0:
		dst = append(dst, `{"x":[`...)
	case piece == n:
		dst = append(dst, `],"y":[`...)
		rows, at = d.Y, 0
	case piece > n:
		rows, at = d.Y, piece-n
		fallthrough
	default:
		dst = append(dst, ',')
	}
	text, _ := json.Marshal(rows[at])
	dst = append(dst, text...)
	if piece == 2*len(d.X)-1 {
		dst = append(dst, "]}"...)
	}
	return dst
}

// TextWith returns the state as JSON, using data as the text of its problem's data, if it has a problem.
func (s SharedState) TextWith(data []byte) []byte {
	if s.Problem == nil {
		return encode(s)
	}
	p := *s.Problem
	p.Format, p.Data, s.Problem = ProblemFormat, Data{}, &p
	return bytes.Replace(encode(s), []byte(`{"x":null,"y":null}`), data, 1)
}

// WorkText returns a work as JSON: the settings of controls, whose own states are ignored, and the given texts of states.
func WorkText(controls *Shared, state []byte, undo, redo [][]byte) []byte {
	c := *controls
	c.Format, c.State, c.Undo, c.Redo = WorkFormat, SharedState{}, nil, nil
	head, tail, _ := bytes.Cut(encode(c), []byte(`"state":{}`))
	size := len(head) + len(state) + len(tail) + 64
	for _, texts := range [][][]byte{undo, redo} {
		for _, text := range texts {
			size += len(text) + 1
		}
	}
	out := append(append(append(make([]byte, 0, size), head...), `"state":`...), state...)
	out = appendStates(out, `,"undo":[`, undo)
	out = appendStates(out, `,"redo":[`, redo)
	return append(out, tail...)
}

// appendStates appends a list of states, unless it is empty.
func appendStates(out []byte, name string, texts [][]byte) []byte {
	for i, text := range texts {
		if i > 0 {
			name = ","
		}
		out = append(append(out, name...), text...)
	}
	if len(texts) > 0 {
		out = append(out, ']')
	}
	return out
}
