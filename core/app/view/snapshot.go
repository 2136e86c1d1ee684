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
func (c *Content) Snapshot() *protocol.Snapshot {
	dst := protocol.Blank()
	if !c.separateData {
		c.programTo(&dst, &c.data)
		return &dst
	}
	c.pointsTo(&dst, &c.data)
	if c.layered() {
		dst.Layers = c.pictures.training.LayersPicture()
	} else {
		dst.Race, dst.Focus, dst.Animation = c.race(&c.data), c.focus, c.animation()
		dst.Animation.Iterates = nil // they are of the program
		c.networkTo(&dst, &c.data)
	}
	program := protocol.Blank()
	c.programTo(&program, &c.program)
	dst.ChosenLayer = []protocol.Snapshot{program}
	return &dst
}

// Plain returns the data as they are drawn without WebGL: the snapshot or, for networks without pictures, the points. Of more than three
// features it has the first two, and otherwise the function, too.
func (p *Pictures) Plain() *protocol.Snapshot {
	c := p.content()
	t, dst := c.data.state, c.Snapshot()
	if t.Pictured() {
		return dst
	}
	dst.Points = c.points(&c.data)
	dst.Dimension = t.D
	if dst.Dimension > workspace.DrawnFeatures {
		dst.Dimension = 2
	}
	dst.Level, dst.Window = t.Level(), t.Fitted(dst.Dimension)
	if t.Architecture.Kind == lift.Quadratic && t.D <= workspace.DrawnFeatures {
		for _, n := range c.neurons {
			if n.Output == c.pictures.work.Output() && len(n.U) == t.Inputs() { // others belong to other data
				part := c.data.frame.Neuron(&n, t.Coefficients())
				dst.Function.Add(1, &part)
			}
		}
	}
	return dst
}

// programTo writes the jobs, the points at f, and the solution of the layer shown with the position of its animation.
func (c *Content) programTo(dst *protocol.Snapshot, f *placement) {
	dst.Race, dst.Sweep = c.race(&c.program), c.pictures.jobs.SweepPicture(c.layer.State)
	if f.state.Pictured() { // otherwise there is nothing to draw
		c.pointsTo(dst, f)
	}
	switch t := c.layer.State; {
	case t.Dense():
		d := t.D
		dst.Entry = protocol.Entry{Matrix: c.pictures.entry[0], Row: lifted(c.pictures.entry[1], d), Column: lifted(c.pictures.entry[2], d)}
		dst.Focus, dst.Animation = c.focus, c.animation()
		if c.topic != 0 { // the other pictures then show the end of the animation
			dst.Argument = *c.pictures.Argument.picture(c.topic, c.progress)
			c.pointTangents(dst.Argument.Tangents)
		}
		if c.kinks != smooth {
			c.piecewiseTo(dst)
		} else {
			c.certificateTo(dst)
		}
	case c.separateData: // a convolution, whose only pictures are its filters
		dst.Focus = c.focus
		for i, n := range c.neurons {
			dst.Neurons = append(dst.Neurons, protocol.Neuron{Alpha: n.Alpha, Number: c.numbers[i]})
		}
	}
}

// pointsTo writes the points, the user's or the inputs of a layer, and for the user's the state of the pointer.
func (c *Content) pointsTo(dst *protocol.Snapshot, f *placement) {
	t := f.state
	dst.Dimension, dst.Plane, dst.Window, dst.Tool = len(f.frame.Axes), f.frame.Plane, f.frame.Window, protocol.ToolMove
	if t == c.pictures.work.Now() {
		dst.Axes = axisNames(t, f.frame.Axes)
		dst.Tool, dst.Grabbed, dst.Brush = c.pictures.pointer.Tool, c.pictures.pointer.grabbed, c.pictures.pointer.Radius()
	}
	if i := c.pictures.work.Point; i < t.Samples() {
		dst.Pointed = i
	}
	dst.Beta, dst.Activation = t.Beta, t.Coefficients()
	dst.Output, dst.Outputs, dst.Level = c.output, t.Outputs, t.Level()
	dst.Points = c.points(f)
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
func (c *Content) points(f *placement) []protocol.Point {
	t := f.state
	points := make([]protocol.Point, 0, t.Samples())
	classed, edited, picked := t.Classed(), t == c.pictures.work.Now(), t.Samples() == c.pictures.work.Now().Samples()
	for i := range t.Samples() {
		p := protocol.Point{Label: t.Label(i, c.output), Held: t.IsHeld(i), Selected: picked && c.pictures.work.IsSelected(i)}
		if edited && t.D == 1 {
			p.Label = c.pictures.work.PlaceOf(i)[1]
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
func (c *Content) certificateTo(dst *protocol.Snapshot) {
	c.networkTo(dst, &c.program)
	if !c.layer.Matches() {
		return
	}
	if !c.program.frame.Plane {
		dst.Parts, dst.CanRotate = nil, c.canRotate() // the directions are drawn
	}
	dst.Certificate = workspace.FormOf(c.layer.Found.Certificate.Quadratics[c.output], c.program.frame.Axes...)
}

// networkTo writes the neurons, what each adds to its output, and their sum, as functions at f.
func (c *Content) networkTo(dst *protocol.Snapshot, f *placement) {
	if !c.layer.Matches() {
		return
	}
	for _, n := range c.network() {
		part := f.frame.Neuron(&n, dst.Activation)
		dst.Parts = append(dst.Parts, part)
		dst.Function.Add(1, &part)
		dst.Neurons = append(dst.Neurons, neuron(&n))
	}
	for i, number := range c.numbers {
		dst.Neurons[i].Number = number
	}
	if !c.pictures.work.Compares() {
		return
	}
	dst.Names, dst.Classes = messages.ShortNames(c.layer.ClassNames), make([]protocol.Quadratic, c.layer.State.Outputs)
	for i := range c.layer.Found.Neurons {
		n := &c.layer.Found.Neurons[i]
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
func (c *Content) race(f *placement) protocol.Race {
	dst := c.pictures.jobs.RacePicture()
	if dst.Shown == intent.None || !c.layer.Matches() && c.kinks != drawn || !f.state.Drawable() {
		return dst
	}
	for _, n := range c.pictures.jobs.ShownRun() {
		if n.Output != c.pictures.work.Output() {
			continue
		}
		dst.Neurons = append(dst.Neurons, neuron(&n))
		if c.kinks == smooth {
			part := f.frame.Neuron(&n, f.state.Coefficients())
			dst.Function.Add(1, &part)
		}
	}
	return dst
}

// animation returns what the pictures show of it: for a topic of the argument, which has a picture of its own, the decomposition's end.
func (c *Content) animation() protocol.Animation {
	a := c.pictures.Player.Animation
	if a.Topic.Argues() {
		a.Topic = protocol.Decomposition
		a.Position = a.Length()
	}
	return a
}

// pointTangents sets each tangent's row to the index of its point among all points, or to -1 while the solution may belong to other points.
func (c *Content) pointTangents(tangents []protocol.Tangent) {
	rows := c.layer.State.TrainingRows()
	for k := range tangents {
		t := &tangents[k]
		if !c.layer.Current || t.Row >= len(rows) {
			t.Row = -1
			continue
		}
		t.Row = rows[t.Row]
	}
}

// network returns the neurons of the network that is shown: those of the solution or, in the argument, those of the network it examines.
func (c *Content) network() (neurons []neural.Neuron) {
	if !c.showsAnother() { // at the end, too, where the other network's own neurons have no weight
		return c.neurons
	}
	for _, n := range c.pictures.Argument.Network(c.topic, c.progress) {
		if n.Output == c.output {
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
