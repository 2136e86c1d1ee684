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
	room      room
}

func dataSpaceOf(snap *protocol.Snapshot, v *View) dataSpace {
	r, d := v.Layout.Tiles[protocol.PictureData], dataSpace{dimension: snap.Dimension}
	if d.dimension == 3 {
		d.proj, d.room = v.Cameras[protocol.PictureData].Projection(r, roomRadius), roomOf(snap.Window)
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
	return d.proj.Project(d.room.world(q.X))
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

// point draws a data point. Its mark and colour are those of its class if it has one; otherwise those of its label, a disc if positive and a
// diamond if negative, paler for a small label, and in space lit from the upper left. A point that is held out is the outline of its mark, as
// wide as a filled mark: the network was not trained on it. Points are data and keep their colours, whatever becomes of the solution.
func (s *painting) point(at canvas.Pixel, q *protocol.Point, radius, size float64) {
	t := &s.view.Theme
	shape, hue, strength := 1, t.Positive, math.Min(1, math.Abs(q.Label)/size)
	if q.Class > 0 && q.Class <= protocol.MaxClasses {
		shape, hue, strength = q.Class, t.Classes[q.Class-1], 1
	} else if q.Label < 0 {
		shape, hue = 2, t.Negative
	}
	edge, core, inner := t.Ink.Mix(hue, 0.35), t.Paper.Mix(hue, 0.25+0.75*strength), radius-0.7
	if q.Held {
		edge, core, inner = t.Paper.Mix(t.Ink.Mix(hue, 0.8), 0.45+0.55*strength), t.Paper, radius-max(1.3, 0.34*radius)
	}
	s.Shape(at, shape, radius+1.6, t.Paper)
	s.Shape(at, shape, radius+0.4, edge)
	s.Shape(at, shape, inner, core)
	switch lit := s.snap.Dimension == 3 && !q.Held && q.Class == 0; {
	case lit && shape == 1:
		s.Sphere(at, inner, core)
	case lit:
		s.Diamond(at.Offset(-0.3*radius*s.Scale, -0.3*radius*s.Scale), radius*0.5, core.Mix(canvas.Color{R: 1, G: 1, B: 1, A: 1}, 0.35))
	}
}

// selection draws the ring around a selected point, or around one that the band would select.
func (s *dataPicture) selection(at canvas.Pixel, q *protocol.Point, radius float64) {
	if q.Selected || s.view.Band.holds(at, s.Scale) {
		s.Ring(at, radius+5.5, 4, s.Theme.Paper.Alpha(0.8))
		s.Ring(at, radius+5.5, 2, s.Theme.Ink)
	}
}

// roomRadius is the radius, in world units, of the ball shown by a room's tile: it contains the window's cube |w_i| <= 1 with its corners.
const roomRadius = 1.62

// room maps data with three features to the world: the window becomes the cube |w_i| <= 1.
type room struct {
	center protocol.Vec
	half   float64
}

// roomOf returns the room for a window.
func roomOf(w protocol.Window) room { return room{w.Center, positive(w.Half)} }

// world maps a data point to the world.
func (m room) world(x protocol.Vec) (w vec) {
	for i := range w {
		w[i] = (x[i] - m.center[i]) / m.half
	}
	return w
}

// point is the inverse of world.
func (m room) point(w vec) (x protocol.Vec) {
	for i := range x {
		x[i] = m.center[i] + w[i]*m.half
	}
	return x
}

// expand returns the coefficients of q as a function of the world, in the order 11 22 33 12 13 23, then of the three coordinates, then 1.
func (m room) expand(q *protocol.Quadratic) [10]float64 {
	c, h := m.center, m.half
	return [10]float64{
		q.XX * h * h, q.YY * h * h, q.ZZ * h * h, q.XY * h * h, q.XZ * h * h, q.YZ * h * h,
		(2*q.XX*c[0] + q.XY*c[1] + q.XZ*c[2] + q.X) * h, (2*q.YY*c[1] + q.XY*c[0] + q.YZ*c[2] + q.Y) * h,
		(2*q.ZZ*c[2] + q.XZ*c[0] + q.YZ*c[1] + q.Z) * h, q.At(c),
	}
}

// form returns the zero set of the quadratic q of the data as a quadric in the world, with 1 as its largest entry; it reports false where q
// is zero.
func (m room) form(q *protocol.Quadratic) (form [10]float32, ok bool) {
	values, largest := m.expand(q), 0.0
	for i := range values {
		if i >= 3 && i < 9 {
			values[i] /= 2
		}
		largest = max(largest, math.Abs(values[i]))
	}
	for i, v := range values {
		form[i] = float32(v / largest)
	}
	return form, largest > 0 && largest < math.Inf(1)
}

// heat returns the coefficients of q / size in the world, the function that colours a surface.
func (m room) heat(q *protocol.Quadratic, size float64) (heat [10]float32) {
	const limit = 1e12 // keeps the coefficients of a wild function within the range of the graphics card
	for i, v := range m.expand(q) {
		heat[i] = float32(max(-limit, min(v/size, limit)))
		if v != v {
			heat[i] = 0
		}
	}
	return heat
}

// buildRoom draws data with three features: the quadric f = 0 unless f is piecewise linear, the points with lines to the floor, and the
// neurons' directions.
func (s *dataPicture) buildRoom(d *dataSpace) {
	s.Background(s.Theme.Paper)
	s.Projection = d.proj
	shown := s.shown().Quadratic
	if !showsTerm(s.snap) {
		shown.C -= s.snap.Level
	}
	if form, ok := d.room.form(&shown); ok && !s.snap.Piecewise.Set {
		surface := s.Surface(math.Sqrt(3))
		surface.Form, surface.Box, surface.Sides, surface.Pattern, surface.Rim = form, [3]float32{1, 1, 1}, true, canvas.PatternLevels, true
		surface.Opacity, surface.Edge = 0.11, 0.45
	}
	s.Ink(true)
	s.cube(d.room)
	if len(s.snap.Parts) == 0 { // the directions of the neurons found, from the origin of the data or else from the middle of the room
		from := d.room.world(protocol.Vec{})
		if max(math.Abs(from[0]), math.Abs(from[1]), math.Abs(from[2])) > 1 {
			from = vec{}
		}
		s.neuronArrows(s.At(from), 2.6, 0, func(u protocol.Vec, found, alpha float64) canvas.Pixel {
			return s.At(from.Plus(vec(u).Scale((0.32 + 0.45*math.Sqrt(math.Abs(alpha))) * found)))
		})
	}
	s.spheres(d)
}

// cube draws the floor with a grid and the edges of the cube, and names the axes.
func (s *dataPicture) cube(room room) {
	for axis := range 2 {
		low := room.center[axis] - room.half
		canvas.RoundNumbers(low, low+2*room.half, canvas.RoundStep(2*room.half/3.9), func(_, x float64) {
			a, b := vec{-1, -1, -1}, vec{1, 1, -1}
			a[axis] = (x - room.center[axis]) / room.half
			b[axis] = a[axis]
			s.Line(a, b, 1, s.Theme.GridLine())
		})
	}
	for axis := range 3 {
		for k := range 4 {
			a := vec{-1, -1, -1}
			a[(axis+1)%3], a[(axis+2)%3] = float64(k%2*2-1), float64(k/2*2-1)
			b := a
			b[axis] = 1
			color := s.Theme.GridLine()
			if a[2] < 0 && b[2] < 0 {
				color = s.Theme.Axis()
			}
			s.Line(a, b, 1, color)
		}
	}
	// The names of the axes stand beside edges that lie on the outline: on the floor at the side of the eye, and upright farthest
	// to the left.
	for axis := range 2 {
		at := vec{0, 0, -1}
		at[1-axis] = math.Copysign(1.14, -s.Projection.Forward[1-axis])
		s.nameAxis(axis).Near(s.At(at))
	}
	left := canvas.XY(math.Inf(1), 0)
	for k := range 4 {
		if at := s.At(vec{1.08 * float64(k%2*2-1), 1.08 * float64(k/2*2-1), 0.55}); at.X < left.X {
			left = at
		}
	}
	s.nameAxis(2).Near(left)
}

// nameAxis starts the name of a feature.
func (s *painting) nameAxis(axis int) *canvas.Labels {
	if axis < len(s.snap.Axes) {
		return s.Label(s.snap.Axes[axis])
	}
	return s.Label("x").Index(axis)
}

// spheres draws the points, the farthest first.
func (s *dataPicture) spheres(d *dataSpace) {
	points, radius := s.snap.Points, s.pointRadius(len(s.snap.Points))*1.15
	for _, i := range s.SortDown(len(points), func(i int) float64 { return s.Projection.Depth(d.room.world(points[i].X)) }) {
		q := &points[i]
		w := d.room.world(q.X)
		at := s.At(w)
		grown := radius / (1 + s.Projection.Depth(w)*canvas.Perspective)
		if i == s.snap.Grabbed || i == s.snap.Pointed {
			grown *= 1.5
			s.dropLines(w)
			s.Ring(at, 2.6*markRadius, 2, s.Theme.Ink.Alpha(0.75))
		} else {
			s.Line(w, vec{w[0], w[1], -1}, 1, s.Theme.GridLine())
		}
		s.selection(at, q, radius)
		s.point(at, q, grown, s.now.size)
	}
}

// dropLines draws lines from a grabbed point to the floor, and from there to the axes.
func (s *dataPicture) dropLines(w vec) {
	base := s.At(vec{w[0], w[1], -1})
	s.Dashed(s.At(w), base, 1.5, s.Theme.Ink.Alpha(0.6))
	s.Dashed(base, s.At(vec{-1, w[1], -1}), 1, s.Theme.Ink.Alpha(0.4))
	s.Dashed(base, s.At(vec{w[0], -1, -1}), 1, s.Theme.Ink.Alpha(0.4))
	s.Disc(base, 2.5, s.Theme.Ink.Alpha(0.6))
}
