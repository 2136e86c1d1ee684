package convert

import (
	"math"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Solution returns the solution document of the result of p, found in the given time. The matrices are reassembled from the neurons, so
// that they are exactly those of the network.
//
// What is not finite cannot be written down: a network without a finite cost is replaced by the one without neurons, and a bound by zero,
// which holds for every problem.
func Solution(p *document.Problem, r *certify.Result, seconds float64) *document.Solution {
	s := &document.Solution{
		Format: document.SolutionFormat, Status: string(r.Status), Message: r.Message,
		Objective: r.Objective, LowerBound: r.Lower, Gap: r.Gap, Iterations: r.Iterations, Seconds: seconds,
	}
	problem := Problem(p)
	neurons, dual := r.Neurons, r.Certificate.Dual
	if !finite(r.Objective) {
		neurons, s.Objective = nil, emptyCost(&problem)
	}
	if !finite(r.Lower) || !finite(dual...) {
		dual, s.LowerBound = make([]float64, len(problem.Y)), 0
	}
	if !finite(r.Gap) || s.Objective != r.Objective || s.LowerBound != r.Lower {
		s.Gap = clamp(certify.RelativeGap(s.Objective, s.LowerBound))
	}
	for _, n := range neurons {
		s.Network.Neurons = append(s.Network.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	for _, z := range problem.Assemble(neurons) {
		s.Z = append(s.Z, document.Block(z))
	}
	for i := range p.Data.X {
		row := make([]float64, problem.Outputs)
		for o := range row {
			row[o] = dual[o*len(p.Data.X)+i]
		}
		s.Dual = append(s.Dual, row)
	}
	return s
}

// emptyCost returns the cost of the network without neurons, or the largest finite number.
func emptyCost(p *certify.Problem) float64 {
	return clamp(neural.Loss(make([]float64, len(p.Y)), p.Y, p.Samples(), p.Loss))
}

// Check recomputes, from the raw problem and the solution alone, everything that the solution claims: see certify.Check.
func Check(p *document.Problem, s *document.Solution) *document.Check {
	claim := &certify.Claim{Objective: s.Objective, Lower: s.LowerBound, Gap: s.Gap, Neurons: Neurons(s.Network.Neurons), Dual: s.Dual}
	for _, z := range s.Z {
		claim.Matrices = append(claim.Matrices, certify.Matrices(z))
	}
	v := certify.Check(Problem(p), claim)
	c := &document.Check{
		Format: document.CheckFormat, Pass: v.Pass,
		Objective: clamp(v.Objective), LowerBound: clamp(v.Lower), Gap: clamp(v.Gap), DualPeak: clamp(v.DualPeak),
	}
	for _, f := range v.Findings {
		f.Measured = clamp(f.Measured)
		c.Findings = append(c.Findings, document.Finding(f))
	}
	return c
}

// clamp brings v into the range of finite numbers; NaN becomes the largest, since it stands for something that is out of bounds.
func clamp(v float64) float64 {
	if math.IsNaN(v) {
		return math.MaxFloat64
	}
	return math.Max(-math.MaxFloat64, math.Min(v, math.MaxFloat64))
}

// finite reports whether all values are finite.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
