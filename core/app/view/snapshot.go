package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// SnapshotTo writes what the pictures show to dst, reusing its slices. The film's steps and the path are shared with the stage until the next
// solution.
func (s *Stage) SnapshotTo(dst *protocol.Snapshot) {
	s.Trace()
	blank(dst)
	t := s.Work.Now()
	if s.deep() {
		s.dataTo(dst, t)
		s.deepTo(dst)
		return
	}
	s.jobsTo(dst)
	if e := s.Check.Display(); e != nil {
		s.displayTo(dst, e)
		return
	}
	if !t.Pictured() {
		return // there is nothing to draw
	}
	s.dataTo(dst, t)
	if t.Visible() {
		s.solutionTo(dst)
	}
}

// blank clears a snapshot but keeps the memory of its slices.
func blank(dst *protocol.Snapshot) {
	*dst = protocol.Snapshot{
		Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}, Points: dst.Points[:0], Neurons: dst.Neurons[:0],
		Classes: dst.Classes[:0], Names: dst.Names[:0], Parts: dst.Parts[:0], Race: dst.Race, Study: dst.Study, Layer: dst.Layer[:0],
		Argument: protocol.Argument{Marks: dst.Argument.Marks, Added: dst.Argument.Added, Section: dst.Argument.Section,
			Tangents: dst.Argument.Tangents, Losses: dst.Argument.Losses},
	}
}

// jobsTo writes the state of the jobs.
func (s *Stage) jobsTo(dst *protocol.Snapshot) {
	s.raceTo(&dst.Race)
	s.Jobs.StudyTo(&dst.Study, s.now())
}

// dataTo writes the data and the state of the pointer.
func (s *Stage) dataTo(dst *protocol.Snapshot, t *workspace.State) {
	dst.Dimension, dst.Window, dst.Tool = t.Features(), t.Window(), s.Pointer.Picture()
	dst.Grabbed, dst.Pointed = s.Pointer.Grabbed(), s.Work.Highlighted()
	dst.Brush, dst.Beta, dst.Activation = s.Pointer.Radius(t), t.Beta(), t.Coefficients()
	dst.Output, dst.Outputs, dst.Level = s.Work.Output(), t.Outputs(), t.Level()
	s.pointsTo(dst)
	if t.Planar() {
		placesTo(dst, s.Work.Plane())
	}
}

// solutionTo writes the solution and the position of its film.
func (s *Stage) solutionTo(dst *protocol.Snapshot) {
	t := s.now()
	dst.Focus, dst.Entry, dst.Film, dst.Path = s.focus, s.entryIn(t.Features()), s.Player.Film(), s.Player.Path()
	s.argumentTo(dst)
	switch {
	case !s.Found().Fits(t):
	case t.Planar():
		s.planeTo(dst)
	default:
		s.networkTo(dst)
	}
}

// argues returns the picture of the argument that is shown and the share of it, or zero.
func (s *Stage) argues() (act protocol.Act, full float64) {
	film, t := s.Player.Film(), s.now()
	if !film.Act.Argues() || !s.Found().Fits(t) || s.Check.Display() != nil || s.Found().Result().Status == certify.Failed {
		return 0, 0
	}
	return film.Act, film.Position / protocol.ArgumentUnits
}

// argumentTo writes the picture of the argument; the other pictures then show the end of the film.
func (s *Stage) argumentTo(dst *protocol.Snapshot) {
	if act, full := s.argues(); act != 0 {
		s.Argument.To(&dst.Argument, s.Found(), s.Work.Output(), act, full)
		s.pointTangents(dst)
	}
	if dst.Film.Act.Argues() {
		dst.Film.Act = protocol.Decomposition
		dst.Film.Position = dst.Film.Length()
	}
}

// pointTangents sets each tangent's row to the index of its point among all points, or to -1 while the solution may belong to other points.
func (s *Stage) pointTangents(dst *protocol.Snapshot) {
	if len(dst.Argument.Tangents) == 0 {
		return
	}
	var rows []int // the training points
	for i := range dst.Points {
		if !dst.Points[i].Held {
			rows = append(rows, i)
		}
	}
	current := s.Found().Current()
	for k := range dst.Argument.Tangents {
		t := &dst.Argument.Tangents[k]
		if !current || t.Row >= len(rows) {
			t.Row = -1
			continue
		}
		t.Row = rows[t.Row]
	}
}

// drawn returns the neurons of the network drawn: those of the solution or, in the argument, those of the network it examines.
func (s *Stage) drawn() (own []neural.Neuron) {
	act, full := s.argues()
	if act != protocol.Bowl && act != protocol.Bounds {
		return s.Found().Of(s.Work.Output())
	}
	for _, n := range s.Argument.Network(act, full) {
		if n.Output == s.Work.Output() {
			own = append(own, n)
		}
	}
	return own
}

