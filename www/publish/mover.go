package publish

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// mover moves pieces of the memory between two offsets together: those that functions refer to, by their offsets from the first of the two. Offset 0
// means none.
type mover struct {
	t        *table
	from, to int
	// length returns the length of the piece with which some bytes begin, 0 if it is not kept, and -1 if it does not end.
	length func(at []byte) int
	// moved has the new offset of each piece to which several functions refer; nil if each function has a piece of its own.
	moved map[int]int
	kept  []byte
}

// move keeps the piece to which the field at an offset refers, and changes the field.
func (m *mover) move(field int) {
	offset := m.t.word(field)
	if offset == 0 || m.t.err != nil {
		return
	}
	to, again := m.moved[offset]
	if !again {
		length := -1
		if offset < m.to-m.from {
			length = m.length(m.t.all[m.from+offset : m.to])
		}
		if length < 0 {
			m.t.fail()
			return
		}
		if length > 0 {
			to = 1 + len(m.kept)
			m.kept = append(m.kept, m.t.all[m.from+offset:][:length]...)
		}
		if m.moved != nil {
			m.moved[offset] = to
		}
	}
	binary.LittleEndian.PutUint32(m.t.all[field:], uint32(to))
}

// finish writes the pieces that are kept.
func (m *mover) finish() {
	if m.t.err == nil && 1+len(m.kept) > m.to-m.from {
		m.t.fail()
	}
	if m.t.clear(m.from, m.to); m.t.err == nil {
		copy(m.t.all[m.from+1:], m.kept)
	}
}

// nameLength returns the length of a name with the zero that ends it, or 0 if it has none of the prefixes.
func nameLength(at []byte, prefixes []string) int {
	end := bytes.IndexByte(at, 0)
	if end < 0 {
		return -1
	}
	if name := string(at[:end]); !slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		return 0
	}
	return end + 1
}

// tableLength returns the length of a table of instructions: pairs of numbers, up to a pair after the first that begins with 0.
func tableLength(at []byte) int {
	r := &reader{rest: at}
	for first := true; ; first = false {
		if value := r.number(); r.err == nil && value == 0 && !first {
			return len(at) - len(r.rest)
		}
		if r.number(); r.err != nil {
			return -1
		}
	}
}
