package verify

import (
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// next trains networks with more layers. A network is offered only after it has been trained, because another layer may make the fit worse. If one
// more layer does not help, two more are tried, and so on.
type next struct {
	state   workspace.State
	scorer  *workspace.Scorer
	job     stack.Job // keeps the layers that it has trained
	running bool
	done    bool
	added   int // number of added layers
	fit     goodness
	held    goodness // on the points held out
	// helps: the network with the added layers is certified and better on the training points, and not worse on the points held out. reached is its
	// fit on the training points.
	helps   bool
	reached goodness
}

// begin starts trying more layers to improve a fit; held is the present score on the points held out, nil if there are none. Nothing is tried if it
// would slow down the page.
func (n *next) begin(t *workspace.State, fit goodness, held *protocol.PageScore) {
	*n = next{done: true}
	training := t.Training()
	if !t.Stackable() || t.Layers() >= intent.ShownLayers || intent.ShownLayers*iterationEffort(&training) > affordable {
		return
	}
	*n = next{state: t.Copy(), fit: fit}
	n.scorer = n.state.Scorer()
	if held != nil {
		n.held = goodnessOf(held, n.scorer.Classes(), t.Outputs())
	}
}

// step makes one interior-point iteration.
func (n *next) step() {
	if !n.running {
		if !n.add() {
			n.end()
			return
		}
		p := n.state.Stacked()
		p.Trace = false
		n.job.Start(p)
		n.running = true
	}
	if n.job.Step(); !n.job.Done() {
		return
	}
	n.running = false
	if r := n.job.Result(); r.Status != certify.Optimal || len(r.Layers) != n.state.Layers() || n.judge(r) {
		n.end()
	}
}

// add adds a layer to the network that is tried, if there may be one more.
func (n *next) add() bool {
	state, err := n.state.WithLayers(&intent.Layers{By: 1})
	if err == nil {
		n.state, n.added = state, n.added+1
		return true
	}
	return false
}

// judge reports whether the network is better than the present one.
func (n *next) judge(r *stack.Result) bool {
	last, classes, outputs := &r.Layers[len(r.Layers)-1], n.scorer.Classes(), n.state.Outputs()
	n.reached = goodnessOf(n.scorer.ScoreOf(last.Fit, n.scorer.Problem().Y), classes, outputs)
	if n.helps = n.reached.better(n.fit); n.helps && n.state.Holdouts() > 0 {
		var pass stack.Pass
		test := n.scorer.Test()
		pass.Run(r.Network, test.X)
		n.helps = !n.held.better(goodnessOf(n.scorer.ScoreOf(pass.Outputs[len(r.Layers)-1], test.Y), classes, outputs))
	}
	return n.helps
}

// end finishes the work and keeps the result.
func (n *next) end() {
	n.running, n.done, n.job = false, true, stack.Job{}
}

// idle reports whether there is something left to try.
func (n *next) idle() bool { return n.scorer != nil && !n.done }

// offer returns the number of layers to offer, and a sentence on the fit that they reach.
func (n *next) offer() (layers int, sentence string) {
	if !n.helps {
		return 0, ""
	}
	return n.added, say.HelpsLayers(n.added, n.reached.words())
}
