package verify

import (
	"context"
	"math"
	"slices"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

const (
	// smallest is the least beta that is tried, which is the end of the page's slider. decades is the number of decades from the
	// present beta down to a smaller one.
	smallest, decades = 1e-6, 3
	// maxWork is the largest estimate of the operations to solve a changed state: background work must not slow down the page.
	maxWork = 6e7
)

// activations are the activations that are tried. They have all three terms, and a and c of opposite signs so that f = 0 can be a
// closed curve around the origin. If that curve is a circle around the origin, the first gives a wide one and the second a narrow
// one.
var activations = [...][3]float64{{1, 0.5, -0.25}, {1, 0.5, -0.12}}

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
	return "With " + strconv.Itoa(c.layers) + " more layers the network " + describe(c.fit, false) + "."
}

// changes are states that may have a better fit, solved one after the other. A bias comes first, and then more layers, unless the bias
// makes the fit good. They are offered only after they have been trained, because another layer may make the fit worse; if one more does
// not help, two more are tried, and so on.
type changes struct {
	state          *workspace.State // the state to change, until the changes are collected
	layers, others bool             // whether more layers are tried, and the other changes
	classes        loss.Labels
	fit, held      *loss.Score // the present fit, and that on the points held out, if there are any
	all            []change
	finished       int            // number of finished changes
	layered        *change        // the change to more layers that improves the fit, or nil
	task           *parallel.Task // nil before it has begun
}

// begin prepares changes of a state with the given fit, on the training points and on those held out, nil if there are none. The changes
// are collected when the work begins, so that dragging points costs nothing.
func (a *changes) begin(t *workspace.State, classes loss.Labels, fit, held *loss.Score, layers, others bool) {
	*a = changes{classes: classes, fit: fit, held: held}
	training := t.TrainingProblem()
	work := training.Estimate(certify.InteriorPoint).Flops
	if training.Loss.Separable() { // outputs are solved one after the other
		work *= float64(training.Outputs)
	}
	a.layers = layers && t.Stackable() && t.Layers() < intent.ShownLayers && intent.ShownLayers*work <= maxWork
	a.others = others && work <= maxWork
	if !a.layers && !a.others {
		return
	}
	state := *t
	a.state = &state
}

// collect collects the changes that may help.
func (a *changes) collect() {
	t := a.state
	a.state = nil
	if a.others {
		if next, err := t.WithBias(true); err == nil {
			a.all = append(a.all, change{state: next, what: "a bias", bias: true, changesFunctionClass: true})
		}
	}
	if a.layers {
		a.addLayer(t, 0)
	}
	if !a.others {
		return
	}
	if beta := math.Max(smallest, math.Pow(10, math.Round(math.Log10(t.Beta()))-decades)); beta < t.Beta() {
		a.all = append(a.all, change{state: t.WithBeta(beta), what: "the smaller " + messages.NamedBeta(beta)})
	}
	if t.Loss().Labels() == loss.Numbers && a.classes != loss.Numbers && t.Takes(loss.Hinge) {
		if next, err := t.WithLoss(loss.Hinge.String()); err == nil {
			a.all = append(a.all, change{state: next, what: messages.NamedLoss(loss.Hinge.String())})
		}
	}
	for _, sigma := range activations {
		if t.Dense() && t.Coefficients() != sigma {
			a.all = append(a.all, change{state: t.WithCoefficients(sigma[0], sigma[1], sigma[2]), what: messages.NamedActivation(sigma),
				changesFunctionClass: true})
		}
	}
}

// addLayer inserts, as the next change but for a bias, a state with one layer more than the state that has the given number of added
// layers, if more are allowed.
func (a *changes) addLayer(t *workspace.State, added int) {
	at := a.finished
	if at < len(a.all) && a.all[at].bias {
		at++
	}
	if state, err := t.WithLayers(&intent.SetLayers{By: 1}); err == nil {
		a.all = slices.Insert(a.all, at, change{state: state, layers: added + 1})
	}
}

func (a *changes) pending() bool { return a.state != nil || a.finished < len(a.all) }

