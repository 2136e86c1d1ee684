package strictjson

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// reader reads a valid JSON text until something is wrong, which it records.
type reader struct {
	scanner
	wrong *Wrong
}

// Wrong says what is wrong with a field: what it Is, such as "is null", where something else was Expected, such as "a number".
type Wrong struct {
	Field        *Field // nil if it is not declared; Is is its name then
	Is, Expected string
	where        string // the names and indices that lead to the value, as a programming language writes them: see within
}

// fail records what is wrong with a field, unless something was wrong before.
func (r *reader) fail(f *Field, is, expected string) {
	if r.wrong == nil {
		r.wrong = &Wrong{Field: f, Is: is, Expected: expected}
	}
}

// within adds to the place of what is wrong, if anything, a part of a value: a name after a dot, or an index in brackets.
func (r *reader) within(part string) {
	if r.wrong != nil {
		r.wrong.where = part + r.wrong.where
	}
}

// err returns the error for what is wrong.
func (r *reader) err() error {
	w := r.wrong
	if w == nil {
		return nil
	}
	where := strings.TrimPrefix(w.where, ".")
	if w.Field == nil {
		return fault.New("unknown name "+w.Is, "in "+cmp.Or(where, "the document")+", expected "+w.Expected)
	}
	return fault.New(where, w.Is+", expected "+w.Expected)
}

// Read reads a JSON text into the struct to which to points.
func Read(data []byte, to any) error {
	data, err := trim(data)
	if err != nil {
		return err
	}
	r := &reader{scanner: scanner{text: data}}
	r.read(reflect.ValueOf(to).Elem(), &Field{})
	return r.err()
}

// read reads a value of the declared field.
func (r *reader) read(v reflect.Value, f *Field) {
	if r.wrong != nil {
		return
	}
	c := r.first()
	switch to := v.Addr().Interface().(type) {
	case *json.RawMessage:
		*to = r.value()
		return
	case *[]float64:
		r.list(v, f, func() { *to = append(*to, r.number(f)) })
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
		r.list(v, f, func() {
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
			r.fail(f, "is "+describe(text), expected)
		}
	}
}

// empty sets an empty list to nil if the field is left out when empty.
func (f *Field) empty(list reflect.Value) {
	if !f.Required && !f.omitZero && list.Len() == 0 {
		list.SetZero()
	}
}

// list reads an array, calling read for each item.
func (r *reader) list(v reflect.Value, f *Field, read func()) {
	if r.first() != '[' {
		r.fail(f, "is "+describe(r.value()), "an array"+contents(v.Type().Elem()))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	r.at++
	for i := 0; r.wrong == nil && r.more(); i++ {
		read()
		if r.wrong != nil {
			r.within("[" + strconv.Itoa(i) + "]")
		}
	}
}

// object reads the fields of a struct.
func (r *reader) object(v reflect.Value) {
	d := declarationOf(v.Type())
	seen := make([]bool, len(d.fields))
	for r.at++; r.wrong == nil && r.more(); {
		name := unquote(r.quoted())
		switch i := find(name, d.fields); {
		case i >= 0:
			f := &d.fields[i]
			if seen[i] {
				r.fail(f, "is given twice", "once")
			}
			seen[i] = true
			r.read(v.FieldByIndex(f.index), f)
			if r.wrong != nil {
				r.within("." + f.Name)
			}
		case d.open:
			r.value()
		default:
			r.fail(nil, `"`+fault.Clip(name)+`"`, meant(name, d.fields))
		}
	}
	r.missing(v, d.fields, seen)
}

// missing records a required field that is missing, or that is there beside the one that takes its place.
func (r *reader) missing(v reflect.Value, fields []Field, seen []bool) {
	for i := range fields {
		f := &fields[i]
		if !f.Required || r.wrong != nil || seen[i] != f.replaced(v, fields) {
			continue
		}
		if seen[i] {
			r.fail(f, "is given beside "+f.unless, "only without it")
		} else {
			r.fail(f, "is missing", f.expected(f.Type))
		}
		r.within("." + f.Name)
	}
}

// find returns the index of the name among the fields, or -1.
func find(name string, fields []Field) int {
	for i := range fields {
		if f := &fields[i]; f.Name == name || name != "" && f.was == name {
			return i
		}
	}
	return -1
}

// meant says what may be meant by a name that is not declared.
func meant(name string, fields []Field) string {
	known := make([]string, len(fields))
	for i := range fields {
		known[i] = fields[i].Name
	}
	if near := fault.Nearest(name, known); near != "" {
		return strconv.Quote(near)
	}
	return "one of " + strings.Join(known, ", ")
}

// number reads a number within the field's bounds.
func (r *reader) number(f *Field) float64 {
	text := r.value()
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !f.holds(v) {
		r.fail(f, "is "+describe(text), f.expectedOf(v))
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

// set stores a value in v, a variable of the declared field. If the value is not allowed, set says what is expected.
func (f *Field) set(v reflect.Value, value any) (expected string) {
	switch value := value.(type) {
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(value)
			return ""
		}
	case float64:
		switch holds := f.holds(value); {
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
		case v.Kind() == reflect.String && known && f.Words != nil && at == 0 && !f.Required:
			v.SetString("")
			return ""
		case v.Kind() == reflect.String && known:
			v.SetString(value)
			return ""
		case v.Kind() == reflect.Int && f.NegativeMeans != "" && value == f.NegativeMeans:
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
func (f *Field) word(text string) (at int, ok bool) {
	at = slices.Index(f.Words, text)
	return at, at >= 0 || f.Words == nil
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
		}
	}
	r.missing(v, fields, seen)
	return r.wrong
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
			r.fail(f, "is "+describe(written(from)), expected)
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
