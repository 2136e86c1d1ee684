package intent

import (
	"strconv"
	"unsafe"
)

// Form passes the fields of an intent either to a JSON encoder or to a Visitor that fills them. It does not retain the pointers it is given, so that
// an intent being written stays on the stack.
type Form struct {
	out    []byte
	start  int // offset of the object in out
	digits int
	to     Visitor
}

// Visitor fills the fields of an intent in the order of the type. Parsers, describers and input generators implement it.
type Visitor interface {
	// Do receives the name of the intent. Fixed receives the fixed value of a field that distinguishes intents of the same name, or "" if that value
	// is true.
	Do(name string)
	Fixed(field, word string)
	Number(f Field, r Range, otherwise float64) float64
	Whole(f Field, r Range, otherwise int) int
	MaybeWhole(f Field, r Range) Optional[int]
	// WholeOrWord takes an integer, or a word that stands for -1.
	WholeOrWord(f Field, r Range, word string) Optional[int]
	Flag(f Field, otherwise bool) bool
	MaybeFlag(f Field) Optional[bool]
	// Text takes any string, Choice one of the words.
	Text(f Field) string
	Choice(f Field, words []string) string
	// Numbers, Wholes and Rows take lists, of numbers, of integers and of lists of numbers. Each number must be within the range.
	Numbers(f Field, r Range) []float64
	Wholes(f Field, r Range) []int
	Rows(f Field, r Range) [][]float64
	// Document takes any JSON value verbatim, Bytes the content of a file, encoded as base64 in JSON.
	Document(f Field) []byte
	Bytes(f Field) []byte
	// Require rejects the intent with a sentence if its fields are inconsistent, Without if one of the given fields, which belong to other intents,
	// is present.
	Require(ok bool, sentence string)
	Without(sentence string, fields []string)
}

// begin returns a form that writes numbers with nine significant digits.
func begin() Form { return Form{out: make([]byte, 0, 128), digits: 9} }

// end returns the text without copying it, as its bytes are not written again.
func (f *Form) end() string {
	f.out = append(f.out, '}')
	return unsafe.String(unsafe.SliceData(f.out), len(f.out))
}

func (f *Form) do(name string) {
	if f.to != nil {
		f.to.Do(name)
		return
	}
	f.fixed("do", name)
}

func (f *Form) fixed(name, word string) {
	if f.to != nil {
		f.to.Fixed(name, word)
		return
	}
	f.name(name)
	if word == "" {
		f.out = append(f.out, "true"...)
	} else {
		f.quote(word)
	}
}

func (f *Form) number(is Field, at *float64, r Range) { f.numberOr(0, is, at, r) }

// numberOr is like number, for a field that may be optional and then defaults to otherwise.
func (f *Form) numberOr(otherwise float64, is Field, at *float64, r Range) {
	if f.to != nil {
		*at = f.to.Number(is, r, otherwise)
		return
	}
	f.name(is.Name)
	f.float(*at)
}

func (f *Form) whole(is Field, at *int, r Range) { f.wholeOr(0, is, at, r) }

func (f *Form) wholeOr(otherwise int, is Field, at *int, r Range) {
	if f.to != nil {
		*at = f.to.Whole(is, r, otherwise)
		return
	}
	f.name(is.Name)
	f.integer(*at)
}

func (f *Form) maybeWhole(is Field, at *Optional[int], r Range) {
	switch {
	case f.to != nil:
		*at = f.to.MaybeWhole(is.optional(), r)
	case at.Given:
		f.name(is.Name)
		f.integer(at.Value)
	}
}

func (f *Form) wholeOrWord(is Field, at *Optional[int], r Range, word string) {
	switch {
	case f.to != nil:
		*at = f.to.WholeOrWord(is.optional(), r, word)
	case at.Given && at.Value == -1:
		f.name(is.Name)
		f.quote(word)
	case at.Given:
		f.name(is.Name)
		f.integer(at.Value)
	}
}

// flag is a boolean field that defaults to otherwise.
func (f *Form) flag(name string, at *bool, otherwise bool) {
	if f.to != nil {
		*at = f.to.Flag(Field{Name: name, Optional: true}, otherwise)
		return
	}
	if *at != otherwise {
		f.name(name)
		f.out = strconv.AppendBool(f.out, *at)
	}
}

func (f *Form) mustFlag(name string, at *bool) {
	if f.to != nil {
		*at = f.to.Flag(Field{Name: name}, false)
		return
	}
	f.name(name)
	f.out = strconv.AppendBool(f.out, *at)
}

func (f *Form) maybeFlag(name string, at *Optional[bool]) {
	switch {
	case f.to != nil:
		*at = f.to.MaybeFlag(Field{Name: name, Optional: true})
	case at.Given:
		f.name(name)
		f.out = strconv.AppendBool(f.out, at.Value)
	}
}

