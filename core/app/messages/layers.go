package messages

import (
	"math"
)

// Sentences on several layers, each trained on top of those below it.

// CertifiedLayers states the proof of the layers together with the fit of the network up to the chosen one, and of the whole network, which the
// picture of the data shows; held is set if points are held out.
func CertifiedLayers(f, all Fit, chosen, layers int, held bool) string {
	text := "Each of " + count(layers) + " layers is certified, given the layers below; "
	subject := "with all of them the network "
	switch {
	case chosen < layers-1 && chosen == 0:
		subject = "the first one alone "
	case chosen < layers-1:
		subject = "with the first " + count(chosen+1) + " the network "
	case layers == 2:
		subject = "with both the network "
	}
	if !f.Classes && !(f.R2 >= 0) {
		return "Each of " + count(layers) + " layers is certified, given the layers below."
	}
	text += subject + f.reaches()
	if chosen < layers-1 && (all.Classes || all.R2 >= 0) {
		text += ", with all " + count(layers) + " it " + all.reaches()
	}
	if held {
		text += ", of those trained on"
	}
	return text + "."
}

// FewerThanBelow explains why a layer gets fewer points right than the layers below it.
func FewerThanBelow(layer, right int) string {
	return "Without layer " + nth(layer) + " it gets " + count(right) + " right: what a layer makes least is its cost, not how many are wrong."
}

// NoSingleLayer states the proof of a single layer together with its fit, if another layer is offered.
func NoSingleLayer(f Fit, competitors Competitors, held bool) string {
	kind := "with this activation"
	if competitors == WithPatches {
		kind += " and these patches"
	}
	text := "No single layer " + kind + " costs less, however wide, and this one " + f.reaches()
	if held {
		text += ", of those trained on"
	}
	return text + "."
}

// dataOfLayers is the note of the data for several layers.
func dataOfLayers(s *Shown) string {
	f, draw, held := "f of all "+count(s.Layers)+" layers", "Draw here: ", ""
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
	return draw + "the shading is " + f + ", a line is f = 0." + held
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
	return count(s.Layers) + " layers with " + s.neurons() + " in all, each layer certified given those below it; layer " + nth(s.Layer) + " is chosen."
}

// LayerPlane describes the plane in which a layer with that many features is shown; share is its share of the points' variance.
func LayerPlane(layer, features int, share float64) string {
	return "Layer " + nth(layer) + " reads " + count(features) + " features: the pictures show their two principal axes, with " +
		count(int(math.Round(100*share))) + " % of the variance."
}
