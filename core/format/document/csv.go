package document

import (
	"fmt"
	"reflect"
	"strings"

	"conelab/core/data/fault"
)

// csvOf returns a slice of structs as a table; its header has the JSON names of the fields. A number is the shortest text that reads back
// as the same double; a nil pointer is an empty cell. No cell contains a comma or a quote.
func csvOf[T any](rows []T) []byte {
	kind := reflect.TypeFor[T]()
	cells := make([]string, kind.NumField())
	for k := range cells {
		cells[k], _, _ = strings.Cut(kind.Field(k).Tag.Get("json"), ",")
	}
	lines := []string{strings.Join(cells, ",")}
	for i := range rows {
		value := reflect.ValueOf(rows[i])
		for k := range cells {
			cells[k] = cell(value.Field(k))
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

func cell(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Float64 {
		return fault.Number(v.Float())
	}
	return fmt.Sprint(v.Interface())
}