func (f *Form) text(is Field, at *string) {
	if f.to != nil {
		*at = f.to.Text(is)
		return
	}
	f.name(is.Name)
	f.quote(*at)
}

func (f *Form) choice(is Field, at *string, words []string) {
	if f.to != nil {
		*at = f.to.Choice(is, words)
		return
	}
	f.name(is.Name)
	f.quote(*at)
}

// maybeChoice is an optional choice, "" if omitted.
func (f *Form) maybeChoice(is Field, at *string, words []string) {
	if f.to != nil {
		*at = f.to.Choice(is.optional(), words)
		return
	}
	if *at != "" {
		f.name(is.Name)
		f.quote(*at)
	}
}

// numbers leaves the list nil if it is optional and omitted.
func (f *Form) numbers(is Field, at *[]float64, r Range) {
	if f.to != nil {
		*at = f.to.Numbers(is, r)
		return
	}
	if is.Optional && *at == nil {
		return
	}
	f.name(is.Name)
	f.floats(*at)
}

// wholes leaves the list nil if it is optional and omitted.
func (f *Form) wholes(is Field, at *[]int, r Range) {
	if f.to != nil {
		*at = f.to.Wholes(is, r)
		return
	}
	if is.Optional && *at == nil {
		return
	}
	f.name(is.Name)
	f.out = append(f.out, '[')
	for i, v := range *at {
		f.comma(i)
		f.integer(v)
	}
	f.out = append(f.out, ']')
}

func (f *Form) rows(is Field, at *[][]float64, r Range) {
	if f.to != nil {
		*at = f.to.Rows(is, r)
		return
	}
	f.name(is.Name)
	f.out = append(f.out, '[')
	for i, row := range *at {
		f.comma(i)
		f.floats(row)
	}
	f.out = append(f.out, ']')
}

func (f *Form) document(is Field, at *[]byte) {
	if f.to != nil {
		*at = f.to.Document(is)
		return
	}
	if is.Optional && *at == nil {
		return
	}
	f.name(is.Name)
	if len(*at) == 0 {
		f.out = append(f.out, "null"...)
	}
	f.out = append(f.out, *at...)
}

func (f *Form) bytes(is Field, at *[]byte) {
	if f.to != nil {
		*at = f.to.Bytes(is)
		return
	}
	if is.Optional && *at == nil {
		return
	}
	f.name(is.Name)
	f.out = append(f.out, '"')
	f.base64(*at)
	f.out = append(f.out, '"')
}

// require rejects the intent unless ok, a condition on several fields.
func (f *Form) require(ok bool, sentence string) {
	if f.to != nil {
		f.to.Require(ok, sentence)
	}
}

func (f *Form) without(sentence string, fields []string) {
	if f.to != nil {
		f.to.Without(sentence, fields)
	}
}

// name writes the separator and the name of a field.
func (f *Form) name(name string) {
	if len(f.out) == f.start {
		f.out = append(f.out, `{"`...)
	} else {
		f.out = append(f.out, `,"`...)
	}
	f.out = append(f.out, name...)
	f.out = append(f.out, `":`...)
}

func (f *Form) comma(i int) {
	if i > 0 {
		f.out = append(f.out, ',')
	}
}

func (f *Form) integer(v int) { f.out = strconv.AppendInt(f.out, int64(v), 10) }

// float writes a number; NaN and infinities, which JSON cannot represent, are written as null.
func (f *Form) float(v float64) {
	if v-v != 0 {
		f.out = append(f.out, "null"...)
		return
	}
	f.out = strconv.AppendFloat(f.out, v, 'g', f.digits, 64)
}

func (f *Form) floats(values []float64) {
	f.out = append(f.out, '[')
	for i, v := range values {
		f.comma(i)
		f.float(v)
	}
	f.out = append(f.out, ']')
}

// base64 writes bytes as base64. Importing encoding/base64 would add it to every program that sends intents, including the view.
func (f *Form) base64(data []byte) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for ; len(data) > 0; data = data[min(3, len(data)):] {
		var group [3]byte
		n := copy(group[:], data)
		bits := uint(group[0])<<16 | uint(group[1])<<8 | uint(group[2])
		f.out = append(f.out, digits[bits>>18], digits[bits>>12&63], digits[bits>>6&63], digits[bits&63])
		for i := range 3 - n {
			f.out[len(f.out)-1-i] = '='
		}
	}
}

// quote writes a JSON string, replacing invalid UTF-8.
func (f *Form) quote(text string) {
	const hex = "0123456789abcdef"
	f.out = append(f.out, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			f.out = append(f.out, '\\', byte(r))
		case r < ' ':
			f.out = append(f.out, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			f.out = append(f.out, string(r)...)
		}
	}
	f.out = append(f.out, '"')
}
