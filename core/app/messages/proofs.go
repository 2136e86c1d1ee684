package messages

import (
	"math"
	"strconv"
)

// Sentences on the fit: what the proof means for the points, and what would improve it.

// Fit describes how good a network is: Right of Total if labels are classes, otherwise R2, which is NaN if the labels do not vary.
type Fit struct {
	Classes      bool
	Right, Total int
	R2           float64
}

const (
	// goodShare and goodR2 are the accuracy and the R2 from which on a fit is not called poor.
	goodShare, goodR2 = 0.9, 0.9
	// plainR2 is the R2 from which on no improvement is suggested.
	plainR2 = 0.95
)

// Poor reports whether the fit is bad.
func (f Fit) Poor() bool {
	if f.Classes {
		return float64(f.Right) < goodShare*float64(f.Total)
	}
	return f.R2 < goodR2
}

// Full reports whether no improvement is needed.
func (f Fit) Full() bool {
	if f.Classes {
		return f.Right == f.Total
	}
	return !(f.R2 < plainR2)
}

// Better reports whether the fit is better than another by more than rounding, and noticeably.
func (f Fit) Better(than Fit) bool {
	if f.Classes {
		return f.Right > than.Right
	}
	return f.R2 > than.R2+0.01
}

// Reaches states what a network reaches; held says that points are held out.
func (f Fit) Reaches(held bool) string {
	text := "gets " + count(f.Right) + " of " + count(f.Total) + " right"
	switch {
	case !f.Classes && math.IsNaN(f.R2):
		return "has labels that are all the same"
	case !f.Classes && f.R2 < 0:
		return "is farther from the labels than their mean is"
	case !f.Classes && f.R2 == 0:
		return "is as far from the labels as their mean is"
	case !f.Classes:
		text = "explains " + share(f.R2) + " of the labels’ variation"
	case f.Total == 1 && f.Right == 1:
		text = "gets the one point right"
	case f.Right == f.Total:
		text = "gets all " + count(f.Total) + " right"
	case f.Right == 0:
		text = "gets none of " + count(f.Total) + " right"
	}
	if held {
		text += ", of those trained on"
	}
	return text
}

// share returns a share in per cent, rounded down so that it is never overstated.
func share(v float64) string {
	return strconv.FormatFloat(math.Floor(1000*v)/10, 'f', -1, 64) + " %"
}

// ProofSentences returns the proof that no network costs less than bound, in three sentences with the numbers of a network: beta, the sum
// of all v f, the price beta sum |alpha| of its neurons, and its cost. They hold for every dual vector v that is scaled to |g| <= beta; the
// neurons of piecewise-linear activations have an offset beside their direction.
func ProofSentences(beta, gain, price, cost, bound float64, isPiecewise bool) [3]string {
	every := " in every direction u."
	if isPiecewise {
		every = " for every direction and offset u: each way to part the points was tried."
	}
	both, ends := "for this one both are "+Precise(price)+".", "this one costs just that."
	if Precise(gain) != Precise(price) {
		both = "for this one they are " + Precise(gain) + " and " + Precise(price) + "."
	}
	if Precise(cost) != Precise(bound) {
		ends = "this one costs " + Precise(cost) + "."
	}
	return [3]string{
		"No neuron gains more than its price: |g(u)| ≤ β = " + Precise(beta) + every + " Here g(u) adds up v σ over all " +
			"points, σ being the neuron’s value at a point and v minus the slope of the point’s loss.",
		"A network’s value at a point is f = Σ α σ over its neurons of weights α. So in every network all v f together are at most what the " +
			"neurons cost, Σ v f ≤ β Σ|α|; " + both,
		"Each point’s loss is at least h − v f, h being the height at f = 0 of the line of slope −v that touches the loss from below. " +
			"So every network costs Σ loss + β Σ|α| ≥ Σ h − Σ v f + β Σ|α| ≥ Σ h = " + Precise(bound) + "; " + ends,
	}
}

// NamedBeta, NamedActivation and NamedLoss name a beta, an activation and a loss.
func NamedBeta(beta float64) string           { return "β = " + Number(beta) }
func NamedActivation(sigma [3]float64) string { return "σ(u) = " + Activation(sigma) }
func NamedLoss(name string) string            { return "the " + name + " loss" }
