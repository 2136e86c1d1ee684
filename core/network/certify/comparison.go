package certify

import (
	"math"
	"strconv"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// lengthLimit is the largest distance from one for the length of a direction in a network without a proof, which may have been written with
// few digits.
const lengthLimit = 1e-3

// Comparison is a network of any origin, measured against the certified optimum of its problem.
type Comparison struct {
	// Verdict has the network's cost by a forward pass and the certified bound. Its DualPeak belongs to the network's own dual vector, minus
	// the slope of the loss: above 1, another neuron would lower the cost. If a neuron does not fit the problem, nothing is measured.
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
	// Quadratic is g of the first block and output, as in a Certificate. It and the peak are missing for a loss that couples outputs.
	Quadratic []float64
}

// Compare measures a network for p against its solution r, which is not modified.
func Compare(p Problem, network []neural.Neuron, r *Result) *Comparison {
	samples := p.Operator()
	cost := func(fit []float64, neurons []neural.Neuron) float64 {
		return neural.Cost(fit, neurons, samples, p.Y, p.Beta, p.Loss)
	}
	return CompareBy(p, network, r, cost, func(dual []float64) (float64, []float64) {
		c := neural.Certificate{Dual: dual}
		neural.NewProver(samples).PeakTo(&c)
		return c.Peak, c.Quadratics[0]
	})
}

// CompareBy is Compare with its own forward pass and bound: cost writes the outputs of a network into fit, and largest returns the largest
// |g| of a dual vector of one output, with the matrix of g.
func CompareBy(p Problem, network []neural.Neuron, r *Result, cost func(fit []float64, neurons []neural.Neuron) float64,
	largest func(dual []float64) (peak float64, quadratic []float64)) *Comparison {
	p.Outputs = p.outputs()
	t := &Comparison{Verdict: Verdict{Pass: true, Tolerance: p.tolerance()}, Neuron: -1, Point: -1}
	if at, misfit := neural.Misfit(network, p.shape(), p.Outputs); misfit != "" {
		t.Neuron = at
		t.AddDifference(misfitFinding, misfit)
		return t
	}
	for i, n := range network {
		away := math.Abs(dense.Length(n.U) - 1)
		if away > t.Length || math.IsNaN(away) {
			t.Length, t.Neuron = away, i
		}
		if !(away <= lengthLimit) {
			t.AddDifference("neurons whose direction has another length than one",
				"neuron "+strconv.Itoa(i+1)+" has a direction u of length "+short(dense.Length(n.U))+", where 1 is expected")
			return t
		}
	}
	t.Neurons = Normalized(network)
	fit := make([]float64, len(p.Y))
	found := Recomputed{Objective: cost(fit, t.Neurons), Lower: r.Lower, EmptyCost: p.EmptyCost()}
	if !isFinite(found.Objective) {
		t.AddDifference("cost of the network", "the cost of the network exceeds what double precision can carry")
		return t
	}
	t.checkGap(&found)
	t.Add("distance of the lengths of the directions u from one", t.Length, lengthLimit)
	for i, f := range fit {
		if d := math.Abs(f - r.Fit[i]); t.Point < 0 || d > t.Difference {
			t.Point, t.Output, t.Difference = i%p.Samples(), i/p.Samples(), d
		}
	}
	if !p.Loss.Separable() {
		return t
	}
	for o := range p.Outputs {
		dual := fit[o*p.Samples() : (o+1)*p.Samples()]
		for i, f := range dual {
			dual[i] = -p.Loss.Slope(f, p.Y[o*p.Samples()+i])
		}
		peak, quadratic := largest(dual)
		t.DualPeak = math.Max(t.DualPeak, Clamp(peak/p.Beta))
		if o == 0 {
			t.Quadratic = quadratic
		}
	}
	return t
}
