package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// markRadius is the radius of a point in css pixels, for few points; many are drawn smaller.
const markRadius = 5.0

// dataSpace says where data points are drawn: in a plane, with the label upwards if there is one feature, or in a room.
type dataSpace struct {
	dimension int
	plane     Plane
	proj      projection
	room      Room
}

func dataSpaceOf(snap *protocol.Snapshot, v *View) dataSpace {
	r, d := v.Layout.Tiles[TileData], dataSpace{dimension: snap.Dimension}
	if d.dimension == 3 {
		d.proj, d.room = v.Cameras[TileData].projection(r, roomRadius), RoomOf(snap.Window)
	} else {
		d.plane = DataPlane(r, snap.Window, d.dimension)
	}
	return d
}

// at returns where a point is drawn.
func (d *dataSpace) at(q *protocol.Point) pixel {
	switch d.dimension {
	case 1:
		return d.plane.at(q.X[0], q.Label)
	case 2:
		return d.plane.at(q.X[0], q.X[1])
	}
	return d.proj.project(d.room.World(q.X))
}

// unit returns the number of pixels in a unit of the data, in a room at the depth of its middle.
func (d *dataSpace) unit() float64 {
	if d.dimension == 3 {
		return d.proj.scale / d.room.half
	}
	return d.plane.KX
}

// under returns the point drawn nearest to the pixel (x, y) within a radius, or none.
func (d *dataSpace) under(points []protocol.Point, x, y, radius float64) int {
	return nearest(len(points), x, y, radius, func(i int) pixel { return d.at(&points[i]) })
}

// pointRadius returns the radius of a point's mark if there are n points.
func pointRadius(n int) float64 {
	if n > 120 {
		return max(2.2, markRadius*math.Pow(120/float64(n), 0.25))
	}
	return markRadius
}

// labelSize returns the mean absolute label, the unit of colours: 1 for classification.
func labelSize(points []protocol.Point) float64 {
	sum := 0.0
	for i := range points {
		sum += math.Abs(points[i].Label)
	}
	return positive(sum / float64(len(points)))
}

// points draws the points of a plane. A label as large as size has its full colour.
func (s *Scene) points(d *dataSpace, size float64) {
	points, radius := s.snap.Points, pointRadius(len(s.snap.Points))
	for i := range points { // all rings first, so that no point is covered by its neighbour's ring
		s.selection(d.at(&points[i]), &points[i], radius)
	}
	for i := range points {
		if i != s.snap.Grabbed && i != s.snap.Pointed {
			s.point(d.at(&points[i]), &points[i], radius, size)
		}
	}
	for _, i := range [2]int{s.snap.Pointed, s.snap.Grabbed} {
		if i >= 0 && i < len(points) {
			at := d.at(&points[i])
			s.ring(at, 2.6*markRadius, 2, s.theme.Ink.alpha(0.75))
			s.point(at, &points[i], 1.5*markRadius, size)
		}
	}
}

// markOf returns the number of a point's shape (see pen.shape), its colour, and how strong the colour is: by its class if it has one, else by
// its label, a disc if positive and a diamond if negative, paler for a small label.
func (t *Theme) markOf(q *protocol.Point, size float64) (shape int, hue Color, strength float64) {
	strength = math.Min(1, math.Abs(q.Label)/size)
	switch {
	case q.Class > 0 && q.Class <= protocol.MostClasses:
		return q.Class, t.Classes[q.Class-1], 1
	case q.Label < 0:
		return 2, t.Negative, strength
	}
	return 1, t.Positive, strength
}

// point draws a data point. A point that is held out is the outline of its mark, as wide as a filled mark: the network was not trained on it.
func (s *Scene) point(at pixel, q *protocol.Point, radius, size float64) {
	t := s.theme
	shape, hue, strength := t.markOf(q, size)
	edge, core, inner := t.Ink.mix(hue, 0.35), t.Paper.mix(hue, 0.25+0.75*strength), radius-0.7
	if q.Held {
		edge, core, inner = t.Paper.mix(t.Ink.mix(hue, 0.8), 0.45+0.55*strength), t.Paper, radius-max(1.3, 0.34*radius)
	}
	s.shape(at, shape, radius+1.6, t.Paper)
	s.shape(at, shape, radius+0.4, edge)
	s.shape(at, shape, inner, core)
}

// selection draws the ring around a selected point, or around one that the band would select.
func (s *Scene) selection(at pixel, q *protocol.Point, radius float64) {
	if q.Selected || s.view.Band.holds(at, s.scale) {
		s.ring(at, radius+5.5, 4, s.theme.Paper.alpha(0.8))
		s.ring(at, radius+5.5, 2, s.theme.Ink)
	}
}

// hasHeldOut reports whether points are held out.
func hasHeldOut(snap *protocol.Snapshot) bool {
	for i := range snap.Points {
		if snap.Points[i].Held {
			return true
		}
	}
	return false
}

// heldWords says in the upper right corner which mark means what, below the note on what is in focus if there is one, before other labels take
// that space. heldMarks draws those marks on top of everything else.
func (s *Scene) heldWords() {
	for line, word := range [...]string{"trained on", "held out"} {
		s.labels.start(word).note(s.heldMark(line).moved(-10*s.scale, 0), 'r', classNote)
	}
}

func (s *Scene) heldMarks() {
	for line := range 2 {
		s.point(s.heldMark(line), &protocol.Point{Label: 1, Held: line == 1}, 0.9*markRadius, 1)
	}
}

func (s *Scene) heldMark(line int) pixel {
	if s.snap.Entry.Matrix >= 0 || focused(s.snap, s.snap.Focus) {
		line++
	}
	return xy(s.r.X+s.r.W-14*s.scale, s.r.Y+(16+float64(line)*(s.labels.height()+2))*s.scale)
}
