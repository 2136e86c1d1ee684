// Package parse parses the JSON form of intents.
package parse

import (
	"encoding/json"
	"errors"
	"strings"

	"conelab/core/app/protocol/intent"
)

// Intent parses an intent and checks the kinds and ranges of its fields. Conditions that depend on the data are left to the recipient. Unknown fields
// are ignored, and null counts as omitted. An error is one sentence for the user.
func Intent(text []byte) (intent.Intent, error) {
	fields, err := fieldsOf(text)
	if err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return nil, errors.New("This is not an intent: expected a JSON object, but it is " + clip(text) + ".")
		}
		return nil, errors.New("This is not an intent: " + clip([]byte(err.Error())) + ".")
	}
	r := &reader{fields: fields}
	name, ok := fields["do"]
	if !ok || json.Unmarshal(name, &r.do) != nil {
		return nil, errors.New("This is not an intent: expected the field do with its name.")
	}
	family := families[r.do]
	if family == nil {
		return nil, errors.New("The intent " + quote(r.do) + " is unknown.")
	}
	chosen, err := r.choose(family)
	if err != nil {
		return nil, err
	}
	in := chosen.New()
	intent.Visit(in, r)
	if r.err != nil {
		return nil, r.err
	}
	return in, nil
}

// families maps a name to the intents that share it.
var families = func() map[string][]*member {
	families := map[string][]*member{}
	for _, definition := range intent.All() {
		m := &member{definition, intent.Describe(definition.New())}
		families[m.Do] = append(families[m.Do], m)
	}
	return families
}()

// member is one of the intents that share a name.
type member struct {
	intent.Definition
	intent.Description
}

// choose returns the intent of the family that the fields select.
func (r *reader) choose(family []*member) (*member, error) {
	var chosen *member
	for _, m := range family {
		switch {
		case !r.means(m):
		case chosen == nil:
			chosen = m
		case m.Key != "" && m.Words == nil && !m.Sign && !chosen.Sign:
			return nil, r.oneOf(family)
		}
	}
	if chosen != nil {
		return chosen, nil
	}
	key := family[0].Key
	words := []string{}
	for _, m := range family {
		words = append(words, m.Words...)
	}
	var word string
	switch raw, ok := r.field(key); {
	case len(words) == 0:
		return nil, r.oneOf(family)
	case !ok || json.Unmarshal(raw, &word) != nil:
		return nil, errors.New("The intent " + r.do + " needs the field " + key + ": " + list(words) + ".")
	case key == "kind":
		return nil, errors.New("There is no " + r.do + " " + quote(word) + ".")
	}
	return nil, errors.New("The intent " + r.do + " does not know " + quote(word) + ": expected " + list(words) + ".")
}

// means reports whether the fields select the member.
func (r *reader) means(m *member) bool {
	raw, ok := r.field(m.Key)
	switch {
	case m.Key == "":
		return true
	case m.Sign:
		return string(raw) == "true"
	case len(m.Words) == 0 || !ok:
		return ok
	}
	var word string
	if json.Unmarshal(raw, &word) != nil {
		return false
	}
	for _, w := range m.Words {
		if w == word {
			return true
		}
	}
	return false
}

// oneOf returns the error for a missing or ambiguous distinguishing field, of which exactly one must be present.
func (r *reader) oneOf(family []*member) error {
	var keys []string
	for _, m := range family {
		if m.Key != "" {
			keys = append(keys, m.Key)
		}
	}
	return errors.New("The intent " + r.do + " needs exactly one of the fields " + list(keys) + ".")
}

// list joins words with commas and "or".
func list(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
