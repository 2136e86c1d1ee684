// Package strictjson reads and writes structs as JSON, and checks them, by one declaration of each field: its tags.
//
//	type Neuron struct {
//		U      []float64 `json:"u"`
//		Alpha  float64   `json:"alpha" range:"above 0"`
//		Block  int       `json:"block,omitempty" range:"from 0 to 12"`
//		Kind   string    `json:"kind" words:"dense|quadratic"`
//		Layers int       `json:"layers" range:"from 1 to 12" negativeMeans:"auto"`
//	}
//
// The tag json is that of package encoding/json: a field without omitempty or omitzero is required. The other tags:
//
//	missing:"kept"  The field may be missing, but is always written.
//	range:"..."     The range of a number, or of all numbers of a list; without it, a number is finite and an int is from 0 to Largest.
//	words:"a|b"     The texts allowed. A required text that is empty is written as the first of them; where a field may be left out, the
//	                first is the default, which is read as "".
//	negativeMeans:"auto"
//	                The text for the int -1.
//	unless:"kind"   The field is required if the field kind is missing, and not allowed beside it.
//	was:"kind"      The name of the field in earlier documents, which is still read.
//	says:"The side" The beginning of sentences about the field.
//
// The fields of an embedded struct are fields of the struct itself. A struct with a field named * skips names that it does not declare.
// Otherwise reading is strict: unknown, repeated and missing names, and values of the wrong kind, are fault.InputErrors that say where,
// what, and what was expected.
package strictjson

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Largest bounds ints without a range.
const Largest = math.MaxInt32

// Field is the declaration of a field.
type Field struct {
	Name string
	// Type is the type of its values, which for a pointer is that of what it points to.
	Type     reflect.Type
	Required bool
	// Low and High are the ends of the range of its numbers, both included.
	Low, High float64
	// Words, NegativeMeans and Says are the tags of these names.
	Words               []string
	NegativeMeans, Says string

	index       []int // in its struct: see reflect.VisibleFields
	omitZero    bool  // left out if it is nil, but not if it is empty
	kept        bool
	limits      string // the tag range
	unless, was string
}

// holds reports whether v is within the range.
func (f *Field) holds(v float64) bool { return v >= f.Low && v <= f.High }

// declaration is that of a struct.
type declaration struct {
	fields []Field
	open   bool // other names are skipped
}

var declared sync.Map // of each struct type, its *declaration

// Fields returns the declared fields of a struct type, in order.
func Fields(of reflect.Type) []Field { return declarationOf(of).fields }

// declarationOf returns the declaration of a struct type.
func declarationOf(of reflect.Type) *declaration {
	if known, ok := declared.Load(of); ok {
		return known.(*declaration)
	}
	d := &declaration{}
	for _, of := range reflect.VisibleFields(of) {
		tag := of.Tag
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		d.open = d.open || name == "*"
		if name == "" || name == "-" || name == "*" {
			continue
		}
		f := Field{
			Name: name, Type: of.Type, NegativeMeans: tag.Get("negativeMeans"), Says: tag.Get("says"), index: of.Index,
			omitZero: options == "omitzero",
			kept:     tag.Get("missing") == "kept", limits: tag.Get("range"), unless: tag.Get("unless"), was: tag.Get("was"),
		}
		f.Required = options == "" && !f.kept
		if words := tag.Get("words"); words != "" {
			f.Words = strings.Split(words, "|")
		}
		if f.Type.Kind() == reflect.Pointer {
			f.Type = f.Type.Elem()
		}
		f.setRange()
		d.fields = append(d.fields, f)
	}
	declared.Store(of, d)
	return d
}

// leftOut reports whether a field of the struct v is not written.
func (f *Field) leftOut(v reflect.Value, fields []Field) bool {
	value := v.FieldByIndex(f.index)
	return f.replaced(v, fields) || !f.Required && !f.kept &&
		(value.IsZero() || !f.omitZero && value.Kind() == reflect.Slice && value.Len() == 0)
}

// replaced reports whether another field of the struct v takes the place of f.
func (f *Field) replaced(v reflect.Value, fields []Field) bool {
	return f.unless != "" && !v.FieldByIndex(fields[find(f.unless, fields)].index).IsZero()
}

// setRange sets the ends of the range of a field's numbers.
func (f *Field) setRange() {
	of := f.Type
	for of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() == reflect.Int && f.limits == "" {
		f.limits = "from 0 to " + strconv.Itoa(Largest)
	}
	f.Low, f.High = Range(f.limits)
	if of.Kind() == reflect.Int {
		f.High = math.Min(f.High, Largest)
	}
}

// Range returns the ends, both included, of a range such as "above 0 and below 1" or "from 1 to 12", within the finite numbers.
func Range(limits string) (low, high float64) {
	low, high = -math.MaxFloat64, math.MaxFloat64
	words := strings.Fields(strings.ReplaceAll(limits, " and ", " "))
	for k := 0; k+1 < len(words); k += 2 {
		v, err := strconv.ParseFloat(words[k+1], 64)
		switch words[k] {
		case "from":
			low = v
		case "above":
			low = math.Nextafter(v, math.Inf(1))
		case "to":
			high = v
		case "below":
			high = math.Nextafter(v, math.Inf(-1))
		default:
			panic("strictjson: a range is not understood: " + limits)
		}
		if err != nil {
			panic("strictjson: a range has no number: " + limits)
		}
	}
	return low, high
}

// expected says what the value of a field must be.
func (f *Field) expected(of reflect.Type) string {
	switch {
	case len(f.Words) == 1:
		return strconv.Quote(f.Words[0])
	case f.Words != nil:
		return "one of " + strings.Join(f.Words, ", ")
	}
	switch of.Kind() {
	case reflect.Float64:
		return joined("a number", f.limits)
	case reflect.Int:
		text := joined("a whole number", f.limits)
		if f.NegativeMeans != "" {
			text += " or " + strconv.Quote(f.NegativeMeans)
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

// expectedOf says what is expected in place of the number v.
func (f *Field) expectedOf(v float64) string {
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
