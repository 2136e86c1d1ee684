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

// byType holds the definition of each type, families those of the intents that share a name.
var byType, families = func() (map[reflect.Type]*Definition, map[string][]*Definition) {
	byType, families := map[reflect.Type]*Definition{}, map[string][]*Definition{}
	for i := range definitions {
		d := &definitions[i]
		byType[d.Type()] = d
		families[d.Do] = append(families[d.Do], d)
	}
	return byType, families
}()

// JSON returns the name of an intent and its JSON form. An intent with a number that is not finite has no fields, and is refused.
func JSON(in Intent) (name, text string) {
	d := byType[reflect.Indirect(reflect.ValueOf(in)).Type()]
	head := `{"do":"` + d.Do + `"`
	if d.Value != "" {
		head += `,"` + d.Key + `":` + d.Value
	}
	fields := strictjson.Line(in)
	if len(fields) <= len("{}") {
		return d.Do, head + "}"
	}
	return d.Do, head + "," + string(fields[1:])
}

// Decode reads an intent and checks the types and ranges of its fields. Conditions that depend on the data are left to who
// carries it out. An error is one sentence for the user.
func Decode(text []byte) (Intent, error) {
	given, err := strictjson.Items(text)
	if err != nil {
		return nil, errors.New("This is not an intent: " + err.Error() + ".")
	}
	var do string
	if name := given.Get("do"); name == nil || json.Unmarshal(name, &do) != nil {
		return nil, errors.New("This is not an intent: expected a JSON object with the field do, its name.")
	}
	family := families[do]
	if family == nil {
		return nil, errors.New("The intent " + strconv.Quote(fault.Clip(do)) + " is unknown.")
	}
	d, err := choose(family, given)
	if err != nil {
		return nil, err
	}
	in := reflect.New(d.Type())
	in.Elem().Set(reflect.ValueOf(d.Of))
	if err := given.Read(in.Interface()); err != nil {
		return nil, d.refuse(err)
	}
	return in.Interface(), nil
}

// choose returns the intent of a family that the fields select.
func choose(family []*Definition, given strictjson.Object) (chosen *Definition, err error) {
	var keyed, rest []*Definition
	var options []string
	for _, d := range family {
		raw := string(given.Get(d.Key))
		switch {
		case d.Key == "":
			rest = append(rest, d)
		case d.Value == "" && raw != "" && raw != "null" || d.Value != "" && raw == d.Value:
			keyed = append(keyed, d)
		}
		options = append(options, strings.Trim(d.Key+" "+strings.Trim(d.Value, `"`), " "))
	}
	if len(keyed) == 0 {
		keyed = rest
	}
	if len(keyed) != 1 {
		return nil, errors.New("The intent " + family[0].Do + " needs exactly one of " + strings.Join(options, ", ") + ".")
	}
	return keyed[0], nil
}

// refuse returns the sentence for a field that cannot be read.
func (d *Definition) refuse(err error) error {
	where, what, _ := strings.Cut(err.Error(), " ") // "values[1] is null, expected a number"
	name, _, _ := strings.Cut(where, "[")
	subject := "The field " + name + " of the intent " + d.Do
	for i := range d.Type().NumField() {
		if tag := d.Type().Field(i).Tag; tag.Get("says") != "" && nameIn(tag) == name {
			subject = tag.Get("says")
		}
	}
	is, expected, told := strings.Cut(what, ", expected ")
	if !told {
		return errors.New(subject + " " + is + ".")
	}
	return errors.New(subject + " must be " + expected + ", but it " + is + ".")
}

// nameIn returns the name of a field in JSON.
func nameIn(tag reflect.StructTag) string {
	name, _, _ := strings.Cut(tag.Get("json"), ",")
	return name
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
