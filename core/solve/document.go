package solve

import (
	"math"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/neural"
)

// FromDocument returns the problem of a valid document.
func FromDocument(p *document.Problem) Problem {
	out := Problem{D: len(p.Data.X[0]), Sigma: lift.Activation(p.Activation), Beta: p.Beta, Tolerance: p.Tolerance}
	for i, x := range p.Data.X {
		out.X = append(out.X, x...)
		out.Y = append(out.Y, p.Data.Y[i][0])
	}
	return out
}

// Document returns the solution document of the result of p, found in the given time. The matrices are reassembled from the neurons, so
// that they are exactly those of the network.
//
// What is not finite cannot be written down: a network without a finite cost is replaced by the one without neurons, and a bound by zero,
// which holds for every problem.
func (r *Result) Document(p *document.Problem, seconds float64) *document.Solution {
	s := &document.Solution{
		Format: document.SolutionFormat, Status: string(r.Status), Message: r.Message,
		Objective: r.Objective, LowerBound: r.Lower, Gap: r.Gap, Iterations: r.Iterations, Seconds: seconds,
	}
	neurons, dual := r.Neurons, r.Certificate.Dual
	if !isFinite(r.Objective) {
		neurons, s.Objective = nil, emptyCost(p)
	}
	if !isFinite(r.Lower) || !allFinite(dual) {
		dual, s.LowerBound = make([]float64, len(p.Data.X)), 0
	}
	if !isFinite(r.Gap) || s.Objective != r.Objective || s.LowerBound != r.Lower {
		s.Gap = clamp(RelativeGap(s.Objective, s.LowerBound))
	}
	for _, n := range neurons {
		s.Network.Neurons = append(s.Network.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha})
	}
	order := len(p.Data.X[0]) + 1
	s.Z = []document.Block{{Plus: square(assemble(neurons, order, 1), order), Minus: square(assemble(neurons, order, -1), order)}}
	for _, v := range dual {
		s.Dual = append(s.Dual, []float64{v})
	}
	return s
}

// emptyCost returns |y|^2, or the largest finite number.
func emptyCost(p *document.Problem) float64 {
	cost := 0.0
	for _, y := range p.Data.Y {
		cost += y[0] * y[0]
	}
	return clamp(cost)
}

// assemble returns sum |alpha| [u;1][u;1]' over the neurons of the given sign.
func assemble(neurons []neural.Neuron, order int, sign float64) []float64 {
	z := make([]float64, order*order)
	neural.Assemble(z, neurons, sign)
	return z
}

// square returns the rows of the flat matrix z, flatten the entries of the rows.
func square(z []float64, order int) [][]float64 {
	rows := make([][]float64, order)
	for i := range rows {
		rows[i] = z[i*order : (i+1)*order]
	}
	return rows
}

func flatten(rows [][]float64) []float64 {
	var z []float64
	for _, row := range rows {
		z = append(z, row...)
	}
	return z
}

// clamp brings v into the range of finite numbers; NaN becomes the largest, since it stands for something that is out of bounds.
func clamp(v float64) float64 {
	if math.IsNaN(v) {
		return math.MaxFloat64
	}
	return math.Max(-math.MaxFloat64, math.Min(v, math.MaxFloat64))
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func allFinite(values []float64) bool {
	for _, v := range values {
		if !isFinite(v) {
			return false
		}
	}
	return true
}
