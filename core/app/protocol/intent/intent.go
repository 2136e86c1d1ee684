// Package intent has the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is an object whose field do is its name: addRows for AddRows, and beta for SetBeta. Unknown fields are ignored, and null
// counts as omitted.
//
// The types are the only declaration. Package strictjson reads and writes them by their tags, and the TypeScript of the page and
// the inputs of the hostile tests are derived from them; the tag says begins the sentence that refuses a value, such as "The
// tolerance". A new intent has its type here, its row in the table of package session, and its control in the page.
//
//go:generate go run conelab/www/protocol
package intent

import (
	"reflect"
	"strings"

	"conelab/core/data/strictjson"
)

// Intent is a request to a session: one of the types of this package, or a pointer to it.
type Intent any

// NameOf returns the name of an intent: that of its type, without Set and with a small first letter.
func NameOf(in Intent) string {
	name := strings.TrimPrefix(reflect.Indirect(reflect.ValueOf(in)).Type().Name(), "Set")
	return strings.ToLower(name[:1]) + name[1:]
}

// JSON returns an intent as a session reads it: its name and its fields.
func JSON(in Intent) string {
	name, fields := `{"do":"`+NameOf(in)+`"`, string(strictjson.Line(in))
	if fields == "{}" {
		return name + "}"
	}
	return name + "," + fields[1:]
}

// fieldOf returns the declaration of a field of an intent by its name in JSON, for the packages that need to know what it allows.
func fieldOf[T any](name string) strictjson.Field {
	for _, f := range strictjson.Fields(reflect.TypeFor[T]()) {
		if f.Name == name {
			return f
		}
	}
	panic("intent: there is no field " + name)
}
