package document

import (
	"bytes"

	"conelab/core/data/strictjson"
)

// TextWith returns the state as JSON, using data as the text of its problem's data, if it has a problem.
func (s SharedState) TextWith(data []byte) []byte {
	if s.Problem == nil {
		return strictjson.Line(s)
	}
	p := *s.Problem
	p.Data, s.Problem = Data{}, &p
	return bytes.Replace(strictjson.Line(s), []byte(`{"x":[],"y":[]}`), data, 1)
}

// WorkPieces returns a work as JSON: the settings of controls, whose own states are ignored, and the given texts of states. It grows with
// the history, so it comes in pieces, the texts among them, and none of them is copied.
func WorkPieces(controls *Shared, state []byte, undo, redo [][]byte) [][]byte {
	c := *controls
	c.Format, c.State, c.Undo, c.Redo, c.Page = WorkFormat, SharedState{}, nil, nil, nil
	head, tail, _ := bytes.Cut(strictjson.Line(c), []byte(`"state":{}`))
	pieces := [][]byte{head, []byte(`"state":`), state}
	add := func(before string, texts [][]byte) {
		for _, text := range texts {
			pieces = append(pieces, []byte(before), text)
			before = ","
		}
		if len(texts) > 0 {
			pieces = append(pieces, []byte("]"))
		}
	}
	add(`,"undo":[`, undo)
	add(`,"redo":[`, redo)
	return append(pieces, tail)
}
