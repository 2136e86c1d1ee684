package session

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/document"
	"conelab/core/solve"
	"conelab/core/wire"
)

// liveWork bounds the multiplications of a check that is repeated with every solution.
const liveWork = 2e7

// claim is what the panel Check was given, as text or a file, and what it says: a matrix; a solution, or a network without proof, of the
// problem, nil for the one on the stage. A claim about the stage is judged again whenever the stage is solved anew, and is kept with the
// work; of claims only the text is kept, and never a verdict.
type claim struct {
	text     string
	data     []byte
	matrix   [][]float64
	problem  *document.Problem
	solution *document.Solution
	network  []document.Neuron
}

// ofStage reports whether the claim is about the problem on the stage.
func (c *claim) ofStage() bool { return c.matrix == nil && c.problem == nil }

// neurons returns the network that is claimed.
func (c *claim) neurons() []document.Neuron {
	if c.solution != nil {
		return c.solution.Network.Neurons
	}
	return c.network
}

// judge returns the verdict on a claim, and its network measured against the optimum if it is about the stage. Both are nil while that is
// not solved.
func (s *Session) judge(c *claim) (*wire.PageCheck, *solve.Trial, error) {
	if c.matrix != nil {
		return judgeMatrix(c.matrix), nil, nil
	}
	problem := c.problem
	if problem == nil {
		if problem = s.Problem(); problem == nil || s.stale && c.solution == nil {
			return nil, nil, nil
		}
	}
	if effort(problem, len(c.neurons())) > checkWork {
		return nil, nil, errors.New("This problem is too large to be checked in the page; \"conelab check problem.json solution.json\" does it on the " +
			"command line.")
	}
	var trial *solve.Trial
	if c.ofStage() && !s.stale && s.solved != nil {
		trial = solve.Try(s.training(), c.neurons(), s.solved)
	}
	if c.solution == nil {
		return s.withTrial(s.judgeNetwork(c.network, trial), trial), trial, nil
	}
	return s.withTrial(judgeSolution(problem, c.solution), trial), trial, nil
}

// withTrial adds to a verdict what can be shown on the stage.
func (s *Session) withTrial(c *wire.PageCheck, trial *solve.Trial) *wire.PageCheck {
	c.Neuron = -1
	switch {
	case trial == nil:
	case trial.Fault != "", !c.Pass && trial.Length > solve.LengthLimit:
		c.Neuron = trial.Neuron
	}
	c.CanShow = trial != nil && trial.Fault == "" && s.drawable() && s.outputs == 1 && len(trial.Neurons) > 0
	return c
}

// judgeNetwork says how far a network is from the optimum.
func (s *Session) judgeNetwork(network []document.Neuron, t *solve.Trial) *wire.PageCheck {
	c := &wire.PageCheck{Kind: "network", Pass: t.Pass(), Neurons: []wire.PageNeuron{}}
	for _, n := range network {
		list(c, n.U, n.Alpha)
	}
	if t.Fault != "" {
		c.Sentence = capital(t.Fault) + "."
		return c
	}
	c.Sentence = s.distanceText(t)
	above := t.Objective - t.Lower
	c.Facts = []wire.PageFact{
		{Name: "Cost of the network, recomputed", Value: finite(t.Objective)},
		{Name: "No network is below, certified here", Value: finite(t.Lower)},
		{Name: "Cost above that bound", Value: finite(above), Fails: !t.Pass()},
		{Name: "The same, relative to the cost", Value: finite(t.Gap), Fails: !t.Pass()},
	}
	if t.Point >= 0 {
		c.Facts = append(c.Facts, wire.PageFact{Name: "Largest difference from the outputs of the optimum, at point " + strconv.Itoa(t.Point+1), Value: finite(t.Difference)})
	}
	if t.Peak > 0 {
		c.Facts = append(c.Facts, wire.PageFact{Name: "Largest |g| on the sphere over beta, of the network\u2019s own v", Value: finite(t.Peak)})
	}
	c.Facts = append(c.Facts, wire.PageFact{Name: "Distance of the lengths of the directions u from one, as given", Value: finite(t.Length)},
		wire.PageFact{Name: "Neurons", Value: float64(len(network))})
	return c
}

// distanceText says in words and numbers how far above the optimum a network is.
func (s *Session) distanceText(t *solve.Trial) string {
	if t.Pass() {
		return "Optimal: no network of this kind, however wide, costs less by more than a relative gap of " + number(math.Max(0, t.Gap)) + "."
	}
	best := s.solved.Objective
	excess := t.Objective/best - 1
	if !(best > 0) || math.IsInf(excess, 0) {
		return "Not optimal: it costs " + number(t.Objective) + ", where the optimum costs " + number(best) + "."
	}
	word, far := "Far from optimal", "is "+number(excess+1)+" times the optimum"
	switch {
	case excess < 1e-4:
		word, far = "Almost optimal", "is only "+number(100*excess)+" % above the optimum"
	case excess < 1e-2:
		word, far = "Close to optimal", "is "+brief(100*excess)+" % above the optimum"
	case excess < 0.2:
		word, far = "Not optimal", "is "+brief(100*excess)+" % above the optimum"
	case excess < 1:
		far = "is " + brief(100*excess) + " % above the optimum"
	}
	text := word + ": its cost " + far + ", " + brief(t.Objective) + " in place of " + brief(best)
	if t.Point >= 0 && t.Difference > 0 {
		text += "; point " + strconv.Itoa(t.Point+1) + " differs most, by " + brief(t.Difference)
	}
	return text + "."
}

// pointOut lights up the point at which a network that is not optimal differs most from the optimum.
func (s *Session) pointOut() {
	if t := s.trial; t != nil && t.Fault == "" && !t.Pass() && t.Point >= 0 && s.drawable() {
		s.point = t.Point
	}
}

// recheck judges a claim about the stage again, which has a new solution; one that would take long only the first time.
func (s *Session) recheck() {
	if s.claim == nil || !s.claim.ofStage() {
		return
	}
	before := s.verdict
	s.verdict, s.trial = nil, nil
	problem := s.Problem()
	if problem == nil || before != nil && effort(problem, len(s.claim.neurons())) > liveWork {
		return
	}
	// Without a verdict there is none to show.
	s.verdict, s.trial, _ = s.judge(s.claim)
}
