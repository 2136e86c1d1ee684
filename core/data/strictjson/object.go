package strictjson

import (
	"encoding/base64"
	"encoding/json"
	"reflect"

	"conelab/core/data/fault"
)

// Fill reads an object into the struct to which to points, by the same declarations as Read. The values are those that package
// encoding/json decodes into any. Names that the struct does not declare are skipped, and nil counts as missing. The text of a
// json.RawMessage may be given as a string.
func Fill(object map[string]any, to any) error {
	v := reflect.ValueOf(to).Elem()
	fields := fieldsOf(v.Type()).fields
	r, seen := &reader{}, make([]bool, len(fields))
	for i := range fields {
		if value := object[fields[i].name]; value != nil && r.err == nil {
			seen[i], r.path = true, path{{name: fields[i].name}}
			r.fill(v.Field(fields[i].index), &fields[i], value)
		}
	}
	r.path = nil
	r.missing(v, fields, seen)
	return r.err
}

// fill reads a value of the declared field.
func (r *reader) fill(v reflect.Value, f *field, from any) {
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
		top := len(r.path)
		r.path = append(r.path, step{array: true})
		for i := 0; i < len(list) && r.err == nil; i++ {
			r.path[top].index = i
			r.fill(v.Index(i), f, list[i])
		}
		r.path = r.path[:top]
		f.empty(v)
	default:
		if expected := f.set(v, from); expected != "" {
			r.fail("is " + describe(written(from)) + ", expected " + expected)
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

// Object returns a struct as an object: see Fill.
func Object(of any) map[string]any {
	v, object := reflect.Indirect(reflect.ValueOf(of)), map[string]any{}
	fields := fieldsOf(v.Type()).fields
	for i := range fields {
		if f := &fields[i]; !f.leftOut(v, fields) {
			object[f.name] = f.plain(v.Field(f.index))
		}
	}
	return object
}

// plain returns a value of the field in an object.
func (f *field) plain(v reflect.Value) any {
	switch of := v.Interface().(type) {
	case json.RawMessage:
		return string(of)
	case []byte:
		return base64.StdEncoding.EncodeToString(of)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return f.plain(v.Elem())
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = f.plain(v.Index(i))
		}
		return list
	case reflect.Int:
		if v.Int() == -1 && f.minus != "" {
			return f.minus
		}
		return float64(v.Int())
	}
	return v.Interface()
}
