package verify

import (
	"errors"
	"math"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

const (
	// Every answer includes the verdict, so it lists at most this many neurons and entries of their directions.
	listedNeurons, listedEntries = 60, 8
)

// verdict returns the verdict on a claim and, if the claim is about the present problem, its network measured against the optimum. Both are nil while
// the present problem is not solved.
func (c *subject) verdict(t *workspace.State, s *solve.Solution) (*protocol.PageCheck, *certify.Trial, error) {
	if c.matrix != nil {
		return matrixVerdict(c.matrix), nil, nil
	}
	problem := c.problem
	if problem == nil {
		if problem = t.Problem(); problem == nil || !s.Current() && c.solution == nil {
			return nil, nil, nil
		}
	}
	if effort(problem, len(c.neurons())) > checkWork {
		return nil, nil, messages.CheckTooLarge()
	}
	var trial *certify.Trial
	if c.ofStage() && s.Current() && s.Result() != nil {
		trial = certify.Try(t.Training(), c.neurons(), s.Result())
	}
	verdict := solutionVerdict
	if c.solution == nil {
		verdict = func(*document.Problem, *document.Solution) *protocol.PageCheck {
			return networkVerdict(s, c.network, trial)
		}
	}
	found := withTrial(t, verdict(problem, c.solution), trial)
	if c.problem == nil {
		found.Present = true
		found.Sentence += " " + messages.CheckedAgainst(t.Samples()-t.Holdouts(), t.Beta(), t.Loss())
	}
	return found, trial, nil
}

// withTrial adds to a verdict what can be shown in place of the data.
func withTrial(t *workspace.State, c *protocol.PageCheck, trial *certify.Trial) *protocol.PageCheck {
	c.Neuron = -1
	switch {
	case trial == nil:
	case trial.Fault != "", !c.Pass && trial.Length > certify.LengthLimit:
		c.Neuron = trial.Neuron
	}
	c.CanShow = trial != nil && trial.Fault == "" && t.Drawable() && t.Outputs() == 1 && len(trial.Neurons) > 0
	return c
}

// networkVerdict returns the verdict on a network: its distance from the optimum.
func networkVerdict(s *solve.Solution, network []document.Neuron, t *certify.Trial) *protocol.PageCheck {
	c := &protocol.PageCheck{Kind: "network", Pass: t.Pass(), Neurons: []protocol.PageNeuron{}}
	for _, n := range network {
		list(c, n.U, n.Alpha)
	}
	if t.Fault != "" {
		c.Sentence = messages.Sentence(errors.New(t.Fault)).Error()
		return c
	}
	c.Sentence = distance(s.Result().Objective, t)
	above := t.Objective - t.Lower
	c.Facts = []protocol.PageFact{
		{Name: messages.FactCost, Value: protocol.Finite(t.Objective)},
		{Name: messages.FactBoundHere, Value: protocol.Finite(t.Lower)},
		{Name: messages.FactAbove, Value: protocol.Finite(above), Fails: !t.Pass()},
		{Name: messages.FactGap, Value: protocol.Finite(t.Gap), Fails: !t.Pass()},
	}
	if t.Point >= 0 {
		c.Facts = append(c.Facts, protocol.PageFact{Name: messages.FactDifference(t.Point), Value: protocol.Finite(t.Difference)})
	}
	if t.Peak > 0 {
		c.Facts = append(c.Facts, protocol.PageFact{Name: messages.FactOwnPeak, Value: protocol.Finite(t.Peak)})
	}
	c.Facts = append(c.Facts, protocol.PageFact{Name: messages.FactLengths, Value: protocol.Finite(t.Length)},
		protocol.PageFact{Name: messages.FactNeurons, Value: float64(len(network))})
	return c
}

// distance describes by how much a network's cost exceeds the optimum.
func distance(best float64, t *certify.Trial) string {
	if t.Pass() {
		return messages.OptimalWithin(math.Max(0, t.Gap))
	}
	point := -1
	if t.Difference > 0 {
		point = t.Point
	}
	return messages.AboveOptimum(t.Objective, best, point, t.Difference)
}

// matrixVerdict decomposes the matrix and returns the verdict.
func matrixVerdict(z [][]float64) *protocol.PageCheck {
	order := len(z)
	dec := certify.Decompose(z, 0)
	c := &protocol.PageCheck{Kind: "matrix", Neuron: -1, Pass: dec.Pass(), Neurons: []protocol.PageNeuron{}}
	// The pictures adapt their scale to the matrix, within limits.
	top := largest(z)
	c.CanShow = dec.Pass() && order <= workspace.DrawnFeatures+1 && len(dec.Neurons) > 0 && top > 1e-9 && top < 1e9
	size, neurons := certify.MatrixTolerance*top, messages.FactNeurons
	if dec.Pass() {
		c.Sentence = messages.MatrixPasses(len(dec.Neurons))
	} else {
		neurons = messages.FactPart
		c.Sentence = messages.MatrixFails(messages.MatrixFault{
			Least: dec.MinEigenvalue, Trace: dec.TraceViolation, Error: dec.Residual, Allowed: size, Within: certify.MatrixTolerance, Neurons: len(dec.Neurons),
		})
	}
	c.Facts = []protocol.PageFact{
		{Name: messages.FactOrder, Value: float64(order)},
		{Name: messages.FactRank, Value: float64(dec.Rank)},
		{Name: neurons, Value: float64(len(dec.Neurons))},
		{Name: messages.FactEigenvalue, Value: protocol.Finite(dec.MinEigenvalue), Fails: -dec.MinEigenvalue > size},
		{Name: messages.FactTrace, Value: protocol.Finite(dec.TraceViolation), Fails: dec.TraceViolation > size},
		{Name: messages.FactResidual, Value: protocol.Finite(dec.Residual), Fails: dec.Residual > certify.MatrixTolerance},
		{Name: messages.FactCone, Value: protocol.Finite(dec.ConeViolation)},
	}
	for _, n := range dec.Neurons {
		list(c, n.U, n.Alpha)
	}
	return c
}

// solutionVerdict recomputes every number of the solution and returns the verdict.
func solutionVerdict(problem *document.Problem, solution *document.Solution) *protocol.PageCheck {
	check := convert.Check(problem, solution)
	c := &protocol.PageCheck{Kind: "solution", Pass: check.Pass, Neurons: []protocol.PageNeuron{}}
	if check.Pass {
		c.Sentence = messages.OptimalWithin(check.Gap)
	} else {
		c.Sentence = messages.Sentence(errors.New(check.Fault())).Error()
	}
	measured := false // nothing is measured if parts do not fit the problem
	for _, f := range check.Findings {
		if f.Limit > 0 {
			measured = true
		}
	}
	if measured {
		c.Facts = append(c.Facts,
			protocol.PageFact{Name: messages.FactCost, Value: protocol.Finite(check.Objective)},
			protocol.PageFact{Name: messages.FactBound, Value: protocol.Finite(check.LowerBound)},
			protocol.PageFact{Name: messages.FactPeak, Value: protocol.Finite(check.DualPeak)},
			protocol.PageFact{Name: messages.FactNeurons, Value: float64(len(solution.Network.Neurons))},
		)
	}
	for _, f := range check.Findings {
		if f.Limit > 0 || !f.Pass {
			c.Facts = append(c.Facts, protocol.PageFact{Name: messages.Capital(f.What), Value: protocol.Finite(f.Measured), Fails: !f.Pass})
		}
	}
	for _, n := range solution.Network.Neurons {
		list(c, n.U, n.Alpha)
	}
	return c
}

// list adds a neuron to the table of the verdict, up to the number that the page shows.
func list(c *protocol.PageCheck, u []float64, alpha float64) {
	if len(c.Neurons) == listedNeurons {
		c.More++
		return
	}
	c.Neurons = append(c.Neurons, protocol.PageNeuron{U: u[:min(len(u), listedEntries)], Alpha: protocol.Finite(alpha)})
}

// effort estimates the number of multiplications of a check.
func effort(p *document.Problem, neurons int) float64 {
	q := convert.Problem(p)
	shape := q.Architecture.Shape(q.D)
	n, order := float64(q.Samples()), float64(shape.Dimension+1)
	matrices := float64(shape.Blocks * q.Outputs)
	return matrices*(n*order*order+30*order*order*order) + float64(neurons)*(n*order+order*order)
}

func largest(rows [][]float64) float64 {
	size := 0.0
	for _, row := range rows {
		for _, v := range row {
			size = max(size, v, -v)
		}
	}
	return size
}
