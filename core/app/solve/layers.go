package solve

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// Layer is one layer as a problem of its own, with its solution.
type Layer struct {
	State    *workspace.State
	Solution Solution

	train, test *protocol.PageScore // of several layers: those of the network that ends with the layer
	plane       *workspace.Plane
}

// Scores returns how well the network does that ends with the layer, on the training points and on those held out; nil where there are no such points.
func (v *Layer) Scores() (train, test *protocol.PageScore) {
	if v.train != nil {
		return v.train, v.test
	}
	return v.Solution.Scores()
}

// Plane returns the plane in which the layer's features are shown where there are more than can be drawn: that of two features, counted from 1, or
// for none that of the principal axes.
func (v *Layer) Plane(axes [2]int) *workspace.Plane {
	v.plane = v.State.Plane(axes, v.plane)
	return v.plane
}

// layers is the newest network of several layers, with its pictures. The zero value has none.
type layers struct {
	of       *workspace.State // that the network belongs to
	found    *stack.Result
	views    []*Layer
	seconds  []float64 // that each layer took
	numbers  [][]int
	identity stack.Identity
	raster   raster
	all      stack.Pass // of all points, those held out among them
}

// clear forgets the network.
func (l *layers) clear() { l.found, l.views = nil, nil }

// take makes the result of a state, which is the present one if current is set, the newest. spent holds the seconds of its layers.
func (l *layers) take(of *workspace.State, found *stack.Result, spent []float64, current bool) {
	l.of, l.found, l.views, l.numbers = of, found, nil, nil
	if len(found.Layers) == 0 {
		return
	}
	l.seconds = make([]float64, len(found.Layers)) // a layer that was known already took no time
	copy(l.seconds, spent)
	l.numbers = l.identity.Number(found.Network, false)
	l.all.Run(found.Network, of.X())
	for k := range found.Layers {
		l.views = append(l.views, l.viewOf(k, current))
	}
	l.raster.begin(l)
}

// viewOf returns layer k.
func (l *layers) viewOf(k int, current bool) *Layer {
	layer := &l.found.Layers[k]
	x, y := slices.Clone(l.all.Input(l.found.Network, k)), slices.Clone(l.of.Y())
	width, row := layer.Problem.D, 0
	for i := range l.of.Samples() { // the very numbers that were trained on
		if !l.of.IsHeld(i) {
			copy(x[i*width:(i+1)*width], layer.Problem.X[row*width:])
			row++
		}
	}
	if l.found.Network.Residual && k > 0 {
		for i := range y {
			y[i] -= l.all.Outputs[k-1][i]
		}
	}
	state := l.of.Of(k, x, y, width, layer.Problem.Beta)
	v := &Layer{State: &state}
	v.Solution.put(v.State, layer.Result, l.numbers[k], l.seconds[k], current)
	scorer := l.of.Scorer()
	v.train = scorer.ScoreOf(layer.Fit, scorer.Problem.Y)
	if l.of.Holdouts() > 0 {
		v.test = scorer.ScoreOf(l.held(l.all.Outputs[k]), scorer.Test.Y)
	}
	return v
}

// held returns the entries of the points that are held out of values that are ordered output by output.
func (l *layers) held(values []float64) (part []float64) {
	n := l.of.Samples()
	for i, v := range values {
		if l.of.IsHeld(i % n) {
			part = append(part, v)
		}
	}
	return part
}

// first returns the result of the first layer, and the numbers of its neurons.
func (l *layers) first() (*certify.Result, []int) {
	if len(l.views) == 0 {
		return &certify.Result{Status: certify.Failed, Message: l.found.Message}, nil
	}
	return l.found.Layers[0].Result, l.numbers[0]
}

// suits reports whether the network is one of several layers for data of the shape of a state, and its first layer reads them as that state does.
func (l *layers) suits(t *workspace.State) bool {
	if t.Layers() == 1 || len(l.views) == 0 || l.found.Network.D != t.Features() || l.found.Network.Outputs != t.Outputs() || !t.Pictured() {
		return false
	}
	architecture := t.Architecture()
	lifted, err := architecture.Lift(t.Features())
	return err == nil && l.found.Network.Architecture == lifted
}
