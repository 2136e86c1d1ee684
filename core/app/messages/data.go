package messages

import "strings"

// Sentences on data.

// FormulaTitle is the title of a problem whose labels come from a formula.
const FormulaTitle = "Points labelled by a formula"

// Sentences on files. Those without a full stop are parts of sentences: see Sentence.

// FileTooLarge refuses a file.
func FileTooLarge(most int) error {
	return refuse("The file is larger than ", count(most>>20), " MB, which is more than the page can take.")
}

// ColumnName is the name of a column without one.
func ColumnName(j int) string { return "column " + nth(j) }

// Note turns a decision about a file, reported by a package below, into a sentence.
func Note(text string) string { return Capital(text) + "." }

// RowNames explains why a column is not proposed as a feature.
func RowNames(column string) string {
	return "The column " + quote(column) + " numbers or names the rows, and is no feature."
}

// Together joins sentences to one text.
func Together(sentences []string) string { return strings.Join(sentences, " ") }

// CellRange refuses a number that is too large.
func CellRange(place, text string) error {
	return refuse(place, " is ", Clip(text), ", which is not between -1e30 and 1e30, expected a number")
}
