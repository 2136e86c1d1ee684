package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// stroke is a gesture with a tool in the data tile.
type stroke struct {
	began  intent.Press
	finger bool // it is a finger that has not left the place of the press
	lift   lift
}

// lift is how a point moves in space. After a press on the floor, the press sets the point's first two coordinates and the drag
// lifts it. An existing point moves parallel to the floor, or upright with More.
type lift struct {
	at      vec // position of the point in the world
	upright bool
	index   int // of the point, or none for a point that the press made
}

// drawsOther reports whether the tool draws classes, so that there is another class to draw. Nothing is drawn in a plane through more
// features.
func (hit *HitTest) drawsOther() bool {
	return !hit.Snapshot.Plane && (hit.Snapshot.Tool == protocol.ToolDraw || hit.Snapshot.Tool == protocol.ToolLabel)
}

// startDrawing begins a gesture of the tool, unless the press is meant for the camera. other draws the other class, more adds to the
// selection.
func (in *Input) startDrawing(p *PointerEvent, hit *HitTest, more, other bool) bool {
	if hit.Snapshot.Dimension == 3 && !in.startLift(p, hit) {
		return false
	}
	in.begin(drawing, protocol.PictureData, p, hit)
	at := in.locate(p, hit)
	under := hit.pointUnder(protocol.PictureData, p)
	in.stroke.began = intent.Press{At: at.At, Radius: at.Radius, Index: &under, More: more, Other: other}
	in.stroke.finger = p.Touch && !more
	in.setFocus(none)
	in.send(in.stroke.began)
	return true
}

// secondFinger restarts the gesture of the first finger as one of the other class, if that finger has not moved yet.
func (in *Input) secondFinger(p *PointerEvent, hit *HitTest) bool {
	if !p.Touch || !in.stroke.finger || p.ID == in.pointer || !hit.drawsOther() {
		return false
	}
	in.stroke.finger = false
	in.stroke.began.More, in.stroke.began.Other = false, true
	in.send(intent.Cancel{})
	in.send(in.stroke.began)
	return true
}

// drag continues the gesture to the position of the pointer.
func (in *Input) drag(p *PointerEvent, hit *HitTest) {
	d, at := &in.stroke, hit.css(p)
	d.finger = d.finger && math.Hypot(at.X-in.down.X, at.Y-in.down.Y) < tapDistance
	if hit.Snapshot.Dimension == 3 {
		in.moveLift(p, hit)
	}
	in.send(in.locate(p, hit))
}

// locate returns the place of the drawing pointer in the data and its path there, so that a stroke does not cut corners where frames are
// slow. In space it returns the point that the pointer moves and its place; in a plane the session finds the points under the pointer.
func (in *Input) locate(p *PointerEvent, hit *HitTest) intent.Drag {
	space := hit.space()
	drag := intent.Drag{Radius: hit.radius(p) / space.unit()}
	if space.dimension == 3 {
		at := space.room.point(in.stroke.lift.at)
		drag.At, drag.Index = at[:], new(in.stroke.lift.index)
		return drag
	}
	for path := p.Path; len(path) > 1; path = path[2:] {
		x, y := hit.placeAt(&space, path[0], path[1])
		drag.Path = append(drag.Path, x, y)
	}
	x, y := hit.placeAt(&space, p.X, p.Y)
	drag.At = []float64{x, y}
	return drag
}

// placeAt returns the place in a plane at which a pointer draws: it keeps within the picture, which would grow with points beyond its edge.
func (hit *HitTest) placeAt(space *dataSpace, x, y float64) (float64, float64) {
	r := hit.View.Layout.Tiles[protocol.PictureData]
	margin := max(drawnMargin(r), hit.Snapshot.Brush*space.plane.KX)
	return space.plane.Point(max(r.X+margin, min(x, r.X+r.W-margin)), max(r.Y+margin, min(y, r.Y+r.H-margin)))
}

// onFloor reports whether the pointer is over the floor of the room.
func (hit *HitTest) onFloor(p *PointerEvent) bool {
	space := hit.space()
	at, ok := space.proj.Intersect(p.X, p.Y, -1)
	return ok && math.Abs(at[0]) <= 1 && math.Abs(at[1]) <= 1
}

// startLift chooses the point in space that a press is for: an existing one, or with the draw tool a new one on the floor. It
// reports false if there is none.
func (in *Input) startLift(p *PointerEvent, hit *HitTest) bool {
	space := hit.space()
	index := hit.pointUnder(protocol.PictureData, p)
	l := &in.stroke.lift
	*l = lift{index: index}
	if index >= 0 {
		l.at = space.room.world(hit.Snapshot.Points[index].X)
		l.upright = p.More
		return true
	}
	if hit.Snapshot.Tool != protocol.ToolDraw || !hit.onFloor(p) {
		return false
	}
	l.at, _ = space.proj.Intersect(p.X, p.Y, -1)
	l.upright = true
	return true
}

