package verify

import (
	"math"
	"slices"

	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
)

const (
	// smallest is the least beta that is tried, which is the end of the page's slider. decades is the number of decades from the present beta down to
	// a smaller one.
	smallest, decades = 1e-6, 3
	// affordable is roughly the largest number of multiplications per iteration: trials must not slow down the page.
	affordable = 2e7
)

// activations are the activations that are tried. They have all three terms, and a and c of opposite signs so that f = 0 can be a closed curve around
// the origin. If that curve is a circle around the origin, the first gives a wide one and the second a narrow one.
var activations = [...][3]float64{{1, 0.5, -0.25}, {1, 0.5, -0.12}}

// change is the kind of change that a trial makes.
type change int

const (
	byBeta change = iota
	byLoss
	byActivation
)

// trial is the state with one change, and the fit of its certified optimum.
type trial struct {
	by    change
	state workspace.State
	// certified: the optimum was found to the tolerance.
	certified bool
	goodness  goodness
}

// sentence describes what the trial reached.
func (t *trial) sentence() string {
	switch t.by {
	case byBeta:
		return say.HelpsBeta(t.state.Beta(), t.goodness.words())
	case byLoss:
		return say.HelpsLoss(t.state.Loss(), t.goodness.words())
	}
	return say.HelpsActivation(t.state.Coefficients(), t.goodness.words())
}

// trials are states that may have a better fit, solved one after the other.
type trials struct {
	of      *workspace.State // the state to change, until the changes are collected
	classes path.Classes
	all     []trial
	at      int // number of finished trials
	running bool
	job     certify.Job
}

// begin prepares trials for a copy of the state. The changes are collected in the first step: while points are dragged, none is ever made.
func (a *trials) begin(t *workspace.State, classes path.Classes) {
	*a = trials{}
	if training := t.Training(); iterationEffort(&training) <= affordable {
		state := *t
		a.of, a.classes = &state, classes
	}
}

// collect collects the changes that may help.
func (a *trials) collect() {
	t := a.of
	a.of = nil
	if beta := smaller(t.Beta()); beta < t.Beta() {
		a.all = append(a.all, trial{by: byBeta, state: t.WithBeta(beta)})
	}
	switch t.Loss() {
	case loss.Squared.String(), loss.Huber.String(), loss.L1.String():
		if name := loss.Hinge.String(); a.classes != path.NoClasses && slices.Contains(t.Losses(), name) {
			if next, err := t.WithLoss(name); err == nil {
				a.all = append(a.all, trial{by: byLoss, state: next})
			}
		}
	}
	for _, sigma := range activations {
		if t.Architecture().Kind == document.KindDense && t.Coefficients() != sigma {
			a.all = append(a.all, trial{by: byActivation, state: t.WithActivation(sigma[0], sigma[1], sigma[2])})
		}
	}
}

// smaller returns a power of ten that is decades below beta.
func smaller(beta float64) float64 {
	return math.Max(smallest, math.Pow(10, math.Round(math.Log10(beta))-decades))
}

// effort estimates the number of multiplications of an iteration.
func iterationEffort(p *certify.Problem) float64 {
	shape := p.Architecture.Shape(p.D)
	n, order := float64(p.Samples()), float64(shape.Dimension+1)
	blocks, outputs := float64(shape.Blocks), float64(p.Outputs)
	unknowns := math.Min(n, order*(order+1)/2*blocks)
	if !p.Loss.Separable() {
		unknowns, outputs = unknowns*outputs, 1
	}
	return outputs * (unknowns*unknowns*(n+unknowns) + blocks*(n*order*order+30*order*order*order))
}

func (a *trials) done() bool { return a.of == nil && a.at == len(a.all) }

// step makes one interior-point iteration of the current trial.
func (a *trials) step() {
	if a.of != nil {
		if a.collect(); a.done() {
			return
		}
	}
	now := &a.all[a.at]
	if !a.running {
		problem := now.state.Training()
		problem.Trace = false
		a.job.Start(problem)
		a.running = true
	}
	if a.job.Step(); !a.job.Done() {
		return
	}
	r, scorer := a.job.Result(), now.state.Scorer()
	if score, _ := scorer.Scores(r.Neurons); score != nil && r.Status == certify.Optimal {
		now.certified, now.goodness = true, goodnessOf(score, scorer.Classes(), now.state.Outputs())
	}
	a.running = false
	a.at++
	if now.certified && now.goodness.full() { // no better fit is possible
		a.all = a.all[:a.at]
	}
	if a.done() {
		a.job = certify.Job{} // its memory is not needed any more
	}
}

// best returns the certified trial with the best fit, if it is better than the present one, and nil otherwise. Of equal trials it returns the first.
func (a *trials) best(than goodness) (best *trial) {
	for i := range a.all[:a.at] {
		if t := &a.all[i]; t.certified && t.goodness.better(than) {
			best, than = t, t.goodness
		}
	}
	return best
}
