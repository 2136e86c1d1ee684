package messages

import (
	"math"
)

// The captions of the film.

// StartMessage invites the user to begin.
const StartMessage = "Draw some points, or choose an example."

// Captions without numbers.
const (
	CaptionSamples      = "Signals and images have their own panel, Samples: draw them there, and see each filter at work."
	CaptionConvolution  = "This layer is a convolution: its filters are in the picture Network and in the panel Samples."
	CaptionNoPictures   = "The pictures are for dense networks. The numbers are all here."
	CaptionPathOfPlane  = "Of more than three features the solver's path has no picture."
	CaptionPathOfLayers = "Of several layers the solver's path has no picture."
	CaptionPathOfAll    = "This loss trains all outputs together: their common path has no picture of one output."
	CaptionNoPath       = "There is no path to show: the empty network was proved best at once."
)

// CaptionEmptyNetwork explains why there is no film.
func CaptionEmptyNetwork(squared bool) string {
	if squared {
		return "No neuron is worth its price at this β: the best network is f = 0, and v = 2y proves it."
	}
	return "No neuron is worth its price at this β: the best network is f = 0, and its v proves it."
}

// CaptionTurned states what does not change when a neuron is turned.
func CaptionTurned(cost float64) string {
	return "Another optimal network: the neurons are others, the function, the curve g and the cost " + short(cost) +
		" are the same. Play brings the first one back."
}

// CaptionEnding sums up the neurons of Z and of Z′ of a network, or of one of several layers; off is set if the pictures show a plane in which the
// neurons need not lie.
func CaptionEnding(plus, minus int, layered, off bool) string {
	noun, where := " neurons", ""
	if plus+minus == 1 {
		noun = " neuron"
	}
	if off {
		where = ", off the plane that is shown,"
	}
	return count(plus+minus) + noun + ": " + count(plus) + " from Z, " + count(minus) +
		" from Z′. At each of them" + where + " the curve g touches ±β, and no " + competitor(layered) + " of any width costs less."
}

// CaptionIterate describes the position on the solver's path.
func CaptionIterate(at, last int, cost, bound float64) string {
	text := "Iterate " + count(at) + " of " + count(last) + ": its matrices cost " + precise(cost) + ", and no network costs less than " + precise(bound)
	if at == 0 {
		return text + ". The start: Z and Z′ are equal, so f is 0."
	}
	if gap := (cost - bound) / math.Max(math.Abs(cost), 1e-300); at < last {
		return text + ": a relative gap of " + figures(math.Max(0, gap), 2) + "."
	}
	return text + ": the path has arrived, and the matrices are ready to be taken apart."
}

// CaptionClaimedNetwork and CaptionClaimedMatrix describe a network and a matrix under check, of that many neurons.
var (
	CaptionClaimedNetwork = sentence1[int]("The network under check has {neuron}; the ring marks the point where it differs most from the optimum.")
	CaptionClaimedMatrix  = sentence1[int]("The matrix under check is the sum of {neuron}.")
)
