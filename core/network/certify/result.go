package certify

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/network/neural"
)

// Status says how a job ended. Its text is the solution document's.
type Status string

const (
	// Optimal: the gap is certified to the tolerance.
	Optimal Status = "optimal"
	// Inaccurate: rounding ended the iterations above the tolerance; the gap is what it says.
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
	// Decompositions holds those of Z and Z' of each block of each output: Z of block k of output o is at 2 (o K + k), Z' after it.
	Decompositions []*neural.Decomposition
	Certificate    Proof
	Iterations     int
	// Samples is n, Blocks K.
	Samples, Blocks int

	advice string   // what would help, of a problem at the limits of double precision
	traces []*trace // of each part, until Path makes the iterates of it
	paths  [][]Iterate
}

// Proof is the certificate of all outputs together: see neural.Certificate.
type Proof struct {
	// Dual has n entries for each output, output by output.
	Dual []float64
	// Peak is the largest peak before scaling.
	Peak float64
	// Quadratics holds g of block k of output o at o K + k.
	Quadratics [][]float64
}

// add appends the certificate of the next outputs.
func (p *Proof) add(c *neural.Certificate) {
	if p.Dual == nil {
		p.Dual = slices.Clip(c.Dual)
	} else {
		p.Dual = append(p.Dual, c.Dual...)
	}
	p.Peak = math.Max(p.Peak, c.Peak)
	p.Quadratics = append(p.Quadratics, c.Quadratics...)
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

// Replace returns the result with another network for p, whose cost is that of its own forward pass; what proves the bound, and the
// matrices' decompositions, are those of r.
func (r *Result) Replace(p Problem, neurons []neural.Neuron) *Result {
	other := *r
	p.Outputs = p.outputs()
	other.Neurons, other.Fit = neurons, make([]float64, len(r.Fit))
	other.Objective = neural.Cost(other.Fit, neurons, p.operator(), p.Y, p.Beta, p.Loss)
	other.Gap = RelativeGap(other.Objective, other.Lower)
	other.judge(p.tolerance())
	return &other
}

// rounding is what a gap may be off by: no less can be proved.
const rounding = 0x1p-52

// judge sets the status from the gap that was measured.
func (r *Result) judge(tolerance float64) {
	switch {
	case math.IsNaN(r.Objective) || math.IsInf(r.Objective, 0) || math.IsNaN(r.Gap):
		r.Status = Failed
		r.Message = "The numbers of this problem exceed what double precision can carry; rescale the data or beta."
	case r.Gap <= tolerance && (tolerance >= rounding || r.Objective == 0):
		r.Status, r.Message = Optimal, ""
	case r.Status == Stopped:
		r.Message = "Stopped before the end; the network is certified to a relative gap of " + short(r.Gap) + "."
	default:
		r.Status = Inaccurate
		r.Message = "Rounding ended the iterations at a certified relative gap of " + short(r.Gap) + ", above the " + short(tolerance) + " asked for" + r.advice + "."
	}
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }
