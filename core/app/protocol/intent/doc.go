// Package intent defines the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is a JSON object whose field do names it. If several intents share a name, another field distinguishes them, by its value
// ({"do":"race","name":"pause"}) or by its presence ({"do":"rows","remove":[3]}). Unknown fields are ignored, and null counts as omitted.
//
// The types are the only declaration. Package strictjson reads and writes them by their tags, and the TypeScript of the page and the inputs of
// the hostile tests are derived from them; the tag says begins the sentence that refuses a value, such as "The tolerance". A table (All) has a
// row for each type: its name, the values of fields that may be missing, and its effect on the saved work.
//
//go:generate go run conelab/www/protocol
package intent
