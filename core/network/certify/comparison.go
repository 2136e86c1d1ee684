package certify

import (
	"math"
	"strconv"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// lengthLimit is how far from one the length of a direction may be in a network without a proof, which may have been written with
// few digits.
const lengthLimit = 1e-3

// Comparison is a network of any origin, measured against the certified optimum of its problem.
type Comparison struct {
	// Verdict has the network's cost by a forward pass and the certified bound. Its DualPeak is that of the network's own dual vector, minus
	// the slope of the loss: above 1 there is a neuron that would lower the cost. If a neuron does not belong to a network for the problem,
	// nothing is measured.
	Verdict
	// Neuron is the one that does not belong there, otherwise that whose direction's length, as given, is farthest from one, or -1; Length is
	// that distance.
	Neuron int
	Length float64
	// Neurons has the network with directions of length one.
	Neurons []neural.Neuron
	// Point is the sample whose outputs differ most from those of the optimal network, Output that output, Difference by how much; -1
	// without samples.
	Point, Output int
	Difference    float64
	// Quadratic is g of the first block and output, as in a Proof. This and the peak are missing for a loss that couples outputs.
	Quadratic []float64
}

// Compare measures a network for p, of which r is the solution. r is not modified.
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

// CompareBy is Compare with the cost of a network, which writes its outputs into fit, and the largest |g| of a dual vector of one output
// with the matrix of g.
func CompareBy(p Problem, network []neural.Neuron, r *Result, cost func(fit []float64, neurons []neural.Neuron) float64,
	largest func(dual []float64) (peak float64, quadratic []float64)) *Comparison {
	p.Outputs = p.outputs()
	t := &Comparison{Verdict: Verdict{Pass: true, Tolerance: p.tolerance()}, Neuron: -1, Point: -1}
	for i, n := range network {
		if misfit := t.misfit(&p, n); misfit != "" {
			t.Neuron = i
			t.Verdict.Compare("neurons that do not belong to a network for the problem", "neuron "+strconv.Itoa(i+1)+" "+misfit)
			return t
		}
	}
	fit := make([]float64, len(p.Y))
	is := Proved{Objective: cost(fit, t.Neurons), Lower: r.Lower, Empty: p.Empty()}
	if !isFinite(is.Objective) {
		t.Verdict.Compare("cost of the network", "the cost of the network exceeds what double precision can carry")
		return t
	}
	t.checkGap(&is)
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
		if t.DualPeak = math.Max(t.DualPeak, Clamp(peak/p.Beta)); o == 0 {
			t.Quadratic = quadratic
		}
	}
	return t
}

// misfit takes over a neuron with its direction brought to length one, or says what is wrong with it.
func (t *Comparison) misfit(p *Problem, n neural.Neuron) string {
	shape := p.Architecture.Shape(p.D)
	switch {
	case len(n.U) != p.dimension():
		return "has a direction u of " + strconv.Itoa(len(n.U)) + " numbers, where the problem asks for " + strconv.Itoa(p.dimension())
	case n.Block < 0 || n.Block >= shape.Blocks:
		return "reads block " + strconv.Itoa(n.Block) + ", where the problem has " + strconv.Itoa(shape.Blocks)
	case n.Output < 0 || n.Output >= p.Outputs:
		return "adds to output " + strconv.Itoa(n.Output) + ", where the problem has " + strconv.Itoa(p.Outputs)
	}
	length := dense.Length(n.U)
	if !(math.Abs(length-1) <= lengthLimit) {
		return "has a direction u of length " + short(length) + ", where 1 is expected"
	}
	if away := math.Abs(length - 1); away > t.Length {
		t.Length, t.Neuron = away, len(t.Neurons)
	}
	u := make([]float64, len(n.U))
	for k, v := range n.U {
		u[k] = v / length
	}
	t.Neurons = append(t.Neurons, neural.Neuron{U: u, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	return ""
}
