package view

import (
	"math"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
)

// Page describes what is shown for the page.
func (c *Content) Page() protocol.PagePictures {
	animation, chosen, can := c.pictures.Player.Animation, c.pictures.training.ChosenLayer(), c.canRotate()
	p := protocol.PagePictures{
		Drawable: c.data.state.Pictured(), OutputView: c.outputView(), Neurons: []protocol.PageNeuron{},
		Inputs: chosen.Inputs, Matrices: c.matrices(), Focus: c.focus, Entry: c.pictures.entry, CanRotate: can[0] || can[1],
		Animation: protocol.PageAnimation{
			Name: c.pictures.Player.Name(), Speed: c.pictures.Player.Speed, Position: animation.Position, Length: c.pictures.Player.Length(),
			Playing: animation.Playing, Caption: c.caption(),
		},
	}
	if c.pictures.Player.Chapters() {
		p.Animation.Elapsed, p.Animation.Seconds = c.pictures.Player.Clock()
	}
	p.Tiles = c.tiles(p.Animation.Caption)
	neurons, numbers := chosen.Neurons(c.pictures.work.Output())
	for i, n := range neurons {
		p.Neurons = append(p.Neurons, protocol.PageNeuron{Number: numbers[i], U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	if c.showsPiecewise() {
		p.Through = c.through()
		if share, probing := c.probed(); probing {
			p.Probe = new(math.Abs(share))
		}
	}
	if c.topic != 0 {
		p.Argument = c.pictures.Argument.page(c.topic, c.progress)
	}
	return p
}

// matrices returns the matrices of the network, or the part of the neuron in focus; nil if there are none.
func (c *Content) matrices() [][][]float64 {
	layer := c.layer
	if !(layer.Matches() && layer.State.Drawable()) {
		return nil
	}
	neurons := c.neurons
	if c.focus >= 0 {
		neurons = neurons[c.focus : c.focus+1]
	}
	problem := layer.Problem()
	of := problem.Assemble(neurons)[c.output]
	return [][][]float64{of.Plus, of.Minus}
}

// outputView describes the part of the solution that is shown, and says why it is not all.
func (c *Content) outputView() protocol.PageOutputView {
	chosen := c.pictures.training.ChosenLayer()
	p := protocol.PageOutputView{
		Outputs: chosen.State.Outputs, Output: c.pictures.work.Output(), CanCompare: c.pictures.work.Now().Comparable(), Compare: c.pictures.work.Compares(),
	}
	if r := chosen.Found; r != nil {
		p.Neurons = len(r.Neurons)
	}
	if c.layered() {
		p.Layer, p.Layers = c.pictures.training.Chosen(), c.pictures.training.Count()
	}
	t, plane, share := c.layer.State, c.data.frame, func(f *workspace.Frame) int { return int(math.Round(100 * f.Share)) }
	switch {
	case c.readsNeurons():
		if c.program.frame.Plane {
			p.Note = messages.Fill("Layer {+1} reads {} features: the pictures show their two principal axes, with {} % of the variance.",
				c.pictures.training.Chosen(), t.D, share(c.program.frame))
		}
	case plane.Plane:
		axes := "The principal axes, through the mean"
		p.Features = plane.Features
		if p.Features[0] > 0 {
			axes = messages.Fill("x{_} and x{_}, the others at their mean", p.Features[0], p.Features[1])
		}
		p.Plane = messages.Fill("{=}: f is exact, the points are projected, with {} % of their variance.", axes, share(plane))
	case c.separateData && !c.layered():
		p.Note = messages.Fill("The bias is a feature x{_} = 1: data and neurons are drawn there, in the other pictures it is an axis.",
			t.D)
	}
	if t.Outputs > 1 && c.data.state.Pictured() {
		how := "Each output is trained and proved by itself."
		if t.CouplesOutputs() {
			how = "This loss trains all outputs together, each with a certificate."
		}
		p.Note = strings.TrimSpace(messages.Fill("{=} The other pictures show the output f{_} only. {=}", p.Note, c.pictures.work.Output()+1, how))
	}
	return p
}

// iterate returns the solver's iterate that is shown in place of the optimum, if there is one.
func (c *Content) iterate() (it protocol.Iterate, ok bool) {
	it, ok = c.pictures.Player.Iterate()
	return it, ok && !c.pictures.Player.AtEnd() && c.layer.Matches()
}

// WithNote adds to the proof strip, whose numbers belong to the optimum, that the pictures show something else, if they do.
func (c *Content) WithNote(strip protocol.PageStrip) protocol.PageStrip {
	_, onPath := c.iterate()
	switch {
	case !strip.Known:
	case onPath:
		strip.Other, strip.Note = true, "The pictures show a step of the solver; these numbers are of the network found."
	case c.showsAnother():
		strip.Other, strip.Note = true, "The pictures show another network; these numbers are of the best one."
	case c.pictures.Player.Topic == protocol.Decomposition && !c.pictures.Player.AtEnd() && c.layer.Current && len(c.neurons) > 0:
		strip.Note = messages.Fill("The pictures show {} of {neuron} so far.", c.pictures.Player.Found(), len(c.neurons))
	}
	return strip
}

// showsAnother reports whether the animation shows a network other than the best one.
func (c *Content) showsAnother() bool {
	return (c.topic == protocol.Bowl || c.topic == protocol.Bounds) && c.progress < 1
}
