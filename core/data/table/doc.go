// Package table reads numbers from text tables and from NumPy's .npy files.
//
// A text table has one row per line, with cells separated by semicolons, tabs, commas or white space, whichever the first line shows.
// Its first line may be a header of names. Cells may be quoted; blank lines and lines that start with # are skipped. Parse
// takes every other cell for a finite number: a missing or strange one is refused by line and column, never skipped or taken for zero.
// ParseText leaves the cells as they are, for tables with classes in words, and a Format overrides what is guessed.
package table
