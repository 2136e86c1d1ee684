package messages

import "math"

// Sentences on what is shown of several outputs, features and layers.

// OutputPicture describes the picture of the data for several outputs: Compares is set if all are shown, Half if the boundary
// between a class and the others is at ½, and Draws if points can be drawn.
type OutputPicture struct {
	Output                int
	Compares, Half, Draws bool
}

// PlaneNote describes the plane shown: by two features, counted from 1, or by the principal axes; share is its share of the
// points' variance.
func PlaneNote(features [2]int, share float64) string {
	axes := "The principal axes, through the mean"
	if features[0] > 0 {
		axes = "x" + subscript(features[0]) + " and x" + subscript(features[1]) + ", the others at their mean"
	}
	return axes + ": f is exact, the points are projected, with " + count(int(math.Round(100*share))) + " % of their variance."
}

// BiasNote states that the last of the features that the program has is the bias.
func BiasNote(features int) string {
	return "The bias is a feature x" + subscript(features) + " = 1: data and neurons are drawn there, in the other pictures it is an axis."
}

// OutputNote states which output is shown.
func OutputNote(output int, jointly bool) string {
	if jointly {
		return "All but the data is of " + outputName(output) + ": this loss trains all outputs together, each with a certificate."
	}
	return "All but the data is of " + outputName(output) + ": each output is trained and proved by itself."
}

// RotatedIsNotOptimal is the notice that a stored network was not restored.
const RotatedIsNotOptimal = "The turned network that came with this is not an optimum of its problem, so the one that was found here is " +
	"shown."

// networkNote is the note of the picture of all layers.
func networkNote(s *Shown) string {
	const more = " Click a column to see its proof."
	switch {
	case s.Layers < 2:
		return "It is drawn where there are two layers or more."
	case s.Convolved:
		return "Layer 1: its filters. Above: maps of the plane are neurons, lines are weights." + more
	case s.Plane:
		return "Maps of the plane are neurons, lines are weights." + more
	case s.Features == 1:
		return "Graphs are neurons, lines are weights." + more
	case s.Features == 3:
		return "Maps are neurons, on the plane in the middle of x₃; lines are weights." + more
	}
	return "Maps are neurons, lines are weights." + more
}

// LayerPlane describes the plane in which a layer with that many features is shown; share is its share of the points' variance.
func LayerPlane(layer, features int, share float64) string {
	return "Layer " + nth(layer) + " reads " + count(features) + " features: the pictures show their two principal axes, with " +
		count(int(math.Round(100*share))) + " % of the variance."
}
