package say

import "math"

// Sentences on pointers and the selection.

// ClaimIsShown refuses drawing while an object under check is shown.
func ClaimIsShown() error {
	return refuse("The stage shows the matrix under check; go back to your data to draw.")
}

// CannotDraw refuses drawing on these data.
func CannotDraw() error {
	return refuse("Points can be drawn for a dense network with up to three features; this problem has another shape.")
}

// CannotDrawRows refuses to give points labels.
func CannotDrawRows(outputs int) error {
	return refuse("Each label here is a row of ", count(outputs),
		" numbers, which the pointer cannot give; points can be moved and erased, and the table has their labels.")
}

// PlaceNumbers refuses a position of the pointer.
func PlaceNumbers(axes int) error {
	return refuse("A pointer intent needs a place of ", count(axes), " numbers and a radius above 0.")
}

// PathNumbers refuses the path of a drag.
func PathNumbers(axes int) error {
	return refuse("The path of a drag needs ", count(axes), " numbers for each place.")
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

// NoPointSelected refuses an operation on selected points.
func NoPointSelected() error { return refuse("No point is selected.") }

// CannotMoveTogether refuses to move points.
func CannotMoveTogether() error {
	return refuse("Points can be moved together where there are pictures of them: up to three features and one output.")
}

// MoveNumbers refuses a move.
func MoveNumbers(want, got int) error {
	return refuse("A move needs ", count(want), " numbers, but it has ", count(got), ".")
}

// Sentences on what is shown.

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

// PlaneNote describes the plane shown: by two features, counted from 1, or by the principal axes; share is its share of the points' variance.
func PlaneNote(features [2]int, share float64) string {
	axes := "The principal axes, through the mean"
	if features[0] > 0 {
		axes = "x" + subscript(features[0]) + " and x" + subscript(features[1]) + ", the others at their mean"
	}
	return axes + ": f is exact, the points are projected, with " + count(int(math.Round(100*share))) + " % of their variance."
}

// OutputNote states which output is shown.
func OutputNote(output int, jointly bool) string {
	if jointly {
		return "All but the data is of " + outputName(output) + ": this loss trains all outputs together, each with a certificate."
	}
	return "All but the data is of " + outputName(output) + ": each output is trained and proved by itself."
}

// NoNeuron refuses the index of a neuron.
func NoNeuron(i int) error { return refuse("There is no neuron ", nth(i), ".") }

// NoEntry refuses the position of a matrix entry.
func NoEntry(row, column int) error {
	return refuse("There is no entry (", nth(row), ", ", nth(column), ").")
}

// NoNeuronToTurn refuses to turn a neuron.
func NoNeuronToTurn(i int) error { return refuse("There is no neuron ", nth(i), " to turn.") }

// DirectionNumbers refuses a direction.
func DirectionNumbers(features int) error {
	return refuse("A direction to turn to needs ", count(features), " numbers.")
}

// TurnedIsNotOptimal is the notice that a stored network was not restored.
const TurnedIsNotOptimal = "The turned network that came with this is not an optimum of its problem, so the one that was found here is shown."

// Sentences on the film.

// NoFilm refuses the name of a film.
func NoFilm(name string) error { return refuse("There is no film ", quote(name), ".") }

// FilmPosition refuses a stored position of the film.
func FilmPosition(at float64) error { return refuse("The film cannot stand at ", Number(at), ".") }

// SpeedRange refuses a speed.
func SpeedRange(speed float64) error {
	return refuse("The speed must be between 0.25 and 4, but it is ", Number(speed), ".")
}
