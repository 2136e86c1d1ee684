// Package say is the catalogue of all sentences that a session says to its user: refusals, captions, notes and descriptions. One file has all
// of them, so that an editor can read them in one sitting; format.go has how numbers are written. The sentences that refuse what an intent
// itself allows nobody to ask stand with the ranges of its fields, in package intent; lessons stand with the presets.
//
// A refusal is an error of one sentence: what, where, what was expected. Points, rows, neurons and the like are given counted from 0, and
// named counted from 1.
package say

import (
	"math"
	"strconv"
	"strings"
)

// Of data.

// NoPoints refuses what needs points.
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

// FormulaTitle is the title of a problem whose points a formula labels.
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

// Of the table.

// NoRow refuses the index of a row.
func NoRow(i int) error { return refuse("There is no row ", nth(i), ".") }

// NoRowChosen refuses what is done with rows, without a row.
func NoRowChosen() error { return refuse("No row is chosen.") }

// NoRowToWrite refuses to write nothing.
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

// Of files. The sentences that end without a full stop are parts of one, see Sentence.

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

// ColumnName names a column that has no name.
func ColumnName(j int) string { return "column " + nth(j) }

// CellOfArray names an entry of an array.
func CellOfArray(i, j int) string {
	return "row " + nth(i) + ", column " + nth(j) + " of the .npy file"
}

// CellMissing refuses a table where an entry is missing.
func CellMissing(place, expected string) error {
	return refuse(place, " is missing, expected ", expected)
}

// CellText refuses an entry that is no number.
func CellText(place, text string) error {
	return refuse(place, ` is "`, Clip(text), `", expected a number`)
}

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

// TooManyWords refuses a column as the label.
func TooManyWords(name string, words, most int) error {
	return refuse("the column ", quote(name), " has ", count(words), " different words, expected at most ", count(most), " classes")
}

// Of the model.

// NoActivation refuses the name of an activation.
func NoActivation(name string) error { return refuse("There is no activation ", quote(name), ".") }

// FitRange refuses a range to fit an activation on.
func FitRange(low, high float64) error {
	return refuse("The range of a fit goes from a number to a larger one, both between -1000 and 1000, but it goes from ", Number(low), " to ", Number(high), ".")
}

// FitFails says why there is no fit.
func FitFails(err error) error { return because("The activation cannot be fitted", err) }

// NoLoss refuses the name of a loss.
func NoLoss(name string) error { return refuse("There is no loss ", quote(name), ".") }

// SoftmaxNeedsClasses refuses the softmax loss.
func SoftmaxNeedsClasses() error {
	return refuse("The softmax loss needs labels of two or more columns, one for each class.")
}

// LossDoesNotSuit refuses a loss.
func LossDoesNotSuit(name string, err error) error {
	return because("The "+name+" loss does not suit these labels", err)
}

// ToleranceUnusable refuses a tolerance.
func ToleranceUnusable(err error) error { return because("This tolerance cannot be used", err) }

// ArchitectureDoesNotSuit refuses an architecture.
func ArchitectureDoesNotSuit(err error) error {
	return because("This network does not suit the data", err)
}

// Of pointers and of the selection.

// ClaimIsShown refuses to draw.
func ClaimIsShown() error {
	return refuse("The stage shows the matrix under check; go back to your data to draw.")
}

// CannotDraw refuses to draw.
func CannotDraw() error {
	return refuse("Points can be drawn for a dense network with up to three features; this problem has another shape.")
}

// CannotDrawRows refuses to give points labels.
func CannotDrawRows(outputs int) error {
	return refuse("Each label here is a row of ", count(outputs),
		" numbers, which the pointer cannot give; points can be moved and erased, and the table has their labels.")
}

// PlaceNumbers refuses a place of a pointer.
func PlaceNumbers(axes int) error {
	return refuse("A pointer intent needs a place of ", count(axes), " numbers and a radius above 0.")
}

// TooManyDrawn refuses more points.
func TooManyDrawn(most int) error {
	return refuse("There are ", count(most), " points already; erase some to draw more.")
}

// NoTool refuses the name of a tool.
func NoTool(name string) error { return refuse("There is no tool ", quote(name), ".") }

// BrushRange refuses the radius of the brush.
func BrushRange(most int, radius float64) error {
	return refuse("The brush must be between 0 and ", count(most), " per cent of the window, but it is ", Number(radius), ".")
}

// NoPointSelected refuses what is done with selected points.
func NoPointSelected() error { return refuse("No point is selected.") }

// CannotMoveTogether refuses to move points.
func CannotMoveTogether() error {
	return refuse("Points can be moved together where there are pictures of them: up to three features and one output.")
}

// MoveNumbers refuses a move.
func MoveNumbers(want, got int) error {
	return refuse("A move needs ", count(want), " numbers, but it has ", count(got), ".")
}

// Of what is shown.