// entryIn returns the entry in focus on lifted vectors of three features.
func (s *Stage) entryIn(d int) protocol.Entry {
	return protocol.Entry{Matrix: s.entry[0], Row: lifted(s.entry[1], d), Column: lifted(s.entry[2], d)}
}

// networkTo writes the network of the chosen output and its certificate.
func (s *Stage) networkTo(dst *protocol.Snapshot) {
	t, output := s.now(), s.Work.Output()
	var m protocol.Symmetric
	m, dst.Neurons = network(s.drawn(), dst.Neurons)
	s.numberTo(dst)
	dst.Function, dst.CanTurn = m.Function(dst.Activation), s.canTurn()
	dst.Certificate = form(s.Found().Result().Certificate.Quadratics[output], t.Features())
	s.shareTo(dst)
	if s.Work.Compares() {
		dst.Names = append(dst.Names, messages.ShortNames(s.Found().ClassNames())...)
		for o := range t.Outputs() {
			m, _ = network(s.Found().Of(o), nil)
			dst.Classes = append(dst.Classes, m.Function(dst.Activation))
		}
	}
}

// shareTo writes the contribution of the point in focus to the certificate, if the network was trained on the point.
func (s *Stage) shareTo(dst *protocol.Snapshot) {
	i, r := dst.Pointed, s.Found().Result()
	if i < 0 || i >= len(dst.Points) || dst.Points[i].Held || !s.Found().Current() {
		return
	}
	row := i
	for k := range i {
		if dst.Points[k].Held {
			row--
		}
	}
	v, x := r.Certificate.Dual[dst.Output*r.Samples+row], dst.Points[i].X
	a, b := v*dst.Activation[0], v*dst.Activation[1]
	dst.Share = protocol.Quadratic{
		XX: a * x[0] * x[0], YY: a * x[1] * x[1], ZZ: a * x[2] * x[2], XY: 2 * a * x[0] * x[1], XZ: 2 * a * x[0] * x[2], YZ: 2 * a * x[1] * x[2],
		X: b * x[0], Y: b * x[1], Z: b * x[2], C: v * dst.Activation[2],
	}
}

// numberTo writes the numbers of the neurons.
func (s *Stage) numberTo(dst *protocol.Snapshot) {
	for i, number := range s.Found().Numbers(s.now(), s.Work.Output()) {
		dst.Neurons[i].Number = number
	}
}

// pointsTo writes the points with the labels of the chosen output.
func (s *Stage) pointsTo(dst *protocol.Snapshot) {
	t := s.Work.Now()
	classed := t.Classed()
	for i := range t.Samples() {
		p := protocol.Point{Label: s.Work.Height(i), Held: t.IsHeld(i), Selected: s.Work.IsSelected(i)}
		if classed {
			p.Class = t.Class(i)
		}
		copy(p.X[:], t.Point(i)) // with more than three features, the first three, until planeTo replaces them
		dst.Points = append(dst.Points, p)
	}
}

// placesTo puts points of more than three features where they are in a plane.
func placesTo(dst *protocol.Snapshot, p *workspace.Plane) {
	dst.Plane, dst.Dimension, dst.Window = true, 2, p.Window(workspace.UnitWindow())
	for i, place := range p.Places {
		dst.Points[i].X = place
	}
}

// planeTo writes the pictures of a network of more than three features.
func (s *Stage) planeTo(dst *protocol.Snapshot) {
	t, p := s.now(), s.plane()
	for _, n := range s.drawn() {
		ridge := p.Ridge(&n, dst.Activation)
		dst.Parts = append(dst.Parts, ridge)
		dst.Function.Add(1, &ridge)
		dst.Neurons = append(dst.Neurons, protocol.Neuron{U: protocol.Vec{1}, Alpha: n.Alpha}) // only its weight is shown
	}
	dst.Certificate = workspace.FormOf(s.Found().Result().Certificate.Quadratics[s.Work.Output()], p.Axes[0], p.Axes[1])
	s.numberTo(dst)
	if !s.Work.Compares() {
		return
	}
	dst.Names = append(dst.Names, messages.ShortNames(s.Found().ClassNames())...)
	dst.Classes = append(dst.Classes, make([]protocol.Quadratic, t.Outputs())...)
	for i := range s.Found().Result().Neurons {
		n := &s.Found().Result().Neurons[i]
		ridge := p.Ridge(n, dst.Activation)
		dst.Classes[n.Output].Add(1, &ridge)
	}
}

// displayTo writes the pictures of the object under check: a matrix has no data and no certificate; for a network, g belongs to its own dual vector.
func (s *Stage) displayTo(dst *protocol.Snapshot, e *verify.Display) {
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

// raceTo writes the state of the race.
func (s *Stage) raceTo(dst *protocol.Race) {
	s.Jobs.RaceTo(dst, s.Best())
	t := s.now()
	if dst.Shown == intent.None || !s.Found().Fits(t) || !t.Drawable() {
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
