package messages

import (
	"errors"
	"strings"
)

// The sentences with which an intent, a file or a document is refused, or a part of such a sentence where it begins with a small
// letter. Each is a function of what its braces stand for, see fill.
var (
	// What is checked.

	CheckTooLong             = refusal2[int, int]("This has {} bytes; the page checks up to {}, the command line any number.")
	MatrixUnreadable         = refusal1[error]("The matrix cannot be read: {}.")
	MatrixTooLarge           = refusal2[int, int]("The matrix has order {}; the page checks up to order {}, the command line any.")
	SolutionUnreadable       = refusal1[error]("The solution cannot be read: {}.")
	NetworkUnreadable        = refusal1[error]("The network cannot be read: {}.")
	CheckOneOfEach           = refusal0("A check takes one problem and one solution, but another document comes with them.")
	CheckNeedsSolution       = refusal0("This is a problem without a solution: paste the solution after it.")
	CheckNeedsProblem        = refusal0("This is a solution without its problem, and there is none on the stage: paste the problem before it.")
	CheckNeedsPresentProblem = refusal0("A network without dual is measured against the optimum of the problem on the stage: open its " +
		"problem first, then paste the network alone.")
	CheckNeedsProof = refusal0("A network with a ReLU activation is checked with its proof: paste its whole solution.")
	CheckNeedsSums  = refusal0("Against sums a solution is checked with its matrices, as Export gives it: paste the whole solution.")
	CheckTooLarge   = refusal0("This problem is too large to be checked in the page; \"conelab check problem.json solution.json\" " +
		"does it on the command line.")
	NothingToShow = refusal0("There is no checked matrix of order 2, 3 or 4, and no network for the data, to show.")
	NoClaim       = refusal0("Nothing is under check.")

	// Points, tables and presets.

	NoPoints          = refusal0("There are no points yet.")
	NoPoint           = refusal1[int]("There is no point {+1}.")
	NoPreset          = refusal1[string]("There is no preset {}.")
	SumsUnreadable    = refusal1[error]("The sums cannot be read: {}.")
	SumsOutputs       = refusal1[int]("These sums have {} outputs; the page trains on those of one, the command line on any.")
	SumsOnly          = refusal0("Sums tell of one layer, dense or quadratic, with a polynomial, the squared loss and no bias: for others take the rows.")
	ProblemUnreadable = refusal1[error]("The problem cannot be read: {}.")
	LabelsAreNumbers  = refusal1[int]("Each label here is a row of {} numbers, which do not name a class; clear the stage to draw classes.")
	RowsNameNoClass   = refusal1[int]("Each label here is a row of {} numbers, which do not name a class.")
	SignRange         = refusal1[float64]("The label to draw with must be 1 or -1, but it is {}.")
	OneClass          = refusal0("The number of classes must be 2 to 6, or 0 for numbers.")
	ClassRange        = refusal2[int, float64]("The class to draw with must be a whole number from 1 to {}, but it is {}.")
	BlankSize         = refusal1[int]("Samples to draw have a length, or a height and a width, of 2 to {} numbers in all.")
	ShapeSize         = refusal1[int]("The shape of a sample has the size {}, expected whole numbers above 0.")
	ShapeEntries      = refusal2[int, int]("The shape of a sample has {} entries in up to three directions, expected {}, the number of " +
		"features.")
	FormulaWithoutVariable = refusal0("The formula has no variable; use x1, x2 or x3.")
	FormulaHasNoValue      = refusal0("The formula has a value in too little of the square from -1 to 1.")
	NothingLeftToTrain     = refusal0("At least one point must be left to train on.")
	NoRow                  = refusal1[int]("There is no row {+1}.")
	NoRowChosen            = refusal0("No row is chosen.")
	NoRowToWrite           = refusal0("There is no row to write.")
	TooManyRows            = refusal1[int]("The table can have at most {} rows.")
	RowWidth               = refusal3[int, int, int]("Row {+1} needs {} numbers, but it has {}.")
	RowEntry               = refusal2[int, float64]("Row {+1} has the number {}, which is not between -1e30 and 1e30.")
	LabelsTogether         = refusal0("Labels can be changed together only where there is one output.")
	FileTooLarge           = refusal1[int]("The file is larger than {} MB, which is more than the page can take.")
	CellRange              = refusal2[string, string]("{=} is {=}, which is not between -1e30 and 1e30, expected a number")
	NoTableWaits           = refusal0("No table waits for a choice of columns.")
	LabelRows              = refusal3[int, int, int]("the labels have {} rows of {}, expected one label for each of {} rows of features")
	TableRows              = refusal2[int, int]("the table has {} rows, expected at most {}")
	TableColumns           = refusal2[int, int]("the table has {} columns, expected at most {}")
	TableWithoutFeatures   = refusal0("the table has no column beside the label, expected at least one of features")
	NoLabelColumn          = refusal1[int]("there is no column {+1} for the labels")
	NoFeatureColumn        = refusal1[int]("there is no column {+1} for a feature")
	FeatureColumns         = refusal2[int, int]("choose 1 to {} columns of features, not {}")
	ColumnIsLabel          = refusal1[string]("the column {} cannot be a feature and the label")
	ColumnTwice            = refusal1[string]("the column {} is chosen twice")
	TooManyWords           = refusal3[string, int, int]("the column {} has {} different words, expected at most {} classes")

	// Jobs.

	NoCoefficients = refusal0("This network has no coefficients to vary.")
	NoRace         = refusal0("There is no race yet.")
	NoRun          = refusal1[int]("There are runs 1 to {} to show.")

	// Layers.

	LayersNeedAnother    = refusal0("Here the first of several layers is dense or a convolution; the command line takes the others.")
	LayersDoNotSuit      = refusal1[error]("These layers cannot be trained: {}.")
	LayersNeedPolynomial = refusal0("Several layers are trained with a polynomial activation; choose it first.")
	NoLayer              = refusal2[int, int]("There is no layer {+1}; the network has {layer}.")

	// The model.

	NoActivation = refusal1[string]("There is no activation {}.")
	FitRange     = refusal2[float64, float64]("The range of a fit goes from a number to a larger one, both between −1000 and 1000, but it " +
		"goes from {} to {}.")
	FitFails                = refusal1[error]("The activation cannot be fitted: {}.")
	NoLoss                  = refusal1[string]("There is no loss {}.")
	SoftmaxNeedsClasses     = refusal0("The softmax loss needs labels of two or more columns, one for each class.")
	LossDoesNotSuit         = refusal2[string, error]("The {=} loss does not suit these labels: {}.")
	ToleranceUnusable       = refusal1[error]("This tolerance cannot be used: {}.")
	KinkedOutputs           = refusal1[int]("there are {} outputs, expected one with this activation, which is enough for two classes")
	ActivationDoesNotSuit   = refusal1[error]("This activation does not suit the data: {}.")
	BiasDoesNotSuit         = refusal0("A bias is added to dense and quadratic networks of points with a polynomial activation.")
	ArchitectureDoesNotSuit = refusal1[error]("This network does not suit the data: {}.")

	// The pointer, the selection and the pictures.

	ClaimIsShown   = refusal0("The stage shows the matrix under check; go back to your data to draw.")
	CannotDraw     = refusal0("Points can be drawn for a dense network with up to three features; this problem has another shape.")
	CannotDrawRows = refusal1[int]("Each label here is a row of {} numbers, which the pointer cannot give; points can be moved and " +
		"erased, and the table has their labels.")
	PlaceNumbers       = refusal1[int]("A pointer intent needs a place of {} numbers and a radius above 0.")
	PathNumbers        = refusal1[int]("The path of a drag needs {} numbers for each place.")
	TooManyDrawn       = refusal1[int]("There are {} points already; erase some to draw more.")
	NoTool             = refusal1[string]("There is no tool {}.")
	BrushRange         = refusal2[int, float64]("The brush must be between 0 and {} per cent of the window, but it is {}.")
	NoPointSelected    = refusal0("No point is selected.")
	CannotMoveTogether = refusal0("Points can be moved together where there are pictures of them: up to three features and one output.")
	MoveNumbers        = refusal2[int, int]("A move needs {} numbers, but it has {}.")
	NoOutput           = refusal2[int, int]("There is no output {+1}; the network has {output}.")
	NothingToCompare   = refusal0("The largest output is shown where there are up to six classes with an output each, and not three features.")
	NoPlane            = refusal0("A plane is chosen where there are more than three features.")
	PlaneFeatures      = refusal1[int]("A plane needs two different features of the {}.")
	NoNeuron           = refusal1[int]("There is no neuron {+1}.")
	NothingToProbe     = refusal0("A line is probed where the pictures show a ReLU network of one or two features, by one number more than there are features.")
	NoEntry            = refusal2[int, int]("There is no entry ({+1}, {+1}).")
	NoNeuronToRotate   = refusal1[int]("There is no neuron {+1} to turn.")
	DirectionNumbers   = refusal1[int]("A direction to turn to needs {} numbers.")
	NoAnimation        = refusal1[string]("There is no film {}.")
	AnimationPosition  = refusal1[float64]("The film cannot stand at {}.")
	SpeedRange         = refusal1[float64]("The speed must be between 0.25 and 4, but it is {}.")

	// Work, links and other documents.

	CannotOpen         = refusal1[error]("This cannot be opened: {}.")
	NothingBefore      = refusal0("This work has nothing before its last change.")
	LookNotJSON        = refusal0("The look of the page is not JSON.")
	NotWork            = refusal0("This is not kept work, which is a JSON object that names its format.")
	WorkFormat         = refusal2[string, string]("The format of this work is {}, expected {}.")
	WorkWithoutPresent = refusal2[int, int]("This work has {} states, and the present one is said to be number {+1}.")
	PresetPoints       = refusal2[int, int]("A preset can have {} points, not {}.")
	EmptyFeatures      = refusal1[int]("An empty stage can have up to three features, but this one has {}.")
	EmptyClasses       = refusal2[int, int]("An empty stage can have up to {} classes, but this one has {}.")
	WindowTooSmall     = refusal0("The window must have a width and a height above 0.")
	StoredCleanCount   = refusal0("there must be as many clean labels as labels")
	StoredCleanLabels  = refusal1[error]("of the clean labels, {}")
	StoredHeld         = refusal0("only points that there are can be held out")
	NoSolution         = refusal0("There is no solution yet.")
	NoDocument         = refusal1[string]("There is no document {}.")
	CurveRange         = refusal0("The curve of the activation needs a range from a number to a larger one.")
	NoSample           = refusal1[string]("There is no sample {}.")
	TooLongForQR       = refusal2[int, int]("The text has {} letters, but a QR code holds at most {}.")
	ExportFails        = refusal1[error]("The network cannot be written down: {}.")
)