// NoOutput refuses the index of an output.
func NoOutput(output, outputs int) error {
	return refuse("There is no output ", nth(output), "; the network has ", Plural(outputs, "output"), ".")
}

// NothingToCompare refuses to compare outputs.
func NothingToCompare() error {
	return refuse("The largest output is shown where there are up to six classes with an output each, and not three features.")
}

// NoPlane refuses the choice of a plane.
func NoPlane() error { return refuse("A plane is chosen where there are more than three features.") }

// PlaneFeatures refuses the features of a plane.
func PlaneFeatures(features int) error {
	return refuse("A plane needs two different features of the ", count(features), ".")
}

// PlaneNote says which plane is shown: that of two features, counted from 1, or of the principal axes; share is of the points' variance.
func PlaneNote(features [2]int, share float64) string {
	axes := "the two principal axes, through the mean"
	if features[0] > 0 {
		axes = "x" + subscript(features[0]) + " and x" + subscript(features[1]) + ", the other features at their mean"
	}
	return "The plane of " + axes + ": the network is exact on it; the points, projected, lie off it, with " +
		count(int(math.Round(100*share))) + " % of their variance along it."
}

// OutputNote says which output is shown.
func OutputNote(output int, jointly bool) string {
	if jointly {
		return "All but the data is of " + outputName(output) + ": this loss trains all outputs together, each with a certificate."
	}
	return "All but the data is of " + outputName(output) + ": each output is trained and proved by itself."
}

// NoNeuron refuses the index of a neuron.
func NoNeuron(i int) error { return refuse("There is no neuron ", nth(i), ".") }

// NoEntry refuses a place in a matrix.
func NoEntry(row, column int) error {
	return refuse("There is no entry (", nth(row), ", ", nth(column), ").")
}

// NoNeuronToTurn refuses to turn a neuron.
func NoNeuronToTurn(i int) error { return refuse("There is no neuron ", nth(i), " to turn.") }

// DirectionNumbers refuses a direction.
func DirectionNumbers(features int) error {
	return refuse("A direction to turn to needs ", count(features), " numbers.")
}

// TurnedIsNotOptimal is the notice that a stored network was not taken over.
const TurnedIsNotOptimal = "The turned network that came with this is not an optimum of its problem, so the one that was found here is shown."

// Of the film.

// NoFilm refuses the name of a film.
func NoFilm(name string) error { return refuse("There is no film ", quote(name), ".") }

// FilmPosition refuses a stored place in a film.
func FilmPosition(at float64) error { return refuse("The film cannot stand at ", Number(at), ".") }

// SpeedRange refuses a speed.
func SpeedRange(speed float64) error {
	return refuse("The speed must be between 0.25 and 4, but it is ", Number(speed), ".")
}

// Of jobs.

// NoCoefficients refuses a study.
func NoCoefficients() error { return refuse("A quadratic network has no coefficients to vary.") }

// NoRace refuses to steer a race.
func NoRace() error { return refuse("There is no race yet.") }

// NoRun refuses the index of a run.
func NoRun(runs int) error { return refuse("There are runs 1 to ", count(runs), " to show.") }

// NoRaceYet says that there is no race, StudyUnknown that nothing is known of a study.
const (
	NoRaceYet    = "none yet; the panel Race starts one."
	StudyUnknown = "not worked out yet."
)

// RaceSearching says how the search for a learning rate stands.
func RaceSearching(tried int) string {
	return "Looking for the best learning rate: " + count(tried) + " tried."
}

// Race says how the runs stand.
func Race(reached, runs, epoch, diverged int) string {
	noun := " runs"
	if runs == 1 {
		noun = " run"
	}
	text := count(reached) + " of " + count(runs) + noun + " within 1 % of the certified optimum after " + count(epoch) + " epochs"
	if diverged > 0 {
		text += ", " + count(diverged) + " diverged"
	}
	return text + "."
}

// Optimum is that for one value of what is studied.
type Optimum struct {
	Value   float64
	Neurons int
}

// Study says what is known along a variable.
func Study(name string, low, high Optimum) string { return study(name, low, high) + "." }

// StudyTested is Study where points are held out, on which a value does best.
func StudyTested(name string, low, high Optimum, best float64) string {
	return study(name, low, high) + "; on the points held out best at " + Number(best) + "."
}

func study(name string, low, high Optimum) string {
	return count(low.Neurons) + " neurons at " + name + " = " + Number(low.Value) + ", " + count(high.Neurons) + " at " + Number(high.Value)
}

// Of what others found.

// CheckTooLong refuses what is to be checked, by its length.
func CheckTooLong(bytes, most int) error {
	return refuse("This has ", count(bytes), " bytes; the page checks up to ", count(most), ", the command line any number.")
}

// MatrixUnreadable refuses a matrix.
func MatrixUnreadable(err error) error { return because("The matrix cannot be read", err) }

// MatrixTooLarge refuses a matrix.
func MatrixTooLarge(order, most int) error {
	return refuse("The matrix has order ", count(order), "; the page checks up to order ", count(most), ", the command line any.")
}

