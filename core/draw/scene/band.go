package scene

import "conelab/core/app/protocol/intent"

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
func (in *Input) startSelection(p *PointerEvent, on *Display) bool {
	switch i := on.pointUnder(TileData, p); {
	case i >= 0 && p.Shift:
		in.send(intent.JSON(intent.Select{Name: "toggle", Indices: []int{i}}))
		return true
	case i >= 0:
		return in.startDrawing(p, on, p.Touch, false) // a finger has no Shift, so its taps add
	}
	in.begin(selecting, TileData, p, on)
	on.View.Band = Band{in.down, in.down, true}
	return true
}

// band follows the pointer that draws a rectangle and finally selects the points in it. With Shift, or with a finger, they are added to the
// selection.
func (in *Input) band(p *PointerEvent, on *Display) {
	b, r, scale := &on.View.Band, on.View.Layout.Tiles[TileData], on.View.Layout.Scale
	b.to = xy(max(r.X, min(p.X, r.X+r.W))/scale, max(r.Y, min(p.Y, r.Y+r.H))/scale)
	if p.Kind == Move {
		return
	}
	area, space, indices := b.rect(scale), on.space(), []int(nil)
	for i := range on.Snapshot.Points {
		if b.holds(space.at(&on.Snapshot.Points[i]), scale) {
			indices = append(indices, i)
		}
	}
	*b = Band{}
	short := max(area.W, area.H) < bandReach*scale
	switch {
	case p.Kind == Cancel, short && p.Shift:
	case short:
		in.send(intent.JSON(intent.Select{Name: "none"}))
	case p.Shift || p.Touch:
		in.send(intent.JSON(intent.Select{Name: "add", Indices: indices}))
	default:
		in.send(intent.JSON(intent.Select{Name: "set", Indices: indices}))
	}
}

// drawBand draws the rectangle.
func (s *Scene) drawBand() {
	if !s.view.Band.Shown {
		return
	}
	r := s.view.Band.rect(s.scale)
	q := r.corners()
	s.quad(q, s.theme.Ink.alpha(0.07))
	for _, side := range [...][2]pixel{{q[0], q[1]}, {q[1], q[2]}, {q[3], q[2]}, {q[0], q[3]}} {
		s.dashed(side[0], side[1], 1.5, s.theme.Ink.alpha(0.8))
	}
}
