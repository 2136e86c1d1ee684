package certify

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Status says how a job ended. Its text is the solution document's.
type Status string

const (
	// Optimal: the gap is certified to the tolerance, see Certified.
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
	// Faces holds for each neuron with a piecewise activation the samples through which its kink goes, in ascending order: none for a neuron
	// in a cell, one on an edge, two or more at a vertex (with two features). Of samples at the same place all are listed.
	Faces [][]int
	// Samples is n, Blocks K.
	Samples, Blocks int

	advice string // what would help, of a problem at the limits of double precision
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
	other.Objective = neural.Cost(other.Fit, neurons, p.Operator(), p.Y, p.Beta, p.Loss)
	other.Gap = RelativeGap(other.Objective, other.Lower)
	other.SetStatus(p.tolerance(), p.Empty(), r.advice)
	return p.prove(&other)
}

// join puts the proofs of the subproblems of p together; blocks is K.
func join(proofs []proof, p *Problem, blocks int) *Result {
	r := &Result{Samples: p.Samples(), Blocks: blocks}
	for at, q := range proofs {
		for _, neuron := range q.neurons {
			neuron.Output += at
			r.Neurons = append(r.Neurons, neuron)
		}
		r.Decompositions = append(r.Decompositions, q.decompositions...)
		r.Certificate.add(&q.certificate)
		r.Iterations += q.iterations
		if len(proofs) == 1 {
			r.Fit = q.fit
		} else {
			r.Fit = append(r.Fit, q.fit...)
		}
		r.Objective += q.objective
		r.Lower += q.certificate.Lower
		if q.stopped {
			r.Status = Stopped
		}
	}
	r.Gap = RelativeGap(r.Objective, r.Lower)
	r.SetStatus(p.tolerance(), p.Empty(), r.advice)
	return r
}

// rounding is what a gap may be off by: no less can be proved.
const rounding = 0x1p-52

// SetStatus sets status and message from the costs and the gap that were measured; empty is the cost of the network without neurons. The
// advice, if any, says what would help where rounding has ended the iterations.
func (r *Result) SetStatus(tolerance, empty float64, advice string) {
	switch {
	case math.IsNaN(r.Objective) || math.IsInf(r.Objective, 0) || math.IsNaN(r.Gap) || math.IsInf(r.Gap, 1) && r.Status != Stopped:
		r.Status = Failed
		r.Message = "The numbers of this problem exceed what double precision can carry; rescale the data or beta."
	case Certified(r.Objective, r.Lower, empty, tolerance) && (tolerance >= rounding || r.Objective == 0):
		r.Status, r.Message = Optimal, ""
	case r.Status == Stopped:
		r.Message = "Stopped before the end; the network is certified to a relative gap of " + short(r.Gap) + "."
	default:
		r.Status = Inaccurate
		r.Message = "Rounding ended the iterations at a certified relative gap of " + short(r.Gap) + ", above the " + short(tolerance) +
			" asked for" + advice + "."
	}
}

// smallShare is the share of the largest beta worth a neuron below which a beta is small for double precision.
const smallShare = 1e-6

// advise adds to the message what would help where rounding has ended the iterations for p; peak is the least beta for which the
// network is empty.
func (r *Result) advise(p *Problem, peak float64) {
	var help []string
	if unscaledFeatures(p.X, p.D) {
		help = append(help, "standardised features")
	}
	if p.Beta < smallShare*peak {
		help = append(help, "a larger beta ("+short(p.Beta)+" is "+short(p.Beta/peak)+" of the least for which the network is empty)")
	}
	if _, numbers, stacked := p.interiorEstimate(); p.Memory > 0 && inBytes(numbers+stacked) > p.Memory {
		help = append(help, "more memory")
	}
	if len(help) > 0 {
		r.advice = "; " + strings.Join(help, " or ") + " would help"
		r.SetStatus(p.tolerance(), p.Empty(), r.advice)
	}
}

// unscaledFeatures reports whether the features differ in size, or are far from one, by a factor that costs digits.
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

// Measures are facts about a network beside its cost and its proof, all from the neurons alone.
type Measures struct {
	// Loss and Weight = sum |alpha| are the terms of the cost, Loss + beta Weight.
	Loss, Weight float64
	// Lengths is max | |u| - 1 |.
	Lengths float64
	// Of all Z, put together again from the neurons, and of all Z': the least eigenvalue, and max |tr Z_1 - Z_4|, which is zero where there
	// is no such condition.
	Eigenvalue, Trace [2]float64
	// Reassembly is max |Z - sum y y'| when they are taken apart once more.
	Reassembly float64
	// Width is what the paper's theorems bound m* with, the number of neurons (of filters, in a convolutional network): 2(d+1) for each
	// block and output, or d with the quadratic activation. With a piecewise-linear one it is the number of samples.
	Width int
}

// Measure measures the network that was found for p.
func (r *Result) Measure(p Problem) Measures {
	p.Outputs = p.outputs()
	m := Measures{Loss: neural.Loss(r.Fit, p.Y, p.Samples(), p.Loss), Lengths: lengths(r.Neurons), Width: p.Samples()}
	for _, n := range r.Neurons {
		m.Weight += math.Abs(n.Alpha)
	}
	if p.matrices() == 0 {
		return m
	}
	m.Eigenvalue = [2]float64{math.Inf(1), math.Inf(1)}
	order, blocks := p.order(), p.Architecture.Shape(p.D).Blocks
	m.Width = order * blocks * p.Outputs
	if p.hasTrace() {
		m.Width *= 2
	}
	for o := range p.Outputs {
		for k := range blocks {
			for side := range 2 {
				m.take(flatten(assemble(&p, r.Neurons, float64(1-2*side), k, o)), order, side, p.hasTrace())
			}
		}
	}
	return m
}

// take measures one matrix.
func (m *Measures) take(z []float64, order, side int, hasTrace bool) {
	size := dense.Largest(z)
	dec := neural.DecomposeTo(z, order, order, hasTrace)
	m.Eigenvalue[side] = math.Min(m.Eigenvalue[side], dec.MinEigenvalue*size)
	m.Trace[side] = math.Max(m.Trace[side], dec.TraceViolation*size)
	m.Reassembly = math.Max(m.Reassembly, dec.Residual*size)
}
