package intent

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Field is what the declaration of a field says.
type Field struct {
	// Name is its name in JSON, Type its type in Go.
	Name string
	Type reflect.Type
	// Says begins the sentence that refuses a value. No is the noun for what does not exist; then Says is not used.
	Says, No string
	// Range is the range of each number in words, Low and High are its ends, which are included.
	Range     string
	Low, High float64
	// Words are the words allowed, if only some are.
	Words []string
	// Optional is set if the field can be omitted. Default is its value then, in JSON, or "" for none.
	Optional bool
	Default  string
}

// safe is the largest integer up to which JavaScript represents every integer exactly.
const safe = 1<<53 - 1

// Fields returns the fields of a type of intent, in order.
func Fields(of reflect.Type) (fields []Field) {
	for i := range of.NumField() {
		declared := of.Field(i)
		tag := declared.Tag
		f := Field{
			Name: strings.ToLower(declared.Name[:1]) + declared.Name[1:], Type: declared.Type, Says: tag.Get("says"), No: tag.Get("no"),
			Range: tag.Get("range"), Low: math.Inf(-1), High: math.Inf(1), Words: strings.Fields(tag.Get("words")), Default: tag.Get("default"),
		}
		_, f.Optional = tag.Lookup("default")
		if f.Type.Kind() == reflect.Pointer {
			f.Type, f.Optional = f.Type.Elem(), true
		}
		if f.Whole() {
			f.Low, f.High = 0, safe
		}
		if f.No != "" && f.Range == "" && len(f.Words) == 0 {
			f.Range = "from 0 on"
		}
		f.bound()
		fields = append(fields, f)
	}
	return fields
}

// bound takes the ends of the range from its words.
func (f *Field) bound() {
	words := strings.Fields(f.Range)
	for i := range words[:max(0, len(words)-1)] {
		v, err := strconv.ParseFloat(words[i+1], 64)
		if err != nil {
			continue
		}
		switch words[i] {
		case "from":
			f.Low = v
		case "above":
			f.Low = math.Nextafter(v, math.Inf(1))
		case "to":
			f.High = v
		case "below":
			f.High = math.Nextafter(v, math.Inf(-1))
		}
	}
}

// Whole reports whether the field holds a whole number, or several.
func (f *Field) Whole() bool {
	of := f.Type
	if of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	return of.Kind() == reflect.Int
}

// nouns name the values of each type. Types are compared, not their names, which differ between versions of the standard library.
var nouns = map[reflect.Type]string{
	reflect.TypeFor[float64](): "a number", reflect.TypeFor[int](): "a whole number", reflect.TypeFor[Pool](): "a whole number",
	reflect.TypeFor[bool](): "true or false", reflect.TypeFor[string](): "a text",
	reflect.TypeFor[[]float64](): "a list of numbers", reflect.TypeFor[[]int](): "a list of whole numbers",
	reflect.TypeFor[[][]float64](): "a list of rows of numbers",
	reflect.TypeFor[[]byte]():      "a file in base64", reflect.TypeFor[json.RawMessage](): "JSON",
}

// Kind describes the values that the field takes, to follow "must be".
func (f *Field) Kind() string {
	if len(f.Words) > 0 {
		return list(f.Words)
	}
	return strings.TrimSpace(nouns[f.Type] + " " + f.Range)
}

// fieldOf returns a field of an intent by its name in Go.
func fieldOf[T any](name string) Field {
	of := reflect.TypeFor[T]()
	declared, _ := of.FieldByName(name)
	return Fields(of)[declared.Index[0]]
}

// least, most and words return what the declaration of a field allows, for the packages that need to know.
func least[T any](name string) float64  { return fieldOf[T](name).Low }
func most[T any](name string) float64   { return fieldOf[T](name).High }
func words[T any](name string) []string { return fieldOf[T](name).Words }

// list joins words with commas and "or".
func list(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
