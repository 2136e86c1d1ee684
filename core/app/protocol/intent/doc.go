// Package intent has everything that the page, the view and an embedding page can ask of a session: one type for each intent.
//
// An intent is written as a JSON object whose field do names it. Where one name stands for several intents, another field decides which it
// is, by its word ({"do":"race","name":"pause"}) or by being there ({"do":"rows","remove":[3]}). Package parse reads that form.
//
// Each type describes its fields once, in its method form: their names, kinds, ranges and defaults. The JSON text, the parser, the
// TypeScript types and constructors, the table in intents.md and the inputs of the hostile tests all come from that description. What an
// intent does to the history and to the work that is kept is a row of the table (All).
//
// The name of a field in Go is that in JSON with a capital.
//
//go:generate go run conelab/www/protocol
package intent
