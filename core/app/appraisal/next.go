package appraisal

import (
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// next is the network with more layers, which is trained before it is offered: a layer may also make things worse. Where one does not help the one above
// it may.
type next struct {
	state   workspace.State
	scorer  *workspace.Scorer
	job     stack.Job // which keeps the layers that it has trained
	running bool
	done    bool
	added   int // layers
	fit     goodness
	held    goodness // of the points held out
	// helps says that the network with the added layers is certified, and gets more of the points trained on right, and no fewer of those held out;
	// reached is its fit.
	helps   bool
	reached goodness
}

// begin looks for what more layers would do to a fit; held is its score on the points held out, nil for none. It is not tried where it would be felt.
func (n *next) begin(t *workspace.State, fit goodness, held *protocol.PageScore) {
	*n = next{done: true}
	training := t.Training()
	if !t.Stackable() || t.Layers() >= intent.ShownLayers || intent.ShownLayers*effort(&training) > affordable {
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

// add adds a layer to what is tried, if there may be one more.
func (n *next) add() bool {
	state, changed, err := n.state.WithLayers(&intent.Layers{By: 1})
	if changed && err == nil {
		n.state, n.added = state, n.added+1
		return true
	}
	return false
}

// judge reports whether a network is better than the one there is.
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

// end leaves what was found.
func (n *next) end() {
	n.running, n.done, n.job = false, true, stack.Job{}
}

// idle reports whether there is something to try.
func (n *next) idle() bool { return n.scorer != nil && !n.done }

// offer returns how many layers are offered, and what they would reach.
func (n *next) offer() (layers int, sentence string) {
	if !n.helps {
		return 0, ""
	}
	return n.added, say.HelpsLayers(n.added, n.reached.words())
}
