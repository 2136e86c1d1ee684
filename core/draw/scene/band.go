package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// bandReach is the least size, in css pixels, of a drawn rectangle: a shorter one is a tap beside the points.
const bandReach = 5.0

// Band is the rectangle that a pointer draws over the data to select the points in it; Shown says whether there is one. It is kept in css
// pixels, which stay the same when the picture's resolution changes.
type Band struct {
	from, to pixel
	Shown    bool
}

// rect returns the band in pixels; scale is the number of pixels in a css pixel.
func (b *Band) rect(scale float64) Rect {
	x0, x1 := min(b.from.x, b.to.x)*scale, max(b.from.x, b.to.x)*scale
	y0, y1 := min(b.from.y, b.to.y)*scale, max(b.from.y, b.to.y)*scale
	return Rect{x0, y0, x1 - x0, y1 - y0}
}

// holds reports whether a point drawn at the given pixel is in the band.
func (b *Band) holds(at pixel, scale float64) bool {
	r := b.rect(scale)
	return b.Shown && at.x >= r.X && at.x <= r.X+r.W && at.y >= r.Y && at.y <= r.Y+r.H
}

// startSelection begins a gesture of the select tool. On a point the gesture moves that point with everything selected; with Shift it only
// toggles whether the point is selected. Beside the points it draws a band.
func (in *Input) startSelection(p *PointerEvent, on *Stage) bool {
	i := on.pointUnder(TileData, p)
	switch {
	case i >= 0 && p.Shift:
		in.send(intent.JSON(intent.Select{Name: "toggle", Indices: []int{i}}))
		return true
	case i >= 0:
		at, ok := in.locate(p, on, true)
		if !ok {
			return false
		}
		in.drawing, in.at = p.ID, at
		in.setFocus(none)
		in.send(at.press(p.Touch, false)) // a finger has no Shift, so its taps add
		return true
	}
	in.banding = p.ID
	at := pixel{x: p.X / on.View.Layout.Scale, y: p.Y / on.View.Layout.Scale}
	on.View.Band = Band{at, at, true}
	return true
}

// band follows the pointer that draws a rectangle and finally selects the points in it. With Shift, or with a finger, they are added to the
// selection.
func (in *Input) band(p *PointerEvent, on *Stage) {
	b, r, scale := &on.View.Band, on.View.Layout.Tiles[TileData], on.View.Layout.Scale
	b.to = pixel{x: max(r.X, min(p.X, r.X+r.W)) / scale, y: max(r.Y, min(p.Y, r.Y+r.H)) / scale}
	if p.Kind == Move {
		return
	}
	area, indices := b.rect(scale), []int(nil)
	for i := range on.Snapshot.Points {
		if b.holds(on.pointSpot(i), scale) {
			indices = append(indices, i)
		}
	}
	*b, in.banding = Band{}, none
	short := max(area.W, area.H) < bandReach*scale
	switch {
	case p.Kind == Cancel:
	case short && !p.Shift:
		in.send(intent.JSON(intent.Select{Name: "none"}))
	case short:
	case p.Shift || p.Touch:
		in.send(intent.JSON(intent.Select{Name: "add", Indices: indices}))
	default:
		in.send(intent.JSON(intent.Select{Name: "set", Indices: indices}))
	}
}

// pointSpot returns the pixel where data point i is drawn.
func (on *Stage) pointSpot(i int) pixel {
	q := &on.Snapshot.Points[i]
	switch on.Snapshot.Dimension {
	case 1:
		return on.plane().at(q.X[0], q.Label)
	case 2:
		return on.plane().at(q.X[0], q.X[1])
	}
	proj, room := on.room()
	return proj.project(vec(room.World(q.X)))
}

// selection draws the ring around a selected point, or around one that the band would select.
func selection(p pen, at pixel, q *protocol.Point, v *View, radius float64) {
	if q.Selected || v.Band.holds(at, v.Layout.Scale) {
		p.ring(at, radius+5.5, 4, v.Theme.Paper.alpha(0.8))
		p.ring(at, radius+5.5, 2, v.Theme.Ink)
	}
}

// drawBand draws the rectangle.
func (s *Scene) drawBand(v *View) {
	if !v.Band.Shown {
		return
	}
	p, r := s.ink(TileData, v, false), v.Band.rect(v.Layout.Scale)
	a, b := pixel{x: r.X, y: r.Y}, pixel{x: r.X + r.W, y: r.Y}
	c, d := pixel{x: r.X + r.W, y: r.Y + r.H}, pixel{x: r.X, y: r.Y + r.H}
	p.fill(a, b, c, d, v.Theme.Ink.alpha(0.07))
	for _, side := range [...][2]pixel{{a, b}, {b, c}, {d, c}, {a, d}} {
		if math.Hypot(side[1].x-side[0].x, side[1].y-side[0].y) > 1 {
			p.dashed(side[0], side[1], 1.5, v.Theme.Ink.alpha(0.8))
		}
	}
}
