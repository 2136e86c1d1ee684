package view

import (
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/neural"
)

// Plain returns what the simple drawing of the data shows, and the number of features, 0 for a plane: the snapshot or, for networks without pictures,
// the points and, for up to three features, the function.
func (s *Stage) Plain() (shown *protocol.Snapshot, features int) {
	shown = &protocol.Snapshot{}
	s.SnapshotTo(shown)
	t := s.Work.Now()
	switch e := s.Check.Display(); {
	case e != nil:
		return shown, e.Features
	case shown.Plane:
		return shown, 0
	case t.Pictured():
		return shown, t.Features()
	}
	s.pointsTo(shown)
	var f *protocol.Quadratic
	if t.Architecture().Kind == document.KindQuadratic && t.Features() <= workspace.DrawnFeatures {
		m, _ := network(s.ownNeurons(), nil)
		q := m.Function(protocol.Vec{1}) // the activation is the square
		f = &q
	}
	flat := Flat(shown.Points, t.Features(), f, workspace.UnitWindow())
	flat.Level = t.Level()
	return flat, t.Features()
}

// ownNeurons returns the neurons of the chosen output, or none while the solution belongs to other data.
func (s *Stage) ownNeurons() (own []neural.Neuron) {
	t, output := s.now(), s.Work.Output()
	for _, n := range s.Found().Neurons(t, output) {
		if n.Output == output && len(n.U) == t.Features() {
			own = append(own, n)
		}
	}
	return own
}
