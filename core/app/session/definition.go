package session

import (
	"cmp"
	"reflect"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/strictjson"
)

// Definition describes an intent, and carries it out.
type Definition struct {
	// Defaults is a pointer to the type, with the values of the fields that may be missing.
	Defaults intent.Intent
	Effect
	do func(in intent.Intent) error
}

// on adds the definition of the intent that P points to.
func on[P any](all *[]Definition, defaults P, effect Effect, do func(in P) error) {
	*all = append(*all, Definition{defaults, effect, func(in intent.Intent) error { return do(in.(P)) }})
}

// Effect is a set of flags.
type Effect uint8

const (
	// Gesture marks intents that are sent in quick succession: a newer intent of the same name replaces one that is still queued, unless they
	// differ in the field with the tag target, which names what the gesture acts on. An intent with a field final is replaced only if final is
	// false, since it ends a gesture otherwise.
	Gesture Effect = 1 << iota
	// Edit marks intents that change the saved work beyond the position of the animation and the state of the controls.
	Edit
)

// Intents returns the definitions of all intents, from a session on which none is carried out.
func Intents() []Definition { return New(nil).definitions() }

// Type returns the type of the intent.
func (d *Definition) Type() reflect.Type { return reflect.TypeOf(d.Defaults).Elem() }

// Name returns the name of the intent.
func (d *Definition) Name() string { return intent.NameOf(d.Defaults) }

// Read reads an intent, an object whose values are those that package encoding/json decodes into any, and checks the types and ranges of
// its fields. Conditions that depend on the data are checked when it is carried out. An error is one sentence for the user.
func (s *Session) Read(object map[string]any) (*Definition, intent.Intent, error) {
	name, ok := object["do"].(string)
	d, known := s.intents[name]
	switch {
	case !ok:
		return nil, nil, messages.Refuse("This is not an intent: expected the field do, its name.")
	case !known:
		return nil, nil, messages.Refuse("The intent {} is unknown.", name)
	}
	in := reflect.New(d.Type())
	in.Elem().Set(reflect.ValueOf(d.Defaults).Elem())
	if wrong := strictjson.Fill(object, in.Interface()); wrong != nil {
		subject := cmp.Or(wrong.Field.Says, "The field "+wrong.Field.Name+" of the intent "+name)
		return nil, nil, messages.Refuse("{=} must be {=}, but it {=}.", subject, wrong.Expected, wrong.Is)
	}
	return &d, in.Interface(), nil
}
