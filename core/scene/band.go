package scene

import (
	"math"
	"strconv"

	"conelab/core/wire"
)

// bandReach is how far, in css pixels, a rectangle is drawn at least: a shorter one is a tap beside the points.
const bandReach = 5.0

// Band is the rectangle that a pointer draws over the data to choose the points in it; Shown says that there is one. It is kept in css pixels,
// which are the same when the picture changes its sharpness.
type Band struct {
	from, to spot
	Shown    bool
}

// rect returns the band in pixels, scale to the css pixel.
func (b *Band) rect(scale float64) Rect {
	x0, x1 := min(b.from.x, b.to.x)*scale, max(b.from.x, b.to.x)*scale
	y0, y1 := min(b.from.y, b.to.y)*scale, max(b.from.y, b.to.y)*scale
	return Rect{x0, y0, x1 - x0, y1 - y0}
}

// holds reports whether a point that is drawn at a spot is in the band.
func (b *Band) holds(at spot, scale float64) bool {
	r := b.rect(scale)
	return b.Shown && at.x >= r.X && at.x <= r.X+r.W && at.y >= r.Y && at.y <= r.Y+r.H
}

// choose begins a gesture of the tool that selects: on a point, which is then moved with all that is selected, or with Shift only chosen
// or not; beside the points, a band.
func (h *Hand) choose(p *Pointer, on *Stage) bool {
	i := on.pointUnder(TileData, p)
	switch {
	case i >= 0 && p.Shift:
		h.send(selectIntent("toggle", []int{i}))
		return true
	case i >= 0:
		at, ok := h.locate(p, on, true)
		if !ok {
			return false
		}
		h.drawing, h.at = p.ID, at
		h.setFocus(none)
		if p.Touch { // a finger has no Shift: its taps add
			at += `,"more":true`
		}
		h.send(pointIntent("press", at))
		return true
	}
	h.banding = p.ID
	at := spot{x: p.X / on.View.Layout.Scale, y: p.Y / on.View.Layout.Scale}
	on.View.Band = Band{at, at, true}
	return true
}

// band follows the pointer that draws a rectangle, and at its end chooses what is in it: beside what was chosen with Shift, or by a finger.
func (h *Hand) band(p *Pointer, on *Stage) {
	b, r, scale := &on.View.Band, on.View.Layout.Tiles[TileData], on.View.Layout.Scale
	b.to = spot{x: max(r.X, min(p.X, r.X+r.W)) / scale, y: max(r.Y, min(p.Y, r.Y+r.H)) / scale}
	if p.Kind == Move {
		return
	}
	area, indices := b.rect(scale), []int(nil)
	for i := range on.Snapshot.Points {
		if b.holds(on.pointSpot(i), scale) {
			indices = append(indices, i)
		}
	}
	*b, h.banding = Band{}, none
	short := max(area.W, area.H) < bandReach*scale
	switch {
	case p.Kind == Cancel:
	case short && !p.Shift:
		h.send(selectIntent("none", nil))
	case short:
	case p.Shift || p.Touch:
		h.send(selectIntent("add", indices))
	default:
		h.send(selectIntent("set", indices))
	}
}

// pointSpot returns where data point i is drawn.
func (on *Stage) pointSpot(i int) spot {
	q := &on.Snapshot.Points[i]
	switch on.Snapshot.Dimension {
	case 1:
		return on.plane().spot(q.X[0], q.Label)
	case 2:
		return on.plane().spot(q.X[0], q.X[1])
	}
	l, room := on.room()
	return l.spot(vec(room.World(q.X)))
}

// selectIntent returns the intent to choose points.
func selectIntent(name string, indices []int) string {
	b := append(make([]byte, 0, 48+6*len(indices)), `{"do":"select","name":"`...)
	b = append(b, name...)
	b = append(b, `","indices":[`...)
	for k, i := range indices {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(i), 10)
	}
	return string(append(b, `]}`...))
}

// selection draws the ring around a chosen point, or one that the band would choose.
func selection(p pen, at spot, q *wire.Point, v *View, radius float64) {
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
	a, b := spot{x: r.X, y: r.Y}, spot{x: r.X + r.W, y: r.Y}
	c, d := spot{x: r.X + r.W, y: r.Y + r.H}, spot{x: r.X, y: r.Y + r.H}
	p.fill(a, b, c, d, v.Theme.Ink.alpha(0.07))
	for _, side := range [...][2]spot{{a, b}, {b, c}, {d, c}, {a, d}} {
		if math.Hypot(side[1].x-side[0].x, side[1].y-side[0].y) > 1 {
			p.dashed(side[0], side[1], 1.5, v.Theme.Ink.alpha(0.8))
		}
	}
}
