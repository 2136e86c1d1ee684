package say

import "strings"

// Sentences on work, links and other documents.

// CannotOpen refuses a document.
func CannotOpen(err error) error { return refuse("This cannot be opened: ", trimmed(err), ".") }

// NotWork refuses a document that is not saved work.
func NotWork() error {
	return refuse("This is not kept work, which is a JSON object that names its format.")
}

// WorkFormat refuses the format of work.
func WorkFormat(format, expected string) error {
	return refuse("The format of this work is ", quote(format), ", expected ", quote(expected), ".")
}

// WorkWithoutPresent refuses work whose present state does not exist.
func WorkWithoutPresent(states, at int) error {
	return refuse("This work has ", count(states), " states, and the present one is said to be number ", nth(at), ".")
}

// StateUnusable refuses a state of work.
func StateUnusable(i int, err error) error {
	return refuse("State ", nth(i), " of this work cannot be used: ", strings.TrimPrefix(trimmed(err), "This cannot be opened: "), ".")
}

// LegacyState refuses a state of work in the first format.
func LegacyState(features int, beta float64) error {
	return refuse("it has ", count(features), " features and beta ", Number(beta))
}

// PresetPoints refuses the number of a preset's points.
func PresetPoints(most, points int) error {
	return refuse("A preset can have ", count(most), " points, not ", count(points), ".")
}

// EmptyFeatures refuses the number of features of an empty stage.
func EmptyFeatures(features int) error {
	return refuse("An empty stage can have up to three features, but this one has ", count(features), ".")
}

// EmptyClasses refuses the number of classes of an empty stage.
func EmptyClasses(most, classes int) error {
	return refuse("An empty stage can have up to ", count(most), " classes, but this one has ", count(classes), ".")
}

// WindowTooFar refuses a window.
func WindowTooFar(v float64) error {
	return refuse("The window reaches ", Number(v), ", which is too far to draw.")
}

// WindowTooSmall refuses a window.
func WindowTooSmall() error {
	return refuse("The window must have a width and a height above 0.")
}

// StoredShares refuses the sampling of stored points. It is a part of a sentence, as are those that follow.
func StoredShares(most int) error {
	return refuse("the share held out and the noise must be between 0 and ", count(most), " per cent")
}

// StoredSeed refuses a seed.
func StoredSeed() error { return refuse("the seed must be a whole number from 0 to 2147483647") }

// StoredCleanCount refuses the number of labels without noise.
func StoredCleanCount() error { return refuse("there must be as many clean labels as labels") }

// StoredCleanRange refuses a label without noise.
func StoredCleanRange() error {
	return refuse("the clean labels must be numbers between -1e30 and 1e30")
}

// StoredCleanLabels refuses the labels without noise.
func StoredCleanLabels(err error) error { return refuse("of the clean labels, ", trimmed(err)) }

// StoredHeld refuses the index of a held-out point.
func StoredHeld() error { return refuse("only points that there are can be held out") }

// NoSolution states that there is no solution to return.
func NoSolution() error { return refuse("There is no solution yet.") }

// NoDocument refuses the name of a document.
func NoDocument(name string) error { return refuse("There is no document ", quote(name), ".") }

// DrawingSize refuses the size of a drawing.
func DrawingSize(most float64) error {
	return refuse("A drawing needs a width and a height between 1 and ", Number(most), " pixels.")
}

// CurveRange refuses the range of a curve.
func CurveRange() error {
	return refuse("The curve of the activation needs a range from a number to a larger one.")
}

// NoSample refuses the number of a sample.
func NoSample(text string) error { return refuse("There is no sample ", quote(text), ".") }

// ExportFails explains why an export is impossible.
func ExportFails(err error) error { return because("The network cannot be written down", err) }

// NobodyCarriesOut states that no part of the session handles an intent.
func NobodyCarriesOut() error { return refuse("This intent cannot be carried out.") }