// SolutionUnreadable refuses a solution.
func SolutionUnreadable(err error) error { return because("The solution cannot be read", err) }

// NetworkUnreadable refuses a network.
func NetworkUnreadable(err error) error { return because("The network cannot be read", err) }

// CheckOneOfEach refuses several documents.
func CheckOneOfEach() error {
	return refuse("A check takes one problem and one solution, but another document comes with them.")
}

// CheckNeedsSolution refuses a problem.
func CheckNeedsSolution() error {
	return refuse("This is a problem without a solution: paste the solution after it.")
}

// CheckNeedsProblem refuses a solution.
func CheckNeedsProblem() error {
	return refuse("This is a solution without its problem, and there is none on the stage: paste the problem before it.")
}

// CheckNeedsPresentProblem refuses a network of another problem.
func CheckNeedsPresentProblem() error {
	return refuse("A network without dual is measured against the optimum of the problem on the stage: open its problem first, then paste the network alone.")
}

// CheckTooLarge refuses what takes too long.
func CheckTooLarge() error {
	return refuse(`This problem is too large to be checked in the page; "conelab check problem.json solution.json" does it on the command line.`)
}

// NothingToShow refuses to show what was checked.
func NothingToShow() error {
	return refuse("There is no checked matrix of order 2, 3 or 4, and no network for the data, to show.")
}

// NoClaim says that there is nothing to return.
func NoClaim() error { return refuse("Nothing is under check.") }

// MatrixPasses says what was proved of a matrix.
func MatrixPasses(neurons int) string {
	return "Positive semidefinite, and its trace condition holds: the matrix is the sum of " + Plural(neurons, "neuron") + "."
}

// OptimalWithin says what was proved of a solution.
func OptimalWithin(gap float64) string {
	return "Optimal: no network of this kind, however wide, costs less by more than a relative gap of " + Number(gap) + "."
}

// AboveOptimum says how far above the optimum's cost a network is, and which point's output differs most, -1 for none.
func AboveOptimum(cost, best float64, point int, difference float64) string {
	excess := cost/best - 1
	if !(best > 0) || math.IsInf(excess, 0) {
		return "Not optimal: it costs " + Number(cost) + ", where the optimum costs " + Number(best) + "."
	}
	word, far := "Far from optimal", "is "+Number(excess+1)+" times the optimum"
	switch {
	case excess < 1e-4:
		word, far = "Almost optimal", "is only "+Number(100*excess)+" % above the optimum"
	case excess < 1e-2:
		word, far = "Close to optimal", "is "+Brief(100*excess)+" % above the optimum"
	case excess < 0.2:
		word, far = "Not optimal", "is "+Brief(100*excess)+" % above the optimum"
	case excess < 1:
		far = "is " + Brief(100*excess) + " % above the optimum"
	}
	text := word + ": its cost " + far + ", " + Brief(cost) + " in place of " + Brief(best)
	if point >= 0 {
		text += "; point " + nth(point) + " differs most, by " + Brief(difference)
	}
	return text + "."
}

// The names of what is measured in a check.
const (
	FactCost       = "Cost of the network, recomputed"
	FactBound      = "Lower bound, recomputed: no network costs less"
	FactBoundHere  = "Lower bound, certified here: no network costs less"
	FactAbove      = "Cost above that bound"
	FactGap        = "The same, relative to the cost"
	FactPeak       = "Largest |g| on the sphere over beta, of dual as given"
	FactOwnPeak    = "Largest |g| on the sphere over beta, of the network’s own v"
	FactLengths    = "Distance of the lengths of the directions u from one, as given"
	FactNeurons    = "Neurons"
	FactOrder      = "Order"
	FactRank       = "Rank"
	FactEigenvalue = "Least eigenvalue"
	FactTrace      = "Distance of the leading block's trace from the last entry"
	FactResidual   = "Largest error of the sum of the neurons, relative"
	FactCone       = "Largest distance of a vector from the cone, relative"
)

// FactDifference names the largest difference of outputs.
func FactDifference(point int) string {
	return "Largest difference from the outputs of the optimum, at point " + nth(point)
}

// Of work, links and other documents.

// CannotOpen refuses a document.
func CannotOpen(err error) error { return refuse("This cannot be opened: ", trimmed(err), ".") }

// NotWork refuses what is no work.
func NotWork() error {
	return refuse("This is not kept work, which is a JSON object that names its format.")
}

// WorkFormat refuses the format of work.
func WorkFormat(format, expected string) error {
	return refuse("The format of this work is ", quote(format), ", expected ", quote(expected), ".")
}

// WorkWithoutPresent refuses work by the number of its present state.
func WorkWithoutPresent(states, at int) error {
	return refuse("This work has ", count(states), " states, and the present one is said to be number ", nth(at), ".")
}

