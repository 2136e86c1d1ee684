// Package intent defines the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is a JSON object whose field do names it. If several intents share a name, another field distinguishes them, by its value
// ({"do":"race","name":"pause"}) or by its presence ({"do":"rows","remove":[3]}). Package parse reads this form.
//
// The method form of each type describes its fields: names, kinds, ranges and defaults. The JSON encoder, the parser, the TypeScript types
// and constructors, the table in intents.md and the inputs of the hostile tests are all derived from it. The effects of an intent on the
// history and on the saved work are listed in a table (All).
//
// A field has the same name in Go and in JSON, capitalised in Go.
//
//go:generate go run conelab/www/protocol
package intent
