package strictjson

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// reader reads a valid JSON text. It knows the path of the current value, and keeps the first error; after that it does nothing.
type reader struct {
	scanner
	path path
	err  error
}

// Read reads a JSON text into the struct to which to points. If it has a field called format, that is read before all others: complaints
// about names from another kind of document would only confuse.
func Read(data []byte, to any) error {
	data, err := trim(data)
	if err != nil {
		return err
	}
	r := &reader{scanner: scanner{text: data}}
	return r.document(reflect.ValueOf(to).Elem())
}

// document reads the whole text.
func (r *reader) document(v reflect.Value) error {
	if fields := fieldsOf(v.Type()).fields; len(fields) > 0 && fields[0].name == "format" {
		r.format(v, &fields[0])
	}
	r.read(v, &field{})
	return r.err
}

// format reads the format alone.
func (r *reader) format(v reflect.Value, f *field) {
	ahead := &reader{scanner: r.scanner, path: path{{name: f.name}}}
	if ahead.first() != '{' {
		return // it is refused for that
	}
	for ahead.at++; ahead.more(); {
		if name := unquote(ahead.quoted()); name == f.name {
			ahead.read(v.Field(f.index), f)
			r.err = ahead.err
			return
		}
		ahead.value()
	}
	if f.required {
		ahead.fail("is missing, expected " + f.expected(v.Field(f.index).Type()))
	}
	r.err = ahead.err
}

// fail keeps the error "path what" if it is the first.
func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = fault.New(r.path.String(), what)
	}
}

// read reads a value of the declared field.
func (r *reader) read(v reflect.Value, f *field) {
	if r.err != nil {
		return
	}
	c := r.first()
	switch to := v.Addr().Interface().(type) {
	case *json.RawMessage:
		*to = r.value()
		return
	case *[]float64:
		r.list(v, func() { *to = append(*to, r.number(f)) })
		f.empty(v)
		return
	}
	switch kind := v.Kind(); {
	case kind == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.read(v.Elem(), f)
	case kind == reflect.Struct && c == '{':
		r.object(v)
	case kind == reflect.Slice && v.Type() != bytesType:
		r.list(v, func() {
			v.Grow(1)
			v.SetLen(v.Len() + 1)
			last := v.Index(v.Len() - 1)
			last.SetZero()
			r.read(last, f)
		})
		f.empty(v)
	case kind == reflect.Float64:
		v.SetFloat(r.number(f))
	default:
		text := r.value()
		if expected := f.set(v, scalar(text)); expected != "" {
			r.fail("is " + describe(text) + ", expected " + expected)
		}
	}
}

// empty makes an empty list nil if it is not written.
func (f *field) empty(list reflect.Value) {
	if !f.required && !f.omitZero && list.Len() == 0 {
		list.SetZero()
	}
}

// list reads an array, calling read for each item.
func (r *reader) list(v reflect.Value, read func()) {
	if r.first() != '[' {
		r.fail("is " + describe(r.value()) + ", expected an array" + contents(v.Type().Elem()))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	top := len(r.path)
	r.path = append(r.path, step{array: true})
	for r.at++; r.err == nil && r.more(); r.path[top].index++ {
		read()
	}
	r.path = r.path[:top]
}

// object reads the fields of a struct.
func (r *reader) object(v reflect.Value) {
	d := fieldsOf(v.Type())
	fields := d.fields
	seen := make([]bool, len(fields))
	for r.at++; r.err == nil && r.more(); {
		name := unquote(r.quoted())
		switch i := find(name, fields); {
		case i >= 0:
			r.field(v, fields, i, seen)
		case d.lenient:
			r.value()
		default:
			r.refuse(name, fields)
			return
		}
	}
	r.missing(v, fields, seen)
}

// field reads the value of field i of a struct.
func (r *reader) field(v reflect.Value, fields []field, i int, seen []bool) {
	top := len(r.path)
	r.path = append(r.path, step{name: fields[i].name})
	if seen[i] {
		r.fail("is given twice, expected once")
	}
	seen[i] = true
	r.read(v.Field(fields[i].index), &fields[i])
	r.path = r.path[:top]
}

// missing refuses a struct without a field that it needs.
func (r *reader) missing(v reflect.Value, fields []field, seen []bool) {
	for i := range fields {
		if f := &fields[i]; f.required && r.err == nil && seen[i] == f.replaced(v, fields) {
			r.path = append(r.path, step{name: f.name})
			if seen[i] {
				r.fail("is given beside " + f.unless + ", expected only without it")
			} else {
				r.fail("is missing, expected " + f.expected(v.Field(f.index).Type()))
			}
		}
	}
}

// find returns the index of the name among the fields, or -1.
func find(name string, fields []field) int {
	for i := range fields {
		if f := &fields[i]; f.name == name || f.was == name {
			return i
		}
	}
	return -1
}

// refuse keeps the error for an unknown name.
func (r *reader) refuse(name string, fields []field) {
	known := make([]string, len(fields))
	for i := range fields {
		known[i] = fields[i].name
	}
	expected := "one of " + strings.Join(known, ", ")
	if near := fault.Nearest(name, known); near != "" {
		expected = strconv.Quote(near)
	}
	object := r.path.String()
	if object == "" {
		object = "the document"
	}
	r.err = &fault.InputError{Sentence: `unknown name "` + fault.Clip(name) + `" in ` + object + ", expected " + expected}
}

// number reads a number within the field's bounds.
func (r *reader) number(f *field) float64 {
	text := r.value()
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !f.bounds.hold(v) {
		r.fail("is " + describe(text) + ", expected " + f.expectedOf(v))
	}
	return v
}

// scalar returns the value of a text, nil for null, arrays and objects.
func scalar(text []byte) any {
	switch text[0] {
	case '"':
		return unquote(text)
	case 't', 'f':
		return text[0] == 't'
	}
	if v, err := strconv.ParseFloat(string(text), 64); err == nil {
		return v
	}
	return nil
}

// set gives a variable of the declared field a value. If it is not one that is expected, set says what is.
func (f *field) set(v reflect.Value, value any) (expected string) {
	switch value := value.(type) {
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(value)
			return ""
		}
	case float64:
		switch holds := f.bounds.hold(value); {
		case v.Kind() == reflect.Float64 && holds:
			v.SetFloat(value)
			return ""
		case v.Kind() == reflect.Float64:
			return f.expectedOf(value)
		case v.Kind() == reflect.Int && holds && value == math.Trunc(value):
			v.SetInt(int64(value))
			return ""
		}
	case string:
		switch at, known := f.word(value); {
		case v.Kind() == reflect.String && known && f.words != nil && at == 0 && !f.required:
			v.SetString("")
			return ""
		case v.Kind() == reflect.String && known:
			v.SetString(value)
			return ""
		case v.Kind() == reflect.Int && f.minus != "" && value == f.minus:
			v.SetInt(-1)
			return ""
		case v.Type() == bytesType:
			if content, err := base64.StdEncoding.DecodeString(value); err == nil {
				v.SetBytes(content)
				return ""
			}
		}
	}
	return f.expected(v.Type())
}

var bytesType = reflect.TypeFor[[]byte]()

// word returns the place of a text among the field's words; any text is allowed if it has none.
func (f *field) word(text string) (at int, ok bool) {
	at = slices.Index(f.words, text)
	return at, at >= 0 || f.words == nil
}
