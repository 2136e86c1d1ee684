package document

import (
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// step is one part of a path: a name in an object, or an index in an array.
type step struct {
	name  string
	index int
	array bool
	// waiting means that the next string token is a name (used by pathTo).
	waiting bool
}

// join returns the path as a programming language writes it.
func join(path []step) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.array:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0:
			b.WriteString("." + fault.Clip(s.name))
		default:
			b.WriteString(fault.Clip(s.name))
		}
	}
	return b.String()
}

// item returns the path of item i of an array.
func item(where string, i int) string { return where + "[" + strconv.Itoa(i) + "]" }

// nearest returns the known name closest to a misspelt one, or "" if none is close.
func nearest(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if len(name) > 2*fault.ClipLength {
			break
		}
		if d := distance(strings.ToLower(name), k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	return best
}

// distance returns the number of letters to insert, delete or replace to get from a to b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
