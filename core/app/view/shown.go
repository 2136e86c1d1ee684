package view

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// Shown is what the pictures show now: a layer of the newest network on its data.
type Shown struct {
	*Pictures
	layer *solve.Layer // what all pictures except those of the data and of the network show
	// data frames the pictures of the data and of the network, program all others. They are separate for several layers, and for a bias,
	// which is one more feature of the program.
	data, program placement
	separateData  bool
	output        int             // the output shown
	neurons       []neural.Neuron // of the output, sorted by number
	numbers       []int           // their numbers, from 1
	focus         int             // the one in focus, or -1
	topic         protocol.Topic  // the picture of the argument, 0 for none
	progress      float64         // of that picture, from 0 to 1
	// The network has a piecewise-linear activation; there are pictures of it; and that activation is the one chosen.
	piecewise, drawsPiecewise, showsPiecewise bool
}

// placement is a state with the frame in which pictures show it.
type placement struct {
	state *workspace.State
	frame *workspace.Frame
}

// depth returns how many features are drawn: 0 for a plane, and 2 without pictures.
func (f *placement) depth() int {
	switch {
	case f.frame.Plane:
		return 0
	case f.state.Drawable():
		return len(f.frame.Axes)
	}
	return 2
}

// Show returns what is shown until the next intent or work. The argument follows: it is made for the newest result, and notes what its
// animation has shown.
func (p *Pictures) Show() *Shown {
	shown := p.current()
	p.frame = shown.data.frame
	now := drawn{p.work.Revision, p.training.Pictures(), p.work.View, shown.layer.Found, shown.layer.Current}
	if now != p.drawn {
		p.drawn = now
		p.Revision++
	}
	if shown.topic != 0 {
		p.Argument.update(shown.layer, shown.output)
		p.Argument.follow(shown.topic, shown.progress)
	}
	return shown
}

// current returns what is shown now. Of the argument it tells only whether it is shown.
func (p *Pictures) current() *Shown {
	shown := &Shown{Pictures: p, layer: p.training.ChosenLayer()}
	shown.setFrames()
	shown.output = min(p.work.Output(), shown.layer.State.Outputs-1)
	shown.neurons, shown.numbers = shown.layer.Shown(shown.output)
	shown.focus = slices.Index(shown.numbers, p.focused)
	k, d := shown.layer.Piecewise(), shown.layer.State.D
	shown.piecewise = k != nil && k.D == d && shown.layer.State.Outputs == 1 // it may still be that of other data
	shown.drawsPiecewise = shown.piecewise && d <= protocol.PiecewiseFeatures
	shown.showsPiecewise = shown.piecewise && p.work.Now().Piecewise()
	animation := p.Player.Animation
	points := animation.Topic != protocol.Tangents || shown.layer.State.Sums() == nil // the losses are those of points
	if animation.Topic.Argues() && points && shown.hasArgument() {
		shown.topic, shown.progress = animation.Topic, animation.Position/protocol.ArgumentUnits
	}
	return shown
}

// hasArgument reports whether the argument can be made for the newest result, which must be certified. It cannot while the network of other
// data is shown.
func (s *Shown) hasArgument() bool {
	return (s.layer.Matches() || s.drawsPiecewise) && s.layer.Certified()
}

// reachesPrice reports whether g is ±β at all neurons of the output, as it is drawn. With a tiny β another dual vector can prove the bound as
// well.
func reachesPrice(layer *solve.Layer, neurons []neural.Neuron) bool {
	beta := layer.Problem().Beta
	return !slices.ContainsFunc(layer.Gains(neurons), func(g float64) bool { return math.Abs(g) < beta*(1-reachTolerance) })
}

// setFrames determines where the pictures show points and functions.
func (s *Shown) setFrames() {
	axes, t := s.work.View.Axes, s.work.Now()
	if s.readsNeurons() { // they are features of the data
		axes = [2]int{}
	}
	s.program = placement{s.layer.State, s.layer.Frame(axes)}
	s.data = s.program
	if s.layered() || t.Bias && !t.Planar() { // in a plane a bias changes nothing
		s.data, s.separateData = placement{t, t.Frame(s.work.View.Axes, s.frame)}, s.layered() || t.Drawable()
	} else {
		s.data.state = t
	}
}

// layered reports whether several layers are shown.
func (s *Shown) layered() bool { return s.training.Layered() }

// readsNeurons reports whether the layer shown reads the neurons of the layers below it, instead of the data.
func (s *Shown) readsNeurons() bool { return s.layered() && s.training.Chosen() > 0 }

// canRotate tells for Z and Z' whether their neurons can be rotated.
func (s *Shown) canRotate() (can [2]bool) {
	if s.layered() || !s.layer.Certified() { // the layers above depend on these neurons, and without a proof there is no other optimum
		return can
	}
	return s.layer.CanRotate(s.output)
}
