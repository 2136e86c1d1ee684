package document

import (
	"bytes"
	"encoding/json"
)

// encode returns v as JSON on one line, without a newline at the end, or nil if a number is not finite.
func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// filled returns an empty slice for nil, since JSON's null is not an array.
func filled[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// layout breaks a compact JSON object into lines that a person can read: one item per line in the object itself, in arrays of objects,
// and in whatever holds those. So a neuron, a matrix and a finding are a line each.
func layout(compact []byte) []byte {
	broken := breaks(compact)
	out := make([]byte, 0, len(compact)+len(compact)/8)
	depth, last := 0, 0
	open := []bool{false}
	newline := func(by int) {
		if open[len(open)-1] {
			depth += by
			out = append(append(out, '\n'), bytes.Repeat([]byte(" "), depth)...)
		}
	}
	marks(compact, func(at int, c byte) {
		out = append(out, compact[last:at]...)
		last = at + 1
		switch c {
		case '{', '[':
			open = append(open, broken[at])
			out = append(out, c)
			newline(1)
		case '}', ']':
			newline(-1)
			open = open[:len(open)-1]
			out = append(out, c)
		case ',':
			out = append(out, c)
			newline(0)
		}
	})
	if len(out) == 0 {
		return nil
	}
	return append(out, '\n')
}

// breaks returns the places of the brackets whose items get a line each.
func breaks(compact []byte) map[int]bool {
	broken := map[int]bool{0: true}
	var open []int
	marks(compact, func(at int, c byte) {
		switch c {
		case '{', '[':
			open = append(open, at)
		case '}', ']':
			closed := open[len(open)-1]
			if open = open[:len(open)-1]; len(open) == 0 {
				return
			}
			holder := open[len(open)-1]
			if broken[closed] || compact[closed] == '{' && compact[holder] == '[' {
				broken[holder] = true
			}
		}
	})
	return broken
}

// marks calls see for each bracket, brace and comma of the text that is not inside a string.
func marks(compact []byte, see func(at int, c byte)) {
	inside, escaped := false, false
	for at, c := range compact {
		switch {
		case escaped:
			escaped = false
		case inside:
			escaped, inside = c == '\\', c != '"'
		case c == '"':
			inside = true
		case c == '{' || c == '[' || c == '}' || c == ']' || c == ',':
			see(at, c)
		}
	}
}
