package document

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// reader reads the tokens of a valid JSON text. It knows the path of the current value, and keeps the first error: after an error, all
// methods do nothing and return zero.
type reader struct {
	tokens tokens
	path   []step
	err    error
}

// field is a name in an object and how its value is read. A field with a nonempty text of what is expected is required.
type field struct {
	name, expected string
	read           func()
}

// read checks that data is JSON of the given format and reads its fields.
func read(data []byte, format string, fields func(r *reader) []field) error {
	data, err := trim(data)
	if err != nil {
		return err
	}
	if err := checkFormat(data, format); err != nil {
		return err
	}
	r := newReader(data)
	r.object(append(fields(r), field{"format", strconv.Quote(format), func() { r.text() }}))
	return r.err
}

// newReader returns a reader of a text that trim has accepted.
func newReader(data []byte) *reader { return &reader{tokens: tokens{text: data}} }

// checkFormat checks the format before anything else: complaints about names from another kind of document would only confuse.
func checkFormat(data []byte, format string) error {
	expected := "expected " + strconv.Quote(format)
	r := newReader(data)
	if first := r.next(); first != json.Delim('{') {
		return fault.New("", "is "+describe(first)+", expected an object")
	}
	var raw []byte
	for r.err == nil && r.tokens.more() {
		name := r.next()
		if value := r.tokens.skip(); name == "format" {
			raw = value
		}
	}
	if raw == nil {
		return fault.New("format", "is missing, "+expected)
	}
	token := newReader(raw).next()
	if text, ok := token.(string); ok && text == format {
		return nil
	}
	return fault.New("format", "is "+describe(token)+", "+expected)
}

// next returns the next token.
func (r *reader) next() json.Token {
	if r.err != nil {
		return nil
	}
	token, err := r.tokens.next()
	if err != nil {
		r.fail("cannot be read: " + err.Error())
	}
	return token
}

// fail keeps the error "path what" if it is the first.
func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = fault.New(join(r.path), what)
	}
}

// open reads the start of an array or object.
func (r *reader) open(delimiter json.Delim, expected string) bool {
	token := r.next()
	if token == delimiter {
		return true
	}
	r.fail("is " + describe(token) + ", expected " + expected)
	return false
}

// array reads an array by calling read for each item.
func (r *reader) array(expected string, read func()) {
	if !r.open('[', expected) {
		return
	}
	top := len(r.path)
	r.path = append(r.path, step{array: true})
	for r.err == nil && r.tokens.more() {
		read()
		r.path[top].index++
	}
	r.path = r.path[:top]
	r.next()
}

// object reads an object.
func (r *reader) object(fields []field) {
	if !r.open('{', "an object") {
		return
	}
	top := len(r.path)
	seen := make([]bool, len(fields))
	for r.err == nil && r.tokens.more() {
		name, _ := r.next().(string)
		if i := r.find(name, fields, seen); i >= 0 {
			seen[i] = true
			r.path = append(r.path, step{name: name})
			fields[i].read()
			r.path = r.path[:top]
		}
	}
	r.next()
	for i, f := range fields {
		if f.expected != "" && !seen[i] && r.err == nil {
			r.path = append(r.path, step{name: f.name})
			r.fail("is missing, expected " + f.expected)
		}
	}
}

// find returns the index of the name among the fields, or -1 with an error if it is unknown or repeated.
func (r *reader) find(name string, fields []field, seen []bool) int {
	for i, f := range fields {
		if f.name == name && !seen[i] {
			return i
		}
		if f.name == name {
			r.path = append(r.path, step{name: name})
			r.fail("is given twice, expected once")
			return -1
		}
	}
	r.refuse(name, fields)
	return -1
}

// refuse keeps the error for an unknown name.
func (r *reader) refuse(name string, fields []field) {
	if r.err != nil {
		return
	}
	known := make([]string, len(fields))
	for i, f := range fields {
		known[i] = f.name
	}
	expected := "one of " + strings.Join(known, ", ")
	if near := nearest(name, known); near != "" {
		expected = strconv.Quote(near)
	}
	object := join(r.path)
	if object == "" {
		object = "the document"
	}
	where := join(append(r.path, step{name: name}))
	r.err = &fault.InputError{Where: where, Sentence: `unknown name "` + fault.Clip(name) + `" in ` + object + ", expected " + expected}
}

// number reads a number.
func (r *reader) number() float64 {
	if r.err != nil {
		return 0
	}
	word, ok := r.tokens.number()
	if !ok {
		r.fail("is " + describe(r.next()) + ", expected a number")
		return 0
	}
	v, err := strconv.ParseFloat(string(word), 64)
	if err != nil {
		r.fail("is " + fault.Clip(string(word)) + ", expected a number within double precision")
	}
	return v
}

// integer reads an integer from low to high.
func (r *reader) integer(low, high int) int {
	v := r.number()
	if v != math.Trunc(v) || v < float64(low) || v > float64(high) {
		r.fail("is " + fault.Number(v) + ", expected a whole number from " + strconv.Itoa(low) + " to " + strconv.Itoa(high))
		return 0
	}
	return int(v)
}

// text reads a string.
func (r *reader) text() string {
	token := r.next()
	text, ok := token.(string)
	if !ok {
		r.fail("is " + describe(token) + ", expected a text")
	}
	return text
}

// word reads a string that must be want.
func (r *reader) word(want string) {
	if token := r.next(); token != want {
		r.fail("is " + describe(token) + ", expected " + strconv.Quote(want))
	}
}

// skip skips a value.
func (r *reader) skip() {
	if r.err == nil {
		r.tokens.skip()
	}
}

// truth reads true or false.
func (r *reader) truth() bool {
	token := r.next()
	value, ok := token.(bool)
	if !ok {
		r.fail("is " + describe(token) + ", expected true or false")
	}
	return value
}

// row reads an array of numbers; rows reads an array of such arrays.
func (r *reader) row() []float64 {
	row := []float64{}
	r.array("an array of numbers", func() { row = append(row, r.number()) })
	return row
}

func (r *reader) rows() [][]float64 {
	rows := [][]float64{}
	r.array("an array of arrays of numbers", func() { rows = append(rows, r.row()) })
	return rows
}

// describe says what kind of token it is.
func describe(token json.Token) string {
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			return "an array"
		}
		return "an object"
	case string:
		return `the text "` + fault.Clip(t) + `"`
	case json.Number:
		return "the number " + fault.Clip(string(t))
	case bool:
		return strconv.FormatBool(t)
	}
	return "null"
}
