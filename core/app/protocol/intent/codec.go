package intent

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
)

// byType holds the definition of each type, byName that of each name.
var byType, byName = func() (map[reflect.Type]*Definition, map[string]*Definition) {
	byType, byName := map[reflect.Type]*Definition{}, map[string]*Definition{}
	for i := range definitions {
		d := &definitions[i]
		byType[d.Type()], byName[d.Name()] = d, d
	}
	return byType, byName
}()

// Object returns an intent as the object that Read reads: its name and its fields.
func Object(in Intent) map[string]any {
	object := strictjson.Object(in)
	object["do"] = byType[reflect.Indirect(reflect.ValueOf(in)).Type()].Name()
	return object
}

// Decode reads an intent that is written in JSON: see Read.
func Decode(text []byte) (Intent, error) {
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, errors.New("This is not an intent: expected a JSON object.")
	}
	return Read(object)
}

// Read reads an intent, an object whose values are those that package encoding/json decodes into any, and checks the types and ranges of
// its fields. Conditions that depend on the data are left to who carries it out. An error is one sentence for the user.
func Read(object map[string]any) (Intent, error) {
	name, is := object["do"].(string)
	d := byName[name]
	switch {
	case !is:
		return nil, errors.New("This is not an intent: expected the field do, its name.")
	case d == nil:
		return nil, errors.New("The intent " + strconv.Quote(fault.Clip(name)) + " is unknown.")
	}
	in := reflect.New(d.Type())
	in.Elem().Set(reflect.ValueOf(d.Of))
	if err := strictjson.Fill(object, in.Interface()); err != nil {
		return nil, d.refuse(err)
	}
	return in.Interface(), nil
}

// refuse returns the sentence for a field that cannot be read.
func (d *Definition) refuse(err error) error {
	where, what, _ := strings.Cut(err.Error(), " ") // "values[1] is null, expected a number"
	name, _, _ := strings.Cut(where, "[")
	subject := "The field " + name + " of the intent " + d.Name()
	for _, f := range strictjson.Fields(d.Type()) {
		if f.Name == name && f.Says != "" {
			subject = f.Says
		}
	}
	is, expected, told := strings.Cut(what, ", expected ")
	if !told {
		return errors.New(subject + " " + is + ".")
	}
	return errors.New(subject + " must be " + expected + ", but it " + is + ".")
}

// fieldOf returns the declaration of a field of an intent by its name in JSON.
func fieldOf[T any](name string) strictjson.Field {
	for _, f := range strictjson.Fields(reflect.TypeFor[T]()) {
		if f.Name == name {
			return f
		}
	}
	panic("intent: there is no field " + name)
}

// least, most and words return what the declaration of a field allows, for the packages that need to know.
func least[T any](name string) float64  { return fieldOf[T](name).Low }
func most[T any](name string) float64   { return fieldOf[T](name).High }
func words[T any](name string) []string { return fieldOf[T](name).Words }
