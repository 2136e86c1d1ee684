package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// buildNeurons draws each neuron's own function with its weight, and the sum of what is found so far.
func (s *Scene) buildNeurons(r Rect, snap *protocol.Snapshot, v *View) {
	p, t := s.background(TileNeurons, r, v), &v.Theme
	count := len(snap.Neurons) + 1
	if s.now.onPath && snap.Film.Position < snap.Length()-1 {
		count = 1 // there are no neurons before the path has arrived
	}
	gap, caption := 10*v.Layout.Scale, 20*v.Layout.Scale
	columns, rows := cells(r, count, gap, caption)
	width, height := (r.W-gap)/float64(columns)-gap, (r.H-gap)/float64(rows)-gap
	side := min(width, height-caption)
	if side < 24*v.Layout.Scale {
		return
	}
	sum := s.sumSoFar(snap)
	for i := range count {
		cell := Rect{r.X + gap + float64(i%columns)*(width+gap) + (width-side)/2, r.Y + gap + float64(i/columns)*(height+gap) + caption, side, side}
		if snap.Dimension == 1 { // a graph may be wider than high
			cell.X, cell.W, cell.H = r.X+gap+float64(i%columns)*(width+gap), width, height-caption
		}
		room := (width + gap) / v.Layout.Scale // of a caption
		top := pixel{x: cell.X + cell.W/2, y: cell.Y - caption/2}
		if i == count-1 {
			s.sumCell(cell, top, room, &sum, snap, v)
			continue
		}
		s.neuronCell(cell, top, room, i, snap, v)
		if i < count-2 {
			s.plus(p, cell, columns, i, gap, t)
		}
	}
}

// sumSoFar returns the sum of the neurons that the film has found, or the function of the solver's iterate.
func (s *Scene) sumSoFar(snap *protocol.Snapshot) (sum protocol.Quadratic) {
	if s.now.onPath && s.now.iterate.Cost != 0 {
		return s.now.function
	}
	for i := range snap.Neurons {
		alone := part(snap, i)
		sum.Add(s.now.presence[i], &alone)
	}
	return sum
}

// sumCell draws the sum in its cell, with its caption at top, room css pixels wide.
func (s *Scene) sumCell(cell Rect, top pixel, room float64, sum *protocol.Quadratic, snap *protocol.Snapshot, v *View) {
	s.labels.start("sum f")
	if snap.Outputs > 1 {
		s.labels.index(snap.Output)
	}
	s.shorten(room, "f", snap.Output, snap.Outputs > 1)
	s.labels.note(top, 'c', classNote)
	s.thumbnail(cell, snap, v, sum, 1, 0)
	s.outline(v, cell, v.Theme.Ink.alpha(0.5), 1.5)
}

// neuronCell draws neuron i in its cell, likewise.
func (s *Scene) neuronCell(cell Rect, top pixel, room float64, i int, snap *protocol.Snapshot, v *View) {
	n := &snap.Neurons[i]
	alone := part(snap, i)
	s.labels.start("u").index(i).add(" ").signed(n.Alpha, 3)
	s.shorten(room, "u", i, true)
	s.labels.note(top, 'c', neuronClass(n.Alpha, emphasis(snap, i) < 1 || s.now.presence[i] < 0.5))
	s.thumbnail(cell, snap, v, &alone, s.now.presence[i], n.Alpha)
	strength := 1.0
	if focused(snap, i) {
		strength = 3
	}
	s.outline(v, cell, v.Theme.signed(n.Alpha).alpha(min(1, 0.35*strength)*max(0.3, s.now.presence[i])), strength)
	s.addTarget(TileNeurons, pixel{x: cell.X + cell.W/2, y: cell.Y + cell.H/2}, i)
}

// shorten puts a letter, with an index where it has one, in the place of a caption that is too wide for its room, in css pixels.
func (s *Scene) shorten(room float64, letter string, index int, indexed bool) {
	if s.labels.width() <= room {
		return
	}
	if s.labels.start(letter); indexed {
		s.labels.index(index)
	}
}

// cells returns into how many columns and rows a tile is best divided for so many pictures, which leave a gap and have a caption.
func cells(r Rect, count int, gap, caption float64) (columns, rows int) {
	best := math.Inf(-1)
	for c := 1; c <= count; c++ {
		n := (count + c - 1) / c
		if side := min((r.W-gap)/float64(c)-gap, (r.H-gap)/float64(n)-gap-caption); side > best {
			best, columns, rows = side, c, n
		}
	}
	return columns, rows
}

