package verify

import (
	"context"
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

const (
	// smallest is the least beta that is tried, which is the end of the page's slider. decades is the number of decades from the
	// present beta down to a smaller one.
	smallest, decades = 1e-3, 3
	// maxWork is the largest estimate of the operations to solve a changed state: background work must not slow down the page.
	maxWork = 6e7
)

// activations are the activations that are tried. They have all three terms, and a and c of opposite signs so that f = 0 can be a
// closed curve around the origin. If that curve is a circle around the origin, the first gives a wide one and the second a narrow
// one.
var activations = [...][3]float64{{1, 0.5, -0.25}, {1, 0.5, -0.12}}

// Assessment holds what is known about the fit of the newest network, and the changes that may improve it, which are solved one after the
// other: a bias; one more layer, two more and so on until they improve the fit, unless the bias makes it good; and others, until one makes
// it sufficient. More layers are offered only after they have been trained, because another layer may make the fit worse. The zero value
// holds no result.
type Assessment struct {
	found          *certify.Result // of a single layer, or nil
	classes        loss.Labels
	fit, held      *loss.Score      // the present fit, and that on the points held out, if there are any
	state          *workspace.State // the state to change, nil if nothing is tried
	layers, others bool             // whether more layers are tried, and the other changes
	all            []change
	finished       int            // number of finished changes
	task           *parallel.Task // nil before the changes are collected
}

// change is the state with one change, and the fit of its certified optimum.
type change struct {
	state  workspace.State
	layers int    // number of layers added, 0 for a change of another kind
	what   string // a change of another kind, in words
	bias   bool   // the change is a bias
	// changesFunctionClass says that networks of the changed state can be other functions.
	changesFunctionClass bool
	// certified says that the optimum was found to the tolerance and, with more layers, that these improve the fit.
	certified bool
	fit       *loss.Score // nil before it is known
}

// sentence describes the fit with the change.
func (c *change) sentence() string {
	switch c.layers {
	case 0:
		return "With " + c.what + " the optimum " + describe(c.fit, false) + "."
	case 1:
		return "With another layer the network " + describe(c.fit, false) + "."
	}
	return messages.Fill("With {} more layers the network {=}.", c.layers, describe(c.fit, false))
}

// Begin assesses the network of the present state, and discards the previous assessment. With several layers, all of which must be
// certified, the only change tried is another layer.
func (a *Assessment) Begin(t *workspace.State, s *solve.Training) {
	if a.task != nil {
		a.task.Drop()
	}
	*a = Assessment{}
	last, layered := s.Layer(s.Count()-1), s.Layered()
	r := last.Found
	if r == nil || r.Status == certify.Failed || layered && (!s.Certified() || s.Count() != t.Layers()) {
		return
	}
	a.classes = last.Encoding
	a.fit, a.held = last.Scores()
	if !layered {
		a.found = r
	}
	if last.Piecewise() != nil || sufficient(a.fit) || !last.Certified() || layered && !poor(a.fit) {
		return
	}
	training := t.TrainingProblem()
	work := training.Estimate(certify.InteriorPoint).Flops
	if training.Loss.Separable() { // outputs are solved one after the other
		work *= float64(training.Outputs)
	}
	a.state, a.others = t, !layered && work <= maxWork
	a.layers = poor(a.fit) && t.Stackable() && t.Layers() < intent.ShownLayers && intent.ShownLayers*work <= maxWork
}

// Pending reports whether changes are still to be tried.
func (a *Assessment) Pending() bool {
	if a.task == nil {
		return a.layers || a.others
	}
	return a.finished < len(a.all)
}

// Work continues to try changes until expired reports true (see parallel.Task).
func (a *Assessment) Work(clock func() float64, expired func() bool) {
	if a.task == nil && a.Pending() {
		a.collect()
		a.task = parallel.NewTask(a.run)
	}
	if a.Pending() {
		a.task.Work(clock, expired)
	}
}

// collect collects the changes that may help, when the work begins: dragging points costs nothing.
func (a *Assessment) collect() {
	t := a.state
	add := func(state workspace.State, one change) {
		one.state = state
		a.all = append(a.all, one)
	}
	if a.others && !t.Bias && t.Biasable() {
		add(t.WithBias(true), change{what: "a bias", bias: true, changesFunctionClass: true})
	}
	for k := 1; a.layers && t.Layers()+k <= intent.ShownLayers; k++ {
		add(t.WithLayers(&intent.SetLayers{By: k}), change{layers: k})
	}
	if !a.others {
		return
	}
	if beta := math.Max(smallest, math.Pow(10, math.Round(math.Log10(t.Beta))-decades)); beta < t.Beta {
		add(t.WithBeta(beta), change{what: "the smaller " + messages.NamedBeta(beta)})
	}
	if t.Loss.Labels() == loss.Numbers && a.classes != loss.Numbers && t.Takes(loss.Hinge) {
		if next, err := t.WithLoss(loss.Hinge.String()); err == nil {
			add(next, change{what: messages.NamedLoss(loss.Hinge.String())})
		}
	}
	for _, sigma := range activations {
		if t.Dense() && t.Coefficients() != sigma {
			add(t.WithCoefficients(sigma[0], sigma[1], sigma[2]), change{what: messages.NamedActivation(sigma), changesFunctionClass: true})
		}
	}
}

// run tries the changes, one after the other, and drops those that are not needed after one of them.
func (a *Assessment) run(ctx context.Context) {
	var single certify.Job
	var stacked stack.Job // trains only layers that are new
	for a.finished < len(a.all) {
		now := &a.all[a.finished]
		if now.layers > 0 {
			a.tryLayers(ctx, now, &stacked)
		} else {
			now.try(ctx, &single)
		}
		if parallel.Canceled(ctx) {
			return
		}
		a.finished++
		rest := a.all[a.finished:]
		if now.bias && a.biased() != nil || now.layers > 0 && (now.certified || now.fit == nil) {
			rest = slices.DeleteFunc(rest, func(c change) bool { return c.layers > 0 })
		}
		if now.layers == 0 && now.certified && sufficient(now.fit) { // no better fit is possible
			rest = nil
		}
		a.all = append(a.all[:a.finished], rest...)
	}
}

// try solves a change with a single layer.
func (c *change) try(ctx context.Context, job *certify.Job) {
	scorer := c.state.Scorer()
	scorer.Problem.Context = ctx
	job.Solve(scorer.Problem)
	if parallel.Canceled(ctx) {
		return
	}
	r := job.Result()
	if score, _ := scorer.Scores(&scorer.Problem, r.Neurons); score != nil && r.Status == certify.Optimal {
		c.certified, c.fit = true, score
	}
}

// tryLayers trains a change with several layers.
func (a *Assessment) tryLayers(ctx context.Context, now *change, job *stack.Job) {
	p, scorer := now.state.StackProblem(), now.state.Scorer()
	p.Context = ctx
	job.Solve(p)
	if parallel.Canceled(ctx) {
		return
	}
	r := job.Result()
	if r.Status != certify.Optimal || len(r.Layers) != now.state.Layers() {
		return
	}
	now.fit = scorer.ScoreOf(r.Layers[len(r.Layers)-1].Result.Fit, scorer.Problem.Y)
	now.certified = better(now.fit, a.fit)
	if now.certified && a.held != nil {
		var pass stack.Pass
		pass.Run(r.Network, scorer.Test.X)
		now.certified = !better(a.held, scorer.ScoreOf(pass.Outputs[len(r.Layers)-1], scorer.Test.Y))
	}
}

// biased returns the change to a bias if the fit is poor without it and good with it, or else nil.
func (a *Assessment) biased() *change {
	if a.finished == 0 || !a.all[0].bias || !a.all[0].certified || !poor(a.fit) || poor(a.all[0].fit) {
		return nil
	}
	return &a.all[0]
}

// layered returns the change to more layers that improves the fit, or nil.
func (a *Assessment) layered() *change {
	for i := range a.all[:a.finished] {
		if c := &a.all[i]; c.layers > 0 && c.certified {
			return c
		}
	}
	return nil
}

// best returns the certified change with a single layer with the best fit, if it is better than the present one, and nil otherwise. Of
// equal ones it returns the first.
func (a *Assessment) best() (best *change) {
	than := a.fit
	for i := range a.all[:a.finished] {
		if c := &a.all[i]; c.layers == 0 && c.certified && better(c.fit, than) {
			best, than = c, c.fit
		}
	}
	return best
}
