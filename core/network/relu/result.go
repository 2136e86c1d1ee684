package relu

import (
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Result is a network with its proof. Its slices belong to the Job, which overwrites them when the next problem starts; Clone keeps them.
type Result struct {
	Status  certify.Status
	Message string // one sentence when Status is not Optimal
	// Objective is the network's own cost by a forward pass, Lower the certified dual bound, Gap their relative difference.
	Objective, Lower, Gap float64
	// Neurons has the directions u, the bias last, and the weights alpha.
	Neurons []neural.Neuron
	// Faces has for each neuron the samples through which its kink goes, in ascending order: none for a neuron in a cell, one on an edge,
	// two or more at a vertex (with two features). Of samples at the same place all are listed.
	Faces [][]int
	// Fit holds the network's outputs on the samples, Dual the vector v that proves the bound, both output by output. Peak is the largest
	// |g| of the dual vector before it was scaled to be feasible, rounding included, relative to beta.
	Fit, Dual []float64
	Peak      float64
	// Iterations counts the calls of the oracle, Steps those of Newton's method.
	Iterations, Steps int
}

// Clone returns a result with slices of its own.
func (r *Result) Clone() *Result {
	c := *r
	c.Neurons = make([]neural.Neuron, len(r.Neurons))
	for j, n := range r.Neurons {
		c.Neurons[j] = n
		c.Neurons[j].U = append([]float64(nil), n.U...)
	}
	c.Faces = make([][]int, len(r.Faces))
	for j, face := range r.Faces {
		c.Faces[j] = append([]int(nil), face...)
	}
	c.Fit, c.Dual = append([]float64(nil), r.Fit...), append([]float64(nil), r.Dual...)
	return &c
}

// Evaluate returns g(u) = sum_i v_i σ(z_i'u) for the dual vector v of one output (n numbers, such as Dual[o n : (o+1) n]) and a direction u
// of D + 1 numbers, the bias last, in O(n D) operations.
func (p *Problem) Evaluate(v, u []float64) float64 {
	sum := 0.0
	for i, vi := range v {
		t := u[p.D]
		for k, x := range p.X[i*p.D : (i+1)*p.D] {
			t += x * u[k]
		}
		sum += vi * p.Activation.Value(t)
	}
	return sum
}

// Predict returns f at the rows of x, d numbers each, for one output of a network: the sum of the neurons that add to it.
func Predict(a Activation, neurons []neural.Neuron, x []float64, d, output int) []float64 {
	out := make([]float64, len(x)/d)
	for j := range neurons {
		if neurons[j].Output != output {
			continue
		}
		for i := range out {
			out[i] += neurons[j].Alpha * a.Value(ramp(neurons[j].U, x[i*d:(i+1)*d]))
		}
	}
	return out
}

// ramp returns [x; 1]'u.
func ramp(u, x []float64) float64 {
	t := u[len(x)]
	for k, v := range x {
		t += v * u[k]
	}
	return t
}

// judge sets status and message from the gap that was measured.
func (r *Result) judge(p *Problem) {
	switch tolerance := p.tolerance(); {
	case math.IsNaN(r.Objective) || math.IsInf(r.Objective, 0) || math.IsNaN(r.Gap):
		r.Status, r.Message = certify.Failed, "The numbers of this problem exceed what double precision can carry; rescale the data or beta."
	case certify.Certified(r.Objective, r.Lower, p.empty(), tolerance):
		r.Status, r.Message = certify.Optimal, ""
	case r.Status == certify.Stopped:
		r.Message = "Stopped before the end; the network is certified to a relative gap of " + short(r.Gap) + "."
	default:
		r.Status = certify.Inaccurate
		r.Message = "Rounding ended the iterations at a certified relative gap of " + short(r.Gap) + ", above the " + short(tolerance) + " asked for."
	}
}
