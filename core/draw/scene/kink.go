package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// Pictures of a network with a piecewise-linear activation: each neuron has a kink, the line (or with one feature the point) x with (x,
// 1)'u = 0, on one side of which it is active. All functions are evaluated here from the neurons, on grids of places.

// isPiecewise reports whether the network has a piecewise-linear activation.
func isPiecewise(snap *protocol.Snapshot) bool { return snap.Piecewise.Set }

// suits reports whether the picture is one of the snapshot's network.
func (p *picture) suits(snap *protocol.Snapshot) bool {
	return !isPiecewise(snap) || !p.polynomial && snap.Dimension <= protocol.PiecewiseFeatures
}

// kinks draws the kink of each neuron, wider for a larger weight.
func (s *dataPicture) kinks(d *dataSpace) {
	largest := heaviest(s.snap)
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		share := math.Sqrt(math.Abs(n.Alpha) / largest)
		width, strength := 0.6+2*share, (0.3+0.6*share)*s.emphasis(i)
		if focused(s.snap, i) {
			width, strength = width+1.5, 1
		}
		color := s.theme.signed(n.Alpha).mix(s.theme.Ink, 0.45).alpha(strength)
		at, seen := s.kink(d, n.U, width, color, false)
		if !seen {
			continue
		}
		if s.addTarget(at, i); focused(s.snap, i) || len(s.snap.Neurons) <= fewNamed {
			s.labels.beyond(at, at.moved(-n.U[0], n.U[1]), 12, s.nameNeuron(i))
		}
	}
}

// fewNamed is the number of neurons up to which all have their names.
const fewNamed = 12

// kink draws the line (x, 1)'u = 0 with an arrow head on its active side, and returns where its mark is and whether it is seen.
func (s *dataPicture) kink(d *dataSpace, u protocol.Vec, width float64, color Color, isProbe bool) (mark pixel, seen bool) {
	a, b, seen := crossing(s.r, d.plane, u)
	if !seen {
		return a, false
	}
	if isProbe {
		s.segment(a, b, width+2.5, s.theme.Paper.alpha(0.8))
		s.dashed(a, b, width, color)
	} else {
		s.segment(a, b, width, color)
	}
	normal := math.Hypot(u[0], u[1])
	dx, dy := u[0]/normal*s.scale, -u[1]/normal*s.scale
	mark = a.lerp(b, 0.5)
	if s.snap.Piecewise.Slope < 0 { // both sides are alike
		return mark, true
	}
	// The mark stands near an end of the line, away from the points in the middle, and from the numbers of the axes on the left and below.
	room := 26.0
	numbered := func(end pixel) bool { return end.x < s.r.X+40*s.scale || end.y > s.r.Y+s.r.H-30*s.scale }
	if numbered(b) {
		if a, b = b, a; numbered(b) {
			room = 70
		}
	}
	inset := min(room*s.scale/math.Hypot(b.x-a.x, b.y-a.y), 0.5)
	mark = a.lerp(b, 1-inset)
	reach := 7 + 2*width
	s.head(mark, mark.moved(dx*reach, dy*reach), 0.8*reach, 0.36*reach, color)
	return mark, true
}

// crossing returns where the line (x, 1)'u = 0 enters and leaves a rectangle.
func crossing(r Rect, plane Transform, u protocol.Vec) (a, b pixel, seen bool) {
	// From the point of the line nearest to the middle it is no farther to an edge than the sides are long.
	x, y := plane.Point(r.X+r.W/2, r.Y+r.H/2)
	square, reach := u[0]*u[0]+u[1]*u[1], r.W/math.Abs(plane.KX)+r.H/math.Abs(plane.KY)
	away, along := protocol.Inner(u, protocol.Vec{x, y}, 2)/square, reach/math.Sqrt(square)
	x, y = x-away*u[0], y-away*u[1]
	return r.clip(plane.at(x+along*u[1], y-along*u[0]), plane.at(x-along*u[1], y+along*u[0]))
}

// ringKinkPoints draws a ring around each point through which a kink goes: of the neuron in focus, or of all.
func (s *dataPicture) ringKinkPoints(d *dataSpace) {
	radius := s.pointRadius(len(s.snap.Points))
	for i := range s.snap.Piecewise.Faces {
		strength := 0.6 * s.emphasis(i)
		if focused(s.snap, i) {
			strength = 1
		}
		for _, k := range s.snap.Piecewise.Faces[i].Points {
			if k < len(s.snap.Points) {
				s.ring(d.at(&s.snap.Points[k]), radius+4, 1.5, s.theme.Ink.alpha(strength))
			}
		}
	}
}

// probed returns the direction whose line is shown.
func (s *canvas) probed() (u protocol.Vec, is bool) {
	return s.snap.Piecewise.Probe, s.snap.Piecewise.Probing
}

// knots marks the kinks on the curve of one feature, and the one that is probed.
func (s *dataPicture) knots(c *chart) {
	t := s.theme
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		x := protocol.Vec{knot(n.U)}
		at := c.held(x[0], rampsAt(s.snap, s.snap.Neurons, x))
		if !s.r.contains(at.x, at.y) {
			continue
		}
		radius := 2.6 + 2*math.Sqrt(math.Abs(n.Alpha)/heaviest(s.snap))
		s.disc(at, radius+1.4, t.Paper)
		s.disc(at, radius, t.Panel.mix(t.signed(n.Alpha).mix(t.Ink, 0.3), s.emphasis(i)))
		if s.addTarget(at, i); focused(s.snap, i) || len(s.snap.Neurons) <= fewNamed {
			s.labels.beyond(at, at.moved(0, 1), radius, s.nameNeuron(i))
		}
	}
	if u, is := s.probed(); is && u[0] != 0 {
		s.xLine(c, knot(u), 2, t.Ink.alpha(0.7))
	}
}

// knot returns the place of a neuron's kink on the axis of one feature; it is infinite for a constant.
func knot(u protocol.Vec) float64 { return -u[1] / u[0] }