// StateUnusable refuses a state of work.
func StateUnusable(i int, err error) error {
	return refuse("State ", nth(i), " of this work cannot be used: ", strings.TrimPrefix(trimmed(err), "This cannot be opened: "), ".")
}

// LegacyState refuses a state of work of the first form.
func LegacyState(features int, beta float64) error {
	return refuse("it has ", count(features), " features and beta ", Number(beta))
}

// PresetPoints refuses the number of a preset's points.
func PresetPoints(most, points int) error {
	return refuse("A preset can have ", count(most), " points, not ", count(points), ".")
}

// EmptyFeatures refuses an empty stage.
func EmptyFeatures(features int) error {
	return refuse("An empty stage can have up to three features, but this one has ", count(features), ".")
}

// EmptyClasses refuses an empty stage.
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

// StoredShares refuses how stored points are sampled; it is part of a sentence, as are those that follow.
func StoredShares(most int) error {
	return refuse("the share held out and the noise must be between 0 and ", count(most), " per cent")
}

// StoredSeed refuses a seed.
func StoredSeed() error { return refuse("the seed must be a whole number from 0 to 2147483647") }

// StoredCleanCount refuses the labels before the noise.
func StoredCleanCount() error { return refuse("there must be as many clean labels as labels") }

// StoredCleanRange refuses a label before the noise.
func StoredCleanRange() error {
	return refuse("the clean labels must be numbers between -1e30 and 1e30")
}

// StoredCleanLabels refuses the labels before the noise.
func StoredCleanLabels(err error) error { return refuse("of the clean labels, ", trimmed(err)) }

// StoredHeld refuses an index of a point that is held out.
func StoredHeld() error { return refuse("only points that there are can be held out") }

// NoSolution says that there is nothing to return.
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

// ExportFails says why there is no export.
func ExportFails(err error) error { return because("The network cannot be written down", err) }

// NobodyCarriesOut says that an intent is none of a session's.
func NobodyCarriesOut() error { return refuse("This intent cannot be carried out.") }

// Of the captions, which tell the film.

// StartMessage invites to begin.
const StartMessage = "Draw some points, or choose a preset."

// Captions that have no numbers.
const (
	CaptionSamples     = "Signals and images have their own panel, Samples: draw them there, and see each filter at work."
	CaptionNoPictures  = "The pictures are for dense networks. The numbers are all here."
	CaptionNoNeuron    = "y is zero: this vector has no neuron."
	CaptionOnCone      = "p₁ has p₁′Gp₁ = 0: it lies on the cone, nothing needs turning."
	CaptionPathOfPlane = "Of more than three features the solver's path has no picture."
	CaptionPathOfAll   = "This loss trains all outputs together: their common path has no picture of one output."
	CaptionNoPath      = "There is no path to show: the empty network was proved best at once."
)

// CaptionEmptyNetwork says why there is no film.
func CaptionEmptyNetwork(squared bool) string {
	if squared {
		return "No neuron is worth its price at this β: the best network is f = 0, and v = 2y proves it."
	}
	return "No neuron is worth its price at this β: the best network is f = 0, and its v proves it."
}

// CaptionTurned says what stays when a neuron is turned.
func CaptionTurned(cost float64) string {
	return "Another optimal network: the neurons are others, the function, the certificate and the cost " + short(cost) +
		" are the same. Play brings the first one back."
}

// CaptionOpening introduces the matrix Z, or Z′ for a negative sign, of a rank; forms are p′Gp of its vectors.
func CaptionOpening(sign, rank int, forms []float64) string {
	text := matrix(sign) + " has rank " + count(rank) + ": "
	if len(forms) == 1 {
		return text + "its one vector √λ q lies on the cone already, as the trace condition asks."
	}
	words := make([]string, len(forms))
	for i, form := range forms {
		words[i] = signed(form)
	}
	return text + "its vectors p = √λ q have p′Gp = " + strings.Join(words, ", ") + ", which add up to zero: some lie outside the cone, some inside."
}

// CaptionPair introduces a pair of vectors.
func CaptionPair(first, partner float64, index int) string {
	return "p₁ is " + side(first) + " the cone (p′Gp = " + signed(first) + "), p" + subscript(index+1) + " " + side(partner) + " it (" + signed(partner) +
		"): somewhere between them lies the cone."
}

// CaptionOnConeUpToRounding says why a turn cannot be seen.
func CaptionOnConeUpToRounding(form float64, partner int) string {
	return "p₁ lies on the cone up to rounding (p′Gp = " + signed(form) + "): an invisible turn towards p" + subscript(partner+1) + " puts it there exactly."
}

// CaptionTurn tells a turn by an angle in radians.
func CaptionTurn(angle float64, partner int) string {
	sin, cos := math.Sincos(angle)
	p := "p" + subscript(partner+1)
	return "Turning by " + short(angle*180/math.Pi) + "°: y = " + short(cos) + " p₁" + term(sin) + " " + p +
		" reaches the cone; the pair’s matrix p₁p₁′ + " + p + p + "′ stays the same."
}

