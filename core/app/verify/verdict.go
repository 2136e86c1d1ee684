package verify

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

const (
	// Every answer includes the verdict, so it lists at most this many neurons and entries of their directions.
	listedNeurons, listedEntries = 60, 8
)

// verdict returns the verdict on a claim and, if the claim is about the present problem, its network compared with the optimum. Both are
// nil while the present problem is not solved.
func (c *subject) verdict(s *solve.Layer) (found *protocol.PageCheck, compared *certify.Comparison, err error) {
	if c.matrix != nil {
		found, err = matrixVerdict(c.matrix)
		return found, nil, err
	}
	t, problem := s.State, cmp.Or(c.problem, s.State.Settings())
	switch {
	case problem == nil || c.withoutProof && !s.Current:
		return nil, nil, nil
	case c.withoutProof && t.Sums() != nil:
		return nil, nil, messages.Refuse("Checking against sums needs the whole exported solution.")
	case effort(problem, c.solution) > checkWork:
		return nil, nil, messages.Refuse("This problem is too large to be checked in the page; \"conelab check problem.json solution.json\" " +
			"does it on the command line.")
	case c.withoutProof && !s.Certified():
		return nil, nil, messages.Refuse("The problem on the stage has no certified optimum to measure a network without dual against.")
	}
	if c.problem == nil && t.Sums() == nil && s.Current && s.Certified() {
		compared = t.Kind().Compare(t.TrainingProblem(), c.solution.Network.Neurons, s.Found)
		if compared.Point >= 0 { // the pictures and the table have the points held out, too
			compared.Point = t.TrainingRows()[compared.Point]
		}
	}
	switch {
	case c.withoutProof:
		found = networkVerdict(c.solution.Network.Neurons, compared, s.Found.Objective)
	case c.problem == nil && c.otherProblem(problem) != "":
		return &protocol.PageCheck{Kind: "other", Sentence: c.otherProblem(problem), Facts: []protocol.PageFact{}, Neurons: []protocol.PageNeuron{},
			Present: true, Neuron: -1}, nil, nil
	case c.problem == nil && t.Sums() != nil:
		found = solutionVerdict(c.solution, t.Summed().CheckSolution(c.solution, 0))
	default:
		found = solutionVerdict(c.solution, document.CheckSolution(problem, c.solution))
	}
	if compared != nil && (!compared.Measured || !found.Pass && compared.Length > certify.ClaimLimit) {
		found.Neuron = compared.Neuron
	}
	if c.problem == nil {
		found.Present = true
		found.Sentence += " " + messages.Fill("Checked against the problem on the stage: {=}, {=} loss, β = {}.",
			t.TrainedOn(), t.Loss.String(), t.Beta)
	}
	return found, compared, nil
}

// otherProblem says that a solution is of another kind of problem than the present one, or returns "": what a check would then find first says
// little.
func (c *subject) otherProblem(present *document.Problem) string {
	is := c.solution.Model
	if is == nil {
		return ""
	}
	kind := func(s *document.Settings) string {
		layers := "one layer"
		if s.Stack != nil {
			layers = "several layers"
		}
		return cmp.Or(s.Activation.Name, "polynomial") + " activation, " + s.Loss + " loss, " + layers
	}
	was, now := kind(&is.Settings), kind(&present.Settings)
	if was == now {
		return ""
	}
	return messages.Fill("This solution is of another problem ({=}) than the page has now ({=}).", was, now)
}

// solutionVerdict returns the verdict on a solution, whose numbers have been recomputed.
func solutionVerdict(claim *document.Solution, v *certify.Verdict) *protocol.PageCheck {
	found, limit := verdictOf("solution", v, claim.Network.Neurons), certify.ClaimLimit*math.Abs(v.Objective)
	switch {
	case v.Pass || !v.Measured:
	case math.Abs(claim.Objective-v.Objective) > limit:
		found.Sentence = differs("The network costs {=}; the document claims {=}.", v.Objective, claim.Objective)
	case claim.LowerBound-v.Lower > limit:
		found.Sentence = differs("Its dual proves the lower bound {=}; the document claims {=}.", v.Lower, claim.LowerBound)
	}
	return found
}

