package document

import (
	"fmt"
	"math"
	"strconv"
)

// writeBlocks writes matrices as encode and layout do, a line each, in a fraction of the time: they may have millions of entries. It reports whether all
// are finite.
func writeBlocks(z []Block) (text []byte, finite bool) {
	entries := 0
	for _, block := range z {
		for _, rows := range [][][]float64{block.Plus, block.Minus} {
			for _, row := range rows {
				entries += len(row)
			}
		}
	}
	text = append(make([]byte, 0, numberLength*entries+numberLength), '[')
	for i, block := range z {
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "\n  {\"block\":%d,\"output\":%d,\"plus\":", block.Block, block.Output)
		text = append(appendRows(text, block.Plus), `,"minus":`...)
		text = append(appendRows(text, block.Minus), '}')
		if !finiteRows(block.Plus) || !finiteRows(block.Minus) {
			return nil, false
		}
	}
	if len(z) > 0 {
		text = append(text, "\n "...)
	}
	return append(text, ']'), true
}

// numberLength is about how many characters a number takes, with its comma.
const numberLength = 24

// finiteRows reports whether all numbers are finite.
func finiteRows(rows [][]float64) bool {
	for _, row := range rows {
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return true
}

// writeRows writes rows of numbers.
func writeRows(rows [][]float64) []byte {
	text := []byte{'['}
	if len(rows) > 0 {
		text = append(make([]byte, 0, numberLength*len(rows)*max(1, len(rows[0]))), '[')
	}
	for i, row := range rows {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, '[')
		for k, v := range row {
			if k > 0 {
				text = append(text, ',')
			}
			text = appendNumber(text, v)
		}
		text = append(text, ']')
	}
	return append(text, ']')
}

// appendRows appends rows of numbers. Of a symmetric matrix half of the text is that of the other half.
func appendRows(text []byte, rows [][]float64) []byte {
	from := make([][]int, len(rows)) // where the numbers of a row begin, and where the row ends
	text = append(text, '[')
	for i, row := range rows {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, '[')
		from[i] = make([]int, len(row)+1)
		for k, v := range row {
			if k > 0 {
				text = append(text, ',')
			}
			from[i][k] = len(text)
			if k < i && i < len(rows[k]) && rows[k][i] == v && v != 0 {
				text = append(text, text[from[k][i]:from[k][i+1]-1]...)
			} else {
				text = appendNumber(text, v)
			}
		}
		text = append(text, ']')
		from[i][len(row)] = len(text)
	}
	return append(text, ']')
}

// appendNumber appends a finite number: the shortest digits that are read as the same number, with an exponent where it is very small or large.
func appendNumber(text []byte, v float64) []byte {
	if v == 0 && !math.Signbit(v) {
		return append(text, '0')
	}
	format := byte('f')
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	text = strconv.AppendFloat(text, v, format, -1, 64)
	if at := len(text) - 4; format == 'e' && at >= 0 && text[at] == 'e' && text[at+1] == '-' && text[at+2] == '0' {
		text[at+2] = text[at+3] // e-9, not e-09
		text = text[:at+3]
	}
	return text
}