// CaptionNeuron says which neuron a vector becomes; u is nil where there is no room for it.
func CaptionNeuron(neuron int, u []float64, weight float64) string {
	where := ": "
	if u != nil {
		words := make([]string, len(u))
		for i, v := range u {
			words[i] = short(v)
		}
		where = ": direction (" + strings.Join(words, ", ") + "), "
	}
	return "y lies on the cone and becomes neuron u" + subscript(neuron+1) + where + "weight " + signed(weight) + "."
}

// CaptionEnding sums up the neurons of Z and of Z′.
func CaptionEnding(plus, minus int) string {
	noun := " neurons"
	if plus+minus == 1 {
		noun = " neuron"
	}
	return count(plus+minus) + noun + ": " + count(plus) + " from Z, " + count(minus) +
		" from Z′. Each touches ±β in the certificate, and no network of any width costs less."
}

// CaptionIterate says where the solver's path is.
func CaptionIterate(at, last int, cost, bound float64) string {
	text := "Iterate " + count(at) + " of " + count(last) + ": the program costs " + precise(cost) + ", and no network costs less than " + precise(bound)
	if at == 0 {
		return text + ". The start is far inside the cone, where nothing touches ±β."
	}
	if gap := (cost - bound) / math.Max(math.Abs(cost), 1e-300); at < last {
		return text + ": a relative gap of " + strconv.FormatFloat(math.Max(0, gap), 'g', 2, 64) + "."
	}
	return text + ": the path has arrived, and the matrices are ready to be taken apart."
}

// CaptionClaimedNetwork tells of a network under check.
func CaptionClaimedNetwork(neurons int) string {
	return "The network under check has " + Plural(neurons, "neuron") + "; the ring marks the point where it differs most from the optimum."
}

// CaptionClaimedMatrix tells of a matrix under check.
func CaptionClaimedMatrix(neurons int) string {
	return "The matrix under check is the sum of " + Plural(neurons, "neuron") + "."
}

// Of the fit: what the proof means for the points, and what would help.

// StripAside says of what the proof is while the pictures show something else.
const StripAside = "The pictures show what is under check; these numbers are of your data."

// Fit is how good a network is: Right of Total where labels are classes, else R2, which is NaN where the labels do not vary.
type Fit struct {
	Classes      bool
	Right, Total int
	R2           float64
}

// reaches says what a network reaches.
func (f Fit) reaches() string {
	switch {
	case !f.Classes:
		return "explains " + share(f.R2) + " of the labels’ variation"
	case f.Total == 1 && f.Right == 1:
		return "gets the one point right"
	case f.Right == f.Total:
		return "gets all " + count(f.Total) + " right"
	case f.Right == 0:
		return "gets none of " + count(f.Total) + " right"
	}
	return "gets " + count(f.Right) + " of " + count(f.Total) + " right"
}

// share returns a share in per cent, rounded down: it is never more than is said.
func share(v float64) string {
	return strconv.FormatFloat(math.Floor(1000*v)/10, 'f', -1, 64) + " %"
}

// Certified states the proof of a network together with its fit; held says that points are held out.
func Certified(f Fit, empty, held bool) string {
	text := "Nothing of this kind costs less; "
	if empty {
		text = "With no neuron the network is 0 everywhere, and at this β nothing of its kind costs less; "
	}
	switch {
	case !f.Classes && math.IsNaN(f.R2):
		return text + "all labels are the same."
	case !f.Classes && f.R2 < 0:
		return text + "it is farther from the labels than their mean is."
	case !f.Classes && f.R2 == 0:
		return text + "it is as far from the labels as their mean is."
	}
	text += "it " + f.reaches()
	if held {
		text += ", of those trained on"
	}
	return text + "."
}

// Reading is how outputs are read.
type Reading int

// Outputs are numbers, or tell two classes by their sign, or several by the largest.
const (
	Numbers Reading = iota
	Signs
	Largest
)

// Kind is what the networks of an architecture and an activation can be: polynomials of a degree.
type Kind struct {
	Features, Outputs, Degree int
	Reading                   Reading
	// Even: f(-x) = f(x). Zero: f(0) = 0. Square: the activation is the square, for quadratic networks. Patches: f is a sum over patches.
	Even, Zero, Square, Patches bool
	// Ratio is c/a, of which f(0) is so many times the trace of its quadratic part.
	Ratio float64
}

// IsZero reports whether f = 0 is all there is.
func (k Kind) IsZero() bool { return k.Degree == 0 && k.Zero }

