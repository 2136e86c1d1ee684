package relu

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Check recomputes, from the raw problem and the claim alone, the cost and the bound, the latter by brute force (see peak): it shares no
// code with the oracle. It takes O(n^(D+1)) operations. Matrices of the claim must be missing.
func Check(p certify.Problem, claim *certify.Claim) *certify.Verdict {
	return certify.CheckBy(p, claim, func(neurons []neural.Neuron) certify.Recomputed {
		n, dual := p.Samples(), claim.DualByOutputs()
		found := certify.Recomputed{Objective: NewPoints(&p).Cost(make([]float64, len(p.Y)), neurons), EmptyCost: p.EmptyCost()}
		for from := 0; from < len(dual); from += n {
			bound := peak(&p, dual[from:from+n])
			found.Peak = math.Max(found.Peak, bound)
			for i, v := range dual[from : from+n] {
				found.Lower += p.Loss.Dual(math.Min(1, p.Beta/bound)*v, p.Y[from+i])
			}
		}
		return found
	})
}

// Compare measures a network of any origin for p, of which r is the solution. A direction u of any length stands for one of length one with
// the weight alpha |u|, which is the same function.
func Compare(p certify.Problem, network []neural.Neuron, r *certify.Result) *certify.Comparison {
	unit := slices.Clone(network)
	for i, n := range network {
		if length := dense.Length(n.U); length > 0 {
			unit[i].U, unit[i].Alpha = slices.Clone(n.U), n.Alpha*length
			dense.Scale(1/length, unit[i].U)
		}
	}
	return certify.CompareBy(p, unit, r, NewPoints(&p).Cost, func(dual []float64) (float64, []float64) { return peak(&p, dual), nil })
}

func tolerance(p *certify.Problem) float64 { return cmp.Or(p.Tolerance, certify.DefaultTolerance) }
