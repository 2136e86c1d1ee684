// Package session is the application without its user interface. It owns the data, the model, the undo history, the solution and the
// playback of its decomposition.
//
// A session takes intents (Apply) and returns answers (Page, SnapshotTo and Document, see package protocol). The solver worker runs one for
// the page; tests and the build run it natively. It uses no clock, files or goroutines: time is passed in by tick intents and by a function that reads a
// clock, and long work is done in slices that the owner grants (Work).
//
// A session connects parts, each in a package of its own that imports only those above it or beside it in this list:
//
//	say, effect   sentences; the consequences of an intent in one part for the others
//	workspace     data, model, sampling and selection as a value, with its history
//	solve         the certified optimum; several layers; path, study and race
//	verify        matrices, solutions and networks under check; how well the certified network fits, and what would improve it
//	view          what the pictures show, films, the argument for optimality; pointer input
//	store         saving and restoring work; documents requested by name; imported files
//
// Package intent declares the intents: their fields and ranges, and their effect on the history. What each does is a table (carryOut). Apply
// carries one out and passes its effect on one part on to the others.
//
// An intent that cannot be applied changes nothing and returns an error of one sentence.
package session
