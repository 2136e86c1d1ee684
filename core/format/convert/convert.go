// Package convert converts between the JSON documents and the types of the mathematical packages. JSON cannot represent infinity and NaN,
// so results are clamped to finite numbers here.
package convert

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/relu"
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
		Y: make([]float64, n*outputs), D: len(p.Data.X[0]), Outputs: outputs, Architecture: architecture, Sigma: p.Activation.Polynomial(),
		Piecewise: p.Activation.Piecewise(),
		Loss:      kind, Beta: p.Beta, Tolerance: p.Tolerance,
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
	if r.Status != certify.Failed && !p.Activation.Kinked() { // matrices without a network may be larger than all else
		s.Z = problem.Assemble(l.Network.Neurons)
	}
	return s
}

// Known returns what a solution knows of p, to go on from: see certify.Job.Resume. A solution of another problem is refused;
// only the tolerance may be another.
func Known(p *document.Problem, s *document.Solution) (*certify.Known, error) {
	if s.Model == nil || s.Model.DataHash == "" {
		return nil, errors.New("the solution does not say which data it was trained on, expected one that does")
	}
	model := p.Model()
	model.Tolerance = s.Model.Tolerance
	if sentence, _ := s.Model.Difference(model); sentence != "" {
		return nil, errors.New("the solution belongs to another problem: " + sentence)
	}
	known := &certify.Known{Neurons: s.Network.Neurons}
	for o := range model.Outputs {
		for _, row := range s.Dual {
			if o < len(row) {
				known.Dual = append(known.Dual, row[o])
			}
		}
	}
	return known, nil
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
	if p.Activation.Kinked() {
		for o := range q.Outputs {
			copy(fit[o*n:], relu.Predict(*q.Piecewise, s.Network.Neurons, q.X, q.D, o))
		}
	} else if p.Stack != nil {
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

// Score measures a solution's network at the points of p, of which the labels are given.
func Score(p *document.Problem, s *document.Solution) *document.Score {
	rows := Predict(p, s)
	q := labels(p)
	fit := make([]float64, len(q.Y))
	n := q.Samples()
	for i, row := range rows {
		for o, v := range row {
			fit[o*n+i] = v
		}
	}
	return p.Model().Score(rows, p.Data.Y, clamp(neural.Loss(fit, q.Y, n, q.Loss)/float64(n)))
}

const (
	// poor is the share of the variance, or of the errors of the most frequent class, below which a fit is poor; fewPoints are
	// too few to tell.
	poor, fewPoints = 0.5, 10
	// heavy is the share of the cost that is paid for the weights from which on beta is what keeps the network from fitting.
	heavy = 0.5
)

// Advice says, in a sentence without a full stop, what may help a solution that fits its own points poorly, or returns "".
func Advice(p *document.Problem, s *document.Solution) string {
	n := len(p.Data.X)
	if n < fewPoints || Misfit(p, s) != "" {
		return ""
	}
	score, what, share := Score(p, s), "", 0.0
	switch {
	case score.R2 != nil:
		share, what = *score.R2, "explains "+percent(math.Max(0, *score.R2))+" of the variance of the targets trained on"
	case score.Accuracy != nil:
		most := mostFrequent(p.Data.Y)
		if most == 1 {
			return ""
		}
		share = (*score.Accuracy - most) / (1 - most)
		what = "predicts the class of " + percent(*score.Accuracy) + " of the points trained on, of which " + percent(most) + " are in one class"
	default:
		return ""
	}
	if share >= poor {
		return ""
	}
	var help []string
	if p.Architecture.Kind != document.KindConvolutional && !p.Activation.Kinked() && (p.Columns == nil || !p.Columns.Bias) {
		help = append(help, "--bias (a feature of ones)")
	}
	if s.Objective > 0 && 1-score.Loss*float64(n)/s.Objective > heavy {
		help = append(help, "a smaller --beta")
	}
	if p.Columns == nil || p.Columns.Scaling == nil {
		help = append(help, "--standardise")
	}
	if help == nil {
		help = append(help, "another --activation or --layers")
	}
	return "the network " + what + "; " + strings.Join(help, " or ") + " may help"
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 0, 64) + " %" }

// mostFrequent returns the share of the most frequent labels.
func mostFrequent(y [][]float64) float64 {
	counts, most := map[string]int{}, 0
	for _, row := range y {
		key := ""
		for _, v := range row {
			if key += "0"; v > 0 {
				key += "1"
			}
		}
		counts[key]++
		most = max(most, counts[key])
	}
	return float64(most) / float64(len(y))
}
