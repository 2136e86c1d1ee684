package document

import (
	"bytes"

	"conelab/core/data/strictjson"
)

// Work is written in pieces, so that the page, which saves it after every change, writes only the new pieces, a few rows at a time.

// JSON returns the state as JSON.
func (s *SharedState) JSON() []byte { return strictjson.Line(s) }

// WorkPieces returns a work as JSON: the settings of controls, whose own states are ignored, and the given texts of states. It grows with
// the history, so it comes in pieces of 64 KB, for which there is room in any memory.
func WorkPieces(controls *Shared, state []byte, undo, redo [][]byte) [][]byte {
	c := *controls
	c.Format, c.State, c.Undo, c.Redo, c.Page = WorkFormat, SharedState{}, nil, nil, nil
	head, tail, _ := bytes.Cut(strictjson.Line(c), []byte(`"state":{}`))
	var out pieces
	out.add(head)
	out.add([]byte(`"state":`))
	out.add(state)
	out.addStates(`,"undo":[`, undo)
	out.addStates(`,"redo":[`, redo)
	out.add(tail)
	return out
}

// pieces is a text in pieces, all of which but the last are full.
type pieces [][]byte

const pieceBytes = 64 << 10

func (p *pieces) add(text []byte) {
	for len(text) > 0 {
		last := len(*p) - 1
		switch {
		case last < 0:
			*p = append(*p, nil)
			last++
		case len((*p)[last]) == pieceBytes:
			*p = append(*p, make([]byte, 0, pieceBytes))
			last++
		}
		n := min(len(text), pieceBytes-len((*p)[last]))
		(*p)[last] = append((*p)[last], text[:n]...)
		text = text[n:]
	}
}

// addStates adds a list of states, unless it is empty.
func (p *pieces) addStates(name string, texts [][]byte) {
	for i, text := range texts {
		if i > 0 {
			name = ","
		}
		p.add([]byte(name))
		p.add(text)
	}
	if len(texts) > 0 {
		p.add([]byte("]"))
	}
}
