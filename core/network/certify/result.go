package certify

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/network/neural"
)

// Status says how a job ended. Its text is the solution document's.
type Status string

const (
	// Optimal: the gap is certified to the tolerance, see Certified.
	Optimal Status = "optimal"
	// Inaccurate: rounding ended the iterations above the tolerance; the gap that is stated is certified.
	Inaccurate Status = "inaccurate"
	// Stopped: the job was stopped before its end.
	Stopped Status = "stopped"
	// Failed: no network with a finite cost was found.
	Failed Status = "failed"
)

// Result is a network with its proof.
type Result struct {
	Status  Status
	Message string // one sentence when Status is not Optimal
	// Objective is the network's own cost by a forward pass, Lower the certified dual bound, Gap their relative difference.
	Objective, Lower, Gap float64
	Neurons               []neural.Neuron
	// Fit holds the network's outputs on the samples, output by output.
	Fit []float64
	// Decompositions holds one for each Z and Z': that of Z of block k of output o is at 2 (o K + k), that of Z' after it.
	Decompositions []*neural.Decomposition
	Certificate    Certificate
	Iterations     int
	// Faces holds for each neuron with a piecewise activation the samples on its kink, in ascending order: none for a neuron in a cell, one on
	// an edge, two or more at a vertex (with two features). Samples at the same place are all listed.
	Faces [][]int
	// Samples is n, Blocks K.
	Samples, Blocks int

	// Help is what would help where the iterations ended early: see AddAdvice.
	Help Help
}

// Help says what would help where the iterations ended early: features of one size, a larger beta, where it is a small Share of the least for
// which the network is empty, or more memory.
type Help struct {
	Scaling, Memory bool
	Beta, Share     float64
}

// text ends the sentence on the gap.
func (h Help) text() string {
	var list []string
	if h.Scaling {
		list = append(list, "standardised features")
	}
	if h.Share > 0 {
		list = append(list, "a larger beta ("+short(h.Beta)+" is "+short(h.Share)+" of the least for which the network is empty)")
	}
	if h.Memory {
		list = append(list, "more memory")
	}
	if list == nil {
		return ""
	}
	return "; " + strings.Join(list, " or ") + " would help"
}

// Certificate joins the certificates of all outputs: see neural.Certificate.
type Certificate struct {
	// Dual has n entries for each output, output by output.
	Dual []float64
	// Peak is the largest peak before scaling.
	Peak float64
	// Quadratics holds g of block k of output o at o K + k.
	Quadratics [][]float64
}

// add appends the certificate of the next outputs.
func (c *Certificate) add(next *neural.Certificate) {
	if c.Dual == nil {
		c.Dual = slices.Clip(next.Dual)
	} else {
		c.Dual = append(c.Dual, next.Dual...)
	}
	c.Peak = math.Max(c.Peak, next.Peak)
	c.Quadratics = append(c.Quadratics, next.Quadratics...)
}

// Ranks returns the sums of the ranks of all Z and of all Z'.
func (r *Result) Ranks() (plus, minus int) {
	for k, dec := range r.Decompositions {
		if k%2 == 0 {
			plus += len(dec.Vectors)
		} else {
			minus += len(dec.Vectors)
		}
	}
	return plus, minus
}

// Replace returns a result for p with another network and its cost by a forward pass. The bound and the matrices' decompositions stay those
// of r.
func (r *Result) Replace(p Problem, neurons []neural.Neuron) *Result {
	other := *r
	p.Outputs = p.outputs()
	other.Neurons, other.Fit = neural.Normalized(neurons), make([]float64, len(r.Fit))
	other.Objective = neural.Cost(other.Fit, other.Neurons, p.Operator(), p.Y, p.Beta, p.Loss)
	other.Gap = RelativeGap(other.Objective, other.Lower)
	other.SetStatus(p.tolerance(), p.EmptyCost(), r.Help.text())
	return p.prove(&other)
}

// join combines the candidates of the subproblems of p; blocks is K.
func join(candidates []candidate, p *Problem, blocks int) *Result {
	r := &Result{Samples: p.Samples(), Blocks: blocks}
	for at, c := range candidates {
		for _, neuron := range c.neurons {
			neuron.Output += at
			r.Neurons = append(r.Neurons, neuron)
		}
		r.Decompositions = append(r.Decompositions, c.decompositions...)
		r.Certificate.add(&c.certificate)
		r.Iterations += c.iterations
		if len(candidates) == 1 {
			r.Fit = c.fit
		} else {
			r.Fit = append(r.Fit, c.fit...)
		}
		r.Objective += c.objective
		r.Lower += c.certificate.Lower
		if c.stopped {
			r.Status = Stopped
		}
	}
	r.Gap = math.Max(0, RelativeGap(r.Objective, r.Lower)) // rounding may lift the bound above the cost
	r.SetStatus(p.tolerance(), p.EmptyCost(), r.Help.text())
	return r
}

// rounding is the relative error of a computed gap; no smaller gap can be proved.
const rounding = 0x1p-52

// SetStatus sets status and message from the measured costs and gap; empty is the cost of the network without neurons. The advice, if any,
// says what would help where the iterations ended early.
func (r *Result) SetStatus(tolerance, empty float64, advice string) {
	switch {
	case math.IsNaN(r.Objective) || math.IsInf(r.Objective, 0) || math.IsNaN(r.Gap) || math.IsInf(r.Gap, 1) && r.Status != Stopped:
		r.Status = Failed
		r.Message = "The numbers of this problem are too large or too small for double precision; rescale the data or beta."
	case Certified(r.Objective, r.Lower, empty, tolerance) && (tolerance >= rounding || r.Objective == 0):
		r.Status, r.Message = Optimal, ""
	case r.Status == Stopped && r.Gap >= 1: // as that of the lower bound 0, which holds for any network
		r.Message = "Stopped before the end; nothing is proved of the network yet."
	case r.Status == Stopped:
		r.Message = "Stopped before the end; the proved relative gap is " + short(r.Gap) + "."
	default:
		r.Status = Inaccurate
		gap, asked := short(r.Gap), short(tolerance)
		if gap == asked {
			gap = strconv.FormatFloat(r.Gap, 'g', 5, 64)
		}
		r.Message = "Iterations ended without further progress at a certified relative gap of " + gap + ", above the " +
			asked + " asked for" + advice + "."
	}
}

// smallShare times the least beta for which the network is empty is where a smaller beta becomes hard for double precision.
const smallShare = 1e-6

// AddAdvice adds to the message what would help where the iterations ended early; peak is the least beta for which the network is
// empty.
func (r *Result) AddAdvice(p *Problem, peak float64) {
	r.Help = Help{Scaling: unscaledFeatures(p.X, p.D)}
	if p.Beta < smallShare*peak {
		r.Help.Beta, r.Help.Share = p.Beta, p.Beta/peak
	}
	if p.Memory > 0 && p.HasMatrices() {
		if _, numbers, leastSquares := p.interiorEstimate(); inBytes(numbers+leastSquares) > p.Memory {
			r.Help.Memory = true
		}
	}
	r.SetStatus(p.tolerance(), p.EmptyCost(), r.Help.text())
}

// unscaledFeatures reports whether the features differ in size, or from one, by a factor that costs digits.
func unscaledFeatures(x []float64, d int) bool {
	const ordinary = 10
	squares, count := make([]float64, d), len(x)/d
	for at := 0; at+d <= len(x); at += d {
		for k, v := range x[at : at+d] {
			squares[k] += v * v
		}
	}
	low, high := math.Inf(1), 0.0
	for _, square := range squares {
		if size := math.Sqrt(square / float64(count)); size > 0 {
			low, high = math.Min(low, size), math.Max(high, size)
		}
	}
	return high > ordinary || low < 1.0/ordinary || high > ordinary*low
}

// RelativeGap returns (objective - lower) / max(|objective|, tiny).
func RelativeGap(objective, lower float64) float64 {
	return (objective - lower) / math.Max(math.Abs(objective), tiny)
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }

// Measures are further facts about a network, all from the neurons alone.
type Measures struct {
	// Loss and Weight = sum |alpha| are the terms of the cost, Loss + beta Weight.
	Loss, Weight float64
	// Lengths is max | |u| - 1 |.
	Lengths float64
	// Width is the paper's bound on m*, the number of neurons (of filters, in a convolutional network): 2(d+1) for each block and output, or
	// d with the quadratic activation. With a piecewise-linear one it is the number of samples.
	Width int
}

// Measure measures the network of a result for p.
func (r *Result) Measure(p Problem) Measures {
	p.Outputs = p.outputs()
	m := Measures{Loss: neural.Loss(r.Fit, p.Y, p.Samples(), p.Loss), Lengths: lengths(r.Neurons), Width: p.Samples()}
	for _, n := range r.Neurons {
		m.Weight += math.Abs(n.Alpha)
	}
	if !p.HasMatrices() {
		return m
	}
	m.Width = p.order() * p.Architecture.Shape(p.D).Blocks * p.Outputs
	if p.hasTrace() {
		m.Width *= 2
	}
	return m
}
