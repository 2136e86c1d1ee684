package scene

import (
	"math"

	"conelab/core/app/protocol"
)

const (
	// ridgeHeight is the height, in world units, between the least and the largest value, over a plane that is 2 wide.
	ridgeHeight = 1.35
	// ridgeRadius is the radius, in world units, of the ball shown by a cell with a surface.
	ridgeRadius = 1.34
	// ridgeTilt is added to the camera's elevation: a surface over a plane is best seen from higher above than a cone.
	ridgeTilt = 0.22
)

// section is the part of feature space that a cell shows: the window, or for three features the plane through its middle that faces the eye,
// with coordinates along right and up.
type section struct {
	dimension int // of the section: 1 or 2
	center    protocol.Vec
	half      float64
	space     bool
	window    *protocol.Window
	right, up vec
}

// cutOf returns the section that the cells show.
func (s *Scene) cutOf(r Rect, snap *protocol.Snapshot, v *View) section {
	c := section{dimension: min(snap.Dimension, 2), center: snap.Window.Center, half: positive(snap.Window.Half), window: &snap.Window}
	if snap.Dimension == 3 {
		proj := v.Cameras[TileNeurons].projection(r, 1)
		c.space, c.center, c.right, c.up = true, protocol.Vec{}, proj.right, proj.up
	}
	return c
}

// of returns a function of the features as a function on the section.
func (c *section) of(f *protocol.Quadratic) protocol.Quadratic {
	if c.space {
		return onPlane(f, c.window, c.right, c.up)
	}
	return *f
}

// span returns the least and the largest value on the section. They occur at corners or where the slope, along an edge or in the plane, is
// zero.
func (c *section) span(q *protocol.Quadratic) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	x0, y0, h := c.center[0], c.center[1], c.half
	look := func(x, y float64) {
		if math.Abs(x-x0) <= h*(1+1e-12) && (c.dimension == 1 || math.Abs(y-y0) <= h*(1+1e-12)) {
			v := q.At(protocol.Vec{x, y})
			low, high = min(low, v), max(high, v)
		}
	}
	if c.dimension == 1 {
		look(x0-h, 0)
		look(x0+h, 0)
		look(-q.X/(2*q.XX), 0)
		return low, high
	}
	for _, s := range [2]float64{-1, 1} {
		x, y := x0+s*h, y0+s*h
		look(x, y)
		look(x, y0-s*h)
		look(x, -(q.XY*x+q.Y)/(2*q.YY))
		look(-(q.XY*y+q.X)/(2*q.XX), y)
	}
	d := 4*q.XX*q.YY - q.XY*q.XY
	look((q.XY*q.Y-2*q.YY*q.X)/d, (q.XY*q.X-2*q.XX*q.Y)/d)
	return low, high
}

// onPlane returns a function of three features as a function on the plane through the window's middle spanned by two orthonormal vectors, in
// the coordinates along them.
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

// shownOf returns the function drawn for a term: a neuron's function times the share of it that has been found.
func shownOf(one *term) (f protocol.Quadratic) {
	f.Add(one.presence, &one.f)
	return f
}

// colorOf returns the colour of the frame and lines of a term.
func colorOf(one *term, snap *protocol.Snapshot, t *Theme) Color {
	if one.neuron >= 0 {
		return t.signed(snap.Neurons[one.neuron].Alpha)
	}
	return t.Ink
}

// fullSum returns f if the term is the sum without the neuron in focus.
func (s *Scene) fullSum(one *term, snap *protocol.Snapshot) (f protocol.Quadratic, ok bool) {
	return s.sumSoFar(snap), one.neuron == sumTerm && focused(snap, snap.Focus)
}

// graphCell draws a function of one feature; the cell's vertical axis runs from low to high.
func (s *Scene) graphCell(cell Rect, one *term, low, high float64, snap *protocol.Snapshot, v *View) {
	t := &v.Theme
	p := s.ink(TileNeurons, v, false)
	plane := cell.plane(snap.Window.Center[0], (low+high)/2, positive(snap.Window.Half), 0.54*(high-low))
	p.panel(cell, 6, t.Paper)
	zero, axis := plane.at(0, 0), plane.at(0, 0)
	p.segment(pixel{x: cell.X, y: zero.y}, pixel{x: cell.X + cell.W, y: zero.y}, 1, t.Ink.alpha(0.30))
	if axis.x > cell.X && axis.x < cell.X+cell.W {
		p.segment(pixel{x: axis.x, y: cell.Y}, pixel{x: axis.x, y: cell.Y + cell.H}, 1, t.Ink.alpha(0.12))
	}
	if one.neuron == sumTerm {
		for i := range snap.Points {
			q := &snap.Points[i]
			if at := plane.at(q.X[0], q.Label); cell.contains(at.x, at.y) {
				p.disc(at, 2.2, t.signed(q.Label).alpha(0.55))
			}
		}
	}
	if f, ok := s.fullSum(one, snap); ok {
		s.clippedGraph(p, cell, plane, &f, 1.3, t.Ink.alpha(0.45))
	}
	f := shownOf(one)
	s.clippedGraph(p, cell, plane, &f, 2.6, colorOf(one, snap, t).alpha(max(0.15, one.presence)))
	s.frameCell(v, cell, one, snap)
}

// mapCell draws a function as a heat map, in which the value largest has nearly the full colour.
func (s *Scene) mapCell(cell Rect, one *term, largest float64, cut *section, snap *protocol.Snapshot, v *View) {
	k := min(cell.W, cell.H) / 2 / cut.half
	plane := Plane{cut.center[0], cut.center[1], cell.X + cell.W/2, cell.Y + cell.H/2, k, k}
	shown := shownOf(one)
	line, conic := 0.0, shown
	if one.neuron == sumTerm {
		line = 1
		conic.C -= snap.Level
	}
	size := s.now.size
	s.now.size = max(size, largest/2)
	s.heat(TileNeurons, cell, plane, snap, v, shown, conic, line)
	s.now.size = size
	s.lastHeat().Corner = 6 * v.Layout.Scale
	s.frameCell(v, cell, one, snap)
}

