package view

import (
	"math"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// PageTo writes what is shown to the page.
func (s *Subject) PageTo(p *protocol.Page) {
	animation := s.Player.Animation
	p.Focus, p.Entry, p.Grabbed = s.focus, s.entry, s.Pointer.Grabbed()
	can := s.canRotate()
	p.CanRotate = can[0] || can[1]
	p.Animation = protocol.PageAnimation{
		Name: s.Player.Name(), Speed: s.Player.Speed(), Position: animation.Position, Length: s.Player.Length(), Playing: animation.Playing,
		Caption: s.caption(),
	}
	if s.Player.Chapters() {
		p.Animation.Elapsed, p.Animation.Seconds = s.Player.Clock()
	}
	chosen := s.ChosenLayer()
	p.OutputView = protocol.PageOutputView{Outputs: chosen.State.Outputs(), Output: s.Work.Output(), CanCompare: s.Work.Now().Comparable(),
		Compare: s.Work.Compares()}
	if r := chosen.Result(); r != nil {
		p.OutputView.Neurons = len(r.Neurons)
	}
	if s.showsPiecewise() {
		p.Activation.Through = s.through()
		if share, probing := s.probed(); probing {
			gain := math.Abs(share)
			p.Activation.Probe = &gain
		}
	}
	p.Tiles = s.tiles(p.Animation.Caption)
	p.Neurons, p.Inputs = []protocol.PageNeuron{}, chosen.Inputs()
	neurons, numbers := chosen.Shown(s.Work.Output())
	for i, n := range neurons {
		p.Neurons = append(p.Neurons, protocol.PageNeuron{Number: numbers[i], U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	p.Matrices = s.matrices()
	if s.checked != nil {
		p.Drawable, p.Focus = true, intent.None
		return
	}
	p.Drawable = s.data.state.Pictured()
	if s.layered() {
		p.Layers.Chosen, p.Layers.Shown = s.Training.Chosen(), s.Training.Count()
	}
	if s.topic != 0 {
		p.Argument = &protocol.PageArgument{}
		s.Argument.PageTo(p.Argument, s.layer, s.output, s.topic, s.progress)
	}
	s.notesTo(&p.OutputView)
}

// matrices returns the matrices of the network, or the part of the neuron in focus; nil if there are none.
func (s *Subject) matrices() [][][]float64 {
	layer := s.layer
	if !(layer.Matches() && layer.State.Drawable()) {
		return nil
	}
	neurons := s.neurons
	focused := s.focus >= 0 && s.focus < len(neurons) // the solution may still be that of other data
	if focused {
		neurons = neurons[s.focus : s.focus+1]
	}
	d, output := layer.State.Features(), s.output
	plus := assembled(neurons, 1, d, output)
	switch {
	case s.checked == nil || s.checked.Matrix == nil:
		return [][][]float64{plus, assembled(neurons, -1, d, output)}
	case focused:
		return [][][]float64{plus}
	}
	return [][][]float64{s.checked.Matrix}
}

// notesTo writes the sentences on the part of the solution that is shown.
func (s *Subject) notesTo(p *protocol.PageOutputView) {
	t, plane, share := s.layer.State, s.data.frame, func(f *workspace.Frame) int { return int(math.Round(100 * f.Share)) }
	switch {
	case s.readsNeurons():
		if s.program.frame.Plane {
			p.Note = messages.Fill("Layer {+1} reads {} features: the pictures show their two principal axes, with {} % of the variance.",
				s.Training.Chosen(), t.Features(), share(s.program.frame))
		}
	case plane.Plane:
		axes := "The principal axes, through the mean"
		p.Features = plane.Features
		if p.Features[0] > 0 {
			axes = messages.Fill("x{_} and x{_}, the others at their mean", p.Features[0], p.Features[1])
		}
		p.Plane = messages.Fill("{=}: f is exact, the points are projected, with {} % of their variance.", axes, share(plane))
	case s.separate && !s.layered():
		p.Note = messages.Fill("The bias is a feature x{_} = 1: data and neurons are drawn there, in the other pictures it is an axis.",
			t.Features())
	}
	if t.Outputs() > 1 && s.data.state.Pictured() {
		how := "Each output is trained and proved by itself."
		if t.CouplesOutputs() {
			how = "This loss trains all outputs together, each with a certificate."
		}
		p.Note = strings.TrimSpace(messages.Fill("{=} The other pictures show the output f{_} only. {=}", p.Note, s.Work.Output()+1, how))
	}
}

// iterate returns the solver's iterate that is shown in place of the optimum, if there is one.
func (s *Subject) iterate() (it protocol.Iterate, ok bool) {
	it, ok = s.Player.Iterate()
	return it, ok && !s.Player.AtEnd() && s.layer.Matches()
}

// StripTo tells the proof strip, whose numbers belong to the optimum, whether the pictures show something else.
func (s *Subject) StripTo(strip *protocol.PageStrip) {
	_, onPath := s.iterate()
	switch {
	case !strip.Known:
	case s.checked != nil:
		strip.Other, strip.Note = true, "The pictures show what is under check; these numbers are of your data."
	case onPath:
		strip.Other, strip.Note = true, "The pictures show a step of the solver; these numbers are of the best network."
	case s.showsAnother():
		strip.Other, strip.Note = true, "The pictures show another network; these numbers are of the best one."
	case s.Player.Topic == protocol.Decomposition && !s.Player.AtEnd() && s.layer.Current() && len(s.neurons) > 0:
		strip.Note = messages.Fill("The pictures show {} of {neuron} so far.", s.Player.Found(), len(s.neurons))
	}
}

// showsAnother reports whether the film shows a network other than the best one.
func (s *Subject) showsAnother() bool {
	return (s.topic == protocol.Bowl || s.topic == protocol.Bounds) && s.progress < 1
}