// KindLimit says what a network of a kind can be at most, which is why it cannot fit better.
func KindLimit(k Kind) string {
	switch {
	case k.IsZero():
		return "As a, b and c are 0, f can only be 0."
	case k.Degree == 0:
		return "As a and b are 0, f can only be constant."
	case k.Patches && k.Degree == 2:
		return "f can only be a sum of quadratic functions of one patch each: numbers that share no patch are never multiplied."
	case k.Patches:
		return "As a = 0, f can only be a linear function of the sample and a constant."
	}
	text := k.shape()
	switch {
	case k.Square:
		return text + " A quadratic network has f(−x) = f(x) and f(0) = 0."
	case k.Degree == 1 && k.Zero:
		return text + " As a and c are 0, f(0) = 0."
	case k.Degree == 1:
		return text + " That is because a = 0."
	case k.Even && k.Zero:
		return text + " As b and c are 0, f(−x) = f(x) and f(0) = 0."
	case k.Even:
		return text + " As b = 0, f(−x) = f(x)."
	case k.Zero:
		return text + " As c = 0, f(0) = 0."
	}
	return text + k.ratio()
}

// ratio says what |u| = 1 means for a quadratic function: its constant is c/a times the trace of its quadratic part.
func (k Kind) ratio() string {
	ratio := short(k.Ratio)
	switch {
	case k.Ratio == 0 || math.IsInf(k.Ratio, 0): // beyond what can be written
		return ""
	case k.Reading == Numbers && k.Features == 1:
		return " As |u| = 1, f(0) is c/a = " + ratio + " times its coefficient of x²."
	case k.Reading == Numbers:
		return " As |u| = 1, f(0) is c/a = " + ratio + " times the trace of its quadratic part."
	case k.Features == 1:
		return " As |u| = 1, the product of two such places is c/a = " + ratio + "."
	case k.Ratio > 0:
		return " As |u| = 1, and a and c have one sign, it cannot close around the origin."
	}
	radius := short(math.Sqrt(-k.Ratio * float64(k.Features)))
	if k.Features == 2 {
		return " As |u| = 1, a circle with its centre in the origin can only have the radius " + radius + "."
	}
	return " As |u| = 1, a sphere with its centre in the origin can only have the radius " + radius + "."
}

// shape says what a polynomial that is not constant can be at most.
func (k Kind) shape() string {
	what := [2][4]string{
		{"", "at one place at most", "a line", "a plane"},
		{"", "at two places at most", "a conic", "a quadric"},
	}[k.Degree-1][min(k.Features, 3)]
	if k.Features > 3 {
		what = [2]string{"a hyperplane", "a quadric"}[k.Degree-1]
	}
	where := "f = 0 can only be "
	switch {
	case k.Reading == Numbers && k.Features == 1:
		return "f can only be a " + [2]string{"straight line.", "parabola, or a straight line."}[k.Degree-1]
	case k.Reading == Numbers:
		return "f can only be a " + [2]string{"linear", "quadratic"}[k.Degree-1] + " function of the features."
	case k.Reading == Largest && k.Features == 1:
		where = "Two outputs can cross "
	case k.Reading == Largest:
		where = "Where two outputs are equal can only be "
	case k.Features == 1:
		where = "f can change its sign "
	}
	return where + what + "."
}

// PlacesLimit says what the labels of points in one place mean for all functions.
func PlacesLimit(f Fit) string {
	if !f.Classes {
		return "Points in one place have different labels: no function explains more than " + shareAbove(f.R2) + " of the labels’ variation."
	}
	return "Points in one place have different labels: no function gets more than " + count(f.Right) + " of " + count(f.Total) + " right."
}

// shareAbove is share rounded up.
func shareAbove(v float64) string {
	return strconv.FormatFloat(math.Ceil(1000*v)/10, 'f', -1, 64) + " %"
}

// CrossingsLimit says what changes of the sign, as many as there can be, mean for these points.
func CrossingsLimit(changes, right, total int) string {
	times := [3]string{"cannot change its sign", "can change its sign once at most", "can change its sign twice at most"}[changes]
	return "f " + times + ", and no such function gets more than " + count(right) + " of " + count(total) + " right."
}

// HelpsBeta, HelpsLoss and HelpsActivation say what was reached by a change.
func HelpsBeta(beta float64, f Fit) string {
	return "A smaller β helps: the optimum at β = " + Number(beta) + " " + f.reaches() + "."
}

// HelpsLoss says what another loss reaches.
func HelpsLoss(name string, f Fit) string {
	return "Another loss helps: the optimum of the " + name + " loss " + f.reaches() + "."
}

// HelpsActivation says what another activation reaches.
func HelpsActivation(sigma [3]float64, f Fit) string {
	return "Another activation helps: the optimum with σ(u) = " + Activation(sigma) + " " + f.reaches() + "."
}

// NoiseFlipped says what the noise has done to the labels.
func NoiseFlipped(labels int, classes bool) string {
	if classes {
		return "The noise has changed the class of " + Plural(labels, "point") + " trained on."
	}
	return "The noise has changed the labels."
}

// MoreFeatures says what more features do.
const MoreFeatures = "More features, as columns of a table, can only lower the least cost."