// NoRows explains why there are no points where sums stand for rows.
func NoRows(rows int) error {
	return refuse("There are no points here, only ", SumsOf(rows), "; undo, an example or Remove all leads back to points.")
}

// SceneUnusable refuses a link because of a scene.
func SceneUnusable(i int, err error) error {
	return refuse("Scene ", count(i+1), " of this link cannot be opened, and nothing has changed: ", trimmed(err), ".")
}

// StateUnusable refuses a state of work.
func StateUnusable(i int, err error) error {
	return refuse("State ", nth(i), " of this work cannot be used: ", strings.TrimPrefix(trimmed(err), "This cannot be opened: "), ".")
}

// refusal0 returns a function that returns a sentence as an error; refusal1 to refusal3 return such functions of arguments that
// the sentence mentions.
func refusal0(text string) func() error { return func() error { return errors.New(text) } }

func refusal1[A any](text string) func(A) error { return func(a A) error { return refusal(text, a) } }

func refusal2[A, B any](text string) func(A, B) error {
	return func(a A, b B) error { return refusal(text, a, b) }
}

func refusal3[A, B, C any](text string) func(A, B, C) error {
	return func(a A, b B, c C) error { return refusal(text, a, b, c) }
}

// sentence1 to sentence3 return functions that return a text filled with their arguments.
func sentence1[A any](text string) func(A) string { return func(a A) string { return fill(text, a) } }

