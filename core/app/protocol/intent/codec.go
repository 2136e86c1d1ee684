package intent

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// form is the JSON form of an intent.
type form struct {
	*Definition
	fields []Field
}

// forms holds the form of each type, families those of the intents that share a name.
var forms, families = func() (map[reflect.Type]*form, map[string][]*form) {
	forms, families := map[reflect.Type]*form{}, map[string][]*form{}
	for i := range definitions {
		d := &definitions[i]
		f := &form{d, Fields(d.Type())}
		forms[d.Type()] = f
		families[d.Do] = append(families[d.Do], f)
	}
	return forms, families
}()

// digits is the number of significant digits that are written, more than the precision of a pointer.
const digits = 9

// JSON returns the JSON form of an intent, without optional fields that are empty and flags that have their defaults. It begins with the
// name.
func JSON(in Intent) string {
	v := reflect.Indirect(reflect.ValueOf(in))
	f := forms[v.Type()]
	text := []byte(`{"do":"` + f.Do + `"`)
	if f.Value != "" {
		text = append(text, `,"`+f.Key+`":`+f.Value...)
	}
	for i := range f.fields {
		field, value := &f.fields[i], v.Field(i)
		isDefault := field.Default == "" && value.IsZero() || value.Kind() == reflect.Bool && strconv.FormatBool(value.Bool()) == field.Default
		if field.Optional && isDefault {
			continue
		}
		text = write(append(text, `,"`+field.Name+`":`...), value)
	}
	return string(append(text, '}'))
}

// write appends a value in JSON. Numbers that JSON cannot represent become null.
func write(text []byte, v reflect.Value) []byte {
	switch kind := v.Kind(); {
	case kind == reflect.Pointer && !v.IsNil():
		return write(text, v.Elem())
	case kind == reflect.Float64 && v.Float()-v.Float() == 0:
		return strconv.AppendFloat(text, v.Float(), 'g', digits, 64)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		text = append(text, '[')
		for i := range v.Len() {
			if i > 0 {
				text = append(text, ',')
			}
			text = write(text, v.Index(i))
		}
		return append(text, ']')
	}
	written, err := json.Marshal(v.Interface())
	if err != nil {
		return append(text, "null"...)
	}
	return append(text, written...)
}

// Decode reads an intent and checks the types and ranges of its fields. Conditions that depend on the data are left to who carries it out. An
// error is one sentence for the user.
func Decode(text []byte) (Intent, error) {
	var given map[string]json.RawMessage
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(text, &given), &syntax) {
		return nil, errors.New("This is not an intent: " + clip([]byte(syntax.Error())) + ".")
	}
	maps.DeleteFunc(given, func(_ string, raw json.RawMessage) bool { return string(raw) == "null" })
	var do string
	if given["do"] == nil || json.Unmarshal(given["do"], &do) != nil {
		return nil, errors.New("This is not an intent: expected a JSON object with the field do, its name.")
	}
	family := families[do]
	if family == nil {
		return nil, errors.New("The intent " + quote(do) + " is unknown.")
	}
	f, err := choose(family, given)
	if err != nil {
		return nil, err
	}
	in := reflect.New(f.Type())
	for i := range f.fields {
		if err := f.read(&f.fields[i], in.Elem().Field(i), given[f.fields[i].Name]); err != nil {
			return nil, err
		}
	}
	return in.Interface(), nil
}

// choose returns the intent of a family that the fields select.
func choose(family []*form, given map[string]json.RawMessage) (chosen *form, err error) {
	var keyed, rest []*form
	var options []string
	for _, f := range family {
		raw := given[f.Key]
		switch {
		case f.Key == "":
			rest = append(rest, f)
		case f.Value == "" && raw != nil || f.Value != "" && string(raw) == f.Value:
			keyed = append(keyed, f)
		}
		options = append(options, strings.Trim(f.Key+" "+strings.Trim(f.Value, `"`), " "))
	}
	if len(keyed) == 0 {
		keyed = rest
	}
	if len(keyed) != 1 {
		return nil, errors.New("The intent " + family[0].Do + " needs exactly one of " + list(options) + ".")
	}
	return keyed[0], nil
}

// read sets a field to its value in JSON, or to its default.
func (f *form) read(field *Field, to reflect.Value, raw json.RawMessage) error {
	switch {
	case raw == nil && !field.Optional:
		return errors.New("The intent " + f.Do + " needs the field " + field.Name + ".")
	case raw == nil && field.Default == "":
		return nil
	case raw == nil:
		raw = json.RawMessage(field.Default)
	}
	switch field.Type {
	case reflect.TypeFor[json.RawMessage]():
		to.SetBytes(raw) // without a copy
		return nil
	case reflect.TypeFor[[]byte]():
		if raw[0] != '"' {
			return f.refuse(field, raw)
		}
		// A file, which package encoding/json would go through four times.
		if content, err := base64.StdEncoding.AppendDecode([]byte{}, raw[1:len(raw)-1]); err == nil {
			to.SetBytes(content)
			return nil
		}
	}
	isList := field.Type.Kind() == reflect.Slice && raw[0] == '['
	if isList && bytes.Contains(raw, []byte("null")) || json.Unmarshal(raw, to.Addr().Interface()) != nil {
		return f.refuse(field, raw)
	}
	return f.check(field, reflect.Indirect(to), raw)
}

// check refuses a value that is not among those that the field allows.
func (f *form) check(field *Field, v reflect.Value, raw []byte) error {
	number := 0.0
	switch v.Kind() {
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return nil
		}
		for i := range v.Len() {
			if err := f.check(field, v.Index(i), raw); err != nil {
				return err
			}
		}
		return nil
	case reflect.String:
		if len(field.Words) > 0 && !slices.Contains(field.Words, v.String()) {
			return errors.New("There is no " + field.No + " " + quote(v.String()) + ".")
		}
		return nil
	case reflect.Float64:
		number = v.Float() + 0 // turns minus zero into zero
		v.SetFloat(number)
	case reflect.Int:
		number = float64(v.Int())
	}
	switch {
	case number >= field.Low && number <= field.High || v.Kind() == reflect.Bool || v.CanInt() && v.Interface() == GlobalPool:
		return nil
	case field.No != "":
		return errors.New("There is no " + field.No + " " + strconv.Itoa(int(number)+1) + ".")
	}
	return f.refuse(field, raw)
}

// refuse returns the error that states what a field must be and what it is.
func (f *form) refuse(field *Field, raw []byte) error {
	says := field.Says
	if says == "" {
		says = "The field " + field.Name + " of the intent " + f.Do
	}
	return errors.New(says + " must be " + field.Kind() + ", but it is " + clip(raw) + ".")
}

// UnmarshalJSON reads a number of patches, or the word global.
func (p *Pool) UnmarshalJSON(text []byte) error {
	if string(text) == `"global"` {
		*p = GlobalPool
		return nil
	}
	return json.Unmarshal(text, (*int)(p))
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
