package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// roomRadius is the radius, in world units, of the ball shown by a room's tile: it contains the window's cube |w_i| <= 1 with its corners.
const roomRadius = 1.62

// Room maps data with three features to the world: the window becomes the cube |w_i| <= 1.
type Room struct {
	center protocol.Vec
	half   float64
}

// RoomOf returns the room for a window.
func RoomOf(w protocol.Window) Room { return Room{w.Center, positive(w.Half)} }

// World maps a data point to the world.
func (m Room) World(x protocol.Vec) (w [3]float64) {
	for i := range w {
		w[i] = (x[i] - m.center[i]) / m.half
	}
	return w
}

// point is the inverse of World.
func (m Room) point(w [3]float64) (x protocol.Vec) {
	for i := range x {
		x[i] = m.center[i] + w[i]*m.half
	}
	return x
}

// form returns the zero set of the quadratic q of the data as a quadric in the world, with 1 as its largest entry; it reports false where q
// is zero.
func (m Room) form(q *protocol.Quadratic) (form [10]float32, ok bool) {
	c, h := m.center, m.half
	gradient := [3]float64{
		2*q.XX*c[0] + q.XY*c[1] + q.XZ*c[2] + q.X, 2*q.YY*c[1] + q.XY*c[0] + q.YZ*c[2] + q.Y, 2*q.ZZ*c[2] + q.XZ*c[0] + q.YZ*c[1] + q.Z,
	}
	return normalForm([10]float64{
		q.XX * h * h, q.YY * h * h, q.ZZ * h * h, q.XY * h * h / 2, q.XZ * h * h / 2, q.YZ * h * h / 2,
		gradient[0] * h / 2, gradient[1] * h / 2, gradient[2] * h / 2, q.At(c),
	})
}

// normalForm divides a form by its largest entry.
func normalForm(values [10]float64) (form [10]float32, ok bool) {
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	if !(largest > 0 && largest < math.Inf(1)) {
		return form, false
	}
	for i, v := range values {
		form[i] = float32(v / largest)
	}
	return form, true
}

// heatForm returns the coefficients of q(origin + half w) / size, the function that colours a surface.
func heatForm(q *protocol.Quadratic, origin protocol.Vec, half, size float64) (heat [10]float32) {
	m := Room{origin, half}
	c, h := m.center, m.half
	for i, v := range [10]float64{
		q.XX * h * h, q.YY * h * h, q.ZZ * h * h, q.XY * h * h, q.XZ * h * h, q.YZ * h * h,
		(2*q.XX*c[0] + q.XY*c[1] + q.XZ*c[2] + q.X) * h, (2*q.YY*c[1] + q.XY*c[0] + q.YZ*c[2] + q.Y) * h,
		(2*q.ZZ*c[2] + q.XZ*c[0] + q.YZ*c[1] + q.Z) * h, q.At(c),
	} {
		heat[i] = bounded(v / size)
	}
	return heat
}

// buildRoom draws data with three features: the quadric f = 0, the points with lines to the floor, and the neurons' directions.
func (s *Scene) buildRoom(r Rect, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	room := RoomOf(snap.Window)
	proj := v.Cameras[TileData].projection(r, roomRadius)
	p := s.ink(TileData, v, false)
	p.panel(r, Corner, t.Paper)
	shown := s.shown(snap)
	if form, ok := room.form(&shown); ok {
		surface := s.surface(TileData, r, &proj, v, math.Sqrt(3))
		surface.Form, surface.Box, surface.Sides, surface.Pattern, surface.Rim = form, [3]float32{1, 1, 1}, true, PatternLevels, true
		surface.Opacity, surface.Edge = 0.11, 0.45
	}
	p = s.ink(TileData, v, true)
	s.box(p, r, &proj, room, t)
	s.directionArrows(p, r, &proj, room, snap, v)
	s.spheres(p, &proj, room, snap, v)
}

// box draws the floor with a grid and the edges of the cube, and names the axes.
func (s *Scene) box(p pen, r Rect, proj *projection, room Room, t *Theme) {
	step := roundStep(2 * room.half / 3.9)
	for axis := range 2 {
		low := room.center[axis] - room.half
		for i := math.Ceil(low / step); step > 0 && i*step <= low+2*room.half && i < low/step+40; i++ {
			a, b := vec{-1, -1, -1}, vec{1, 1, -1}
			a[axis] = (i*step - room.center[axis]) / room.half
			b[axis] = a[axis]
			p.segment(proj.project(a), proj.project(b), 1, t.Ink.alpha(0.10))
		}
	}
	for axis := range 3 {
		for k := range 4 {
			a := vec{-1, -1, -1}
			a[(axis+1)%3], a[(axis+2)%3] = float64(k%2*2-1), float64(k/2*2-1)
			b := a
			b[axis] = 1
			strength := 0.10
			if a[2] < 0 && b[2] < 0 {
				strength = 0.28
			}
			p.segment(proj.project(a), proj.project(b), 1, t.Ink.alpha(strength))
		}
	}
	s.nameAxes(r, proj)
}

