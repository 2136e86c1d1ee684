package certify

import (
	"math"
	"strconv"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// givenLengthLimit is the largest distance from one for the length of a direction in a network without a proof, which may have been written
// with few digits.
const givenLengthLimit = 1e-3

// Comparison is a network of any origin, measured against the certified optimum of its problem.
type Comparison struct {
	// Verdict has the network's cost by a forward pass and the certified bound. Its DualPeak belongs to the network's own dual vector,
	// minus the slope of the loss: above 1, another neuron would lower the cost. If a neuron does not fit the problem, nothing is measured.
	Verdict
	// Neuron is the index of a neuron that does not fit the problem, or else of the one whose direction is farthest from unit length, or -1.
	// Length is that distance.
	Neuron int
	Length float64
	// Neurons has the network with directions of length one.
	Neurons []neural.Neuron
	// Point and Output are the sample and the output where the network differs most from the optimal one, by Difference; Point is -1 without
	// samples.
	Point, Output int
	Difference    float64
}

// Compare measures a network for p against its solution r, which is not modified, by an evaluator of p. For a piecewise-linear activation
// a direction u of any length stands for one of length one with the weight alpha |u|, which is the same function.
func Compare(p Problem, network []neural.Neuron, r *Result, by Evaluator) *Comparison {
	p.Outputs = p.outputs()
	t := &Comparison{Verdict: Verdict{Pass: true, Tolerance: p.tolerance()}, Neuron: -1, Point: -1}
	if at, misfit := neural.Misfit(network, p.shape(), p.Outputs); misfit != "" {
		t.Neuron = at
		t.AddDifference(misfitFinding, misfit)
		return t
	}
	if !p.HasMatrices() {
		network = rescaled(network)
	}
	for i, n := range network {
		away := math.Abs(dense.Length(n.U) - 1)
		if away > t.Length || math.IsNaN(away) {
			t.Length, t.Neuron = away, i
		}
		if !(away <= givenLengthLimit) {
			t.AddDifference("neurons whose direction has another length than one",
				"neuron "+strconv.Itoa(i+1)+" has a direction u of length "+short(dense.Length(n.U))+", where 1 is expected")
			return t
		}
	}
	t.Neurons = neural.Normalized(network)
	fit := make([]float64, len(p.Y))
	found := costs{objective: by.Cost(fit, t.Neurons), lower: r.Lower, empty: p.EmptyCost()}
	if !isFinite(found.objective) {
		t.AddDifference("cost of the network", "the cost of the network is too large for double precision")
		return t
	}
	t.checkGap(&found)
	t.Add("distance of the lengths of the directions u from one", t.Length, givenLengthLimit)
	for i, f := range fit {
		if d := math.Abs(f - r.Fit[i]); t.Point < 0 || d > t.Difference {
			t.Point, t.Output, t.Difference = i%p.Samples(), i/p.Samples(), d
		}
	}
	dual := make([]float64, len(fit))
	neural.DualTo(dual, fit, p.Y, p.Samples(), p.Loss)
	peak, _, _ := by.Bound(dual)
	t.DualPeak = Clamp(peak / p.Beta)
	return t
}

// rescaled returns the neurons with directions of length one, and the lengths in the weights.
func rescaled(network []neural.Neuron) []neural.Neuron {
	out := neural.Normalized(network)
	for i, n := range network {
		out[i].Alpha *= dense.Length(n.U)
	}
	return out
}
