package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// markRadius is the radius of a point in css pixels, for few points; many are drawn smaller.
const markRadius = 5.0

// dataSpace is where data points are drawn: in a plane, with the label upwards if there is one feature, or in a room.
type dataSpace struct {
	dimension int
	plane     canvas.Transform
	proj      canvas.Projection
	room      Room
}

func dataSpaceOf(snap *protocol.Snapshot, v *View) dataSpace {
	r, d := v.Layout.Tiles[protocol.PictureData], dataSpace{dimension: snap.Dimension}
	if d.dimension == 3 {
		d.proj, d.room = v.Cameras[protocol.PictureData].Projection(r, roomRadius), RoomOf(snap.Window)
	} else {
		d.plane = dataPlane(r, snap)
	}
	return d
}

// at returns where a point is drawn.
func (d *dataSpace) at(q *protocol.Point) canvas.Pixel {
	switch d.dimension {
	case 1:
		return d.plane.At(q.X[0], q.Label)
	case 2:
		return d.plane.At(q.X[0], q.X[1])
	}
	return d.proj.Project(d.room.World(q.X))
}

// unit returns the number of pixels in a unit of the data, in a room at the depth of its middle.
func (d *dataSpace) unit() float64 {
	if d.dimension == 3 {
		return d.proj.Scale / d.room.half
	}
	return d.plane.KX
}

// pointRadius returns the radius of a point's mark if there are n points. Marks grow with the lines, on a screen that is far away.
func (s *painting) pointRadius(n int) float64 {
	far := max(1, s.view.Weight)
	if n > 120 {
		return far * max(2.2, markRadius*math.Pow(120/float64(n), 0.25))
	}
	return far * markRadius
}

// points draws the points of a plane. A label as large as size has its full colour.
func (s *dataPicture) points(d *dataSpace, size float64) {
	points, radius := s.snap.Points, s.pointRadius(len(s.snap.Points))
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
			s.Ring(at, 2.6*markRadius, 2, s.Theme.Ink.Alpha(0.75))
			s.point(at, &points[i], 1.5*markRadius, size)
		}
	}
}

// pointMark returns the number of a point's shape, its colour, and how strong the colour is: by its class if it has
// one; otherwise by its label, a disc if positive and a diamond if negative, paler for a small label.
func pointMark(t *canvas.Theme, q *protocol.Point, size float64) (shape int, hue canvas.Color, strength float64) {
	strength = math.Min(1, math.Abs(q.Label)/size)
	switch {
	case q.Class > 0 && q.Class <= protocol.MaxClasses:
		return q.Class, t.Classes[q.Class-1], 1
	case q.Label < 0:
		return 2, t.Negative, strength
	}
	return 1, t.Positive, strength
}

// point draws a data point. A point that is held out is the outline of its mark, as wide as a filled mark: the network was not
// trained on it. Points are data and keep their colours, whatever becomes of the solution.
func (s *painting) point(at canvas.Pixel, q *protocol.Point, radius, size float64) {
	t := &s.view.Theme
	shape, hue, strength := pointMark(t, q, size)
	edge, core, inner := t.Ink.Mix(hue, 0.35), t.Paper.Mix(hue, 0.25+0.75*strength), radius-0.7
	if q.Held {
		edge, core, inner = t.Paper.Mix(t.Ink.Mix(hue, 0.8), 0.45+0.55*strength), t.Paper, radius-max(1.3, 0.34*radius)
	}
	s.Shape(at, shape, radius+1.6, t.Paper)
	s.Shape(at, shape, radius+0.4, edge)
	s.Shape(at, shape, inner, core)
}

// selection draws the ring around a selected point, or around one that the band would select.
func (s *dataPicture) selection(at canvas.Pixel, q *protocol.Point, radius float64) {
	if q.Selected || s.view.Band.holds(at, s.Scale) {
		s.Ring(at, radius+5.5, 4, s.Theme.Paper.Alpha(0.8))
		s.Ring(at, radius+5.5, 2, s.Theme.Ink)
	}
}
