// Package convert converts between the JSON documents and the types of the mathematical packages. JSON cannot represent infinity and NaN,
// so results are clamped to finite numbers here.
package convert

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/network/path"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
)

// Problem returns the problem of a valid document.
func Problem(p *document.Problem) certify.Problem {
	out := withoutX(p)
	out.X = joined(p.Data.X, out.D)
	return out
}

// Data returns the rows of a problem, whose X they share.
func Data(p *certify.Problem) (d document.Data) {
	for i := range p.Samples() {
		d.X = append(d.X, p.X[i*p.D:(i+1)*p.D])
	}
	d.Y = byRows(p.Y, p.Outputs)
	return d
}

// byRows returns the rows of numbers that are stored output by output, as solvers store them.
func byRows(values []float64, outputs int) [][]float64 {
	n := len(values) / outputs
	rows, room := make([][]float64, n), make([]float64, len(values))
	for i := range rows {
		rows[i] = room[i*outputs : (i+1)*outputs : (i+1)*outputs]
		for o := range rows[i] {
			rows[i][o] = values[o*n+i]
		}
	}
	return rows
}

// joined returns rows of d numbers as one slice. It does not copy them if they lie in one already, as those of tables do.
func joined(x [][]float64, d int) []float64 {
	all := x[0][:cap(x[0])]
	if len(all) >= len(x)*d {
		at := 0
		for at < len(x) && &all[at*d] == &x[at][0] {
			at++
		}
		if at == len(x) {
			return all[:len(x)*d]
		}
	}
	all = make([]float64, 0, len(x)*d)
	for _, row := range x {
		all = append(all, row...)
	}
	return all
}

// withoutX returns the problem without X, which solutions do not need and which may be large.
func withoutX(p *document.Problem) certify.Problem {
	n, outputs := len(p.Data.X), len(p.Data.Y[0])
	lossFn, _ := loss.Parse(p.Loss)
	architecture, _ := p.Architecture.Lift(len(p.Data.X[0]))
	out := certify.Problem{
		Y: make([]float64, n*outputs), D: len(p.Data.X[0]), Outputs: outputs, Architecture: architecture, Sigma: p.Activation.Function(),
		Loss: lossFn, Beta: p.Beta, Tolerance: p.Tolerance,
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
	problem := withoutX(p)
	s := &document.Solution{Format: document.SolutionFormat, Proof: proofOf(&problem, r, seconds), Model: p.Model()}
	switch {
	case !p.Activation.Kind().Matrices:
	case r.Status == certify.Failed: // matrices without a network may be larger than all else
		s.Z = []document.Block{}
	default:
		s.Z = problem.Assemble(s.Network.Neurons)
	}
	return s
}

// Known returns the part of a solution of p from which training can go on: see certify.Job.Resume. A solution of another problem is
// refused; only the tolerance may differ.
func Known(p *document.Problem, s *document.Solution) (*certify.Known, error) {
	if s.Model == nil || s.Model.DataHash == "" {
		return nil, errors.New("the solution does not record which data it was trained on, expected one that does")
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

// proofOf returns the network of a result with its proof, all numbers finite. seconds is the time it took.
func proofOf(problem *certify.Problem, r *certify.Result, seconds float64) document.Proof {
	l := document.Proof{
		Status: r.Status, Message: r.Message, Objective: r.Objective, LowerBound: r.Lower, Gap: r.Gap, Iterations: r.Iterations,
		Seconds: seconds,
	}
	neurons, dual := r.Neurons, r.Certificate.Dual
	if !Finite(r.Objective) {
		neurons, l.Objective = nil, emptyCost(problem)
	}
	if !Finite(r.Lower) || !Finite(dual...) {
		dual, l.LowerBound = make([]float64, len(problem.Y)), 0
	}
	if !Finite(r.Gap) || l.Objective != r.Objective || l.LowerBound != r.Lower {
		l.Gap = certify.Clamp(certify.RelativeGap(l.Objective, l.LowerBound))
	}
	l.Network.Neurons = neurons
	l.Dual = byRows(dual, problem.Outputs)
	return l
}

// emptyCost returns the cost of the network without neurons, or the largest finite number if that is infinite.
func emptyCost(p *certify.Problem) float64 {
	return certify.Clamp(neural.Loss(make([]float64, len(p.Y)), p.Y, p.Samples(), p.Loss))
}

// Finite reports whether all values are finite.
func Finite(values ...float64) bool {
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
	return byRows(outputs(p, s), len(p.Data.Y[0]))
}

// outputs returns the outputs of a solution's network at the points of p, output by output.
func outputs(p *document.Problem, s *document.Solution) []float64 {
	q := Problem(p)
	if p.Stack == nil {
		return kind.Of(&q).Predict(&q, s.Network.Neurons, q.X)
	}
	var pass stack.Pass
	pass.Run(StackNetwork(p, s), q.X)
	return pass.Outputs[len(pass.Outputs)-1]
}

// Score measures a solution's network at the points of p, whose labels are known.
func Score(p *document.Problem, s *document.Solution) *loss.Score {
	of, _ := loss.Parse(p.Loss)
	return path.Score(outputs(p, s), withoutX(p).Y, len(p.Data.Y), of, labelsOf(p, of))
}

// labelsOf says what the labels are: classes where these have names, otherwise what the loss takes.
func labelsOf(p *document.Problem, of loss.Loss) loss.Labels {
	if p.Columns == nil || p.Columns.Classes == nil {
		return of.Labels()
	}
	if len(p.Data.Y[0]) > 1 {
		return loss.OneHot
	}
	return loss.Signs
}

// Advice says, in a sentence without a full stop, what may help a solution that explains less than half of the variance of its own points,
// or returns "".
func Advice(p *document.Problem, s *document.Solution) string {
	const fewPoints, poor = 10, 0.5
	if len(p.Data.X) < fewPoints || Misfit(p, s) != "" {
		return ""
	}
	share := Score(p, s).R2
	if share == nil || *share >= poor {
		return ""
	}
	helps, columns := []string{"a smaller --beta"}, cmp.Or(p.Columns, &document.Columns{})
	if columns.Scaling == nil {
		helps = append(helps, "--standardise")
	}
	if !columns.Bias && p.Activation.Kind().BiasInputs == 0 {
		helps = append(helps, "--bias (a feature of ones)")
	}
	return "the network explains " + strconv.FormatFloat(100*math.Max(0, *share), 'f', 0, 64) +
		" % of the variance of the targets trained on; " + strings.Join(helps, " or ") + " may help"
}