// plus draws the sign of a sum between two pictures of a row.
func (s *Scene) plus(p pen, cell Rect, columns, i int, gap float64, t *Theme) {
	if i%columns == columns-1 {
		return
	}
	x, y, h := cell.X+cell.W+gap/2, cell.Y+cell.H/2, 3*p.scale
	p.segment(pixel{x: x - h, y: y}, pixel{x: x + h, y: y}, 1.5, t.Ink.alpha(0.4))
	p.segment(pixel{x: x, y: y - h}, pixel{x: x, y: y + h}, 1.5, t.Ink.alpha(0.4))
}

// thumbnail draws a function of the data in a cell, as far as it is present.
func (s *Scene) thumbnail(cell Rect, snap *protocol.Snapshot, v *View, f *protocol.Quadratic, presence, sign float64) {
	t := &v.Theme
	faint := protocol.Quadratic{}
	faint.Add(presence, f)
	switch snap.Dimension {
	case 1:
		p := s.ink(TileNeurons, v, false)
		plane := DataPlane(cell, snap.Window, 1)
		zero := plane.at(0, 0)
		p.panel(cell, 6, t.Paper)
		p.segment(pixel{x: cell.X, y: zero.y}, pixel{x: cell.X + cell.W, y: zero.y}, 1, t.Ink.alpha(0.25))
		color := t.Ink
		if sign != 0 {
			color = t.signed(sign)
		}
		s.clippedGraph(p, cell, plane, &faint, 2.2, color.alpha(max(0.15, presence)))
	case 2:
		plane := DataPlane(cell, snap.Window, 2)
		s.heat(TileNeurons, cell, plane, snap, v, faint, conic(faint, sign, snap), 1-min(1, math.Abs(sign)*1e9))
		h := &s.frame.Tiles[TileNeurons].layers[s.frame.Tiles[TileNeurons].used-1].Heat
		h.Corner = 6 * v.Layout.Scale
	default:
		proj := v.Cameras[TileNeurons].projection(cell, 1)
		cut := onPlane(&faint, &snap.Window, proj.right, proj.up)
		half := positive(snap.Window.Half)
		plane := Plane{0, 0, cell.X + cell.W/2, cell.Y + cell.H/2, cell.W / 2 / half, cell.W / 2 / half}
		s.heat(TileNeurons, cell, plane, snap, v, cut, conic(cut, sign, snap), 1-min(1, math.Abs(sign)*1e9))
		h := &s.frame.Tiles[TileNeurons].layers[s.frame.Tiles[TileNeurons].used-1].Heat
		h.Corner = 6 * v.Layout.Scale
	}
}

// conic returns the function whose zeros are the line of a thumbnail: the sum of all, which has no sign, is compared with the level.
func conic(f protocol.Quadratic, sign float64, snap *protocol.Snapshot) protocol.Quadratic {
	if sign == 0 {
		f.C -= snap.Level
	}
	return f
}

// onPlane returns a function of three features on the plane through the window's middle that two orthonormal vectors span, in the
// coordinates along them.
func onPlane(f *protocol.Quadratic, w *protocol.Window, right, up vec) protocol.Quadratic {
	at := func(a, b float64) float64 {
		x := w.Center
		for i := range x {
			x[i] += a*right[i] + b*up[i]
		}
		return f.At(x)
	}
	c := at(0, 0)
	xp, xm, yp, ym := at(1, 0), at(-1, 0), at(0, 1), at(0, -1)
	return protocol.Quadratic{
		XX: (xp+xm)/2 - c, YY: (yp+ym)/2 - c, X: (xp - xm) / 2, Y: (yp - ym) / 2, C: c,
		XY: (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4,
	}
}

// clippedGraph draws a function of the first feature inside a cell.
func (s *Scene) clippedGraph(p pen, cell Rect, plane Plane, f *protocol.Quadratic, width float64, c Color) {
	s.path = s.path[:0]
	flush := func() {
		if len(s.path) > 1 {
			p.curve(s.path, width, c)
		}
		s.path = s.path[:0]
	}
	const parts = 60
	for i := range parts + 1 {
		x, _ := plane.Point(cell.X+cell.W*float64(i)/parts, cell.Y)
		at := s.graphPoint(cell, plane, f, x)
		if at.y < cell.Y || at.y > cell.Y+cell.H {
			flush()
			continue
		}
		s.path = append(s.path, at)
	}
	flush()
}

// outline draws the edge of a cell.
func (s *Scene) outline(v *View, cell Rect, c Color, width float64) {
	p := s.ink(TileNeurons, v, false)
	a, b := pixel{x: cell.X, y: cell.Y}, pixel{x: cell.X + cell.W, y: cell.Y}
	d, e := pixel{x: cell.X + cell.W, y: cell.Y + cell.H}, pixel{x: cell.X, y: cell.Y + cell.H}
	p.segment(a, b, width, c)
	p.segment(b, d, width, c)
	p.segment(d, e, width, c)
	p.segment(e, a, width, c)
}
