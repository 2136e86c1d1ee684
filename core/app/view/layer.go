package view

import (
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
)

// deep reports whether several layers are shown.
func (s *Stage) deep() bool { return s.Check.Display() == nil && s.Layers.Fits(s.Work.Now()) }

// Chosen returns the layer shown, from 0.
func (s *Stage) Chosen() int { return s.Work.View().LayerOf(max(1, s.Layers.Count())) }

// view returns the layer shown as a problem of its own, nil if there is a single layer.
func (s *Stage) view() *solve.Layer {
	if !s.deep() {
		return nil
	}
	return s.Layers.View(s.Chosen())
}

// now returns the state shown by all pictures except that of the data: the present state, or the program of a layer.
func (s *Stage) now() *workspace.State {
	if v := s.view(); v != nil {
		return &v.State
	}
	return s.Work.Now()
}

// Found returns the solution shown by all pictures except that of the data.
func (s *Stage) Found() *solve.Solution {
	if v := s.view(); v != nil {
		return &v.Solution
	}
	return s.Solution
}

// Now returns the state that Found belongs to.
func (s *Stage) Now() *workspace.State { return s.now() }

// plane returns the plane in which that state is shown.
func (s *Stage) plane() *workspace.Plane {
	if v := s.view(); v != nil {
		return v.Plane(s.axes())
	}
	return s.Work.Plane()
}

// axes returns the features chosen to span the plane. They are features of the data, so they do not apply to layers above the first.
func (s *Stage) axes() (none [2]int) {
	if s.deep() && s.Chosen() > 0 {
		return none
	}
	return s.Work.View().Axes
}

// deepTo writes the state of several layers: the output of the whole network over the data, and the program of the chosen layer.
func (s *Stage) deepTo(dst *protocol.Snapshot) {
	s.Layers.To(&dst.Layers, s.Chosen(), s.Work.View().Axes, s.Work.Highlighted())
	dst.Layers.Compares = s.Work.Compares()
	dst.Race = protocol.Race{Shown: intent.None}
	if cap(dst.Layer) == 0 {
		dst.Layer = make([]protocol.Snapshot, 1)
	}
	dst.Layer = dst.Layer[:1]
	s.programTo(&dst.Layer[0])
}

// programTo writes the program of the chosen layer as if it were the only one.
func (s *Stage) programTo(dst *protocol.Snapshot) {
	blank(dst)
	s.jobsTo(dst)
	t, output := s.now(), s.Work.Output()
	dst.Dimension, dst.Window, dst.Tool, dst.Beta, dst.Activation = t.Features(), t.Window(), protocol.ToolMove, t.Beta(), t.Coefficients()
	dst.Output, dst.Outputs, dst.Level = output, t.Outputs(), t.Level()
	classed, picked := t.Classed(), len(s.Work.Now().Y()) == len(t.Y())
	for i := range t.Samples() {
		p := protocol.Point{Label: t.Label(i, output), Held: t.IsHeld(i), Selected: picked && s.Work.IsSelected(i)}
		if classed {
			p.Class = t.Class(i)
		}
		copy(p.X[:], t.Point(i))
		dst.Points = append(dst.Points, p)
	}
	if i := s.Work.Highlighted(); i < len(dst.Points) {
		dst.Pointed = i
	}
	if !t.Visible() { // a convolution, whose only pictures are its filters
		dst.Dimension, dst.Points, dst.Focus = 0, dst.Points[:0], s.focus
		for i, number := range s.Found().Numbers(t, output) {
			dst.Neurons = append(dst.Neurons, protocol.Neuron{Alpha: s.neurons()[i].Alpha, Number: number})
		}
		return
	}
	if t.Planar() {
		placesTo(dst, s.plane())
	}
	s.solutionTo(dst)
}

// layersTo says which layer of how many is shown.
func (s *Stage) layersTo(p *protocol.PageLayers) {
	if !s.deep() {
		return
	}
	p.Chosen, p.Shown = s.Chosen(), s.Layers.Count()
}
