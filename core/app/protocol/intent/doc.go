// Package intent defines the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is a JSON object whose field do names it. If several intents share a name, another field distinguishes them, by its value
// ({"do":"race","name":"pause"}) or by its presence ({"do":"rows","remove":[3]}). Unknown fields are ignored, and null counts as omitted.
//
// The types are the only declaration. Their fields have the same names in JSON, beginning with a small letter, and these tags:
//
//	says     begins the sentence that refuses a value, such as "The tolerance"
//	no       a noun, for values that name or count something (from 0): the sentence is then "There is no neuron 3."
//	range    bounds of each number in words: "from 0 to 50 per cent", "above 0 and below 1"; whole numbers need none to be at least 0
//	words    the words allowed
//	default  the value, in JSON, of a field that may be omitted, or "" for the zero value; fields of a pointer type may always be
//
// Decode and JSON read and write intents by them; the TypeScript of the page and the inputs of the hostile tests are derived from them. A
// table (All) has a row for each type: its name, and its effects on the undo history and on the saved work.
//
//go:generate go run conelab/www/protocol
package intent
