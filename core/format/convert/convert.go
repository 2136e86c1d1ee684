// Package convert converts between the JSON documents and the types of the mathematical packages. JSON cannot represent infinity and NaN,
// so results are clamped to finite numbers here.
package convert

import (
	"context"
	"math"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
)

// Problem returns the problem of a valid document.
func Problem(p *document.Problem) certify.Problem {
	out := labels(p)
	out.X = make([]float64, 0, len(p.Data.X)*out.D)
	for _, x := range p.Data.X {
		out.X = append(out.X, x...)
	}
	return out
}

// labels returns the problem without X, which solutions do not need and which may be large.
func labels(p *document.Problem) certify.Problem {
	n, outputs := len(p.Data.X), len(p.Data.Y[0])
	kind, _ := loss.Parse(p.Loss)
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	out := certify.Problem{
		Y: make([]float64, n*outputs), D: len(p.Data.X[0]), Outputs: outputs, Architecture: architecture, Sigma: p.Activation,
		Loss: kind, Beta: p.Beta, Tolerance: p.Tolerance,
	}
	for i, row := range p.Data.Y {
		for o, y := range row {
			out.Y[o*n+i] = y
		}
	}
	return out
}

// Solution returns the solution document for the result of p, which took the given time. The matrices are reassembled from the neurons, so
// that they are exactly those of the network.
//
// Infinity and NaN cannot be written: a network without a finite cost is replaced by the network without neurons, and a bound that is not
// finite by zero, which is a lower bound for every problem.
func Solution(p *document.Problem, r *certify.Result, seconds float64) *document.Solution {
	problem := labels(p)
	l := layerOf(&problem, r)
	s := &document.Solution{
		Format: document.SolutionFormat, Status: l.Status, Message: l.Message, Objective: l.Objective, LowerBound: l.LowerBound, Gap: l.Gap,
		Network: l.Network, Dual: l.Dual, Iterations: l.Iterations, Seconds: seconds,
		Model: p.Model(),
	}
	s.Z = problem.Assemble(l.Network.Neurons)
	return s
}

// layerOf returns the network with its proof from the result of a convex program, all numbers finite.
func layerOf(problem *certify.Problem, r *certify.Result) document.Layer {
	l := document.Layer{
		Status: string(r.Status), Message: r.Message, Objective: r.Objective, LowerBound: r.Lower, Gap: r.Gap, Iterations: r.Iterations,
	}
	neurons, dual := r.Neurons, r.Certificate.Dual
	if !finite(r.Objective) {
		neurons, l.Objective = nil, emptyCost(problem)
	}
	if !finite(r.Lower) || !finite(dual...) {
		dual, l.LowerBound = make([]float64, len(problem.Y)), 0
	}
	if !finite(r.Gap) || l.Objective != r.Objective || l.LowerBound != r.Lower {
		l.Gap = clamp(certify.RelativeGap(l.Objective, l.LowerBound))
	}
	l.Network.Neurons = neurons
	n := problem.Samples()
	for i := range n {
		row := make([]float64, problem.Outputs)
		for o := range row {
			row[o] = dual[o*n+i]
		}
		l.Dual = append(l.Dual, row)
	}
	return l
}

// emptyCost returns the cost of the network without neurons, or the largest finite number if that is infinite.
func emptyCost(p *certify.Problem) float64 {
	return clamp(neural.Loss(make([]float64, len(p.Y)), p.Y, p.Samples(), p.Loss))
}

// Check recomputes everything that the solution claims from the raw problem and the solution alone: see certify.Check, and for a stack
// stack.Check.
func Check(p *document.Problem, s *document.Solution) *document.Check {
	if p.Stack != nil {
		return checkStack(p, s)
	}
	claim := &certify.Claim{Objective: s.Objective, Lower: s.LowerBound, Gap: s.Gap, Neurons: s.Network.Neurons, Dual: s.Dual, Matrices: s.Z}
	v := certify.Check(Problem(p), claim)
	c := &document.Check{
		Pass:      v.Pass,
		Objective: clamp(v.Objective), LowerBound: clamp(v.Lower), Gap: clamp(v.Gap), DualPeak: clamp(v.DualPeak),
	}
	for _, f := range v.Findings {
		f.Measured = clamp(f.Measured)
		c.Findings = append(c.Findings, f)
	}
	return c
}

// CheckNetwork compares a network without proof with the certified optimum r of p, a problem with one layer.
func CheckNetwork(p *document.Problem, network []document.Neuron, r *certify.Result) *document.Check {
	t := certify.Compare(Problem(p), network, r)
	c := &document.Check{Pass: t.Pass()}
	add := func(what string, measured, limit float64) {
		c.Findings = append(c.Findings, document.Finding{What: what, Measured: clamp(measured), Limit: limit, Pass: measured <= limit})
	}
	if t.Fault != "" {
		add(t.Fault, 1, 0)
		return c
	}
	c.Objective, c.LowerBound, c.Gap, c.DualPeak = clamp(t.Objective), clamp(t.Lower), clamp(t.Gap), clamp(t.Peak)
	add("gap between the cost of the network and the certified bound, relative", t.Gap, t.Limit)
	return c
}

// clamp returns v clamped to the finite numbers; NaN becomes the largest, since it stands for something out of bounds.
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

// Predict returns the outputs of a solution's network at the points of p, a row for each point. They must fit each other in the sense of
// export.Of.
func Predict(p *document.Problem, s *document.Solution) [][]float64 {
	q := Problem(p)
	n := q.Samples()
	fit := make([]float64, n*q.Outputs)
	if p.Stack != nil {
		var pass stack.Pass
		pass.Run(StackNetwork(p, s), q.X)
		fit = pass.Outputs[len(pass.Outputs)-1]
	} else {
		neural.PredictTo(fit, s.Network.Neurons, q.Architecture.New(context.Background(), q.Sigma, q.X, n, q.D))
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, q.Outputs)
		for o := range rows[i] {
			rows[i][o] = fit[o*n+i]
		}
	}
	return rows
}
