package document

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// csvOf returns a slice of structs as a table; its header has the JSON names of the fields. A number is the shortest text that reads back
// as the same double; a nil pointer is an empty cell.
func csvOf[T any](rows []T) []byte {
	kind := reflect.TypeFor[T]()
	cells := make([]string, kind.NumField())
	for k := range cells {
		cells[k], _, _ = strings.Cut(kind.Field(k).Tag.Get("json"), ",")
	}
	var b strings.Builder
	b.WriteString(table.Line(cells))
	for i := range rows {
		value := reflect.ValueOf(rows[i])
		for k := range cells {
			cells[k] = cell(value.Field(k))
		}
		b.WriteString(table.Line(cells))
	}
	return []byte(b.String())
}

func cell(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return ""
	}
	if v = reflect.Indirect(v); v.Kind() == reflect.Float64 {
		return fault.Number(v.Float())
	}
	return fmt.Sprint(v.Interface())
}

// Predictions returns the outputs of the network as a table. Where there are classes, the first column is the predicted class.
func (m *Model) Predictions(outputs [][]float64) []byte {
	var b strings.Builder
	var classes, header []string
	if m.Columns != nil {
		classes, header = m.Columns.Classes, slices.Clone(m.Columns.Targets)
	}
	for o := len(header); o < m.Outputs; o++ {
		header = append(header, fmt.Sprintf("f%d", o+1))
	}
	if classes != nil {
		if m.Outputs == 1 {
			header = []string{"f"}
		}
		header = append([]string{"class"}, header...)
	}
	b.WriteString(table.Line(header))
	for _, row := range outputs {
		var cells []string
		if classes != nil {
			cells = append(cells, classes[predicted(row)])
		}
		for _, v := range row {
			cells = append(cells, fault.Number(v))
		}
		b.WriteString(table.Line(cells))
	}
	return []byte(b.String())
}

// predicted returns the predicted class: by the sign of a single output, or by the largest of several.
func predicted(outputs []float64) int {
	if len(outputs) == 1 && outputs[0] > 0 {
		return 1
	}
	best := 0
	for o, v := range outputs {
		if v > outputs[best] {
			best = o
		}
	}
	return best
}
