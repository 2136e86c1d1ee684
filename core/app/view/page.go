package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
)

// PageTo writes to the page what is shown.
func (s *Stage) PageTo(p *protocol.Page) {
	s.Trace()
	t := s.now()
	display := s.Check.Display()
	p.Drawable, p.Focus, p.Entry, p.Grabbed = s.Work.Now().Pictured() || display != nil, s.focus, s.entry, s.Pointer.Grabbed()
	turn := s.canTurn()
	p.CanTurn = turn[0] || turn[1]
	film := s.Player.Film()
	p.Film = protocol.PageFilm{
		Name: s.Player.Name(), Speed: s.Player.Speed(), Position: film.Position, Length: s.Player.Length(), Playing: film.Playing, Caption: s.caption(),
	}
	if !s.lessonHolds() {
		p.Lesson = ""
	}
	s.lensTo(&p.Lens)
	s.layersTo(&p.Layers)
	if act, full := s.argues(); act != 0 {
		p.Argument = &protocol.PageArgument{}
		s.Argument.PageTo(p.Argument, s.Found(), s.Work.Output(), act, full)
	}
	p.Tiles = s.tiles(p.Film.Caption)
	p.Neurons, p.Inputs = []protocol.PageNeuron{}, s.Found().Inputs()
	numbers := s.Found().Numbers(t, s.Work.Output())
	for i, n := range s.Found().Neurons(t, s.Work.Output()) {
		p.Neurons = append(p.Neurons, protocol.PageNeuron{Number: numbers[i], U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	if p.Matrices = s.matrices(); display != nil {
		p.Focus = -1
	}
}

// matrices returns Z and Z' of the network shown, of order d + 1, or only the pasted matrix. With a neuron in focus, it returns the part that this
// neuron contributes.
func (s *Stage) matrices() [][][]float64 {
	t, output, display := s.now(), s.Work.Output(), s.Check.Display()
	neurons := s.neurons()
	inFocus := s.focus >= 0 && s.focus < len(neurons) // the solution may still be that of other data
	if inFocus {
		neurons = neurons[s.focus : s.focus+1]
	}
	switch {
	case display == nil && !(s.Found().Fits(t) && t.Drawable()):
		return nil
	case display != nil && display.Matrix() != nil && !inFocus:
		return [][][]float64{display.Matrix()}
	case display != nil && display.Matrix() != nil:
		return [][][]float64{assembled(neurons, 1, display.Features(), 0)}
	case display != nil:
		output = 0
	}
	return [][][]float64{assembled(neurons, 1, s.features(), output), assembled(neurons, -1, s.features(), output)}
}

// lensTo writes which part of the solution is shown.
func (s *Stage) lensTo(p *protocol.PageLens) {
	t, whole := s.now(), s.Work.Now()
	*p = protocol.PageLens{Outputs: t.Outputs(), Output: s.Work.Output(), CanCompare: whole.Comparable(), Compare: s.Work.Compares()}
	if r := s.Found().Result(); r != nil {
		p.Neurons = len(r.Neurons)
	}
	if s.Check.Display() != nil {
		return
	}
	above := s.deep() && s.Chosen() > 0
	if above && t.Planar() {
		p.Note = messages.LayerPlane(s.Chosen(), t.Features(), s.plane().Share)
	} else if !above && whole.Planar() {
		plane := s.Work.Plane()
		p.Features = plane.Features
		p.Plane = messages.PlaneNote(p.Features, plane.Share)
	}
	if t.Outputs() > 1 && whole.Pictured() {
		p.Note = messages.Join(p.Note, messages.OutputNote(s.Work.Output(), t.Jointly()))
	}
}
