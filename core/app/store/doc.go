// Package store reads and writes files: a user's work, the documents that can be requested by name, and data from outside.
//
// Work is stored as document.Shared: the present state, the controls, and the position of the film. Saved work also contains the history and the claim
// under check; a link has no history. Older forms stay readable, see work_legacy.go.
//
// Importer reads problem documents, text tables, and NumPy arrays. A table with up to three feature columns of numbers and one label column is loaded
// at once. Other tables wait: the page gets their columns, until an intent chooses among them or says whether the first line holds their names.
package store
