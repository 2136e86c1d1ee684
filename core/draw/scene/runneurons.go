package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// The neurons of the selected run of the race are drawn among those of the optimum, as thin arrows without labels.

// showsRun reports whether the network of a run is drawn.
func showsRun(snap *protocol.Snapshot) bool { return len(snap.Race.Neurons) > 0 }

// drawRunNeuron draws one neuron of the run in a picture with depth.
func drawRunNeuron(p pen, proj *projection, to vec, t *Theme) {
	origin, tip := proj.project(vec{}), proj.project(to)
	p.segment(origin, tip, 1.2, t.Ink.alpha(0.55))
	p.disc(tip, 3.6, t.Panel)
	p.ring(tip, 2.8, 1.5, t.Ink)
}

// runNeurons draws the directions of the run's neurons among the data of two features.
func (s *Scene) runNeurons(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	origin := plane.at(0, 0)
	largest := heaviest(snap)
	for i := range snap.Race.Neurons {
		n := &snap.Race.Neurons[i]
		reach := min(r.W, r.H) * (0.10 + 0.14*math.Sqrt(min(1, math.Abs(n.Alpha)/largest)))
		tip := pixel{x: origin.x + n.U[0]*reach, y: origin.y - n.U[1]*reach}
		p.segment(origin, tip, 1.2, t.Ink.alpha(0.55))
		p.disc(tip, 3.6, t.Paper)
		p.ring(tip, 2.8, 1.5, t.Ink)
	}
}
