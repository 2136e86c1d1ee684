package view

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// Snapshot returns what the pictures show. It shares the animation's steps, the solver's path, the costs of the race and the layers with
// their owners until the next intent or work.
func (s *Shown) Snapshot() *protocol.Snapshot {
	dst := protocol.Blank()
	if !s.separateData {
		s.programTo(&dst, &s.data)
		return &dst
	}
	s.pointsTo(&dst, &s.data)
	if s.layered() {
		dst.Layers = s.training.Drawn()
	} else {
		dst.Race, dst.Focus, dst.Animation = s.race(&s.data), s.focus, s.animation()
		dst.Animation.Iterates = nil // they are of the program
		s.networkTo(&dst, &s.data)
	}
	program := protocol.Blank()
	s.programTo(&program, &s.program)
	dst.ChosenLayer = []protocol.Snapshot{program}
	return &dst
}

// Plain returns the data as they are drawn without WebGL: the snapshot or, for networks without pictures, the points. Of more than three
// features it has the first two, and otherwise the function, too.
func (p *Pictures) Plain() *protocol.Snapshot {
	s := p.current()
	t, shown := s.data.state, s.Snapshot()
	if t.Pictured() {
		return shown
	}
	shown.Points = s.points(&s.data)
	shown.Dimension = t.D
	if shown.Dimension > workspace.DrawnFeatures {
		shown.Dimension = 2
	}
	shown.Level, shown.Window = t.Level(), t.Fitted(shown.Dimension)
	if t.Architecture.Kind == lift.Quadratic && t.D <= workspace.DrawnFeatures {
		for _, n := range s.neurons {
			if n.Output == s.work.Output() && len(n.U) == t.Inputs() { // others belong to other data
				part := s.data.frame.Neuron(&n, t.Coefficients())
				shown.Function.Add(1, &part)
			}
		}
	}
	return shown
}

// programTo writes the jobs, the points at f, and the solution of the layer shown with the position of its animation.
func (s *Shown) programTo(dst *protocol.Snapshot, f *placement) {
	dst.Race, dst.Sweep = s.race(&s.program), s.jobs.SweepPicture(s.layer.State)
	if f.state.Pictured() { // otherwise there is nothing to draw
		s.pointsTo(dst, f)
	}
	switch t := s.layer.State; {
	case t.Dense():
		d := t.D
		dst.Entry = protocol.Entry{Matrix: s.entry[0], Row: lifted(s.entry[1], d), Column: lifted(s.entry[2], d)}
		dst.Focus, dst.Animation = s.focus, s.animation()
		if s.topic != 0 { // the other pictures then show the end of the animation
			dst.Argument = *s.Argument.picture(s.topic, s.progress)
			s.pointTangents(dst.Argument.Tangents)
		}
		if s.piecewise {
			s.piecewiseTo(dst)
		} else {
			s.certificateTo(dst)
		}
	case s.separateData: // a convolution, whose only pictures are its filters
		dst.Focus = s.focus
		for i, n := range s.neurons {
			dst.Neurons = append(dst.Neurons, protocol.Neuron{Alpha: n.Alpha, Number: s.numbers[i]})
		}
	}
}

// pointsTo writes the points, the user's or the inputs of a layer, and for the user's the state of the pointer.
func (s *Shown) pointsTo(dst *protocol.Snapshot, f *placement) {
	t := f.state
	dst.Dimension, dst.Plane, dst.Window, dst.Tool = len(f.frame.Axes), f.frame.Plane, f.frame.Window, protocol.ToolMove
	if t == s.work.Now() {
		dst.Axes = axisNames(t, f.frame.Axes)
		dst.Tool, dst.Grabbed, dst.Brush = s.pointer.Tool, s.pointer.grabbed, s.pointer.Radius()
	}
	if i := s.work.Point; i < t.Samples() {
		dst.Pointed = i
	}
	dst.Beta, dst.Activation = t.Beta, t.Coefficients()
	dst.Output, dst.Outputs, dst.Level = s.output, t.Outputs, t.Level()
	dst.Points = s.points(f)
}

// axisNames returns the names of the features along the axes and, for a single feature, that of the label; nil if one has no name.
func axisNames(t *workspace.State, axes [][]float64) []string {
	columns, names := t.Columns, []string(nil)
	if columns == nil {
		return nil
	}
	for _, axis := range axes {
		k := slices.Index(axis, 1)
		if k < 0 || k >= len(columns.Features) {
			return nil
		}
		names = append(names, columns.Features[k])
	}
	if len(axes) == 1 && len(columns.Targets) == 1 {
		names = append(names, columns.Targets[0])
	}
	return messages.ShortNames(names)
}

