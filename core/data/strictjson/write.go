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

// writer writes JSON, each number as the shortest text that reads back as the same double.
type writer struct {
	out    []byte
	lines  bool // break lines
	loose  bool // also write numbers that are not finite, for Check
	broken bool // a number was not finite
}

// Line returns a struct as JSON on one line, or nil if a number is not finite.
func Line(v any) []byte { return text(v, &writer{}) }

// Lines returns a struct as JSON that people can read, or nil if a number is not finite. The items of the object, of arrays of objects,
// and of whatever contains those get one line each: so a neuron, a matrix and a finding have one line each.
func Lines(v any) []byte {
	out := text(v, &writer{lines: true})
	if out == nil {
		return nil
	}
	return append(out, '\n')
}

// Check checks a struct, which need not have been read, by the same declarations as Read does: it reads what would be written. Errors are
// fault.InputErrors.
func Check(v any) error {
	r := &reader{scanner: scanner{text: text(v, &writer{loose: true})}}
	r.read(reflect.New(reflect.Indirect(reflect.ValueOf(v)).Type()).Elem(), &Field{})
	return r.err()
}

// usual is about how long a text is.
const usual = 4 << 10

func text(v any, w *writer) []byte {
	w.out = make([]byte, 0, usual)
	value := reflect.Indirect(reflect.ValueOf(v))
	depth := 0
	if w.lines {
		depth = 1
	}
	w.value(value, &Field{Required: true}, depth)
	if w.broken {
		return nil
	}
	return w.out
}

// value appends a value. Its items get a line each, indented by depth blanks, if depth is above zero.
func (w *writer) value(v reflect.Value, f *Field, depth int) {
	switch list := v.Interface().(type) {
	case json.RawMessage:
		w.out = append(w.out, list...)
		return
	case []byte:
		w.out = append(base64.StdEncoding.AppendEncode(append(w.out, '"'), list), '"')
		return
	case []float64:
		w.numbers(list)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			w.out = append(w.out, "null"...)
			return
		}
		w.value(v.Elem(), f, depth)
	case reflect.Struct:
		w.object(v, depth)
	case reflect.Slice:
		w.out = append(w.out, '[')
		for i := range v.Len() {
			w.separate(i, depth)
			w.value(v.Index(i), f, w.below(v.Index(i), depth))
		}
		w.close(']', v.Len(), depth)
	case reflect.String:
		w.text(v.String(), f)
	case reflect.Bool:
		w.out = strconv.AppendBool(w.out, v.Bool())
	case reflect.Float64:
		w.number(v.Float())
	case reflect.Uint64:
		w.out = strconv.AppendUint(w.out, v.Uint(), 10)
	default:
		if v.Int() == -1 && f.NegativeMeans != "" {
			w.text(f.NegativeMeans, &Field{})
			return
		}
		w.out = strconv.AppendInt(w.out, v.Int(), 10)
	}
}

// object appends a struct, without the fields that are left out.
func (w *writer) object(v reflect.Value, depth int) {
	w.out = append(w.out, '{')
	count := 0
	fields := Fields(v.Type())
	for i := range fields {
		f := &fields[i]
		value := v.FieldByIndex(f.index)
		if f.leftOut(v, fields) {
			continue
		}
		w.separate(count, depth)
		count++
		w.out = append(append(append(w.out, '"'), f.Name...), `":`...)
		w.value(value, f, w.below(value, depth))
	}
	w.close('}', count, depth)
}

// separate comes before item i, and close after the last of n.
func (w *writer) separate(i, depth int) {
	if i > 0 {
		w.out = append(w.out, ',')
	}
	w.newLine(depth)
}

func (w *writer) close(bracket byte, n, depth int) {
	if n > 0 {
		w.newLine(depth - 1)
	}
	w.out = append(w.out, bracket)
}

func (w *writer) newLine(depth int) {
	if depth >= 0 && w.lines {
		w.out = append(w.out, '\n')
		for range depth {
			w.out = append(w.out, ' ')
		}
	}
}

// below returns the depth of the items of a value in lines of that depth: negative if they share its line.
func (w *writer) below(v reflect.Value, depth int) int {
	if depth <= 0 || !holdsObjects(v) {
		return -1
	}
	return depth + 1
}

// holdsObjects reports whether a value is an array of objects or contains one.
func holdsObjects(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && holdsObjects(v.Elem())
	case reflect.Struct:
		for _, f := range Fields(v.Type()) {
			if holdsObjects(v.FieldByIndex(f.index)) {
				return true
			}
		}
	case reflect.Slice:
		return v.Type().Elem().Kind() == reflect.Struct && v.Len() > 0
	}
	return false
}

// text appends a string; a required one that is empty is the first of its words.
func (w *writer) text(s string, f *Field) {
	if s == "" && f.Required && f.Words != nil {
		s = f.Words[0]
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		w.out = append(append(append(w.out, '"'), s...), '"')
		return
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s) // a string always has a JSON form
	w.out = append(w.out, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// numbers appends a row of numbers.
func (w *writer) numbers(row []float64) {
	w.out = append(w.out, '[')
	for k, v := range row {
		if k > 0 {
			w.out = append(w.out, ',')
		}
		w.number(v)
	}
	w.out = append(w.out, ']')
}

// number appends a number, with an exponent where it is very small or large.
func (w *writer) number(v float64) {
	size := math.Abs(v)
	switch {
	case size == 0 && !math.Signbit(v):
		w.out = append(w.out, '0')
		return
	case !(size <= math.MaxFloat64) && w.loose:
		w.out = append(w.out, fault.Number(v)...)
		return
	case !(size <= math.MaxFloat64):
		w.broken = true
	}
	format := byte('f')
	if size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	w.out = strconv.AppendFloat(w.out, v, format, -1, 64)
	if at := len(w.out) - 4; format == 'e' && at >= 0 && w.out[at] == 'e' && w.out[at+1] == '-' && w.out[at+2] == '0' {
		w.out[at+2] = w.out[at+3] // e-9, not e-09
		w.out = w.out[:at+3]
	}
}
