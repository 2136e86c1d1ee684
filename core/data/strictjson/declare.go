// Package strictjson reads and writes structs as JSON, and checks them, by one declaration of each field: its tags.
//
//	type Neuron struct {
//		U      []float64 `json:"u"`
//		Alpha  float64   `json:"alpha" range:"above 0"`
//		Block  int       `json:"block,omitempty" range:"from 0 to 12"`
//		Kind   string    `json:"kind" words:"dense|quadratic"`
//		Layers int       `json:"layers" range:"from 1 to 12" minus:"auto"`
//	}
//
// The tag json is that of package encoding/json: a field without omitempty or omitzero must be there, unless it has missing:"kept", with
// which it may be missing but is always written. A range, in these words, holds for a number and for all numbers of a list; without one, a
// number is finite and an int is from 0 to Largest. Words are all that a text may be. A required text that is empty is written as the first
// of its words; of a field that may be left out, the first word is the default and is read as "". The int -1 of a field with minus is
// written as that word. A field with unless:"kind" is there unless the field kind is, and not beside it.
//
// A field with was:"kind" is read under that name, too, which earlier documents have.
//
// A field with the name * makes a struct skip names that it does not declare. Otherwise reading is strict: unknown, repeated and missing
// names, and values of the wrong kind, are fault.InputErrors that say where, what and what was expected.
package strictjson

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Largest bounds ints without a range.
const Largest = math.MaxInt32

// field is the declaration of a field.
type field struct {
	name     string
	index    int
	required bool
	omitZero bool // left out if it is nil, not if it is empty
	kept     bool // may be missing, but is always written
	bounds   bounds
	words    []string
	minus    string
	was      string // the name in documents of earlier versions
	unless   string // the name of the field that takes its place
}

// bounds are those of a number, and how a sentence says them.
type bounds struct {
	low, high         float64
	openLow, openHigh bool
	said              string
}

func (b *bounds) hold(v float64) bool {
	return (v > b.low || v == b.low && !b.openLow) && (v < b.high || v == b.high && !b.openHigh)
}

// declaration is that of a struct.
type declaration struct {
	fields  []field
	lenient bool // other names are skipped
}

var declared sync.Map // of each struct type, its *declaration

// fieldsOf returns the declaration of a struct type.
func fieldsOf(of reflect.Type) *declaration {
	if known, ok := declared.Load(of); ok {
		return known.(*declaration)
	}
	d := &declaration{}
	for i := range of.NumField() {
		tag := of.Field(i).Tag
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if d.lenient = d.lenient || name == "*"; name == "" || name == "*" {
			continue
		}
		f := field{name: name, index: i, omitZero: options == "omitzero", kept: tag.Get("missing") == "kept", minus: tag.Get("minus"),
			unless: tag.Get("unless"), was: tag.Get("was")}
		f.required = options == "" && !f.kept
		if words := tag.Get("words"); words != "" {
			f.words = strings.Split(words, "|")
		}
		f.bounds = parseBounds(tag.Get("range"), of.Field(i).Type)
		d.fields = append(d.fields, f)
	}
	declared.Store(of, d)
	return d
}

// Field is what a declaration says of a field, for those who generate from it.
type Field struct {
	Name string
	// Type is the type of its values, which for a pointer is that of what it points to.
	Type     reflect.Type
	Optional bool
	// Low and High are the ends of the range of its numbers, both included. Words are all that a text may be, "" not among them.
	Low, High float64
	Words     []string
	// Minus is the word for -1, if there is one.
	Minus string
}

// Fields returns the declared fields of a struct type, in order.
func Fields(of reflect.Type) (out []Field) {
	for _, f := range fieldsOf(of).fields {
		field := Field{
			Name: f.name, Type: of.Field(f.index).Type, Optional: !f.required ||
				f.unless != "", Low: f.bounds.low, High: f.bounds.high, Minus: f.minus,
			Words: slices.DeleteFunc(slices.Clone(f.words), func(word string) bool { return word == "" }),
		}
		if field.Type.Kind() == reflect.Pointer {
			field.Type = field.Type.Elem()
		}
		if f.bounds.openLow {
			field.Low = math.Nextafter(field.Low, math.Inf(1))
		}
		if f.bounds.openHigh {
			field.High = math.Nextafter(field.High, math.Inf(-1))
		}
		out = append(out, field)
	}
	return out
}

// leftOut reports whether a field of the struct v is not written.
func (f *field) leftOut(v reflect.Value, fields []field) bool {
	value := v.Field(f.index)
	return f.replaced(v, fields) || !f.required && !f.kept &&
		(value.IsZero() || !f.omitZero && value.Kind() == reflect.Slice && value.Len() == 0)
}

// replaced reports whether another field of the struct v takes the place of f.
func (f *field) replaced(v reflect.Value, fields []field) bool {
	return f.unless != "" && !v.Field(fields[find(f.unless, fields)].index).IsZero()
}

// parseBounds reads a range such as "above 0 and below 1" or "from 1 to 12".
func parseBounds(text string, of reflect.Type) bounds {
	b := bounds{low: -math.MaxFloat64, high: math.MaxFloat64, said: text}
	for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() == reflect.Int {
		if b.high = Largest; text == "" {
			b.said = "from 0 to " + strconv.Itoa(Largest)
		}
	}
	words := strings.Fields(strings.ReplaceAll(b.said, " and ", " "))
	for k := 0; k+1 < len(words); k += 2 {
		v, err := strconv.ParseFloat(words[k+1], 64)
		switch {
		case words[k] == "above" || words[k] == "from":
			b.low, b.openLow = v, words[k] == "above"
		case words[k] == "below" || words[k] == "to":
			b.high, b.openHigh = v, words[k] == "below"
		default:
			panic("strictjson: a range is not understood: " + text)
		}
		if err != nil {
			panic("strictjson: a range has no number: " + text)
		}
	}
	return b
}

// expected says what the value of a field must be.
func (f *field) expected(of reflect.Type) string {
	switch {
	case len(f.words) == 1:
		return strconv.Quote(f.words[0])
	case f.words != nil:
		return "one of " + strings.Join(f.words, ", ")
	}
	switch of.Kind() {
	case reflect.Pointer:
		return f.expected(of.Elem())
	case reflect.Float64:
		return joined("a number", f.bounds.said)
	case reflect.Int:
		text := joined("a whole number", f.bounds.said)
		if f.minus != "" {
			text += " or " + strconv.Quote(f.minus)
		}
		return text
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		if of == bytesType {
			return "a text in base64"
		}
		return "an array" + contents(of.Elem())
	}
	return "an object"
}

// expectedOf says what a number that is not the given one must be.
func (f *field) expectedOf(v float64) string {
	if math.IsInf(v, 0) {
		return "a number within double precision"
	}
	return f.expected(reflect.TypeFor[float64]())
}

// contents says what an array holds.
func contents(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Float64:
		return " of numbers"
	case reflect.Int:
		return " of whole numbers"
	case reflect.String:
		return " of texts"
	case reflect.Slice:
		return " of arrays" + contents(of.Elem())
	}
	return " of objects"
}

func joined(what, said string) string {
	if said == "" {
		return what
	}
	return what + " " + said
}
