package verify

import (
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/network/stack"
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
	byLayers change = iota
	byBeta
	byLoss
	byActivation
)

// trial is the state with one change, and the fit of its certified optimum.
type trial struct {
	by    change
	state workspace.State
	added int // number of layers added
	// certified: the optimum was found to the tolerance.
	certified bool
	fit       messages.Fit
	held      messages.Fit // on the points held out, by layers
}

// sentence describes what the trial reached.
func (t *trial) sentence() string {
	switch t.by {
	case byLayers:
		return messages.HelpsLayers(t.added, t.fit)
	case byBeta:
		return messages.HelpsBeta(t.state.Beta(), t.fit)
	case byLoss:
		return messages.HelpsLoss(t.state.Loss(), t.fit)
	}
	return messages.HelpsActivation(t.state.Coefficients(), t.fit)
}

// trials are states that may have a better fit, solved one after the other. More layers come first. They are offered only after they have been
// trained, because another layer may make the fit worse; if one more does not help, two more are tried, and so on.
type trials struct {
	of      *workspace.State // the state to change, until the changes are collected
	kinds   []change         // that are tried, in this order
	classes path.Classes
	than    messages.Fit // the present fit; held is that on the points held out
	held    messages.Fit
	all     []trial
	at      int // number of finished trials
	running bool
	single  certify.Job
	stacked stack.Job // keeps the layers that it has trained
	deeper  *trial    // has more layers, and helps
}

// begin prepares trials for a state, whose fit is given, with that on the points held out, if there are any. layers: more layers are tried;
// others: so are the other changes. The changes are collected in the first step: while points are dragged, none is ever made.
func (a *trials) begin(t *workspace.State, classes path.Classes, than messages.Fit, held *protocol.PageScore, layers, others bool) {
	*a = trials{classes: classes, than: than}
	training := t.Training()
	each := iterationEffort(&training)
	if layers && t.Stackable() && t.Layers() < intent.ShownLayers && intent.ShownLayers*each <= affordable {
		a.kinds = append(a.kinds, byLayers)
	}
	if others && each <= affordable {
		a.kinds = append(a.kinds, byBeta, byLoss, byActivation)
	}
	if len(a.kinds) == 0 {
		return
	}
	state := *t
	if a.of = &state; held != nil {
		a.held = fitOf(held, classes, t.Outputs())
	}
}

// collect collects the changes that may help.
func (a *trials) collect() {
	t := a.of
	a.of = nil
	add := func(by change, state workspace.State) { a.all = append(a.all, trial{by: by, state: state}) }
	for _, by := range a.kinds {
		switch by {
		case byLayers:
			a.deepen(t, 0)
		case byBeta:
			if beta := math.Max(smallest, math.Pow(10, math.Round(math.Log10(t.Beta()))-decades)); beta < t.Beta() {
				add(by, t.WithBeta(beta))
			}
		case byLoss:
			ofNumbers := []string{loss.Squared.String(), loss.Huber.String(), loss.L1.String()}
			if name := loss.Hinge.String(); slices.Contains(ofNumbers, t.Loss()) && a.classes != path.NoClasses && slices.Contains(t.Losses(), name) {
				if next, err := t.WithLoss(name); err == nil {
					add(by, next)
				}
			}
		case byActivation:
			for _, sigma := range activations {
				if t.Architecture().Kind == document.KindDense && t.Coefficients() != sigma {
					add(by, t.WithActivation(sigma[0], sigma[1], sigma[2]))
				}
			}
		}
	}
}

// deepen lets the next trial have one layer more than a state that has so many added, if there may be one.
func (a *trials) deepen(t *workspace.State, added int) {
	if state, err := t.WithLayers(&intent.Layers{By: 1}); err == nil {
		a.all = slices.Insert(a.all, a.at, trial{by: byLayers, state: state, added: added + 1})
	}
}

// iterationEffort estimates the number of multiplications of an iteration.
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

// deepening reports whether more layers are still being tried.
func (a *trials) deepening() bool {
	if a.of != nil {
		return a.kinds[0] == byLayers
	}
	return a.at < len(a.all) && a.all[a.at].by == byLayers
}

// step makes one interior-point iteration of the current trial.
func (a *trials) step() {
	if a.of != nil {
		if a.collect(); a.done() {
			return
		}
	}
	now := &a.all[a.at]
	if now.by == byLayers && !a.stepLayers(now) || now.by != byLayers && !a.stepSingle(now) {
		return
	}
	a.running = false
	a.at++
	switch {
	case now.by == byLayers && now.certified && a.helps(now):
		a.deeper = now
	case now.by == byLayers && now.certified:
		a.deepen(&now.state, now.added)
	case now.by != byLayers && now.certified && now.fit.Full(): // no better fit is possible
		a.all = a.all[:a.at]
	}
	if !a.deepening() {
		a.stacked = stack.Job{} // its memory is not needed any more
	}
	if a.done() {
		a.single = certify.Job{}
	}
}

// stepSingle makes one iteration of a trial with a single layer, and reports whether it was the last.
func (a *trials) stepSingle(now *trial) (done bool) {
	if !a.running {
		problem := now.state.Training()
		problem.Trace = false
		a.single.Start(problem)
		a.running = true
	}
	if a.single.Step(); !a.single.Done() {
		return false
	}
	r, scorer := a.single.Result(), now.state.Scorer()
	if score, _ := scorer.Scores(&scorer.Problem, r.Neurons); score != nil && r.Status == certify.Optimal {
		now.certified, now.fit = true, fitOf(score, scorer.Classes, now.state.Outputs())
	}
	return true
}

// stepLayers makes one iteration of a trial with several layers, and reports whether it was the last.
func (a *trials) stepLayers(now *trial) (done bool) {
	if !a.running {
		p := now.state.Stacked()
		p.Trace = false
		a.stacked.Start(p)
		a.running = true
	}
	if a.stacked.Step(); !a.stacked.Done() {
		return false
	}
	r, scorer := a.stacked.Result(), now.state.Scorer()
	if r.Status != certify.Optimal || len(r.Layers) != now.state.Layers() {
		return true
	}
	last, outputs := &r.Layers[len(r.Layers)-1], now.state.Outputs()
	now.certified, now.fit = true, fitOf(scorer.ScoreOf(last.Fit, scorer.Problem.Y), a.classes, outputs)
	if now.state.Holdouts() > 0 {
		var pass stack.Pass
		test := scorer.Test
		pass.Run(r.Network, test.X)
		now.held = fitOf(scorer.ScoreOf(pass.Outputs[len(r.Layers)-1], test.Y), a.classes, outputs)
	}
	return true
}

// helps reports whether more layers are better on the training points, and not worse on the points held out.
func (a *trials) helps(t *trial) bool {
	return t.fit.Better(a.than) && !(t.state.Holdouts() > 0 && a.held.Better(t.held))
}

// best returns the certified trial of a single layer with the best fit, if it is better than the present one, and nil otherwise. Of equal trials it
// returns the first.
func (a *trials) best(than messages.Fit) (best *trial) {
	for i := range a.all[:a.at] {
		if t := &a.all[i]; t.by != byLayers && t.certified && t.fit.Better(than) {
			best, than = t, t.fit
		}
	}
	return best
}

// offer returns the number of layers to offer, and a sentence on the fit that they reach.
func (a *trials) offer() (layers int, sentence string) {
	if a.deeper == nil {
		return 0, ""
	}
	return a.deeper.added, a.deeper.sentence()
}