// lastHeat returns the most recent heat map.
func (s *Scene) lastHeat() *Heat {
	tile := &s.frame.Tiles[TileNeurons]
	return &tile.layers[tile.used-1].Heat
}

// ridgeCell draws a function of two features as a surface over the plane; the values from low to high span ridgeHeight.
func (s *Scene) ridgeCell(cell Rect, one *term, low, high float64, snap *protocol.Snapshot, v *View) {
	t, height := &v.Theme, ridgeHeight/(high-low)
	camera := v.Cameras[TileNeurons]
	camera.Zoom, camera.PanX, camera.PanY = 1, 0, 0 // a cell is too small for zoom and pan
	camera.Pitch = min(camera.Pitch+ridgeTilt, pitchLimit)
	proj := camera.projection(cell, ridgeRadius)
	proj.cy += proj.scale * proj.up[2] * height * (low + high) / 2
	shown, room := shownOf(one), RoomOf(snap.Window)
	center := room.center
	center[2] = 0
	if one.presence > 1e-3 {
		s.ridge(cell, &proj, &shown, center, room.half, height, v)
	}
	p := s.ink(TileNeurons, v, one.presence > 1e-3)
	for axis := range 2 { // the plane of function value zero
		for _, side := range [3]float64{-1, 0, 1} {
			a, b := vec{-1, -1, 0}, vec{1, 1, 0}
			a[axis], b[axis] = side, side
			p.segment(proj.project(a), proj.project(b), 1, t.Ink.alpha(0.22))
		}
	}
	s.rim(p, &proj, &shown, room, height, 1.4, colorOf(one, snap, t).mix(t.Ink, 0.3).alpha(max(0.2, 0.9*one.presence)))
	if f, ok := s.fullSum(one, snap); ok {
		s.rim(s.ink(TileNeurons, v, false), &proj, &f, room, height, 1.2, t.Ink.alpha(0.5))
	}
	if one.neuron >= 0 && !snap.Plane {
		n := &snap.Neurons[one.neuron]
		tip := vec(n.U).scale(0.9)
		p.arrow(proj.project(vec{}), proj.project(tip), 2, 1, t.signed(n.Alpha).mix(t.Ink, 0.45).alpha(one.presence))
	}
	s.frameCell(v, cell, one, snap)
}

// ridge adds the surface of a cell.
func (s *Scene) ridge(cell Rect, proj *projection, shown *protocol.Quadratic, center protocol.Vec, half, height float64, v *View) {
	around := captionHeight * v.Layout.Scale // seen from near, a corner may reach a little beyond its cell
	surface := s.surface(TileNeurons, Rect{cell.X - around, cell.Y - around, cell.W + 2*around, cell.H + 2*around}, proj, v, 2)
	surface.Corner = 0
	surface.Form, _ = graphForm(shown, center, half, height)
	surface.Box = [3]float32{1, 1, 2}
	surface.Pattern, surface.Step, surface.Opacity, surface.Edge = PatternHeat, contourStep, 0.90, 0.95
	surface.Heat = heatForm(shown, center, half, s.now.size)
}

// rim draws the edge of the surface over the four sides of the window.
func (s *Scene) rim(p pen, proj *projection, f *protocol.Quadratic, room Room, height, width float64, c Color) {
	const parts = 24
	for axis := range 2 {
		for _, side := range [2]float64{-1, 1} {
			s.path = s.path[:0]
			for i := range parts + 1 {
				w := vec{2*float64(i)/parts - 1, 2*float64(i)/parts - 1}
				w[axis] = side
				x := room.point(w)
				x[2] = 0
				w[2] = f.At(x) * height
				s.path = append(s.path, proj.project(w))
			}
			p.curve(s.path, width, c)
		}
	}
}

// graphForm returns the graph w_3 = height f(origin + half (w_1, w_2)) as a quadric in the world.
func graphForm(f *protocol.Quadratic, origin protocol.Vec, half, height float64) (form [10]float32, ok bool) {
	x, y, h := origin[0], origin[1], half
	return normalForm([10]float64{
		f.XX * h * h, f.YY * h * h, 0, f.XY * h * h / 2, 0, 0,
		(2*f.XX*x + f.XY*y + f.X) * h / 2, (2*f.YY*y + f.XY*x + f.Y) * h / 2, -1 / (2 * height), f.At(origin),
	})
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

// frameCell draws the frame of a cell; a surface has one only while its neuron is in focus.
func (s *Scene) frameCell(v *View, cell Rect, one *term, snap *protocol.Snapshot) {
	strength, width := 0.35*max(0.3, one.presence), 1.0
	switch {
	case focused(snap, one.neuron):
		strength, width = 1, 3
	case snap.Depth() == 2:
		return
	case one.neuron == sumTerm:
		strength, width = 0.5, 1.5
	}
	p, c := s.ink(TileNeurons, v, false), colorOf(one, snap, &v.Theme).alpha(strength)
	a, b := pixel{x: cell.X, y: cell.Y}, pixel{x: cell.X + cell.W, y: cell.Y}
	d, e := pixel{x: cell.X + cell.W, y: cell.Y + cell.H}, pixel{x: cell.X, y: cell.Y + cell.H}
	p.segment(a, b, width, c)
	p.segment(b, d, width, c)
	p.segment(d, e, width, c)
	p.segment(e, a, width, c)
}
