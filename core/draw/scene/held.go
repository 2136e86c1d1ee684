package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// hollow draws a held-out point as the outline of its mark, filled with the background and as wide as a filled mark: the network was not
// trained on it.
func hollow(p pen, at pixel, q *protocol.Point, t *Theme, radius, size float64) {
	label := q.Label
	if q.Class > 0 && q.Class <= protocol.MostClasses {
		p.shape(at, q.Class, radius+1.9, t.Paper)
		p.shape(at, q.Class, radius+0.6, t.Ink.mix(t.Classes[q.Class-1], 0.6))
		p.shape(at, q.Class, radius-max(1.3, 0.34*radius), t.Paper)
		return
	}
	strength := 0.45 + 0.55*math.Min(1, math.Abs(label)/size)
	color := t.Paper.mix(t.signed(label).mix(t.Ink, 0.15), strength)
	shape, grown := pen.disc, radius
	if label < 0 {
		shape, grown = pen.diamond, 1.3*radius+0.5
	}
	shape(p, at, grown+1.6, t.Paper)
	shape(p, at, grown+0.4, color)
	shape(p, at, grown-max(1.6, 0.36*radius), t.Paper)
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

// legendWords says in the upper right corner of the data tile which mark means what, before other labels take that space. legendMarks draws
// those marks on top of everything else.
func (s *Scene) legendWords(r Rect, snap *protocol.Snapshot, v *View) {
	for line, word := range [...]string{"trained on", "held out"} {
		at := s.legendPlace(line, r, snap, v)
		s.labels.start(word).note(pixel{x: at.x - 10*v.Layout.Scale, y: at.y}, 'r', classNote)
	}
}

func (s *Scene) legendMarks(r Rect, snap *protocol.Snapshot, v *View) {
	p := s.ink(TileData, v, false)
	for line := range 2 {
		dot(p, s.legendPlace(line, r, snap, v), &protocol.Point{Label: 1, Held: line == 1}, &v.Theme, 0.9*markRadius, 1)
	}
}

// legendPlace returns the position of the mark in a line of the legend: below the note on what is in focus, if there is one.
func (s *Scene) legendPlace(line int, r Rect, snap *protocol.Snapshot, v *View) pixel {
	if snap.Entry.Matrix >= 0 || focused(snap, snap.Focus) {
		line++
	}
	k := v.Layout.Scale
	return pixel{x: r.X + r.W - 14*k, y: r.Y + 16*k + float64(line)*(s.labels.height()+2)*k}
}
