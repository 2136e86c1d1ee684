package messages

import (
	"math"
	"strings"
)

// Sentences on matrices, solutions and networks under check.

var (
	// MatrixPasses states what was proved of a matrix of that many neurons, OptimalWithin of a solution with that relative gap.
	MatrixPasses  = sentence1[int]("Positive semidefinite, and its trace condition holds: the matrix is the sum of {neuron}.")
	OptimalWithin = sentence1[float64]("Optimal: no network with this activation and architecture, however wide, costs less by more than a relative gap of {}.")
	// CheckedAgainst states that a claim was checked against the current problem: its number of points, its loss and its beta.
	CheckedAgainst = sentence3[int, string, float64]("Checked against the problem on the stage: {point}, {=} loss, β = {}.")
	// FactDifference names the largest difference of outputs, which is at that point.
	FactDifference = sentence1[int]("Largest difference from the outputs of the optimum, at point {+1}")
)

// A MatrixFault tells why a matrix is not a sum of neurons, by three measures relative to what rounding allows: its least eigenvalue, the distance of
// the trace of its leading block from its last entry, and its distance from the sum of the neurons found. A measure within the allowed range is no
// fault.
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
		faults = append(faults, "it is not positive semidefinite: its least eigenvalue is "+Number(f.Least)+", where rounding allows "+Brief(-f.Allowed))
	}
	if !(f.Trace <= f.Allowed) {
		faults = append(faults, "the trace of its leading block and its last entry must be equal, and differ by "+Number(f.Trace)+", where rounding allows "+Brief(f.Allowed))
	}
	if len(faults) == 0 {
		faults = append(faults, "its neurons add up to it only within "+Brief(f.Error)+" of its largest entry, where rounding allows "+Brief(f.Within))
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
