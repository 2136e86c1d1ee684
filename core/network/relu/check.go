package relu

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Check recomputes, from the raw problem and the claim alone, the cost and the bound, the latter by brute force (see peak): it shares no
// code with the sweep. It takes O(n^(D+1)) operations. Matrices of the claim must be missing.
func Check(p certify.Problem, claim *certify.Claim) *certify.Verdict {
	v := &certify.Verdict{Pass: true}
	n, outputs := p.Samples(), max(1, p.Outputs)
	directions, places, rows := 0, 0, max(len(claim.Dual)-n, n-len(claim.Dual))
	for _, neuron := range claim.Neurons {
		directions += countIf(len(neuron.U) != p.D+1)
		places += countIf(neuron.Block != 0 || neuron.Output < 0 || neuron.Output >= outputs)
	}
	for _, row := range claim.Dual {
		rows += countIf(len(row) != outputs)
	}
	v.Add("neurons whose direction u has not one number per feature and one for the constant", float64(directions), 0)
	v.Add("neurons of a block or output that the problem does not have", float64(places), 0)
	v.Add("rows of dual that are missing, too many, or not one number per output", float64(rows), 0)
	v.Add("entries of z, which a ReLU network has not", float64(len(claim.Matrices)), 0)
	if !v.Pass {
		return v
	}
	lower, objective := 0.0, NewPoints(&p).Cost(make([]float64, len(p.Y)), certify.Normalised(claim.Neurons))
	for o := range outputs {
		dual, y := make([]float64, n), p.Y[o*n:(o+1)*n]
		for i := range dual {
			dual[i] = claim.Dual[i][o]
		}
		bound := peak(&p, dual)
		v.DualPeak = math.Max(v.DualPeak, bound/p.Beta)
		scaled := math.Min(1, p.Beta/bound)
		for i, label := range y {
			lower += p.Loss.Dual(scaled*dual[i], label)
		}
	}
	v.CompareNumbers(claim, objective, lower, p.Empty(), tolerance(&p))
	return v
}

func countIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Compare measures a network of any origin for p, of which r is the solution. A direction u of any length stands for one of length one with
// the weight alpha |u|, which is the same function.
func Compare(p certify.Problem, network []neural.Neuron, r *certify.Result) *certify.Comparison {
	t := &certify.Comparison{Neuron: -1, Point: -1, Lower: r.Lower, Limit: tolerance(&p)}
	for i, neuron := range network {
		switch {
		case len(neuron.U) != p.D+1:
			t.Fault = fmt.Sprintf("neuron %d has a direction u of %d numbers, where the problem asks for %d: one for each feature and the bias",
				i+1, len(neuron.U), p.D+1)
		case neuron.Block != 0 || neuron.Output < 0 || neuron.Output >= max(1, p.Outputs):
			t.Fault = fmt.Sprintf("neuron %d has a block or an output that the problem does not have", i+1)
		}
		if t.Fault != "" {
			t.Neuron = i
			return t
		}
		if length := dense.Length(neuron.U); length > 0 {
			u := append([]float64(nil), neuron.U...)
			dense.Scale(1/length, u)
			neuron.U, neuron.Alpha = u, neuron.Alpha*length
			t.Neurons = append(t.Neurons, neuron)
		}
	}
	dual, n := make([]float64, len(p.Y)), p.Samples()
	t.Objective = NewPoints(&p).Cost(dual, t.Neurons)
	t.Gap = certify.RelativeGap(t.Objective, t.Lower)
	for i, f := range dual {
		dual[i] = -p.Loss.Slope(f, p.Y[i])
	}
	for own := range slices.Chunk(dual, n) {
		t.Peak = math.Max(t.Peak, peak(&p, own)/p.Beta)
	}
	return t
}

// Measure returns the terms of the cost of the network r that was found for p, and how far its directions are from length one.
func Measure(r *certify.Result, p certify.Problem) certify.Measures {
	m := certify.Measures{Loss: neural.Loss(r.Fit, p.Y, p.Samples(), p.Loss), Width: p.Samples()}
	for _, n := range r.Neurons {
		m.Weight += math.Abs(n.Alpha)
		m.Lengths = math.Max(m.Lengths, math.Abs(dense.Length(n.U)-1))
	}
	return m
}

func tolerance(p *certify.Problem) float64 { return cmp.Or(p.Tolerance, certify.DefaultTolerance) }
