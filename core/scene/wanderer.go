package scene

import (
	"math"

	"conelab/core/wire"
)

// The neurons of the race's run that is shown wander among those of the optimum, which stand still: thin arrows without a name.

// wanders reports whether a run's network is shown.
func wanders(snap *wire.Snapshot) bool { return len(snap.Race.Neurons) > 0 }

// wanderer draws a neuron of the run in a picture with depth.
func wanderer(p pen, l *lens, to vec, t *Theme) {
	origin, tip := l.spot(vec{}), l.spot(to)
	p.segment(origin, tip, 1.2, t.Ink.alpha(0.55))
	p.disc(tip, 3.6, t.Panel)
	p.ring(tip, 2.8, 1.5, t.Ink)
}

// wanderers draws their directions among the data of two features.
func (s *Scene) wanderers(p pen, r Rect, plane Plane, snap *wire.Snapshot, t *Theme) {
	origin := plane.spot(0, 0)
	largest := heaviest(snap)
	for i := range snap.Race.Neurons {
		n := &snap.Race.Neurons[i]
		reach := min(r.W, r.H) * (0.10 + 0.14*math.Sqrt(min(1, math.Abs(n.Alpha)/largest)))
		tip := spot{x: origin.x + n.U[0]*reach, y: origin.y - n.U[1]*reach}
		p.segment(origin, tip, 1.2, t.Ink.alpha(0.55))
		p.disc(tip, 3.6, t.Paper)
		p.ring(tip, 2.8, 1.5, t.Ink)
	}
}