func sentence2[A, B any](text string) func(A, B) string {
	return func(a A, b B) string { return fill(text, a, b) }
}

func sentence3[A, B, C any](text string) func(A, B, C) string {
	return func(a A, b B, c C) string { return fill(text, a, b, c) }
}

// refusal returns the filled text as an error, or nil if an argument is an error that is nil: then there is nothing to refuse.
func refusal(text string, args ...any) error {
	for _, arg := range args {
		if arg == nil {
			return nil
		}
	}
	return errors.New(fill(text, args...))
}

// fill replaces the braces in a text by the arguments, in their order: {} is a number in the style of the page, a user's text in
// quotation marks, or an error without its full stop; {+1} is the number of something counted from 0; {=} a text as it is; and
// any other word a noun with its number.
func fill(text string, args ...any) string {
	var b strings.Builder
	for _, arg := range args {
		before, rest, _ := strings.Cut(text, "{")
		verb, after, _ := strings.Cut(rest, "}")
		b.WriteString(before)
		switch arg := arg.(type) {
		case error:
			b.WriteString(trimmed(arg))
		case float64:
			b.WriteString(Number(arg))
		case string:
			if verb != "=" {
				arg = quote(arg)
			}
			b.WriteString(arg)
		case int:
			switch verb {
			case "":
				b.WriteString(count(arg))
			case "+1":
				b.WriteString(nth(arg))
			default:
				b.WriteString(Plural(arg, verb))
			}
		}
		text = after
	}
	return b.String() + text
}

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