// addingLayers reports whether more layers are still being tried, or a bias in their place.
func (a *changes) addingLayers() bool {
	if a.state != nil {
		return a.layers
	}
	return a.finished < len(a.all) && (a.all[a.finished].layers > 0 || a.all[a.finished].bias)
}

// biased returns the change to a bias if the fit is poor without it and good with it, or else nil.
func (a *changes) biased() *change {
	if a.finished == 0 || !a.all[0].bias || !a.all[0].certified || !poor(a.fit) || poor(a.all[0].fit) {
		return nil
	}
	return &a.all[0]
}

// drop ends the work.
func (a *changes) drop() {
	if a.task != nil {
		a.task.Drop()
	}
}

// work continues to try changes until expired reports true.
func (a *changes) work(clock func() float64, expired func() bool) {
	if a.task == nil {
		a.task = parallel.NewTask(a.run)
	}
	a.task.Work(clock, expired)
}

// run tries the changes, one after the other.
func (a *changes) run(ctx context.Context) {
	a.collect()
	var single certify.Job
	if len(a.all) > 0 && a.finished == 0 && a.all[0].bias {
		if !a.next(ctx, &single) {
			return
		}
		if a.biased() != nil {
			a.all = slices.DeleteFunc(a.all, func(c change) bool { return c.layers > 0 })
		}
	}
	var stacked stack.Job // trains only layers that are new
	for a.addingLayers() {
		now := &a.all[a.finished]
		a.tryLayers(ctx, now, &stacked)
		if parallel.Canceled(ctx) {
			return
		}
		a.finished++
		if now.certified {
			a.layered = now
		} else if now.fit != nil { // trained, and no help
			a.addLayer(&now.state, now.layers)
		}
	}
	for a.finished < len(a.all) && a.next(ctx, &single) {
	}
}

// next tries the next change with a single layer, and reports whether it was tried to its end.
func (a *changes) next(ctx context.Context, single *certify.Job) bool {
	now := &a.all[a.finished]
	a.trySingle(ctx, now, single)
	if parallel.Canceled(ctx) {
		return false
	}
	a.finished++
	if now.certified && sufficient(now.fit) { // no better fit is possible
		a.all = a.all[:a.finished]
	}
	return true
}

// trySingle solves a change with a single layer.
func (a *changes) trySingle(ctx context.Context, now *change, job *certify.Job) {
	p, scorer := now.state.TrainingProblem(), now.state.Scorer()
	p.Context = ctx
	job.Solve(p)
	if p.Canceled() {
		return
	}
	r := job.Result()
	if score, _ := scorer.Scores(&scorer.Problem, r.Neurons); score != nil && r.Status == certify.Optimal {
		now.certified, now.fit = true, score
	}
}

// tryLayers trains a change with several layers.
func (a *changes) tryLayers(ctx context.Context, now *change, job *stack.Job) {
	p, scorer := now.state.StackProblem(), now.state.Scorer()
	p.Context = ctx
	job.Solve(p)
	if p.Canceled() {
		return
	}
	r := job.Result()
	if r.Status != certify.Optimal || len(r.Layers) != now.state.Layers() {
		return
	}
	now.fit = scorer.ScoreOf(r.Layers[len(r.Layers)-1].Result.Fit, scorer.Problem.Y)
	now.certified = better(now.fit, a.fit)
	if now.certified && now.state.Holdouts() > 0 {
		var pass stack.Pass
		test := scorer.Test
		pass.Run(r.Network, test.X)
		now.certified = !better(a.held, scorer.ScoreOf(pass.Outputs[len(r.Layers)-1], test.Y))
	}
}

// best returns the certified change with a single layer with the best fit, if it is better than the present one, and nil
// otherwise. Of equal ones it returns the first.
func (a *changes) best(than *loss.Score) (best *change) {
	for i := range a.all[:a.finished] {
		if t := &a.all[i]; t.layers == 0 && t.certified && better(t.fit, than) {
			best, than = t, t.fit
		}
	}
	return best
}

// offered returns the number of layers to offer.
func (a *changes) offered() int {
	if a.layered == nil {
		return 0
	}
	return a.layered.layers
}
