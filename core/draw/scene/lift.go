package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// lift is a gesture that moves a point in space. After a press on the floor, the press sets the point's first two coordinates and the drag
// lifts it. An existing point moves parallel to the floor, or, after a tap on it and with Shift, upright.
type lift struct {
	at      vec // position of the point in the world
	upright bool
	moved   bool    // since the press
	tapped  bool    // the previous gesture was a tap
	index   int     // index of the point, or -1 for a point that the press made
	y       float64 // y of the press, in css pixels
}

// room returns the projection and the room of the data tile.
func (on *Stage) room() (projection, Room) {
	return on.View.Cameras[TileData].projection(on.View.Layout.Tiles[TileData], roomRadius), RoomOf(on.Snapshot.Window)
}

// onFloor reports whether the pointer is over the floor of the room.
func (on *Stage) onFloor(p *PointerEvent) bool {
	proj, _ := on.room()
	at, ok := proj.intersect(p.X, p.Y, 2, -1)
	return ok && math.Abs(at[0]) <= 1 && math.Abs(at[1]) <= 1
}

// locateInRoom is locate for data with three features.
func (in *Input) locateInRoom(p *PointerEvent, on *Stage, press bool) (at dataPosition, ok bool) {
	proj, room := on.room()
	if press {
		index := roomPoint(on.Snapshot.Points, &proj, room, p.X, p.Y, on.radius(p))
		if !in.begin(index, p, on, &proj, room) {
			return at, false
		}
	} else {
		in.lift.moved = in.lift.moved || math.Abs(p.Y/on.View.Layout.Scale-in.lift.y) > 3
		in.follow(p, &proj)
	}
	return dataPosition{room.point(in.lift.at), 3, on.radius(p) / proj.scale * room.half, in.lift.index}, true
}

// begin chooses the point that a press is for: an existing one, or with the draw tool a new one on the floor. It reports false if there is
// none.
func (in *Input) begin(index int, p *PointerEvent, on *Stage, proj *projection, room Room) bool {
	again := in.lift.tapped && in.lift.index == index && index >= 0
	upright := in.lift.upright
	in.lift = lift{index: index, y: p.Y / on.View.Layout.Scale}
	if index >= 0 {
		in.lift.at = room.World(on.Snapshot.Points[index].X)
		in.lift.upright = p.Shift || again && !upright
		return true
	}
	if on.Snapshot.Tool != protocol.ToolDraw || !on.onFloor(p) {
		return false
	}
	in.lift.at, _ = proj.intersect(p.X, p.Y, 2, -1)
	in.lift.upright = true
	return true
}

// follow moves the point with the pointer.
func (in *Input) follow(p *PointerEvent, proj *projection) {
	at := &in.lift.at
	if in.lift.upright != (p.Shift && in.lift.index >= 0 && !in.lift.upright) {
		at[2] = max(-1, min(height(*at, p.Y, proj), 1))
		return
	}
	axis := 2 // the point moves in the horizontal plane through it, or, if the floor is seen edge-on, in an upright plane
	if math.Abs(proj.forward[2]) < 0.15 {
		axis = 0
		if math.Abs(proj.forward[1]) > math.Abs(proj.forward[0]) {
			axis = 1
		}
	}
	if q, ok := proj.intersect(p.X, p.Y, axis, at[axis]); ok {
		for k := range q {
			at[k] = max(-1, min(q[k], 1))
		}
	}
}

// height returns the third coordinate at which the vertical line through the point at is drawn at the screen height y. It bisects, since the
// projection of the line is monotone. Seen from above, where the line is a dot, it returns the present coordinate.
func height(at vec, y float64, proj *projection) float64 {
	low, high := at, at
	low[2], high[2] = -1.5, 1.5
	if math.Abs(proj.project(low).y-proj.project(high).y) < 8 {
		return at[2]
	}
	down := proj.project(low).y > proj.project(high).y
	for range 40 {
		middle := low
		middle[2] = (low[2] + high[2]) / 2
		if (proj.project(middle).y > y) == down {
			low = middle
		} else {
			high = middle
		}
	}
	return low[2]
}

// nearestAngle returns the direction on the circle, within a quarter turn of neuron k's, whose position in the picture is nearest to the
// pointer.
func (on *Stage) nearestAngle(k int, p *PointerEvent, project func(u protocol.Vec) pixel) (u protocol.Vec) {
	n, best := on.Snapshot.Neurons[k], math.Inf(1)
	at := math.Atan2(n.U[1], n.U[0])
	const parts = 180
	for i := range parts + 1 {
		sin, cos := math.Sincos(at + math.Pi/2*(2*float64(i)/parts-1))
		candidate := protocol.Vec{cos, sin}
		q := project(candidate)
		if d := math.Hypot(q.x-p.X, q.y-p.Y); d < best {
			best, u = d, candidate
		}
	}
	return u
}

// onSphere returns the point of the unit sphere under a pixel, or else the nearest point of the sphere's outline.
func onSphere(proj projection, x, y float64) protocol.Vec {
	from, along := proj.ray(x, y)
	a, b, c := along.dot(along), from.dot(along), from.dot(from)-1
	s := -b / a
	if disc := b*b - a*c; disc > 0 {
		s = (-b - math.Sqrt(disc)) / a
	}
	q := from.plus(along.scale(s))
	return protocol.Vec(q.scale(1 / q.length()))
}
