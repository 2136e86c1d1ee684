package messages

// Sentences on data.

// FormulaTitle is the title of a problem whose labels come from a formula.
const FormulaTitle = "Points labelled by a formula"

var (
	// ColumnName is the name of a column without one. RowNames explains why a column is not proposed as a feature.
	ColumnName = sentence1[int]("column {+1}")
	RowNames   = sentence1[string]("The column {} numbers or names the rows, and is no feature.")
)

// Note turns a decision about a file, reported by a package below, into a sentence.
func Note(text string) string { return Capital(text) + "." }
