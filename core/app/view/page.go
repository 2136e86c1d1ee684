package view

import (
	"math"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
)

// Page describes what is shown for the page.
func (s *Shown) Page() protocol.PagePictures {
	animation, chosen, can := s.Player.Animation, s.training.ChosenLayer(), s.canRotate()
	p := protocol.PagePictures{
		Drawable: s.data.state.Pictured(), OutputView: s.outputView(), Neurons: []protocol.PageNeuron{},
		Inputs: chosen.Inputs, Matrices: s.matrices(), Focus: s.focus, Entry: s.entry, CanRotate: can[0] || can[1],
		Animation: protocol.PageAnimation{
			Name: s.Player.Name(), Speed: s.Player.Speed, Position: animation.Position, Length: s.Player.Length(),
			Playing: animation.Playing, Caption: s.caption(),
		},
	}
	if s.Player.Chapters() {
		p.Animation.Elapsed, p.Animation.Seconds = s.Player.Clock()
	}
	p.Tiles = s.tiles(p.Animation.Caption)
	neurons, numbers := chosen.Shown(s.work.Output())
	for i, n := range neurons {
		p.Neurons = append(p.Neurons, protocol.PageNeuron{Number: numbers[i], U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	if s.showsPiecewise {
		p.Through = s.through()
		if share, probing := s.probed(); probing {
			p.Probe = new(math.Abs(share))
		}
	}
	if s.topic != 0 {
		p.Argument = s.Argument.page(s.topic, s.progress)
	}
	return p
}

// matrices returns the matrices of the network, or the part of the neuron in focus; nil if there are none.
func (s *Shown) matrices() [][][]float64 {
	layer := s.layer
	if !(layer.Matches() && layer.State.Drawable()) {
		return nil
	}
	neurons := s.neurons
	if s.focus >= 0 {
		neurons = neurons[s.focus : s.focus+1]
	}
	problem := layer.Problem()
	of := problem.Assemble(neurons)[s.output]
	return [][][]float64{of.Plus, of.Minus}
}

// outputView describes the part of the solution that is shown, and says why it is not all.
func (s *Shown) outputView() protocol.PageOutputView {
	chosen := s.training.ChosenLayer()
	p := protocol.PageOutputView{
		Outputs: chosen.State.Outputs, Output: s.work.Output(), CanCompare: s.work.Now().Comparable(), Compare: s.work.Compares(),
	}
	if r := chosen.Found; r != nil {
		p.Neurons = len(r.Neurons)
	}
	if s.layered() {
		p.Layer, p.Layers = s.training.Chosen(), s.training.Count()
	}
	t, plane, share := s.layer.State, s.data.frame, func(f *workspace.Frame) int { return int(math.Round(100 * f.Share)) }
	switch {
	case s.readsNeurons():
		if s.program.frame.Plane {
			p.Note = messages.Fill("Layer {+1} reads {} features: the pictures show their two principal axes, with {} % of the variance.",
				s.training.Chosen(), t.D, share(s.program.frame))
		}
	case plane.Plane:
		axes := "The principal axes, through the mean"
		p.Features = plane.Features
		if p.Features[0] > 0 {
			axes = messages.Fill("x{_} and x{_}, the others at their mean", p.Features[0], p.Features[1])
		}
		p.Plane = messages.Fill("{=}: f is exact, the points are projected, with {} % of their variance.", axes, share(plane))
	case s.separateData && !s.layered():
		p.Note = messages.Fill("The bias is a feature x{_} = 1: data and neurons are drawn there, in the other pictures it is an axis.",
			t.D)
	}
	if t.Outputs > 1 && s.data.state.Pictured() {
		how := "Each output is trained and proved by itself."
		if t.CouplesOutputs() {
			how = "This loss trains all outputs together, each with a certificate."
		}
		p.Note = strings.TrimSpace(messages.Fill("{=} The other pictures show the output f{_} only. {=}", p.Note, s.work.Output()+1, how))
	}
	return p
}

// iterate returns the solver's iterate that is shown in place of the optimum, if there is one.
func (s *Shown) iterate() (it protocol.Iterate, ok bool) {
	it, ok = s.Player.Iterate()
	return it, ok && !s.Player.AtEnd() && s.layer.Matches()
}

// WithNote adds to the proof strip, whose numbers belong to the optimum, that the pictures show something else, if they do.
func (s *Shown) WithNote(strip protocol.PageStrip) protocol.PageStrip {
	_, onPath := s.iterate()
	switch {
	case !strip.Known:
	case onPath:
		strip.Other, strip.Note = true, "The pictures show a step of the solver; these numbers are of the network found."
	case s.showsAnother():
		strip.Other, strip.Note = true, "The pictures show another network; these numbers are of the best one."
	case s.Player.Topic == protocol.Decomposition && !s.Player.AtEnd() && s.layer.Current && len(s.neurons) > 0:
		strip.Note = messages.Fill("The pictures show {} of {neuron} so far.", s.Player.Found(), len(s.neurons))
	}
	return strip
}

// showsAnother reports whether the film shows a network other than the best one.
func (s *Shown) showsAnother() bool {
	return (s.topic == protocol.Bowl || s.topic == protocol.Bounds) && s.progress < 1
}
