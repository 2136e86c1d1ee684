package strictjson

import (
	"math"
	"reflect"
	"strconv"

	"conelab/core/data/fault"
)

// Check checks a struct, which need not have been read, by the same declarations: all numbers are finite and within their ranges, and
// texts are among their words. where is its path. A field that would be left out is not checked. Errors are fault.InputErrors.
func Check(where string, of any) error {
	return check(where, reflect.Indirect(reflect.ValueOf(of)), &field{required: true})
}

func check(where string, v reflect.Value, f *field) error {
	switch v.Type() {
	case rows: // apart for their speed
		for i, row := range v.Interface().([][]float64) {
			for _, x := range row {
				if !f.bounds.hold(x) {
					return f.checkRow(where+"["+strconv.Itoa(i)+"]", row)
				}
			}
		}
		return nil
	case row:
		return f.checkRow(where, v.Interface().([]float64))
	case file:
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return check(where, v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := check(where+"["+strconv.Itoa(i)+"]", v.Index(i), f); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return checkFields(where, v)
	case reflect.Float64:
		return f.checkNumber(where, -1, v.Float())
	case reflect.Int:
		if n := int(v.Int()); !(f.minus != "" && n == -1) && !f.bounds.hold(float64(n)) {
			return fault.New(where, "is "+strconv.Itoa(n)+", expected "+f.expected(v.Type()))
		}
	case reflect.String:
		if _, ok := f.word(v.String()); !ok && v.Len() > 0 {
			return fault.New(where, `is "`+fault.Clip(v.String())+`", expected `+f.expected(v.Type()))
		}
	}
	return nil
}

var rows, row, file = reflect.TypeFor[[][]float64](), reflect.TypeFor[[]float64](), reflect.TypeFor[[]byte]()

// checkRow checks a list of numbers.
func (f *field) checkRow(where string, list []float64) error {
	for i, x := range list {
		if err := f.checkNumber(where, i, x); err != nil {
			return err
		}
	}
	return nil
}

// checkFields checks the fields of a struct.
func checkFields(where string, v reflect.Value) error {
	fields := fieldsOf(v.Type()).fields
	for i := range fields {
		f := &fields[i]
		if !f.required && v.Field(f.index).IsZero() {
			continue
		}
		at := f.name
		if where != "" {
			at = where + "." + f.name
		}
		if err := check(at, v.Field(f.index), f); err != nil {
			return err
		}
	}
	return nil
}

// checkNumber checks a number, which is item i of a list unless i is negative.
func (f *field) checkNumber(where string, i int, v float64) error {
	if !math.IsNaN(v) && !math.IsInf(v, 0) && (f.bounds.said == "" || f.bounds.hold(v)) {
		return nil
	}
	if i >= 0 {
		where += "[" + strconv.Itoa(i) + "]"
	}
	return fault.New(where, "is "+fault.Number(v)+", expected "+joined("a finite number", f.bounds.said))
}