// PresetBrings says what a preset has changed beside the points.
func PresetBrings(title string, changes []string) string {
	text := title + " brings "
	for i, change := range changes {
		switch {
		case i > 0 && i == len(changes)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += change
	}
	return text + "."
}

// The changes that a preset brings.
const (
	BringsNoNoise      = "labels without noise"
	BringsNoneHeld     = "no points held out"
	BringsDense        = "a dense network"
	BringsConvolutions = "a convolutional network"
)

// BringsActivation names an activation.
func BringsActivation(sigma [3]float64) string { return "σ(u) = " + Activation(sigma) }

// BringsLoss names a loss.
func BringsLoss(name string) string { return "the " + name + " loss" }

// Of the pictures: titles, notes under them, and descriptions for those who do not see them.

// Picture is the title of a picture and the note under it.
type Picture struct{ Title, Note string }

// Tiles are the pictures of one, two and three features, in the order of the view's tiles.
func Tiles(features int) [6]Picture { return tiles[features-1] }

var tiles = [3][6]Picture{
	{
		{"Data and network", "Draw here: each point is a pair (x, y), the curve is the trained network f."},
		{"Neural cone", "All (u²α, uα, α), |u| ≤ 1: neurons lie on its edges."},
		{"Spectrahedron", "All networks of one weight: a square with neurons as corners."},
		{"Lorentz cone", "Each turn puts one vector on the cone: a neuron."},
		{"Certificate", "Two directions: g stays within ±β and touches it at the neurons."},
		{"Neurons", "What each neuron computes, and their sum as they are found."},
	},
	{
		{"Data and network", "Draw here: the shading is the trained network f, the line is f = 0."},
		{"Neural cone", "A neuron is α times a point of this curve of four dimensions."},
		{"Spectrahedron", "The curve’s convex hull: Z and Z′ are means of neurons."},
		{"Lorentz cone", "Each turn puts one vector on the cone: a neuron."},
		{"Certificate", "g stays within ±β and touches it at the neurons."},
		{"Neurons", "What each neuron computes, and their sum as they are found."},
	},
	{
		{"Data and network", "Press on the floor and pull up to draw; the surface is f = 0."},
		{"Directions", "A neuron’s direction u is a point of the unit sphere."},
		{"Spectrahedron", "Shadow of the hull of all neurons, with Z and Z′ inside."},
		{"Lorentz cone", "Every vector at (|c|, t): each turn puts one on the cone."},
		{"Certificate", "The directions, coloured by g: it reaches ±β at the neurons only."},
		{"Neurons", "What each computes in the plane through the middle that faces you."},
	},
}

// PlaneTiles are the pictures of more than three features.
func PlaneTiles(features int) [6]Picture {
	return [6]Picture{
		{"Data and network", "A plane of R" + superscript(features) + ": shading and line are exact on it, the points are projected. Nothing can be drawn here."},
		{"Neural cone", "The cone of all neurons of R" + superscript(features) + " has no picture."},
		{"Spectrahedron", "Of matrices of order " + count(features+1) + " there is no picture."},
		{"Lorentz cone", "Every vector at (|c|, t): each turn puts one on the cone."},
		{"Certificate", "g at the directions within the plane: between ±β, which it reaches at neurons, off the plane."},
		{"Neurons", "What each neuron computes on the plane, and their sum."},
	}
}

// JobTiles are the pictures of the race and of the path, which are the same for all data.
var JobTiles = [2]Picture{
	{"Race", "Gradient descent from random starts: its cost above the certified optimum, against work."},
	{"Path", "The optimum along β or a coefficient of σ: its neurons, and how well it does. Click to go there."},
}

// FlatCertificate is the note of the certificate where Z or Z′ has full rank, HeldNote that of the data where points are held out.
const (
	FlatCertificate = "Here g is ±β in every direction: each can be a neuron’s."
	HeldNote        = "f is trained on the filled points; the hollow ones are held out."
)

// TitleOfOutput is the title of a picture of one of several outputs.
func TitleOfOutput(title string, output int) string { return title + ", " + outputName(output) }

// OutputPicture is what the picture of the data shows of several outputs. Half says that the line between a class and the others is at ½.
type OutputPicture struct {
	Output, Features             int
	Plane, Compares, Half, Draws bool
}

// DataOfOutput is the note of the data where there are several outputs.
func DataOfOutput(p OutputPicture) string {
	f, level, draw := outputName(p.Output), "0", ""
	if p.Half {
		level = "½"
	}
	if p.Draws {
		draw = "Draw here: "
	}
	switch {
	case p.Plane && p.Compares:
		return "A plane, coloured by the largest output; the points are projected. Nothing can be drawn here."
	case p.Plane:
		return "A plane: the shading is the output " + f + ", the line is " + f + " = " + level + "; the points are projected."
	case p.Compares && p.Features == 1:
		return draw + "each curve is an output, the strip is coloured by the largest."
	case p.Compares:
		return draw + "each colour is where the output of that class is the largest."
	case p.Features == 1:
		return "The curve is the output " + f + ", the points are at its labels."
	case p.Features == 2:
		return "The shading is the output " + f + ", the line is " + f + " = " + level + "."
	}
	return "The surface is " + f + " = " + level + "; regions of several classes have no picture in space."
}

// Descriptions say what the first six pictures show.
func Descriptions(points, held, neurons int, cone, caption string) []string {
	of := "no neurons"
	if neurons > 0 {
		of = Plural(neurons, "neuron")
	}
	data := Plural(points, "point")
	if held > 0 {
		data += " to train on, " + count(held) + " held out"
	}
	return []string{
		"Data: " + data + ", and the function of a network with " + of + ".",
		cone + ": " + of + ".",
		"Spectrahedron: Z and Z′ as means of " + of + ".",
		"Lorentz cone: " + caption,
		"Certificate: g touches ±β at " + of + ".",
		"Each of " + of + " as a picture of its own, and their sum.",
	}
}

// RaceDescription says what the picture of the race shows.
func RaceDescription(caption string) string { return "Race: " + caption }

// PathDescription says what the picture of the path shows.
func PathDescription(caption string) string { return "Path: " + caption }

// Notes of a matrix under check.
const (
	ClaimedMatrixData        = "The matrix under check as a network f; your data wait in the panel Check."
	ClaimedMatrixCertificate = "A matrix alone has no certificate."
)

// ClaimedMatrixDescriptions say what the pictures show of a matrix under check.
func ClaimedMatrixDescriptions(order, neurons int, cone, caption string) []string {
	of := Plural(neurons, "neuron")
	return []string{
		"The function of the matrix under check, of order " + count(order) + ".", cone + ": " + of + ".",
		"Spectrahedron: the matrix as a mean of " + of + ".", "Lorentz cone: " + caption, "No certificate.",
		"Each of " + of + " as a picture of its own, and their sum.",
	}
}

// ClaimedNetworkNotes are the notes of the data, the Lorentz cone and the certificate of a network under check; peak is the largest |g| over β.
func ClaimedNetworkNotes(peak float64) (data, lorentz, certificate string) {
	certificate = "g of this network’s own v stays within ±β."
	if peak > 1+1e-3 {
		certificate = "g of this network’s own v reaches " + Brief(peak) + " β: a neuron there would lower the cost."
	}
	return "The network under check as f; the ring marks where it is farthest from the optimum.", "A network under check has no film.", certificate
}

// ClaimedNetworkDescriptions say what the pictures show of a network under check.
func ClaimedNetworkDescriptions(neurons int, cone string, peak float64) []string {
	of := Plural(neurons, "neuron")
	return []string{
		"Your data, and the function of the network under check, of " + of + ".", cone + ": " + of + " of the network under check.",
		"Spectrahedron: Z and Z′ of the network under check.", "Lorentz cone: a network under check has no film.",
		"Certificate: the largest |g| of this network’s own v is " + Number(peak) + " times β.",
		"Each of " + of + " as a picture of its own, and their sum.",
	}
}

// Of the report, plain text in ASCII: its headings, and the names of its rows.
const (
	ReportTitle        = "Conelab: a network and its proof"
	ReportProblem      = "Problem"
	ReportSizes        = "Points, features, outputs"
	ReportArchitecture = "Architecture"
	ReportFilter       = "  input, filter, stride, padding"
	ReportPatches      = "  patches K, filter size f, pool"
	ReportActivation   = "Activation sigma(s)"
	ReportLoss         = "Loss"
	ReportBeta         = "beta"
	ReportProof        = "Proof"
	ReportStatus       = "Status"
	ReportCost         = "Cost of the network"
	ReportLossTerm     = "  loss"
	ReportPenalty      = "  beta times the sum of |alpha|"
	ReportBound        = "Lower bound: no network costs less"
	ReportGap          = "Relative gap"
	ReportRanks        = "Ranks of Z and Z'"
	ReportNeurons      = "Neurons"
	ReportEigenvalues  = "Least eigenvalues of Z and Z'"
	ReportTraces       = "|tr Z_1 - Z_4|, of Z and Z'"
	ReportReassembly   = "max |Z - sum y y'|"
	ReportLengths      = "max ||u| - 1|"
	ReportEffort       = "Iterations, milliseconds"
	ReportTest         = "Test"
	ReportSamples      = "Points trained on, held out"
	ReportNetwork      = "Network: the sum of alpha sigma(x'u) over"
	ReportNoNeurons    = "no neurons: f = 0"
	ReportCheck        = "To check it from the raw data: conelab check problem.json solution.json"
)

// ReportScores are the names of the scores.
var ReportScores = [4]string{"Mean loss", "Accuracy", "Root mean square error", "R2"}

// ReportGoal says which gap was asked for.
func ReportGoal(gap float64) string { return "asked for " + Brief(gap) }

// ReportWidth says how many neurons there are at most.
func ReportWidth(width int) string { return "at most " + count(width) + " by the paper's theorems" }
