// Package session is the application without its window: the only owner of the data, the model, the undo history, the solution and the
// playback of its decomposition.
//
// Intents go in (Apply), answers come out (Page, SnapshotTo and Document, see package protocol). The solver worker runs a session for the page;
// tests and the command line run it natively. It has no clock, files or goroutines: time comes as tick intents and as a function that reads
// a clock, and long work is done in slices that the owner grants (Work).
//
// A session wires parts together, each a package of its own that knows only those below it:
//
//	say, effect                         sentences; what an intent in one part means for the others
//	plane, drawing                      the plane in which more than three features are shown; drawings of lines and marks
//	workspace                           data, model, sampling, selection: a value, and the history that travels over it
//	gesture, importer, solution, jobs   what a pointer draws; files that are read; the certified optimum; path, study and race
//	layers                              several layers, each with a state and a solution of its own
//	appraisal                           how good the certified network fits, and what would help
//	playback                            films
//	claim                               what others found, under check
//	stage, persistence, documents       what the pictures show; work stored and read back; what can be asked for by name
//
// Apply offers an intent to one part after the other until one carries it out; its effect is passed on to the others. The intents, with their
// fields, ranges and what they leave in the history, are those of package intent; intents.md there has all of them.
//
// An intent that cannot be carried out changes nothing and comes back as one sentence.
package session
