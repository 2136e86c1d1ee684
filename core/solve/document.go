package solve

import (
	"math"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/loss"
	"conelab/core/neural"
)

// FromDocument returns the problem of a valid document.
func FromDocument(p *document.Problem) Problem {
	n, outputs := len(p.Data.X), len(p.Data.Y[0])
	kind, _ := loss.Parse(p.Loss)
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	out := Problem{
		Y: make([]float64, n*outputs), D: len(p.Data.X[0]), Outputs: outputs, Architecture: architecture, Sigma: lift.Activation(p.Activation),
		Loss: kind, Beta: p.Beta, Tolerance: p.Tolerance,
	}
	for i, x := range p.Data.X {
		out.X = append(out.X, x...)
		for o, y := range p.Data.Y[i] {
			out.Y[o*n+i] = y
		}
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
		s.Network.Neurons = append(s.Network.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	problem := FromDocument(p)
	shape := problem.Architecture.Shape(problem.D)
	for o := range problem.Outputs {
		for k := range shape.Blocks {
			block := document.Block{Block: k, Output: o}
			block.Plus, block.Minus = assemble(&problem, neurons, 1, k, o), assemble(&problem, neurons, -1, k, o)
			s.Z = append(s.Z, block)
		}
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
func emptyCost(p *document.Problem) float64 {
	q := FromDocument(p)
	return clamp(neural.Loss(make([]float64, len(q.Y)), q.Y, q.Samples(), q.Loss))
}

// assemble returns the rows of sum |alpha| [u;1][u;1]', or sum |alpha| u u' for quadratic networks, over the neurons of the given sign,
// block and output.
func assemble(p *Problem, neurons []neural.Neuron, sign float64, block, output int) [][]float64 {
	order := p.order()
	z := make([]float64, order*order)
	neural.Assemble(z, neurons, sign, block, output, p.balanced())
	return square(z, order)
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
