// Package intent defines the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is an object whose field do names it. Unknown fields are ignored, and null counts as omitted.
//
// The types are the only declaration. Package strictjson reads and writes them by their tags, and the TypeScript of the page and
// the inputs of the hostile tests are derived from them; the tag says begins the sentence that refuses a value, such as "The
// tolerance". A table (All) has a row for each type: the values of fields that may be missing, and its effect on the saved work. So a new
// intent has a type and a row here, its case in Session.perform, and its control in the page.
//
//go:generate go run conelab/www/protocol
package intent

import (
	"reflect"
	"slices"
	"strings"
)

// Intent is a request to a session: a pointer to one of the types of this package.
type Intent any

// Definition is what there is to say about an intent besides its fields.
type Definition struct {
	// Of is a value of the type, with the values of the fields that may be missing.
	Of Intent
	// Gesture marks intents that are sent in quick succession: a newer intent of the same name replaces one that is still queued.
	// An intent with a field final is replaced only if final is false, since it ends a gesture otherwise.
	Gesture bool
	// Target names the field that identifies what a gesture acts on, or is "" if there is only one possibility. An intent for a
	// different row or neuron does not replace a queued one.
	Target string
	// Keeps is set if the intent changes the saved work beyond the position of the animation and the state of the controls.
	Keeps bool
}

// Type returns the type of the intent.
func (d *Definition) Type() reflect.Type { return reflect.TypeOf(d.Of) }

// Name returns the name of the intent, that of its type: addRows for AddRows.
func (d *Definition) Name() string {
	name := d.Type().Name()
	return strings.ToLower(name[:1]) + name[1:]
}

// definitions are those of all intents: a new one has its type and, above the types of its file, its row.
var definitions = slices.Concat(workIntents, dataIntents, modelIntents, viewIntents)

// All returns the definitions of all intents.
func All() []Definition { return definitions }
