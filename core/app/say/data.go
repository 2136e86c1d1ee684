package say

import "strings"

// Sentences on data.

// NoPoints refuses an operation that needs points.
func NoPoints() error { return refuse("There are no points yet.") }

// NoPoint refuses the index of a point.
func NoPoint(i int) error { return refuse("There is no point ", nth(i), ".") }

// TooLongForQR refuses a text that no QR code holds.
func TooLongForQR(length, most int) error {
	return refuse("A QR code holds at most ", count(most), " letters, but the text has ", count(length), ".")
}

// NoPreset refuses the name of a preset.
func NoPreset(name string) error { return refuse("There is no preset ", quote(name), ".") }

// ProblemUnreadable refuses a problem document.
func ProblemUnreadable(err error) error { return because("The problem cannot be read", err) }

// LabelsAreNumbers refuses to turn rows of numbers into classes.
func LabelsAreNumbers(outputs int) error {
	return refuse("Each label here is a row of ", count(outputs), " numbers, which do not name a class; clear the stage to draw classes.")
}

// RowsNameNoClass refuses to give such labels a class.
func RowsNameNoClass(outputs int) error {
	return refuse("Each label here is a row of ", count(outputs), " numbers, which do not name a class.")
}

// SignRange refuses the label of new points, ClassRange their class.
func SignRange(label float64) error {
	return refuse("The label to draw with must be 1 or -1, but it is ", Number(label), ".")
}

// ClassRange refuses the class of new points.
func ClassRange(classes int, class float64) error {
	return refuse("The class to draw with must be a whole number from 1 to ", count(classes), ", but it is ", Number(class), ".")
}

// BlankSize refuses the shape of samples to be drawn.
func BlankSize(most int) error {
	return refuse("Samples to draw have a length, or a height and a width, of 2 to ", count(most), " numbers in all.")
}

// ShapeSize refuses a side of a stored shape of samples.
func ShapeSize(v int) error {
	return refuse("The shape of a sample has the size ", count(v), ", expected whole numbers above 0.")
}

// ShapeEntries refuses a stored shape of samples.
func ShapeEntries(entries, features int) error {
	return refuse("The shape of a sample has ", count(entries), " entries in up to three directions, expected ", count(features), ", the number of features.")
}

// FormulaTitle is the title of a problem whose labels come from a formula.
const FormulaTitle = "Points labelled by a formula"

// FormulaWithoutVariable refuses a formula.
func FormulaWithoutVariable() error {
	return refuse("The formula has no variable; use x1, x2 or x3.")
}

// FormulaHasNoValue refuses a formula.
func FormulaHasNoValue() error {
	return refuse("The formula has a value in too little of the square from -1 to 1.")
}

// NothingLeftToTrain refuses to hold out all points.
func NothingLeftToTrain() error { return refuse("At least one point must be left to train on.") }

// Sentences on the table.

// NoRow refuses the index of a row.
func NoRow(i int) error { return refuse("There is no row ", nth(i), ".") }

// NoRowChosen refuses an operation on rows if none is given.
func NoRowChosen() error { return refuse("No row is chosen.") }

// NoRowToWrite refuses an empty write.
func NoRowToWrite() error { return refuse("There is no row to write.") }

// TooManyRows refuses more rows.
func TooManyRows(most int) error { return refuse("The table can have at most ", count(most), " rows.") }

// RowWidth refuses a row.
func RowWidth(i, want, got int) error {
	return refuse("Row ", nth(i), " needs ", count(want), " numbers, but it has ", count(got), ".")
}

// RowEntry refuses a number of a row.
func RowEntry(i int, v float64) error {
	return refuse("Row ", nth(i), " has the number ", Number(v), ", which is not between -1e30 and 1e30.")
}

// LabelsTogether refuses to change the labels of rows that have several.
func LabelsTogether() error {
	return refuse("Labels can be changed together only where there is one output.")
}

// Sentences on files. Those without a full stop are parts of sentences: see Sentence.

// FileTooLarge refuses a file.
func FileTooLarge(most int) error {
	return refuse("The file is larger than ", count(most>>20), " MB, which is more than the page can take.")
}

// NoTableWaits refuses a choice of columns.
func NoTableWaits() error { return refuse("No table waits for a choice of columns.") }

// LabelRows refuses a second array.
func LabelRows(rows, width, want int) error {
	return refuse("the labels have ", count(rows), " rows of ", count(width), ", expected one label for each of ", count(want), " rows of features")
}

// TableRows refuses the height of a table.
func TableRows(rows, most int) error {
	return refuse("the table has ", count(rows), " rows, expected at most ", count(most))
}

// TableColumns refuses the width of a table.
func TableColumns(columns, most int) error {
	return refuse("the table has ", count(columns), " columns, expected at most ", count(most))
}

// TableWithoutFeatures refuses a table of one column.
func TableWithoutFeatures() error {
	return refuse("the table has no column beside the label, expected at least one of features")
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

// NoLabelColumn refuses the index of the column of the labels.
func NoLabelColumn(j int) error { return refuse("there is no column ", nth(j), " for the labels") }

// NoFeatureColumn refuses the index of a column of features.
func NoFeatureColumn(j int) error { return refuse("there is no column ", nth(j), " for a feature") }

// FeatureColumns refuses a number of columns.
func FeatureColumns(most, got int) error {
	return refuse("choose 1 to ", count(most), " columns of features, not ", count(got))
}

// ColumnIsLabel refuses a column as a feature.
func ColumnIsLabel(name string) error {
	return refuse("the column ", quote(name), " cannot be a feature and the label")
}

// ColumnTwice refuses a column as a feature.
func ColumnTwice(name string) error { return refuse("the column ", quote(name), " is chosen twice") }

// TooManyWords refuses a column of words as the label.
func TooManyWords(name string, words, most int) error {
	return refuse("the column ", quote(name), " has ", count(words), " different words, expected at most ", count(most), " classes")
}
