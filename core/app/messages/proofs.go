package messages

import (
	"math"
	"strconv"
	"strings"
)

// Sentences on the fit: what the proof means for the points, and what would improve it.

// StripAside states what the proof refers to while the pictures show something else.
const StripAside = "The pictures show what is under check; these numbers are of your data."

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

// reaches states what a network reaches.
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

// share returns a share in per cent, rounded down so that it is never overstated.
func share(v float64) string {
	return strconv.FormatFloat(math.Floor(1000*v)/10, 'f', -1, 64) + " %"
}

// Competitors are the networks that a proof covers. They may have any number of neurons.
type Competitors string

// Networks with the same activation; quadratic ones; networks with the same activation and patches.
const (
	WithActivation Competitors = "network with this activation"
	Quadratic      Competitors = "quadratic network"
	WithPatches    Competitors = "network with this activation and these patches"
)

// Certified states the proof of a network together with its fit; held says that points are held out.
func Certified(f Fit, competitors Competitors, empty, held bool) string {
	text, subject := "No "+string(competitors)+", however wide, costs less; ", "this one "
	if empty {
		text, subject = "With no neuron f is 0 everywhere, and at this β no "+string(competitors)+" costs less; ", "it "
	}
	if !f.Classes && math.IsNaN(f.R2) {
		return text + "all labels are the same."
	}
	text += subject
	switch {
	case !f.Classes && f.R2 < 0:
		return text + "is farther from the labels than their mean is."
	case !f.Classes && f.R2 == 0:
		return text + "is as far from the labels as their mean is."
	}
	text += f.reaches()
	if held {
		text += ", of those trained on"
	}
	return text + "."
}

// ProofSentences returns the proof that no network costs less than bound, in three sentences with the numbers of a network: beta, the sum of all v f, the
// price beta sum |alpha| of its neurons, and its cost. They hold for every dual vector v that is scaled to |g| <= beta.
func ProofSentences(beta, gain, price, cost, bound float64) [3]string {
	both, ends := "for this one both are "+Precise(price)+".", "this one costs just that."
	if Precise(gain) != Precise(price) {
		both = "for this one they are " + Precise(gain) + " and " + Precise(price) + "."
	}
	if Precise(cost) != Precise(bound) {
		ends = "this one costs " + Precise(cost) + "."
	}
	return [3]string{
		"No neuron gains more than its price: |g(u)| ≤ β = " + Precise(beta) + " in every direction u. Here g(u) adds up v σ over all points, σ " +
			"being the neuron’s value at a point and v minus the slope of the point’s loss.",
		"A network’s value at a point is f = Σ α σ over its neurons of weights α. So in every network all v f together are at most what the " +
			"neurons cost, Σ v f ≤ β Σ|α|; " + both,
		"Each point’s loss is at least h − v f, h being the height at f = 0 of the line of slope −v that touches the loss from below. So no network " +
			"costs less than Σ h = " + Precise(bound) + "; " + ends,
	}
}

// Kind is what determines the polynomials that networks can be, whatever their neurons. With |u| = 1, the function sum alpha
// sigma(x'u) has the quadratic part a x'Mx, the linear part b m'x and the constant c tr M, with tr M = sum alpha.
type Kind struct {
	Features int
	// Signs: the sign of an output tells two classes apart. Largest: the largest output determines the class. Otherwise outputs
	// are numbers.
	Signs, Largest bool
	// Sigma holds a, b and c. Square is set for quadratic networks, whose activation is the square. Patches: f is a sum over patches.
	// Biased: the last of the features is 1, and not one of Features.
	Sigma                   [3]float64
	Square, Patches, Biased bool
}

// IsZero reports whether f = 0 is the only such function.
func (k Kind) IsZero() bool { return !k.Square && k.Sigma == [3]float64{} }

// KindLimit states the limits of a kind of network, which explain why it cannot fit better. It names the activation itself, since not
// every view shows its coefficients.
func KindLimit(k Kind) string {
	a, b, c, given := k.Sigma[0], k.Sigma[1], k.Sigma[2], "As σ(u) = "+Activation(k.Sigma)+", "
	switch {
	case k.Biased && (k.Square || a != 0):
		return k.shape(2)
	case k.Biased && b != 0:
		return k.shape(1) + " That is because σ(u) = " + Activation(k.Sigma) + "."
	case k.Square:
		return k.shape(2) + " A quadratic network has f(−x) = f(x) and f(0) = 0."
	case k.IsZero():
		return "As σ(u) = 0, f can only be 0."
	case a == 0 && b == 0:
		return given + "f can only be constant."
	case k.Patches && a != 0:
		return "f can only be a sum of quadratic functions of one patch each: numbers that share no patch are never multiplied."
	case k.Patches:
		return given + "f can only be a linear function of the sample and a constant."
	case a == 0 && c == 0:
		return k.shape(1) + " " + given + "f(0) = 0."
	case a == 0:
		return k.shape(1) + " That is because σ(u) = " + Activation(k.Sigma) + "."
	case b == 0 && c == 0:
		return k.shape(2) + " " + given + "f(−x) = f(x) and f(0) = 0."
	case b == 0:
		return k.shape(2) + " " + given + "f(−x) = f(x)."
	case c == 0:
		return k.shape(2) + " " + given + "f(0) = 0."
	case a*c > 0 && (k.Signs || k.Largest) && k.Features > 1: // f(0) is c/a times the trace of the quadratic part
		return k.shape(2) + " " + given + "it cannot close around the origin."
	}
	return k.shape(2)
}

