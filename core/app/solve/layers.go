package solve

import (
	"slices"

	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// layers is the newest network of several layers, with its pictures. The zero value has none.
type layers struct {
	state    *workspace.State // the state that the network belongs to
	found    *stack.Result
	views    []*Layer
	numbers  [][]int
	identity stack.Identity
	raster   raster
	all      stack.Pass // of all points, including those held out
}

// clear forgets the network.
func (l *layers) clear() { l.found, l.views = nil, nil }

// take makes the result of a state the newest one. current is set if it is the present state.
func (l *layers) take(state *workspace.State, found *stack.Result, current bool) {
	l.state, l.found, l.views, l.numbers = state, found, nil, nil
	if len(found.Layers) == 0 {
		return
	}
	l.numbers = l.identity.Number(found.Network)
	l.all.Run(found.Network, state.RowsWithBias(state.X))
	for k := range found.Layers {
		l.views = append(l.views, l.viewOf(k, current))
	}
	l.raster.begin(l)
}

// viewOf returns layer k.
func (l *layers) viewOf(k int, current bool) *Layer {
	layer := &l.found.Layers[k]
	x, y := slices.Clone(l.all.Input(l.found.Network, k)), slices.Clone(l.state.Y)
	width, row := layer.Problem.D, 0
	for i := range l.state.Samples() { // exactly the numbers that were trained on
		if !l.state.IsHeld(i) {
			copy(x[i*width:(i+1)*width], layer.Problem.X[row*width:])
			row++
		}
	}
	state := l.state.ForLayer(k, x, y, width, layer.Problem.Beta)
	v := &Layer{State: &state}
	v.put(layer.Result, l.numbers[k], layer.Seconds, current)
	scorer := l.state.Scorer()
	v.Encoding, v.train = scorer.Classes, scorer.ScoreOf(layer.Result.Fit, scorer.Problem.Y)
	if l.state.Holdouts() > 0 {
		var outputs []float64 // at the points that are held out
		for i, v := range l.all.Outputs[k] {
			if l.state.IsHeld(i % l.state.Samples()) {
				outputs = append(outputs, v)
			}
		}
		v.test = scorer.ScoreOf(outputs, scorer.Test.Y)
	}
	return v
}

// first returns the result of the first layer, and the numbers of its neurons.
func (l *layers) first() (*certify.Result, []int) {
	if len(l.views) == 0 {
		return &certify.Result{Status: certify.Failed, Message: l.found.Message}, nil
	}
	return l.found.Layers[0].Result, l.numbers[0]
}

// suits reports whether the network is one of several layers for data of the shape of a state, and its first layer reads them as
// that state does.
func (l *layers) suits(t *workspace.State) bool {
	if t.Layers() == 1 || len(l.views) == 0 {
		return false
	}
	n := l.found.Network
	return n.D == t.Inputs() && n.Outputs == t.Outputs && n.Architecture == t.Architecture
}
