package messages

import "math"

// Sentences on what is shown of several outputs, features and layers.

// PlaneNote describes the plane shown: by two features, counted from 1, or by the principal axes; share is its share of the
// points' variance.
func PlaneNote(features [2]int, share float64) string {
	axes := "The principal axes, through the mean"
	if features[0] > 0 {
		axes = "x" + Subscript(features[0]) + " and x" + Subscript(features[1]) + ", the others at their mean"
	}
	return axes + ": f is exact, the points are projected, with " + count(int(math.Round(100*share))) + " % of their variance."
}

// BiasNote states that the last of the features that the program has is the bias.
func BiasNote(features int) string {
	return "The bias is a feature x" + Subscript(features) + " = 1: data and neurons are drawn there, in the other pictures it is an axis."
}

// OutputNote states which output is shown.
func OutputNote(output int, jointly bool) string {
	if jointly {
		return "All but the data is of " + OutputName(output) + ": this loss trains all outputs together, each with a certificate."
	}
	return "All but the data is of " + OutputName(output) + ": each output is trained and proved by itself."
}

// RotatedIsNotOptimal is the notice that a stored network was not restored.
const RotatedIsNotOptimal = "The turned network that came with this is not an optimum of its problem, so the one that was found here is " +
	"shown."

// LayerPlane describes the plane in which a layer with that many features is shown; share is its share of the points' variance.
func LayerPlane(layer, features int, share float64) string {
	return "Layer " + nth(layer) + " reads " + count(features) + " features: the pictures show their two principal axes, with " +
		count(int(math.Round(100*share))) + " % of the variance."
}
