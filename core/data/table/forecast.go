package table

import (
	"bytes"
	"strings"
)

// Forecast predicts the numbers of rows and columns of a text table of size bytes from its beginning; ok is false if it is not one whose
// lines are its rows. separator is that of Format.
func Forecast(beginning []byte, size int64, separator rune) (rows, columns int, ok bool) {
	text := bytes.TrimSpace(beginning)
	if len(text) == 0 || strings.IndexByte("{[@%", text[0]) >= 0 || checkText(beginning) != nil || IsLIBSVM(beginning) {
		return 0, 0, false
	}
	if separator == 0 {
		separator = guessSeparator(beginning)
	}
	lines := sample(beginning)
	for _, line := range lines {
		cells := len(strings.Split(line, string(separator)))
		if separator == ' ' {
			cells = len(strings.Fields(line))
		}
		columns = max(columns, cells)
	}
	whole := bytes.LastIndexByte(beginning, '\n') + 1
	count := bytes.Count(beginning[:whole], []byte("\n"))
	if count == 0 || int64(len(beginning)) == size {
		return max(1, count), columns, true
	}
	return int(float64(size) * float64(count) / float64(whole)), columns, true
}

// FirstLines is how many lines must be read for so many rows of a text table, besides blank lines and comments.
func FirstLines(rows int) int { return 2 + max(rows, comparedLines) }
