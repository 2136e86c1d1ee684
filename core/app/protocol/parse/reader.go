package parse

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/app/protocol/intent"
)

// reader fills an intent from the fields of a JSON object. It keeps the first error.
type reader struct {
	do     string
	fields map[string]json.RawMessage
	err    error
}

// field returns the JSON text of a field and whether it is present.
func (r *reader) field(name string) (raw json.RawMessage, ok bool) {
	raw, ok = r.fields[name]
	return raw, ok && string(raw) != "null"
}

// given returns the JSON text of a field; if a required field is missing, it records an error.
func (r *reader) given(f intent.Field) (raw json.RawMessage, ok bool) {
	if raw, ok = r.field(f.Name); !ok && !f.Optional {
		r.fail("The intent " + r.do + " needs the field " + f.Name + ".")
	}
	return raw, ok && r.err == nil
}

func (r *reader) fail(sentence string) {
	if r.err == nil {
		r.err = errors.New(sentence)
	}
}

// refuse records an error that states what a field must be and what it is.
func (r *reader) refuse(f intent.Field, expected string, raw []byte) {
	what := f.What
	if f.Index || what == "" {
		what = "The field " + f.Name + " of the intent " + r.do
	}
	r.fail(what + " must be " + expected + ", but it is " + clip(raw) + ".")
}

func (r *reader) Do(string)            {}
func (r *reader) Fixed(string, string) {}

func (r *reader) Number(f intent.Field, in intent.Range, otherwise float64) float64 {
	raw, ok := r.given(f)
	if !ok {
		return otherwise
	}
	return r.number(f, in, raw, false)
}

func (r *reader) Whole(f intent.Field, in intent.Range, otherwise int) int {
	raw, ok := r.given(f)
	if !ok {
		return otherwise
	}
	return int(r.number(f, in, raw, true))
}

func (r *reader) MaybeWhole(f intent.Field, in intent.Range) (v intent.Optional[int]) {
	if raw, ok := r.given(f); ok {
		return intent.Given(int(r.number(f, in, raw, true)))
	}
	return v
}

func (r *reader) WholeOrWord(f intent.Field, in intent.Range, word string) (v intent.Optional[int]) {
	raw, ok := r.given(f)
	if !ok {
		return v
	}
	if string(raw) == `"`+word+`"` {
		return intent.Given(-1)
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || !isWhole(n) || !in.Holds(n) {
		r.refuse(f, "a whole number above "+strconv.Itoa(int(in.Low)-1)+` or "`+word+`"`, raw)
	}
	return intent.Given(int(n))
}

// number parses a number and checks its range.
func (r *reader) number(f intent.Field, in intent.Range, raw []byte, whole bool) float64 {
	v, err := strconv.ParseFloat(string(raw), 64)
	number := err == nil && raw[0] != '"'
	switch {
	case number && (!whole || isWhole(v)) && in.Holds(v):
		return v + 0 // turns minus zero into zero
	case number && f.Index && isWhole(v):
		r.fail("There is no " + f.What + " " + strconv.Itoa(int(v)+1) + ".")
	case number && in.Says != "":
		r.fail(in.Says)
	case number:
		r.refuse(f, in.Words(whole), []byte(strconv.FormatFloat(v, 'g', 4, 64)))
	default:
		r.refuse(f, in.Words(whole), raw)
	}
	return 0
}

// isWhole reports whether v is an integer that JavaScript represents exactly.
func isWhole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<53 }

func (r *reader) Flag(f intent.Field, otherwise bool) bool {
	if raw, ok := r.given(f); ok {
		return r.flag(f, raw)
	}
	return otherwise
}

func (r *reader) MaybeFlag(f intent.Field) (v intent.Optional[bool]) {
	if raw, ok := r.given(f); ok {
		return intent.Given(r.flag(f, raw))
	}
	return v
}

func (r *reader) flag(f intent.Field, raw []byte) (v bool) {
	if json.Unmarshal(raw, &v) != nil {
		r.refuse(f, "true or false", raw)
	}
	return v
}

func (r *reader) Text(f intent.Field) (v string) {
	raw, ok := r.given(f)
	if !ok {
		return ""
	}
	v, err := textOf(raw)
	if err != nil {
		r.refuse(f, "a text", raw)
	}
	return v
}

func (r *reader) Choice(f intent.Field, words []string) (v string) {
	raw, ok := r.given(f)
	if !ok {
		return v
	}
	if json.Unmarshal(raw, &v) != nil {
		r.refuse(intent.Field{Name: f.Name}, list(words), raw)
		return v
	}
	for _, word := range words {
		if v == word {
			return v
		}
	}
	r.fail("There is no " + f.What + " " + quote(v) + ".")
	return v
}

func (r *reader) Numbers(f intent.Field, in intent.Range) (v []float64) {
	if raw, ok := r.given(f); ok {
		if !plain(raw) || json.Unmarshal(raw, &v) != nil {
			r.refuse(f, "a list of numbers", raw)
		}
		r.within(in, v)
	}
	return v
}

func (r *reader) Rows(f intent.Field, in intent.Range) (v [][]float64) {
	if raw, ok := r.given(f); ok {
		if !plain(raw) || json.Unmarshal(raw, &v) != nil {
			r.refuse(f, "a list of rows of numbers", raw)
		}
		for _, row := range v {
			r.within(in, row)
		}
	}
	return v
}

// within checks the range of the numbers of a list.
func (r *reader) within(in intent.Range, values []float64) {
	for _, v := range values {
		if !in.Holds(v) {
			r.fail(in.Says)
		}
	}
}

// plain reports whether a list contains no null, which would be parsed as 0.
func plain(raw []byte) bool { return !strings.Contains(string(raw), "null") }

func (r *reader) Wholes(f intent.Field, in intent.Range) []int {
	raw, ok := r.given(f)
	if !ok {
		return nil
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		r.refuse(f, "a list of whole numbers", raw)
	}
	v := make([]int, len(items))
	for i := range items {
		v[i] = int(r.number(f, in, items[i], true))
	}
	return v
}

func (r *reader) Document(f intent.Field) []byte {
	raw, _ := r.given(f)
	return raw
}

func (r *reader) Bytes(f intent.Field) (v []byte) {
	raw, ok := r.given(f)
	if !ok {
		return nil
	}
	var err error
	if raw[0] == '"' {
		v, err = bytesOf(raw)
	}
	if raw[0] != '"' || err != nil {
		r.refuse(f, "a file in base64", raw)
	}
	return v
}

func (r *reader) Require(ok bool, sentence string) {
	if !ok {
		r.fail(sentence)
	}
}

func (r *reader) Without(sentence string, fields []string) {
	for _, name := range fields {
		if _, ok := r.field(name); ok {
			r.fail(sentence)
		}
	}
}

// clipLength bounds the length of quoted input in a sentence.
const clipLength = 60

// clip returns input for quoting in a sentence: shortened, and without control characters.
func clip(raw []byte) string {
	text := string(raw[:min(len(raw), clipLength)])
	if len(raw) > clipLength {
		text += "..."
	}
	text = strings.ToValidUTF8(text, "")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}

// quote returns a word in quotation marks.
func quote(word string) string { return strconv.Quote(clip([]byte(word))) }
