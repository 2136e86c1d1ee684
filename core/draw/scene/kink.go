package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// Pictures of a network with a piecewise-linear activation: each neuron has a kink, the line (or with one feature the point) x with (x,
// 1)'u = 0, on one side of which it is active. All functions are evaluated here from the neurons, on grids of places.

// manyKinks is the number of kinks at which the light ones become fainter, and only those of the heaviest neuron and of the one in focus
// have rings around their points.
const manyKinks = 9

// kinks draws the kink of each neuron, wider for a larger weight.
func (s *dataPicture) kinks(d *dataSpace) {
	largest := heaviest(s.snap)
	for i, n := range s.snap.Neurons {
		share, least := math.Sqrt(math.Abs(n.Alpha)/largest), 0.3
		if len(s.snap.Neurons) >= manyKinks {
			share, least = share*share, 0.12
		}
		width, strength := 0.6+2*share, (least+0.6*share)*s.emphasis(i)
		if focused(s.snap, i) {
			width, strength = width+1.5, 1
		}
		color := s.Theme.Signed(n.Alpha).Mix(s.Theme.Ink, 0.45).Alpha(strength)
		at, seen := s.kink(d, n.U, width, color, false)
		if !seen {
			s.out++
			continue
		}
		s.addTarget(at, i)
		if focused(s.snap, i) || len(s.snap.Neurons) <= protocol.FewNamed {
			s.nameNeuron(i).Beyond(at, at.Offset(-n.U[0], n.U[1]), 12)
		}
	}
}

// kink draws the line (x, 1)'u = 0 with an arrow head on its active side, and returns where its mark is and whether it is seen.
func (s *dataPicture) kink(d *dataSpace, u protocol.Vec, width float64, color canvas.Color, isProbe bool) (mark canvas.Pixel, seen bool) {
	a, b, seen := crossing(s.Rect, d.plane, u)
	if !seen {
		return a, false
	}
	if isProbe {
		s.Segment(a, b, width+2.5, s.Theme.Paper.Alpha(0.8))
		s.Dashed(a, b, width, color)
	} else {
		s.Segment(a, b, width, color)
	}
	normal := math.Hypot(u[0], u[1])
	dx, dy := u[0]/normal*s.Scale, -u[1]/normal*s.Scale
	mark = a.Lerp(b, 0.5)
	if s.snap.Piecewise.Slope < 0 { // both sides are alike
		return mark, true
	}
	if b.Y > a.Y { // the mark stands at the upper end of the line, away from the points in the middle and from the numbers below
		a, b = b, a
	}
	for away, whole := 26*s.Scale, math.Hypot(b.X-a.X, b.Y-a.Y); ; away += 20 * s.Scale { // and away from other marks, with their names
		mark = b.Lerp(a, min(away/whole, 0.5))
		taken := func(t target) bool { return math.Hypot(t.X-mark.X, t.Y-mark.Y) < 34*s.Scale }
		if len(s.targets) > protocol.FewNamed || !slices.ContainsFunc(s.targets, taken) || away >= whole/2 {
			break
		}
	}
	length := 7 + 2*width
	s.Head(mark, mark.Offset(dx*length, dy*length), 0.8*length, 0.36*length, color)
	return mark, true
}

// crossing returns where the line (x, 1)'u = 0 enters and leaves a rectangle.
func crossing(r canvas.Rect, plane canvas.Transform, u protocol.Vec) (a, b canvas.Pixel, seen bool) {
	// From the point of the line nearest to the middle it is no farther to an edge than the sides are long.
	x, y := plane.Point(r.X+r.W/2, r.Y+r.H/2)
	square, longest := u[0]*u[0]+u[1]*u[1], r.W/math.Abs(plane.KX)+r.H/math.Abs(plane.KY)
	away, along := protocol.Inner(u, protocol.Vec{x, y}, 2)/square, longest/math.Sqrt(square)
	x, y = x-away*u[0], y-away*u[1]
	return r.Clip(plane.At(x+along*u[1], y-along*u[0]), plane.At(x-along*u[1], y+along*u[0]))
}

// ringKinkPoints draws a ring around each point through which a kink goes.
func (s *dataPicture) ringKinkPoints(d *dataSpace) {
	radius, largest, neurons := s.pointRadius(len(s.snap.Points)), heaviest(s.snap), s.snap.Neurons
	for i := range s.snap.Piecewise.Kinks {
		if len(neurons) >= manyKinks && !focused(s.snap, i) && i < len(neurons) && math.Abs(neurons[i].Alpha) < largest {
			continue
		}
		strength := 0.6 * s.emphasis(i)
		if focused(s.snap, i) {
			strength = 1
		}
		for _, k := range s.snap.Piecewise.Kinks[i] {
			if k < len(s.snap.Points) {
				s.Ring(d.at(&s.snap.Points[k]), radius+4, 1.5, s.Theme.Ink.Alpha(strength))
			}
		}
	}
}

// probed returns the direction whose line is shown.
func (s *painting) probed() (u protocol.Vec, ok bool) {
	return s.snap.Piecewise.Probe, s.snap.Piecewise.Probing
}

// markKinks marks the kinks on the curve of one feature, and the one that is probed.
func (s *dataPicture) markKinks(c *canvas.Chart) {
	t, all := s.Theme, s.network()
	for i, n := range s.snap.Neurons {
		x := protocol.Vec{kinkAt(n.U)}
		at := c.Clamped(x[0], all.value(s.snap, x))
		if !s.Rect.Contains(at.X, at.Y) {
			s.out++
			continue
		}
		radius := 2.6 + 2*math.Sqrt(math.Abs(n.Alpha)/heaviest(s.snap))
		s.Disc(at, radius+1.4, t.Paper)
		s.Disc(at, radius, t.Panel.Mix(t.Signed(n.Alpha).Mix(t.Ink, 0.3), s.emphasis(i)))
		s.addTarget(at, i)
		if focused(s.snap, i) || len(s.snap.Neurons) <= protocol.FewNamed {
			s.nameNeuron(i).Above(at, radius)
		}
	}
	if u, ok := s.probed(); ok && u[0] != 0 {
		s.XLine(c, kinkAt(u), 2, t.Ink.Alpha(0.7))
	}
}

// kinkAt returns the place of a neuron's kink on the axis of one feature; it is infinite for a constant.
func kinkAt(u protocol.Vec) float64 { return -u[1] / u[0] }