// moveLift moves the point with the pointer.
func (in *Input) moveLift(p *PointerEvent, hit *HitTest) {
	space, l := hit.space(), &in.stroke.lift
	proj, at := &space.proj, &l.at
	if l.upright || p.More && l.index >= 0 {
		at[2] = max(-1, min(height(*at, p.Y, proj), 1))
		return
	}
	if q, ok := proj.Intersect(p.X, p.Y, at[2]); ok { // in the horizontal plane through it
		for k := range q {
			at[k] = max(-1, min(q[k], 1))
		}
	}
}

// height returns the third coordinate at which the vertical line through the point at is drawn at the screen height y. Seen from
// above, where the line is a dot, it returns the present coordinate.
func height(at vec, y float64, proj *canvas.Projection) float64 {
	low, high := at, at
	low[2], high[2] = -1.5, 1.5
	if math.Abs(proj.Project(low).Y-proj.Project(high).Y) < 8 {
		return at[2]
	}
	// y is a quotient of two linear functions of the coordinate z: rise (1 + perspective depth(z)) = up'(at with z).
	low[2] = 0
	rise := (proj.CY - y) / proj.Scale
	return (rise*(1+canvas.Perspective*proj.Depth(low)) - low.Dot(proj.Up)) / (proj.Up[2] - rise*canvas.Perspective*proj.Forward[2])
}

// smallestBand is the least size, in css pixels, of a drawn rectangle: a shorter one is a tap beside the points.
const smallestBand = 5.0

// Band is the rectangle that a pointer draws over the data to select the points in it; Shown is set if there is one. It is kept in css
// pixels, which stay the same when the picture's resolution changes.
type Band struct {
	from, to canvas.Pixel
	Shown    bool
}

// rect returns the band in pixels; scale is the number of pixels in a css pixel.
func (b *Band) rect(scale float64) canvas.Rect {
	x0, x1 := min(b.from.X, b.to.X)*scale, max(b.from.X, b.to.X)*scale
	y0, y1 := min(b.from.Y, b.to.Y)*scale, max(b.from.Y, b.to.Y)*scale
	return canvas.Rect{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}

// holds reports whether a point drawn at the given pixel is in the band.
func (b *Band) holds(at canvas.Pixel, scale float64) bool {
	r := b.rect(scale)
	return b.Shown && at.X >= r.X && at.X <= r.X+r.W && at.Y >= r.Y && at.Y <= r.Y+r.H
}

// startSelection begins a gesture of the select tool. On a point the gesture moves that point with everything selected; with More it only
// toggles whether the point is selected. Beside the points it draws a band.
func (in *Input) startSelection(p *PointerEvent, hit *HitTest) bool {
	switch i := hit.pointUnder(protocol.PictureData, p); {
	case i >= 0 && p.More:
		in.send(intent.Select{Name: "toggle", Indices: []int{i}})
		return true
	case i >= 0:
		return in.startDrawing(p, hit, p.Touch, false) // a finger has no Shift, so its taps add
	}
	in.begin(selecting, protocol.PictureData, p, hit)
	hit.View.Band = Band{in.down, in.down, true}
	return true
}

// band follows the pointer that draws a rectangle and finally selects the points in it. With More, or with a finger, they are added to the
// selection.
func (in *Input) band(p *PointerEvent, hit *HitTest) {
	b, r, scale := &hit.View.Band, hit.View.Layout.Tiles[protocol.PictureData], hit.View.Layout.Scale
	b.to = canvas.XY(max(r.X, min(p.X, r.X+r.W))/scale, max(r.Y, min(p.Y, r.Y+r.H))/scale)
	if p.Kind == Move {
		return
	}
	area, space, indices := b.rect(scale), hit.space(), []int(nil)
	for i := range hit.Snapshot.Points {
		if b.holds(space.at(&hit.Snapshot.Points[i]), scale) {
			indices = append(indices, i)
		}
	}
	*b = Band{}
	short := max(area.W, area.H) < smallestBand*scale
	switch {
	case p.Kind == Cancel, short && p.More:
	case short:
		in.send(intent.Select{Name: "none"})
	case p.More || p.Touch:
		in.send(intent.Select{Name: "add", Indices: indices})
	default:
		in.send(intent.Select{Name: "set", Indices: indices})
	}
}

// drawBand draws the rectangle.
func (s *dataPicture) drawBand() {
	if !s.view.Band.Shown {
		return
	}
	r := s.view.Band.rect(s.Scale)
	q := r.Corners()
	s.Rectangle(r, s.Theme.Ink.Alpha(0.07))
	for _, side := range [...][2]canvas.Pixel{{q[0], q[1]}, {q[1], q[2]}, {q[3], q[2]}, {q[0], q[3]}} {
		s.Dashed(side[0], side[1], 1.5, s.Theme.Ink.Alpha(0.8))
	}
}