// networkVerdict returns the verdict on a network without a proof, compared with the optimum, whose cost is best.
func networkVerdict(neurons []neural.Neuron, v *certify.Comparison, best float64) *protocol.PageCheck {
	var furthest []protocol.PageFact
	if v.Point >= 0 {
		furthest = append(furthest, fact(messages.Fill("Largest difference from the outputs of the optimum, at point {+1}", v.Point),
			v.Difference))
	}
	found := verdictOf("network", &v.Verdict, neurons, furthest...)
	if v.Measured && !v.Pass {
		found.Sentence = aboveOptimum(v.Objective, best, v.Point, v.Difference) + roundedTo(neurons, v.Objective/best-1)
	}
	return found
}

// verdictOf returns a verdict with its sentence, the table of the neurons, and what was measured, further facts among it.
func verdictOf(kind string, v *certify.Verdict, neurons []neural.Neuron, further ...protocol.PageFact) *protocol.PageCheck {
	found := &protocol.PageCheck{Kind: kind, Neuron: -1, Pass: v.Pass}
	if v.Pass {
		found.Sentence = optimalWithin(v)
	} else {
		found.Sentence = messages.Sentence(errors.New(v.Fault())).Error()
	}
	if v.Measured { // nothing is if parts do not fit the problem
		found.Facts = append([]protocol.PageFact{
			fact("Cost of the network, recomputed", v.Objective), fact("Lower bound, proved here: no network costs less", v.Lower),
			fact("Largest |g| on the sphere over beta, before v is scaled", v.DualPeak), fact("Neurons", float64(len(neurons))),
		}, further...)
	}
	addFindings(found, v.Findings)
	list(found, neurons)
	return found
}

// fact is one measured number of a verdict.
func fact(name string, value float64) protocol.PageFact {
	return protocol.PageFact{Name: name, Value: protocol.Finite(value)}
}

// addFindings adds what was measured against a limit, and what was compared and differs, with what is wrong with it.
func addFindings(c *protocol.PageCheck, findings []certify.Finding) {
	for _, f := range findings {
		if f.Limit > 0 || !f.Pass {
			one := fact(messages.Capital(f.What), f.Measured)
			switch {
			case f.Pass:
			case f.Detail != "":
				one.Fault = messages.Capital(f.Detail) + "."
			default:
				one.Fault = messages.Fill("It is {}, and may be {} at most.", f.Measured, f.Limit)
			}
			c.Facts = append(c.Facts, one)
		}
	}
}

// matrixVerdict decomposes the matrix and returns the verdict, or an error if nothing can be computed.
func matrixVerdict(z [][]float64) (*protocol.PageCheck, error) {
	dec := certify.Decompose(z, 0)
	if len(dec.Findings) == 0 {
		return nil, messages.Refuse("This cannot be checked. {=}", dec.Message)
	}
	c := &protocol.PageCheck{Kind: "matrix", Neuron: -1, Pass: dec.Pass(), Decimals: dec.Decimals}
	list(c, dec.Neurons)
	neurons := "Neurons of its positive part"
	switch {
	case dec.Pass():
		neurons = "Neurons"
		c.Sentence = messages.Fill("This is the matrix Z of a network: up to rounding, it is the sum of α [u;1][u;1]′ over {neuron} with "+
			"α > 0 and |u| = 1. A matrix alone does not tell whether that network is optimal.", len(dec.Neurons))
		if len(dec.Neurons) > 2 { // as many as the rank; two null vectors are the only ones in their plane
			c.Sentence += " Its decomposition is not unique: this is one."
		}
	case dec.Decimals > 0:
		c.Sentence = messages.Fill("This may be a sum of neurons whose digits were rounded: its least eigenvalue is {}, and rounding can move it "+
			"by {}. All digits may make it PASS: the Copy button above each matrix copies them.", dec.MinEigenvalue, dec.Rounding)
	case dec.Findings[0].Pass && !dec.Findings[1].Pass:
		c.Sentence = messages.Fill("This matrix is positive semidefinite, its least eigenvalue is {}. But the trace of its leading block and its "+
			"last entry, which are equal in every sum of neurons, differ by {}: so it is no sum of neurons.", dec.MinEigenvalue, dec.TraceViolation)
	default:
		c.Sentence = "This matrix is not a sum of neurons: " + dec.Unmet(messages.Number) + ". A sum of neurons is positive semidefinite, and " +
			"the trace of its leading block equals its last entry."
	}
	findings := dec.Findings
	if !dec.Pass() && dec.Decimals == 0 {
		if len(dec.Neurons) > 0 {
			c.Sentence += " Listed are the neurons of its positive part, scaled to meet the trace condition."
		}
		if !findings[0].Pass || !findings[1].Pass { // no neurons could add up to it
			findings = findings[:2]
		}
	}
	c.Facts = []protocol.PageFact{
		fact("Order", float64(len(z))), fact("Rank", float64(dec.Rank)), fact(neurons, float64(len(dec.Neurons))),
		fact("Least eigenvalue", dec.MinEigenvalue), fact("Largest distance of a vector from the cone, relative", dec.ConeViolation),
	}
	addFindings(c, findings)
	return c, nil
}

