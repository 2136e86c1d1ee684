package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// SnapshotTo writes what the pictures show to dst, reusing its slices. The animation's steps and the path are shared with the player until
// the next solution.
func (s *Subject) SnapshotTo(dst *protocol.Snapshot) {
	if s.claim != nil {
		s.programTo(dst)
		return
	}
	blank(dst)
	t := s.Work.Now()
	switch {
	case s.deep():
		s.dataTo(dst, t)
		s.Training.LayersTo(&dst.Layers)
		dst.Race = protocol.Race{Shown: intent.None}
		s.besideTo(dst)
		return
	case s.lifted():
		s.dataTo(dst, t)
		s.liftedTo(dst)
		s.besideTo(dst)
		return
	}
	s.jobsTo(dst)
	if t.Pictured() { // otherwise there is nothing to draw
		s.dataTo(dst, t)
	}
	if t.Visible() {
		s.solutionTo(dst)
	}
}

// blank clears a snapshot but keeps the memory of its slices.
func blank(dst *protocol.Snapshot) {
	*dst = protocol.Snapshot{
		Grabbed: -1, Focus: -1, Pointed: -1, Entry: protocol.Entry{Matrix: -1}, Points: dst.Points[:0], Neurons: dst.Neurons[:0],
		Classes: dst.Classes[:0], Names: dst.Names[:0], Parts: dst.Parts[:0], Race: dst.Race, Sweep: dst.Sweep, Layer: dst.Layer[:0],
		Kinked: protocol.Kinked{Faces: dst.Kinked.Faces[:0], Pulls: dst.Kinked.Pulls[:0]},
		Argument: protocol.Argument{Marks: dst.Argument.Marks, Added: dst.Argument.Added, Section: dst.Argument.Section,
			Tangents: dst.Argument.Tangents, Losses: dst.Argument.Losses},
	}
}

// jobsTo writes the state of the jobs.
func (s *Subject) jobsTo(dst *protocol.Snapshot) {
	s.raceTo(&dst.Race, s.Own().State.Features())
	s.Jobs.SweepTo(&dst.Sweep, s.Own().State)
}

// dataTo writes the data, which are the user's or what a layer reads, and the state of the pointer.
func (s *Subject) dataTo(dst *protocol.Snapshot, t *workspace.State) {
	dst.Dimension, dst.Window, dst.Tool = t.Features(), t.Window(), s.Pointer.tool
	dst.Grabbed, dst.Pointed = s.Pointer.Grabbed(), s.Work.Highlighted()
	dst.Brush, dst.Beta, dst.Activation = s.Pointer.Radius(t), t.Beta(), t.Coefficients()
	dst.Output, dst.Outputs, dst.Level = s.output, t.Outputs(), t.Level()
	s.pointsTo(dst, t)
	switch {
	case t.Planar() && t == s.Work.Now():
		placesTo(dst, s.dataPlane())
	case t.Planar():
		placesTo(dst, s.plane())
	}
}

// solutionTo writes the solution and the position of its animation.
func (s *Subject) solutionTo(dst *protocol.Snapshot) {
	t := s.layer.State
	dst.Focus, dst.Entry, dst.Animation, dst.Iterates = s.focus, s.entryIn(t.Features()), s.Player.Animation(), s.Player.Iterates()
	s.argumentTo(dst)
	switch {
	case s.kinked():
		s.kinkedTo(dst)
	case !s.layer.Matches():
	case t.Planar():
		s.planeTo(dst)
	default:
		s.networkTo(dst)
	}
}

// argumentTo writes the picture of the argument; the other pictures then show the end of the animation.
func (s *Subject) argumentTo(dst *protocol.Snapshot) {
	if s.topic != 0 {
		s.Argument.To(&dst.Argument, s.layer, s.output, s.topic, s.full)
		s.pointTangents(dst)
	}
	argued(&dst.Animation)
}

