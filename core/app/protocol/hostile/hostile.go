// Package hostile generates inputs for tests: intents of every type, both valid ones and ones with values at or beyond the ends of their ranges,
// values of other types, missing or duplicate fields, endless strings and lists, and damaged JSON and documents. It is driven by the definitions of
// package intent, so that new intents are covered.
package hostile

import (
	"encoding/json"
	"reflect"
	"strings"

	"pgregory.net/rapid"

	"conelab/core/app/protocol/intent"
)

// Payloads holds valid values, as JSON, for fields that no range describes: documents, texts, files and names. The keys have the form "do.field",
// such as "set.problem".
type Payloads map[string][]string

// Kinds returns the names of the types of all intents.
func Kinds() (kinds []string) {
	for _, definition := range intent.All() {
		kinds = append(kinds, reflect.TypeOf(definition.New()).Elem().Name())
	}
	return kinds
}

// Valid returns a generator of intents of a kind with all fields in their ranges. Documents are taken from the payloads.
func Valid(kind string, payloads Payloads) *rapid.Generator[string] {
	d := describe(kind)
	return rapid.Custom(func(t *rapid.T) string {
		draft := newDraft(t, d, payloads)
		if rapid.Bool().Draw(t, "more") { // ignored by the parser
			draft.entries = append(draft.entries, entry{"extra", "1", nil})
		}
		return draft.text()
	})
}

// Texts returns a generator of valid, invalid and damaged intents of a kind.
func Texts(kind string, payloads Payloads) *rapid.Generator[string] {
	d := describe(kind)
	return rapid.Custom(func(t *rapid.T) string {
		draft := newDraft(t, d, payloads)
		switch rapid.IntRange(0, 9).Draw(t, "damage") {
		case 0, 1:
		case 2:
			draft.drop(t)
		case 3:
			draft.add(t)
		case 4:
			return cut(t, draft.text())
		default:
			draft.spoil(t)
		}
		return draft.text()
	})
}

// describe returns the description of a kind.
func describe(kind string) intent.Description {
	for _, definition := range intent.All() {
		if made := definition.New(); reflect.TypeOf(made).Elem().Name() == kind {
			return intent.Describe(made)
		}
	}
	panic("hostile: there is no intent " + kind)
}

// entry is one field of a draft; of duplicate names JSON keeps the last.
type entry struct {
	name, value string
	member      *intent.Member // nil for do and for the field that distinguishes the intent
}

// draft is an intent to be written.
type draft struct {
	of       intent.Description
	payloads Payloads
	entries  []entry
}

func newDraft(t *rapid.T, of intent.Description, payloads Payloads) *draft {
	d := &draft{of: of, payloads: payloads, entries: []entry{{"do", quote(of.Do), nil}}}
	switch {
	case !of.Fixed():
	case of.Sign:
		d.entries = append(d.entries, entry{of.Key, "true", nil})
	default:
		d.entries = append(d.entries, entry{of.Key, quote(of.Words[0]), nil})
	}
	for i := range of.Members {
		m := &of.Members[i]
		if m.Optional && rapid.Bool().Draw(t, "left out") {
			continue
		}
		d.entries = append(d.entries, entry{m.Name, d.valid(t, m), m})
	}
	return d
}

func (d *draft) text() string {
	parts := make([]string, len(d.entries))
	for i, e := range d.entries {
		parts[i] = quote(e.name) + ":" + e.value
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// pick returns the index of a random entry, rarely that of do.
func (d *draft) pick(t *rapid.T) int {
	if len(d.entries) == 1 {
		return 0
	}
	return max(rapid.IntRange(-len(d.entries), len(d.entries)-1).Draw(t, "entry"), 1)
}

// drop omits a field.
func (d *draft) drop(t *rapid.T) {
	k := d.pick(t)
	d.entries = append(d.entries[:k], d.entries[k+1:]...)
}

// add adds a duplicate field, or one that the intent does not have.
func (d *draft) add(t *rapid.T) {
	names := []string{"extra", "__proto__", "constructor", "", "do", "final", "name", "value", "index", "text", "data"}
	for _, e := range d.entries {
		names = append(names, e.name)
	}
	d.entries = append(d.entries, entry{rapid.SampledFrom(names).Draw(t, "name"), wild(t), nil})
}

// spoil replaces the value of a field, or a value within its document.
func (d *draft) spoil(t *rapid.T) {
	e := &d.entries[d.pick(t)]
	switch {
	case e.member == nil:
		e.value = wild(t)
	case e.member.Kind == intent.JSON && rapid.Bool().Draw(t, "within"):
		e.value = spoilDocument(t, e.value)
	case rapid.Bool().Draw(t, "at the border"):
		e.value = border(t, e.member)
	default:
		e.value = wild(t)
	}
}

// cut truncates the text or inserts something into it.
func cut(t *rapid.T, text string) string {
	at := rapid.IntRange(0, len(text)).Draw(t, "cut")
	if rapid.Bool().Draw(t, "short") {
		return text[:at]
	}
	return text[:at] + rapid.SampledFrom([]string{"\x00", "\xff", "}", "]", `"`, ",", "0", "{}"}).Draw(t, "in the middle") + text[at:]
}

// quote returns a string as JSON.
func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}