// points returns the points with the labels of the chosen output. What a layer reads has as many points as the data, unless
// these have changed.
func (s *Shown) points(f *placement) []protocol.Point {
	t := f.state
	points := make([]protocol.Point, 0, t.Samples())
	classed, edited, picked := t.Classed(), t == s.work.Now(), t.Samples() == s.work.Now().Samples()
	for i := range t.Samples() {
		p := protocol.Point{Label: t.Label(i, s.output), Held: t.IsHeld(i), Selected: picked && s.work.IsSelected(i)}
		if edited && t.D == 1 {
			p.Label = s.work.PlaceOf(i)[1]
		}
		if classed {
			p.Class = t.Class(i)
		}
		if f.frame.Plane {
			p.X = f.frame.Places[i]
		} else {
			copy(p.X[:], t.Point(i))
		}
		points = append(points, p)
	}
	return points
}

// certificateTo writes the network of the chosen output and its certificate.
func (s *Shown) certificateTo(dst *protocol.Snapshot) {
	s.networkTo(dst, &s.program)
	if !s.layer.Matches() {
		return
	}
	if !s.program.frame.Plane {
		dst.Parts, dst.CanRotate = nil, s.canRotate() // the directions are drawn
	}
	dst.Certificate = workspace.FormOf(s.layer.Found.Certificate.Quadratics[s.output], s.program.frame.Axes...)
}

// networkTo writes the neurons, what each adds to its output, and their sum, as functions at f.
func (s *Shown) networkTo(dst *protocol.Snapshot, f *placement) {
	if !s.layer.Matches() {
		return
	}
	for _, n := range s.drawn() {
		part := f.frame.Neuron(&n, dst.Activation)
		dst.Parts = append(dst.Parts, part)
		dst.Function.Add(1, &part)
		dst.Neurons = append(dst.Neurons, neuron(&n))
	}
	for i, number := range s.numbers {
		dst.Neurons[i].Number = number
	}
	if !s.work.Compares() {
		return
	}
	dst.Names, dst.Classes = messages.ShortNames(s.layer.ClassNames), make([]protocol.Quadratic, s.layer.State.Outputs)
	for i := range s.layer.Found.Neurons {
		n := &s.layer.Found.Neurons[i]
		part := f.frame.Neuron(n, dst.Activation)
		dst.Classes[n.Output].Add(1, &part)
	}
}

// neuron returns a neuron with the first entries of its direction.
func neuron(n *neural.Neuron) (to protocol.Neuron) {
	to.Alpha = n.Alpha
	copy(to.U[:], n.U)
	return to
}

// race returns the picture of the race, with the run that is shown beside the optimum as a function at f.
func (s *Shown) race(f *placement) protocol.Race {
	dst := s.jobs.RacePicture()
	if dst.Shown == intent.None || !s.layer.Matches() && !s.drawsPiecewise || !f.state.Drawable() {
		return dst
	}
	for _, n := range s.jobs.ShownRun() {
		if n.Output != s.work.Output() {
			continue
		}
		dst.Neurons = append(dst.Neurons, neuron(&n))
		if !s.piecewise {
			part := f.frame.Neuron(&n, f.state.Coefficients())
			dst.Function.Add(1, &part)
		}
	}
	return dst
}

// animation returns what the pictures show of it: for a topic of the argument, which has a picture of its own, the decomposition's end.
func (s *Shown) animation() protocol.Animation {
	a := s.Player.Animation
	if a.Topic.Argues() {
		a.Topic = protocol.Decomposition
		a.Position = a.Length()
	}
	return a
}

// pointTangents sets each tangent's row to the index of its point among all points, or to -1 while the solution may belong to other points.
func (s *Shown) pointTangents(tangents []protocol.Tangent) {
	rows := s.layer.State.TrainingRows()
	for k := range tangents {
		t := &tangents[k]
		if !s.layer.Current || t.Row >= len(rows) {
			t.Row = -1
			continue
		}
		t.Row = rows[t.Row]
	}
}

// drawn returns the neurons of the network drawn: those of the solution or, in the argument, those of the network it examines.
func (s *Shown) drawn() (neurons []neural.Neuron) {
	if !s.showsAnother() { // at the end, too, where the other network's own neurons have no weight
		return s.neurons
	}
	for _, n := range s.Argument.Network(s.topic, s.progress) {
		if n.Output == s.output {
			neurons = append(neurons, n)
		}
	}
	return neurons
}

// symmetric embeds a matrix v of order d + 1 into the matrices on lifted vectors of three features; the last index stays the last.
func symmetric(v []float64, d int) (m protocol.Symmetric) {
	for i := range d + 1 {
		for j := range i + 1 {
			r, c := lifted(i, d), lifted(j, d)
			m[r*(r+1)/2+c] = v[i*(d+1)+j]
		}
	}
	return m
}

// lifted returns the index in lifted vectors of three features of entry i of those of d features; the last stays the last.
func lifted(i, d int) int {
	if i == d {
		return workspace.DrawnFeatures
	}
	return i
}

// widen embeds a lifted vector of d + 1 entries; its last entry stays the last of four.
func widen(v []float64) (p protocol.Lifted) {
	d := len(v) - 1
	copy(p[:], v[:d])
	p[workspace.DrawnFeatures] = v[d]
	return p
}
