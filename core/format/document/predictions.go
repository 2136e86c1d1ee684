package document

import (
	"encoding/csv"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Predictions returns the outputs of the network as a table. Where there are classes, the first column is the predicted class.
func (m *Model) Predictions(outputs [][]float64) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	var classes, header []string
	if m.Columns != nil {
		classes, header = m.Columns.Classes, append([]string(nil), m.Columns.Targets...)
	}
	for o := len(header); o < m.Outputs; o++ {
		header = append(header, "f"+strconv.Itoa(o+1))
	}
	if classes != nil {
		if m.Outputs == 1 {
			header = []string{"f"}
		}
		header = append([]string{"class"}, header...)
	}
	_ = w.Write(header) // cannot fail: w writes into memory
	for _, row := range outputs {
		var cells []string
		if classes != nil {
			cells = append(cells, classes[predicted(row)])
		}
		for _, v := range row {
			cells = append(cells, fault.Number(v))
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return []byte(b.String())
}

// predicted returns the predicted class: by the sign of a single output, or by the largest of several.
func predicted(outputs []float64) int {
	if len(outputs) == 1 {
		if outputs[0] > 0 {
			return 1
		}
		return 0
	}
	best := 0
	for o, v := range outputs {
		if v > outputs[best] {
			best = o
		}
	}
	return best
}
