package document

import (
	"fmt"
	"math"
	"strconv"
)

// writeBlocks writes matrices as encode does, in a fraction of the time: they may have millions of entries. It reports whether all are finite.
func writeBlocks(z []Block) (text []byte, finite bool) {
	text = append(text, '[')
	for i, block := range z {
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, `{"block":%d,"output":%d,"plus":`, block.Block, block.Output)
		text = append(appendRows(text, block.Plus), `,"minus":`...)
		text = append(appendRows(text, block.Minus), '}')
		if !finiteRows(block.Plus) || !finiteRows(block.Minus) {
			return nil, false
		}
	}
	return append(text, ']'), true
}

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

// appendRows appends rows of numbers.
func appendRows(text []byte, rows [][]float64) []byte {
	text = append(text, '[')
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
