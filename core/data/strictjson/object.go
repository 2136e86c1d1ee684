package strictjson

import (
	"encoding/json"
	"reflect"

	"conelab/core/data/fault"
)

// Wrong says what is wrong with a field: what it Is, such as "is null", where something else was Expected, such as "a number".
type Wrong struct {
	Field        *Field
	Is, Expected string
}

// Fill reads an object into the struct to which to points, by the same declarations as Read. The values are those that package
// encoding/json decodes into any. Names that the struct does not declare are skipped, and nil counts as missing. The text of a
// json.RawMessage may be given as a string. It returns what is wrong, or nil.
func Fill(object map[string]any, to any) *Wrong {
	v := reflect.ValueOf(to).Elem()
	fields := Fields(v.Type())
	r, seen := &reader{}, make([]bool, len(fields))
	for i := range fields {
		if value := object[fields[i].Name]; value != nil {
			seen[i] = true
			r.fill(v.FieldByIndex(fields[i].index), &fields[i], value)
			if r.wrong != nil {
				return &Wrong{&fields[i], r.wrong.is, r.wrong.expected}
			}
		}
	}
	if f := r.missing(v, fields, seen); f != nil {
		return &Wrong{f, r.wrong.is, r.wrong.expected}
	}
	return nil
}

// fill reads a value of the declared field.
func (r *reader) fill(v reflect.Value, f *Field, from any) {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	text, isText := from.(string)
	list, isList := from.([]any)
	switch raw, isRaw := v.Addr().Interface().(*json.RawMessage); {
	case isRaw && isText:
		*raw = json.RawMessage(text)
	case isRaw:
		*raw, _ = json.Marshal(from) // as it was decoded
	case isList && v.Kind() == reflect.Slice && v.Type() != bytesType:
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
		for i := range list {
			r.fill(v.Index(i), f, list[i])
		}
		f.empty(v)
	default:
		if expected := f.set(v, from); expected != "" {
			r.fail("is "+describe(written(from)), expected)
		}
	}
}

// written returns the text of a value that package encoding/json has decoded, or may have.
func written(value any) []byte {
	if number, is := value.(float64); is {
		return []byte(fault.Number(number)) // which may not be finite
	}
	text, _ := json.Marshal(value)
	return text
}