// nameAxes puts the names and the end values of the axes beside the edges of the cube that lie on its outline.
func (s *Scene) nameAxes(r Rect, proj *projection) {
	side := func(k int) float64 { // the side of the cube, along axis k, on which the eye is
		if proj.forward[k] > 0 {
			return -1
		}
		return 1
	}
	for axis := range 2 {
		at := vec{0, 0, -1}
		at[1-axis] = 1.14 * side(1-axis)
		s.labels.start("x").index(axis).place(proj.project(at), r, classNote)
	}
	// The vertical edge farthest to the left.
	best, left := vec{}, math.Inf(1)
	for k := range 4 {
		at := vec{1.08 * float64(k%2*2-1), 1.08 * float64(k/2*2-1), 0.55}
		if x := proj.project(at).x; x < left {
			best, left = at, x
		}
	}
	s.labels.start("x").index(2).place(proj.project(best), r, classNote)
}

// directionArrows draws the directions of the neurons found, from the origin of the data, or from the middle of the room if the origin is
// outside.
func (s *Scene) directionArrows(p pen, r Rect, proj *projection, room Room, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	from := vec(room.World(protocol.Vec{}))
	for _, c := range from {
		if math.Abs(c) > 1 {
			from = vec{}
		}
	}
	largest := heaviest(snap)
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		reach := (0.32 + 0.45*math.Sqrt(math.Abs(n.Alpha)/largest)) * s.now.presence[i]
		if !(reach > 0.05) {
			continue
		}
		width := 2.0
		if focused(snap, i) {
			width = 3.4
		}
		strength := emphasis(snap, i)
		tip := from.plus(vec(n.U).scale(reach))
		p.arrow(proj.project(from), proj.project(tip), width, 1, t.signed(n.Alpha).mix(t.Ink, 0.4).alpha(strength))
		s.labels.start("").neuron(i).beyond(proj.project(tip), proj.project(from), r, neuronClass(n.Alpha, strength < 1))
	}
}

// spheres draws the points, the farthest first.
func (s *Scene) spheres(p pen, proj *projection, room Room, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	s.order, s.depths = s.order[:0], s.depths[:0]
	for i := range snap.Points {
		s.order = append(s.order, i)
		s.depths = append(s.depths, proj.depth(vec(room.World(snap.Points[i].X))))
	}
	sortByDepth(s.order, s.depths)
	radius := pointRadius(len(snap.Points)) * 1.15
	for _, i := range s.order {
		q := &snap.Points[i]
		w := vec(room.World(q.X))
		at := proj.project(w)
		strength := 0.35 + 0.65*math.Min(1, math.Abs(q.Label)/s.now.size)
		color := t.Paper.mix(t.signed(q.Label), strength)
		if f, ok := layersAt(snap, i); ok {
			color = t.Paper.mix(t.signed(f), 0.35+0.65*math.Min(1, math.Abs(f)/s.now.size))
		}
		grown := radius / (1 + s.depths[i]*proj.perspective)
		if i == snap.Grabbed || i == snap.Pointed {
			grown *= 1.5
			s.dropLines(p, proj, w, t)
			p.ring(at, 2.6*markRadius, 2, t.Ink.alpha(0.75))
		} else {
			foot := w
			foot[2] = -1
			p.segment(at, proj.project(foot), 1, t.Ink.alpha(0.08))
		}
		selection(p, at, q, v, radius)
		if q.Held {
			hollow(p, at, q, t, grown, s.now.size)
			continue
		}
		solid(p, at, q, t, grown, color)
	}
}

// solid draws a point in space: by its class if it has one, else by the sign of its label.
func solid(p pen, at pixel, q *protocol.Point, t *Theme, radius float64, color Color) {
	switch {
	case q.Class > 0 && q.Class <= protocol.MostClasses:
		color = t.Classes[q.Class-1]
		p.shape(at, q.Class, radius+1.2, t.Ink.mix(color, 0.35))
		p.shape(at, q.Class, radius, color)
	case q.Label < 0:
		p.diamond(at, radius*1.3+1.4, t.Ink.mix(t.Negative, 0.35))
		p.diamond(at, radius*1.3, color)
		p.diamond(pixel{at.x - 0.3*radius*p.scale, at.y - 0.3*radius*p.scale, at.depth}, radius*0.5, color.mix(Color{1, 1, 1, 1}, 0.35))
	default:
		p.disc(at, radius+1.1, t.Ink.mix(t.Positive, 0.35))
		p.sphere(at, radius, color)
	}
}

// dropLines draws lines from a grabbed point to the floor, and from there to the axes.
func (s *Scene) dropLines(p pen, proj *projection, w vec, t *Theme) {
	foot := vec{w[0], w[1], -1}
	p.dashed(proj.project(w), proj.project(foot), 1.5, t.Ink.alpha(0.6))
	p.dashed(proj.project(foot), proj.project(vec{-1, w[1], -1}), 1, t.Ink.alpha(0.4))
	p.dashed(proj.project(foot), proj.project(vec{w[0], -1, -1}), 1, t.Ink.alpha(0.4))
	p.disc(proj.project(foot), 2.5, t.Ink.alpha(0.6))
}

// roomPoint returns the index of the point drawn nearest to the pixel (x, y) in a data tile with three features, within radius pixels; of
// several points under the pointer, the one in front. It returns -1 if there is none.
func roomPoint(points []protocol.Point, proj *projection, room Room, x, y, radius float64) int {
	best, front := -1, math.Inf(1)
	for i := range points {
		w := vec(room.World(points[i].X))
		at := proj.project(w)
		d := math.Hypot(at.x-x, at.y-y)
		if d > radius {
			continue
		}
		if rank := proj.depth(w) + 2*d/radius; rank < front {
			best, front = i, rank
		}
	}
	return best
}
