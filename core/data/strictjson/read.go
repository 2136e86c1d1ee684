package strictjson

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"reflect"
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

// Object is an object whose items are told apart before it is known what they should be. They share the memory of the text.
type Object []item

type item struct {
	name  string
	value json.RawMessage
}

// Items returns the items of an object, none for another value.
func Items(data []byte) (o Object, err error) {
	data, err = trim(data)
	s := scanner{text: data}
	if err != nil || s.first() != '{' {
		return nil, err
	}
	for s.at++; s.more(); {
		name := unquote(s.quoted())
		s.space()
		o = append(o, item{name, s.value()})
	}
	return o, nil
}

// Get returns the text of an item, nil if there is none. Of several of that name the last counts.
func (o Object) Get(name string) json.RawMessage {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].name == name {
			return o[i].value
		}
	}
	return nil
}

// Read is Read for the items. Names that the struct does not declare are skipped, and null counts as missing.
func (o Object) Read(to any) error {
	v := reflect.ValueOf(to).Elem()
	fields := fieldsOf(v.Type()).fields
	r, seen := &reader{}, make([]bool, len(fields))
	for _, item := range o {
		if i := find(item.name, fields); i >= 0 && item.value[0] != 'n' {
			r.scanner = scanner{text: item.value}
			r.field(v, fields, i, seen)
		}
	}
	r.missing(v, fields, seen)
	return r.err
}

// format reads the format alone.
func (r *reader) format(v reflect.Value, f *field) {
	ahead := &reader{scanner: r.scanner, path: path{{name: f.name}}}
	if ahead.first() != '{' {
		return // it is refused for that
	}
	found := false
	for ahead.at++; ahead.more(); {
		if name := unquote(ahead.quoted()); name != f.name {
			ahead.value()
			continue
		}
		found = true
		ahead.space()
		ahead.read(v.Field(f.index), f)
	}
	if !found && f.required {
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
	case *[]byte:
		r.bytes(to)
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
	case kind == reflect.Slice:
		r.list(v, func() {
			v.Grow(1)
			v.SetLen(v.Len() + 1)
			last := v.Index(v.Len() - 1)
			last.SetZero()
			r.read(last, f)
		})
		f.empty(v)
	case kind == reflect.String && c == '"':
		v.SetString(r.text(f))
	case kind == reflect.Bool && (c == 't' || c == 'f'):
		v.SetBool(r.word()[0] == 't')
	case kind == reflect.Float64:
		v.SetFloat(r.number(f))
	case kind == reflect.Int:
		v.SetInt(int64(r.whole(f)))
	default:
		r.fail("is " + describe(r.value()) + ", expected " + f.expected(v.Type()))
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
		if fields[i].name == name {
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
	if c := r.first(); c != '-' && (c < '0' || c > '9') {
		r.fail("is " + describe(r.value()) + ", expected " + f.expected(reflect.TypeFor[float64]()))
		return 0
	}
	word := r.word()
	v, err := strconv.ParseFloat(string(word), 64)
	if err != nil || math.IsInf(v, 0) {
		r.fail("is " + fault.Clip(string(word)) + ", expected a number within double precision")
	} else if f.bounds.said != "" && !f.bounds.hold(v) {
		r.fail("is " + fault.Number(v) + ", expected " + f.expected(reflect.TypeFor[float64]()))
	}
	return v
}

// whole reads a whole number within the field's bounds, or the word for -1.
func (r *reader) whole(f *field) int {
	from := r.at
	text := r.value()
	v, err := strconv.ParseFloat(string(text), 64)
	switch {
	case f.minus != "" && text[0] == '"' && unquote(text) == f.minus:
		return -1
	case err != nil || v != math.Trunc(v) || !f.bounds.hold(v):
		r.at = from
		what := describe(text)
		if err == nil {
			what = fault.Number(v)
		}
		r.fail("is " + what + ", expected " + f.expected(reflect.TypeFor[int]()))
		return 0
	}
	return int(v)
}

// text reads a string, one of the field's words if it has any.
func (r *reader) text(f *field) string {
	text := unquote(r.quoted())
	at, ok := f.word(text)
	switch {
	case !ok && len(f.words) == 1:
		r.fail(`is the text "` + fault.Clip(text) + `", expected ` + f.expected(reflect.TypeFor[string]()))
	case !ok:
		r.fail(`is "` + fault.Clip(text) + `", expected ` + f.expected(reflect.TypeFor[string]()))
	case f.words != nil && at == 0 && !f.required:
		return ""
	}
	return text
}

// word returns the place of a text among the field's words; any text is allowed if it has none.
func (f *field) word(text string) (at int, ok bool) {
	for at, word := range f.words {
		if word == text {
			return at, true
		}
	}
	return 0, f.words == nil
}

// bytes reads what a string has in base64.
func (r *reader) bytes(to *[]byte) {
	if r.first() != '"' {
		r.fail("is " + describe(r.value()) + ", expected a text in base64")
		return
	}
	quoted := r.quoted()
	text := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(text, '\\') >= 0 {
		text = []byte(unquote(quoted))
	}
	var err error
	if *to, err = base64.StdEncoding.AppendDecode([]byte{}, text); err != nil {
		r.fail("is not base64")
	}
}
