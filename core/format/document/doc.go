// Package document reads and writes Conelab's JSON documents: problem, solution, matrix, decomposition and check. It also writes those of a
// path over beta and of a cross-validation.
//
// Each field is declared once, in the tags of its struct, by which package strictjson reads, checks and writes it; what depends on more
// than one field is checked here. Reading is strict, because a document may be written by hand or by an unknown program: null is not
// zero, and an unknown or repeated name is not skipped. An error is one sentence that says what is wrong, where (data.x[1][0], or a line
// and column), and what was expected. Writing keeps every number exactly: as the shortest text that reads back as the same double.
//
// The formats are versioned by their "format" name; a version never changes.
package document