// argued shows the end of the animation in place of the argument.
func argued(a *protocol.Animation) {
	if a.Topic.Argues() {
		a.Topic = protocol.Decomposition
		a.Position = a.Length()
	}
}

// pointTangents sets each tangent's row to the index of its point among all points, or to -1 while the solution may belong to other points.
func (s *Subject) pointTangents(dst *protocol.Snapshot) {
	if len(dst.Argument.Tangents) == 0 {
		return
	}
	rows, current := trained(dst), s.layer.Current()
	for k := range dst.Argument.Tangents {
		t := &dst.Argument.Tangents[k]
		if !current || t.Row >= len(rows) {
			t.Row = -1
			continue
		}
		t.Row = rows[t.Row]
	}
}

// trained returns the indices of the training points.
func trained(dst *protocol.Snapshot) (rows []int) {
	for i := range dst.Points {
		if !dst.Points[i].Held {
			rows = append(rows, i)
		}
	}
	return rows
}

// drawn returns the neurons of the network drawn: those of the solution or, in the argument, those of the network it examines.
func (s *Subject) drawn() (own []neural.Neuron) {
	if s.topic != protocol.Bowl && s.topic != protocol.Bounds {
		return s.neurons
	}
	for _, n := range s.Argument.Network(s.topic, s.full) {
		if n.Output == s.output {
			own = append(own, n)
		}
	}
	return own
}

// entryIn returns the entry in focus on lifted vectors of three features.
func (s *Shown) entryIn(d int) protocol.Entry {
	return protocol.Entry{Matrix: s.entry[0], Row: lifted(s.entry[1], d), Column: lifted(s.entry[2], d)}
}

// networkTo writes the network of the chosen output and its certificate.
func (s *Subject) networkTo(dst *protocol.Snapshot) {
	layer := s.layer
	d := layer.State.Features()
	s.partsTo(dst, func(n *neural.Neuron) protocol.Quadratic { return ridge(n, d, dst.Activation) })
	dst.Parts = dst.Parts[:0] // the directions are drawn
	dst.CanRotate = s.canRotate()
	dst.Certificate = form(layer.Result().Certificate.Quadratics[s.output], d)
}

// ridge returns what a neuron adds to the output, as a function of d features; a bias that it reads behind them is 1.
func ridge(n *neural.Neuron, d int, sigma [3]float64) (q protocol.Quadratic) {
	var u protocol.Vec
	copy(u[:], n.U[:d])
	a, b, c := n.Alpha*sigma[0], n.Alpha*sigma[1], 0.0
	if len(n.U) > d {
		c = n.U[d]
	}
	slope := 2*a*c + b
	return protocol.Quadratic{
		XX: a * u[0] * u[0], YY: a * u[1] * u[1], ZZ: a * u[2] * u[2], XY: 2 * a * u[0] * u[1], XZ: 2 * a * u[0] * u[2], YZ: 2 * a * u[1] * u[2],
		X: slope * u[0], Y: slope * u[1], Z: slope * u[2], C: (a*c+b)*c + n.Alpha*sigma[2],
	}
}

// classesTo writes the outputs of all classes, if these are compared. part returns what a neuron adds to its output.
func (s *Subject) classesTo(dst *protocol.Snapshot, part func(n *neural.Neuron) protocol.Quadratic) {
	if !s.Work.Compares() || s.claim != nil {
		return
	}
	layer := s.layer
	dst.Names = append(dst.Names, messages.ShortNames(layer.ClassNames())...)
	dst.Classes = append(dst.Classes, make([]protocol.Quadratic, layer.State.Outputs())...)
	for i := range layer.Result().Neurons {
		n := &layer.Result().Neurons[i]
		q := part(n)
		dst.Classes[n.Output].Add(1, &q)
	}
}