// shape describes a polynomial of degree 1 or 2.
func (k Kind) shape(degree int) string {
	what := [2][4]string{
		{"", "at one place at most", "a line", "a plane"},
		{"", "at two places at most", "a conic, such as an ellipse or a hyperbola", "a quadratic surface, such as an ellipsoid or a hyperboloid"},
	}[degree-1][min(k.Features, 3)]
	if k.Features > 3 {
		what = [2]string{"a hyperplane", "a quadratic surface"}[degree-1]
	}
	where := "f = 0 can only be "
	switch {
	case !k.Signs && !k.Largest && k.Features == 1:
		return "f can only be a " + [2]string{"straight line.", "parabola, or a straight line."}[degree-1]
	case !k.Signs && !k.Largest:
		return "f can only be a " + [2]string{"linear", "quadratic"}[degree-1] + " function of the features."
	case k.Largest && k.Features == 1:
		where = "Two outputs can cross "
	case k.Largest:
		where = "Where two outputs are equal can only be "
	case k.Features == 1:
		where = "f can change its sign "
	}
	return where + what + "."
}

// Helps states what the network reaches with another beta, loss or activation.
func Helps(change string, f Fit) string {
	return "With " + change + " the optimum " + f.reaches() + "."
}

// HelpsLayers states what additional layers reach.
func HelpsLayers(layers int, f Fit) string {
	if layers == 1 {
		return "With another layer the network " + f.reaches() + "."
	}
	return "With " + count(layers) + " more layers the network " + f.reaches() + "."
}

// NoiseFlipped states what the noise did to the labels.
func NoiseFlipped(labels int, classes bool) string {
	if classes {
		return "The noise has changed the class of " + Plural(labels, "point") + " trained on."
	}
	return "The noise has changed the labels."
}

// MoreFeatures states what additional features would do.
const MoreFeatures = "More features, as columns of a table, can only lower the least cost."

// NamedBeta, NamedActivation and NamedLoss name a beta, an activation and a loss.
func NamedBeta(beta float64) string           { return "β = " + Number(beta) }
func NamedActivation(sigma [3]float64) string { return "σ(u) = " + Activation(sigma) }
func NamedLoss(name string) string            { return "the " + name + " loss" }

// Sentences on several layers, each trained on top of those below it.

// CertifiedLayers states the proof of the layers together with the fit of the network up to the chosen one, and of the whole
// network, which the picture of the data shows; held is set if points are held out.
func CertifiedLayers(f, all Fit, chosen, layers int, held bool) string {
	each := "Each of " + count(layers) + " layers is certified, given the layers below, the network as a whole is not"
	text := each + "; "
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
		return each + "."
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

// NoSingleLayer states the proof of a single layer together with its fit, if another layer is offered.
func NoSingleLayer(f Fit, competitors Competitors, held bool) string {
	text := "No single layer " + strings.TrimPrefix(string(competitors), "network ") + " costs less, however wide; this one " + f.reaches()
	if held {
		text += ", of those trained on"
	}
	return text + "."
}

// Sentences on matrices, solutions and networks under check.

// OptimalWithin states what was proved of a solution with that relative gap.
func OptimalWithin(gap float64) string {
	return Fill("Optimal: no network with this activation and architecture, however wide, costs less by more than a relative gap of {}.", gap)
}

// A MatrixFault tells why a matrix is not a sum of neurons, by three measures relative to what rounding allows: its least
// eigenvalue, the distance of the trace of its leading block from its last entry, and its distance from the sum of the neurons
// found. A measure within the allowed range is no fault.
type MatrixFault struct {
	Least, Trace, Error float64
	Allowed             float64 // for the first two
	Within              float64 // for the third, which is relative to the largest entry
	Neurons             int     // of its positive part
}

// MatrixFails states why a matrix is not the sum of neurons, and what the neurons that were found add up to.
func MatrixFails(f MatrixFault) string {
	var faults []string
	if !(f.Least >= -f.Allowed) {
		faults = append(faults, "it is not positive semidefinite: its least eigenvalue is "+Number(f.Least)+", where rounding allows "+
			Brief(-f.Allowed))
	}
	if !(f.Trace <= f.Allowed) {
		faults = append(faults, "the trace of its leading block and its last entry must be equal, and differ by "+Number(f.Trace)+
			", where rounding allows "+Brief(f.Allowed))
	}
	if len(faults) == 0 {
		faults = append(faults, "its neurons add up to it only within "+Brief(f.Error)+" of its largest entry, where rounding allows "+
			Brief(f.Within))
	}
	text := "This matrix is no sum of neurons: " + strings.Join(faults, "; ") + "."
	if f.Neurons > 0 {
		text += " Listed are the neurons of its positive part, scaled to meet the trace condition."
	}
	return text
}

// AboveOptimum states how far a network's cost is above the optimum, and which point's output differs most, -1 for none.
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
	if point >= 0 && difference > 0 {
		text += "; point " + nth(point) + " differs most, by " + Brief(difference)
	}
	return text + "."
}

// The names of the measures of a check.
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
	FactPart       = "Neurons of its positive part"
	FactOrder      = "Order"
	FactRank       = "Rank"
	FactEigenvalue = "Least eigenvalue"
	FactTrace      = "Distance of the leading block's trace from the last entry"
	FactResidual   = "Largest error of the sum of the neurons, relative"
	FactCone       = "Largest distance of a vector from the cone, relative"
)
