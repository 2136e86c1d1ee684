package view

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// Content is what the pictures show now: a layer of the newest network on its data.
type Content struct {
	pictures *Pictures    // whose content it is
	layer    *solve.Layer // what all pictures except those of the data and of the network show
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
	kinks         kinks
}

// kinks tells what the pictures show of a network with a piecewise-linear activation.
type kinks int

const (
	smooth  kinks = iota // it has none, or is that of other data
	undrawn              // it has too many features
	drawn
)

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

// Refresh returns what is shown until the next intent or work. The argument follows: it is made for the newest result, and notes what its
// animation has shown.
func (p *Pictures) Refresh() *Content {
	content := p.content()
	p.frame = content.data.frame
	now := key{p.work.Revision, p.training.FieldSerial(), p.work.View, content.layer.Found, content.layer.Current}
	if now != p.key {
		p.key = now
		p.Revision++
	}
	if content.topic != 0 {
		p.Argument.update(content.layer, content.output)
		p.Argument.follow(content.topic, content.progress)
	}
	return content
}

// content returns what is shown now. Of the argument it tells only whether that is shown.
func (p *Pictures) content() *Content {
	content := &Content{pictures: p, layer: p.training.ChosenLayer()}
	content.setFrames()
	content.output = min(p.work.Output(), content.layer.State.Outputs-1)
	content.neurons, content.numbers = content.layer.Neurons(content.output)
	content.focus = slices.Index(content.numbers, p.focused)
	k, d := content.layer.Piecewise(), content.layer.State.D
	switch {
	case k == nil || k.D != d || content.layer.State.Outputs != 1: // it may still be that of other data
	case d > protocol.PiecewiseFeatures:
		content.kinks = undrawn
	default:
		content.kinks = drawn
	}
	animation := p.Player.Animation
	points := animation.Topic != protocol.Tangents || content.layer.State.Sums() == nil // the losses are those of points
	if animation.Topic.Argues() && points && content.hasArgument() {
		content.topic, content.progress = animation.Topic, animation.Position/protocol.ArgumentUnits
	}
	return content
}

// showsPiecewise reports whether the network has a piecewise-linear activation, and no other activation has been chosen since.
func (c *Content) showsPiecewise() bool {
	return c.kinks != smooth && c.pictures.work.Now().Piecewise()
}

// hasArgument reports whether the argument can be made for the newest result, which must be certified. It cannot while the network of other
// data is shown.
func (c *Content) hasArgument() bool {
	return (c.layer.Matches() || c.kinks == drawn) && c.layer.Certified()
}

// reachesPrice reports whether g is ±β at all neurons of the output, as it is drawn. With a tiny β another dual vector can prove the bound as
// well.
func reachesPrice(layer *solve.Layer, neurons []neural.Neuron) bool {
	beta := layer.Problem().Beta
	return !slices.ContainsFunc(layer.Gains(neurons), func(g float64) bool { return math.Abs(g) < beta*(1-reachTolerance) })
}

// setFrames determines where the pictures show points and functions.
func (c *Content) setFrames() {
	axes, t := c.pictures.work.View.Axes, c.pictures.work.Now()
	if c.readsNeurons() { // they are features of the data
		axes = [2]int{}
	}
	c.program = placement{c.layer.State, c.layer.Frame(axes)}
	c.data = c.program
	if c.layered() || t.Bias && !t.Planar() { // in a plane a bias changes nothing
		c.data, c.separateData = placement{t, t.Frame(c.pictures.work.View.Axes, c.pictures.frame)}, c.layered() || t.Drawable()
	} else {
		c.data.state = t
	}
}

// layered reports whether there are several layers.
func (c *Content) layered() bool { return c.pictures.training.Layered() }

// readsNeurons reports whether the layer shown reads the neurons of the layers below it, instead of the data.
func (c *Content) readsNeurons() bool { return c.layered() && c.pictures.training.Chosen() > 0 }

// canRotate tells for Z and Z' whether their neurons can be rotated.
func (c *Content) canRotate() (can [2]bool) {
	if c.layered() || !c.layer.Certified() { // the layers above depend on these neurons, and without a proof there is no other optimum
		return can
	}
	return c.layer.CanRotate(c.output)
}
