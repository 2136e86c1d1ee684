package messages

import "math"

// Sentences on what is shown of several outputs, features and layers.

// OutputPicture describes the picture of the data for several outputs: Compares is set if all are shown, Half if the boundary
// between a class and the others is at ½, and Draws if points can be drawn.
type OutputPicture struct {
	Output                int
	Compares, Half, Draws bool
}

// dataOfOutput is the note of the data for several outputs.
func dataOfOutput(s *Shown) string {
	p := s.Several
	f, level, draw := outputName(p.Output), "0", ""
	if p.Half {
		level = "½"
	}
	if p.Draws {
		draw = drawHere
	}
	switch {
	case s.Plane && p.Compares:
		return "A plane, coloured by the largest output; the points are projected. Nothing can be drawn here."
	case s.Plane:
		return "A plane: the shading is the output " + f + ", a line is " + f + " = " + level + "; the points are projected."
	case p.Compares && s.Features == 1:
		return draw + "each curve is an output, the strip is coloured by the largest."
	case p.Compares:
		return draw + "each colour is where the output of that class is the largest."
	case s.Features == 1:
		return "The curve is the output " + f + ", the points are at its labels."
	case s.Features == 2:
		return "The shading is the output " + f + ", a line is " + f + " = " + level + "."
	}
	return "A surface is " + f + " = " + level + "; regions of several classes have no picture in space."
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

// dataOfLayers is the note of the data for several layers.
func dataOfLayers(s *Shown) string {
	f, draw, held := "f of all "+count(s.Layers)+" layers", drawHere, ""
	if s.Several != nil && !s.Several.Compares {
		f = "output " + outputName(s.Several.Output) + " of all " + count(s.Layers) + " layers"
	}
	if s.Held > 0 {
		held = " Hollow points are held out."
	}
	switch {
	case s.Convolved:
		return "Draw on a sample: what all " + count(s.Layers) + " layers say of it stands above it." + held
	case s.Plane && s.Several != nil && s.Several.Compares:
		return "A plane, coloured by the largest output of all " + count(s.Layers) + " layers; the points are projected." + held
	case s.Plane:
		return "A plane: the shading is " + f + ", exact on it; the points are projected." + held
	case s.Features == 3:
		return draw + "the colour of each point is " + f + ", its shape is its label." + held
	case s.Several != nil && s.Several.Compares:
		return draw + "each colour is where the output of that class is the largest, through all " + count(s.Layers) + " layers." + held
	case s.Features == 1:
		return draw + "the curve is " + f + "." + held
	}
	return draw + "the shading is " + f + ", a line is f = 0, with corners where inputs are clipped." + held
}

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

// networkDescription describes the picture of all layers.
func networkDescription(s *Shown) string {
	if s.Layers < 2 {
		return "there is one layer only."
	}
	return count(s.Layers) + " layers with " + s.neurons() + " in all, each layer certified given those below it; layer " + nth(s.Layer) +
		" is chosen."
}

// LayerPlane describes the plane in which a layer with that many features is shown; share is its share of the points' variance.
func LayerPlane(layer, features int, share float64) string {
	return "Layer " + nth(layer) + " reads " + count(features) + " features: the pictures show their two principal axes, with " +
		count(int(math.Round(100*share))) + " % of the variance."
}
