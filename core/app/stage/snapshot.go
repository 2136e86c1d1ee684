package stage

import (
	"conelab/core/app/claim"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
)

// SnapshotTo writes what the pictures show into dst, reusing its slices. The film's steps and the path are shared with the stage until the
// next solution.
func (s *Stage) SnapshotTo(dst *protocol.Snapshot) {
	s.Trace()
	*dst = protocol.Snapshot{
		Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}, Points: dst.Points[:0], Neurons: dst.Neurons[:0],
		Classes: dst.Classes[:0], Parts: dst.Parts[:0], Race: dst.Race, Study: dst.Study,
	}
	t := s.Work.Now()
	s.raceTo(&dst.Race)
	s.Jobs.StudyTo(&dst.Study, t)
	if e := s.Check.Exhibit(); e != nil {
		s.exhibitTo(dst, e)
		return
	}
	if !t.Visible() {
		return // nothing to draw
	}
	dst.Dimension, dst.Window, dst.Tool = t.Features(), t.Window(), s.Pointer.Picture()
	dst.Grabbed, dst.Focus, dst.Pointed = s.Pointer.Grabbed(), s.focus, s.Work.Highlighted()
	dst.Brush, dst.Beta, dst.Activation = s.Pointer.Radius(t), t.Beta(), t.Coefficients()
	dst.Entry, dst.Film, dst.Path = s.entryIn(t.Features()), s.Player.Film(), s.Player.Path()
	dst.Output, dst.Outputs, dst.Level = s.Work.Output(), t.Outputs(), t.Level()
	s.pointsTo(dst)
	if t.Planar() {
		s.planeTo(dst)
		return
	}
	if s.Solution.Fits(t) {
		s.networkTo(dst)
	}
}

// entryIn returns the entry in focus on lifted vectors of three features.
func (s *Stage) entryIn(d int) protocol.Entry {
	return protocol.Entry{Matrix: s.entry[0], Row: lifted(s.entry[1], d), Column: lifted(s.entry[2], d)}
}

// networkTo writes the network of the chosen output, and with it its certificate.
func (s *Stage) networkTo(dst *protocol.Snapshot) {
	t, output := s.Work.Now(), s.Work.Output()
	var m protocol.Symmetric
	m, dst.Neurons = network(s.Solution.Of(output), dst.Neurons)
	dst.Function, dst.CanTurn = m.Function(dst.Activation), s.canTurn()
	dst.Certificate = form(s.Solution.Result().Certificate.Quadratics[output], t.Features())
	if s.Work.Compares() {
		for o := range t.Outputs() {
			m, _ = network(s.Solution.Of(o), nil)
			dst.Classes = append(dst.Classes, m.Function(dst.Activation))
		}
	}
}

// pointsTo writes the points, with the labels of the chosen output.
func (s *Stage) pointsTo(dst *protocol.Snapshot) {
	t := s.Work.Now()
	classed := t.Classed()
	for i := range t.Samples() {
		p := protocol.Point{Label: s.Work.Height(i), Held: t.IsHeld(i), Selected: s.Work.IsSelected(i)}
		if classed {
			p.Class = t.Class(i)
		}
		copy(p.X[:], t.Point(i)) // of more than three features the first three; planeTo has their place
		dst.Points = append(dst.Points, p)
	}
}

// planeTo writes what the pictures show of more than three features.
func (s *Stage) planeTo(dst *protocol.Snapshot) {
	t, p := s.Work.Now(), s.Work.Plane()
	dst.Plane, dst.Dimension, dst.Window = true, 2, p.Window(workspace.UnitWindow())
	for i, place := range p.Places() {
		dst.Points[i].X = place
	}
	if !s.Solution.Fits(t) {
		return
	}
	for _, n := range s.neurons() {
		ridge := p.Ridge(&n, dst.Activation)
		dst.Parts = append(dst.Parts, ridge)
		dst.Function.Add(1, &ridge)
		dst.Neurons = append(dst.Neurons, protocol.Neuron{U: protocol.Vec{1}, Alpha: n.Alpha}) // only its length can be seen
	}
	dst.Certificate = p.Form(s.Solution.Result().Certificate.Quadratics[s.Work.Output()])
	if !s.Work.Compares() {
		return
	}
	dst.Classes = append(dst.Classes, make([]protocol.Quadratic, t.Outputs())...)
	for i := range s.Solution.Result().Neurons {
		n := &s.Solution.Result().Neurons[i]
		ridge := p.Ridge(n, dst.Activation)
		dst.Classes[n.Output].Add(1, &ridge)
	}
}

// exhibitTo writes what the pictures show of what is under check: a matrix has no data and no certificate, a network the g of its own dual
// vector.
func (s *Stage) exhibitTo(dst *protocol.Snapshot, e *claim.Exhibit) {
	t, d := s.Work.Now(), e.Features()
	dst.Dimension, dst.Window, dst.Beta, dst.Film, dst.Tool = d, workspace.UnitWindow(), t.Beta(), s.Player.Film(), protocol.ToolMove
	dst.Focus, dst.Entry, dst.Activation = s.focus, s.entryIn(d), t.Coefficients()
	if e.IsNetwork() {
		dst.Window, dst.Pointed = t.Window(), s.Work.Highlighted()
		s.pointsTo(dst)
		if g := e.Quadratic(); g != nil {
			dst.Certificate = form(g, d)
		}
	}
	var m protocol.Symmetric
	m, dst.Neurons = network(e.Neurons(), dst.Neurons)
	dst.Function = m.Function(dst.Activation)
}

// raceTo writes what the pictures show of the race.
func (s *Stage) raceTo(dst *protocol.Race) {
	s.Jobs.RaceTo(dst, s.Best())
	t := s.Work.Now()
	if dst.Shown == intent.None || !s.Solution.Fits(t) || !t.Drawable() {
		return
	}
	run := s.Jobs.ShownRun()
	own := run[:0:0]
	for _, n := range run {
		if n.Output == s.Work.Output() {
			own = append(own, n)
		}
	}
	var m protocol.Symmetric
	m, dst.Neurons = network(own, dst.Neurons)
	dst.Function = m.Function(t.Coefficients())
}
