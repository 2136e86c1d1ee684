package document

import (
	"bytes"
	"encoding/json"
)

// encode returns v as JSON on one line, without a final newline, or nil if a number is not finite.
func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// filled returns an empty slice for nil, which JSON would write as null instead of an array.
func filled[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// layout breaks a compact JSON object into lines that people can read. The items of the object, of arrays of objects, and of whatever
// contains those get one line each. So a neuron, a matrix and a finding have one line each.
func layout(compact []byte) []byte {
	pairs := brackets(compact)
	if len(pairs) == 0 {
		return nil
	}
	out := append(breakLines(make([]byte, 0, len(compact)+len(compact)/8), compact, pairs, 1), '\n')
	return out
}

// pair is an object or array in a text, from its opening to its closing bracket.
type pair struct {
	from, to int
	inner    int  // the number of pairs inside it, which follow it
	broken   bool // its items get one line each
}

// breakLines appends the first of the pairs, whose items get one line each, indented by depth blanks.
func breakLines(out, compact []byte, pairs []pair, depth int) []byte {
	newline := func(depth int) { out = append(append(out, '\n'), bytes.Repeat([]byte(" "), depth)...) }
	whole := pairs[0]
	out = append(out, compact[whole.from])
	newline(depth)
	at := whole.from + 1
	commas := func(to int) {
		for ; at < to; at++ {
			if out = append(out, compact[at]); compact[at] == '"' {
				end := after(compact, at)
				out = append(out, compact[at+1:end]...)
				at = end - 1
			} else if compact[at] == ',' {
				newline(depth)
			}
		}
	}
	for rest := pairs[1 : 1+whole.inner]; len(rest) > 0; rest = rest[1+rest[0].inner:] {
		commas(rest[0].from)
		if rest[0].broken {
			out = breakLines(out, compact, rest, depth+1)
		} else {
			out = append(out, compact[rest[0].from:rest[0].to]...)
		}
		at = rest[0].to
	}
	commas(whole.to - 1)
	newline(depth - 1)
	return append(out, compact[whole.to-1])
}

// brackets returns the objects and arrays of the text, each before those inside it.
func brackets(compact []byte) (pairs []pair) {
	var open []int
	for at := 0; at < len(compact); at++ {
		switch compact[at] {
		case '"':
			at = after(compact, at) - 1
		case '{', '[':
			open = append(open, len(pairs))
			pairs = append(pairs, pair{from: at, broken: at == 0})
		case '}', ']':
			closed := &pairs[open[len(open)-1]]
			closed.inner = len(pairs) - 1 - open[len(open)-1]
			closed.to = at + 1
			if open = open[:len(open)-1]; len(open) == 0 {
				continue
			}
			holder := &pairs[open[len(open)-1]]
			if closed.broken || compact[closed.from] == '{' && compact[holder.from] == '[' {
				holder.broken = true
			}
		}
	}
	return pairs
}

// after returns the index after the string that begins at index at.
func after(compact []byte, at int) int {
	for at++; compact[at] != '"'; at++ {
		if compact[at] == '\\' {
			at++
		}
	}
	return at + 1
}