// pointsTo writes the points with the labels of the chosen output. What a layer reads has as many points as the data, unless
// these have changed.
func (s *Subject) pointsTo(dst *protocol.Snapshot, t *workspace.State) {
	classed, own, picked := t.Classed(), t == s.Work.Now(), t.Samples() == s.Work.Now().Samples()
	for i := range t.Samples() {
		p := protocol.Point{Label: t.Label(i, s.output), Held: t.IsHeld(i), Selected: picked && s.Work.IsSelected(i)}
		if own {
			p.Label = s.Work.Height(i)
		}
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
func (s *Subject) planeTo(dst *protocol.Snapshot) {
	p := s.plane()
	s.partsTo(dst, func(n *neural.Neuron) protocol.Quadratic { return p.Ridge(n, dst.Activation) })
	dst.Certificate = workspace.FormOf(s.layer.Result().Certificate.Quadratics[s.output], p.Axes[0], p.Axes[1])
}

// partsTo writes the neurons and what each adds to its output, given by part.
func (s *Subject) partsTo(dst *protocol.Snapshot, part func(n *neural.Neuron) protocol.Quadratic) {
	for _, n := range s.drawn() {
		one := part(&n)
		dst.Parts = append(dst.Parts, one)
		dst.Function.Add(1, &one)
		dst.Neurons = append(dst.Neurons, neuron(&n))
	}
	for i, number := range s.numbers {
		dst.Neurons[i].Number = number
	}
	s.classesTo(dst, part)
}

// neuron returns a neuron with the first entries of its direction.
func neuron(n *neural.Neuron) (to protocol.Neuron) {
	to.Alpha = n.Alpha
	copy(to.U[:], n.U)
	return to
}

// lifted reports whether the data are drawn without the bias, which is a feature in the other pictures.
func (s *Subject) lifted() bool {
	t := s.Work.Now()
	return s.claim == nil && t.Biased() && t.Drawable()
}

// liftedTo writes the network as functions of the features that are drawn.
func (s *Subject) liftedTo(dst *protocol.Snapshot) {
	d := s.Work.Now().Features()
	s.raceTo(&dst.Race, d)
	dst.Focus, dst.Animation = s.focus, s.Player.Animation()
	if argued(&dst.Animation); s.layer.Matches() {
		s.partsTo(dst, func(n *neural.Neuron) protocol.Quadratic { return ridge(n, d, dst.Activation) })
	}
}

// raceTo writes the state of the race, for a picture of d features.
func (s *Subject) raceTo(dst *protocol.Race, d int) {
	s.Jobs.RaceTo(dst, s.Best())
	t := s.Own().State
	if dst.Shown == intent.None || !s.Own().Matches() && !s.drawsKinks() || !t.Drawable() {
		return
	}
	for _, n := range s.Jobs.ShownRun() {
		if n.Output == s.Work.Output() {
			part := ridge(&n, d, t.Coefficients())
			dst.Function.Add(1, &part)
			dst.Neurons = append(dst.Neurons, neuron(&n))
		}
	}
}

// form returns [u;1]'V[u;1] of a symmetric matrix of order d + 1 as a function of u.
func form(v []float64, d int) (q protocol.Quadratic) {
	m := symmetric(v, d)
	return protocol.Quadratic{
		XX: m.At(0, 0), YY: m.At(1, 1), ZZ: m.At(2, 2), XY: 2 * m.At(0, 1), XZ: 2 * m.At(0, 2), YZ: 2 * m.At(1, 2),
		X: 2 * m.At(0, 3), Y: 2 * m.At(1, 3), Z: 2 * m.At(2, 3), C: m.At(3, 3),
	}
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

// assembled returns sum |alpha| [u;1][u;1]' over the output's neurons of the given sign, row by row.
func assembled(neurons []neural.Neuron, sign float64, d, output int) [][]float64 {
	order := d + 1
	m := make([]float64, order*order)
	neural.Assemble(m, neurons, sign, 0, output, true)
	rows := make([][]float64, order)
	for i := range rows {
		rows[i] = m[i*order : (i+1)*order]
		for j := range rows[i] {
			rows[i][j] = protocol.Finite(rows[i][j])
		}
	}
	return rows
}
