// Package document reads and writes Conelab's JSON documents: problem, solution, matrix, decomposition and check; and writes those of a
// path over beta and of a cross-validation.
//
// Reading is strict, because a document is written by hand or by a stranger's program: null is not zero, an unknown or repeated name is
// not skipped, and a fault is reported as one sentence that says what is wrong, where (data.x[1][0], or a line and column), and what was
// expected. Writing keeps every number exactly: the shortest text that reads back as the same double.
//
// The formats are versioned by their "format" name and do not change.
package document