// differs says two numbers, to as many digits as tell them apart.
func differs(sentence string, is, said float64) string {
	one, other := messages.Apart(is, said, 6)
	return messages.Fill(sentence, one, other)
}

// leastGap is the relative gap below which the page shows no digits of it: they are rounding.
const leastGap = 1e-14

// optimalWithin states what was proved of a solution.
func optimalWithin(v *certify.Verdict) string {
	kind, gap := "a relative gap of ", math.Max(leastGap, v.Gap)
	if v.AbsoluteGap != nil { // the cost is near zero
		kind, gap = "", math.Max(0, *v.AbsoluteGap)
	}
	return messages.Fill("Optimal: no network with this activation and architecture, however wide, costs less by more than {=}{}.", kind, gap)
}

// aboveOptimum states how far a network's cost is above the optimum, and which point's output differs most, -1 for none.
func aboveOptimum(cost, best float64, point int, difference float64) string {
	text := messages.Fill("Not optimal: it costs {}, where the optimum costs {}", cost, best)
	if excess := 100 * (cost/best - 1); best > 0 && !math.IsInf(excess, 0) {
		one, other := messages.Apart(cost, best, 3)
		text = "Not optimal: its cost is " + messages.Short(excess) + " % above the optimum, " + one + " in place of " + other
	}
	if point >= 0 && difference > 0 {
		text += "; point " + strconv.Itoa(point+1) + " differs most, by " + messages.Short(difference)
	}
	return text + "."
}

// roundedTo says that a network's numbers are rounded, if that may be why it costs more than the optimum, by a share of that.
func roundedTo(network []neural.Neuron, excess float64) string {
	rows := make([][]float64, 0, len(network))
	for _, n := range network {
		rows = append(rows, append(slices.Clip(n.U), n.Alpha))
	}
	if k := certify.Decimals(rows); k > 0 && excess < math.Pow10(-k) {
		return messages.Fill(" Its numbers are rounded to {} decimals: with all digits it may PASS.", k)
	}
	return ""
}

// list sets the table of the verdict: as many neurons as the page shows.
func list(c *protocol.PageCheck, neurons []neural.Neuron) {
	c.Neurons, c.More = []protocol.PageNeuron{}, max(0, len(neurons)-listedNeurons)
	for _, n := range neurons[:len(neurons)-c.More] {
		c.Neurons = append(c.Neurons, protocol.PageNeuron{U: n.U[:min(len(n.U), listedEntries)], Alpha: protocol.Finite(n.Alpha)})
	}
}

// effort estimates the number of multiplications of a check.
func effort(p *document.Problem, claim *document.Solution) float64 {
	q := p.Program()
	shape := q.Architecture.Shape(q.D)
	n, order := float64(q.Samples()), float64(shape.Dimension+1)
	if p.Activation.IsPiecewise() {
		const each = 100 // for each set of points that a kink may pass through
		return each * float64(q.Outputs) * math.Pow(n, order)
	}
	matrices := float64(shape.Blocks * q.Outputs)
	return matrices*(n*order*order+30*order*order*order) + float64(len(claim.Network.Neurons))*(n*order+order*order)
}
