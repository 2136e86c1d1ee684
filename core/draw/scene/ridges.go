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

// section is the part of feature space that a cell shows: the window, or for three features the plane through its middle that
// faces the eye, with coordinates along right and up.
type section struct {
	dimension int // of the section: 1 or 2
	center    protocol.Vec
	half      float64
	space     bool
	window    *protocol.Window
	right, up vec
}

// cut returns the section that the cells show.
func (s *neuronSum) cut() section {
	w := &s.snap.Window
	c := section{dimension: min(s.snap.Dimension, 2), center: w.Center, half: positive(w.Half), window: w}
	if s.snap.Dimension == 3 {
		s.look(1)
		c.space, c.center, c.right, c.up = true, protocol.Vec{}, s.proj.right, s.proj.up
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

// onPlane returns a function of three features as a function on the plane through the window's middle spanned by two orthonormal
// vectors, in the coordinates along them.
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
func (s *neuronSum) colorOf(one *term) Color {
	if one.neuron >= 0 {
		return s.theme.signed(s.snap.Neurons[one.neuron].Alpha)
	}
	return s.theme.Ink
}

// graphCell draws a function of one feature; the cell's vertical axis runs from low to high.
func (s *neuronSum) graphCell(cell Rect, one *term, low, high float64) {
	t, w := s.theme, &s.snap.Window
	c := chart{cell.plane(w.Center[0], (low+high)/2, positive(w.Half), 0.54*(high-low)), cell}
	s.ink(false)
	s.panel(cell, 6, t.Paper)
	s.yLine(&c, 0, 1, t.Ink.alpha(0.30))
	if axis := c.at(0, 0); axis.x > cell.X && axis.x < c.right() {
		s.xLine(&c, 0, 1, t.Ink.alpha(0.12))
	}
	if one.neuron == sumTerm {
		for i := range s.snap.Points {
			q := &s.snap.Points[i]
			if at := c.at(q.X[0], q.Label); cell.contains(at.x, at.y) {
				s.disc(at, 2.2, t.signed(q.Label).alpha(0.55))
			}
		}
	}
	f := shownOf(one)
	s.functionGraph(&c, &f, s.rampsOf(one), 2.6, s.colorOf(one).alpha(max(0.15, one.presence)))
}

// mapCell draws a function as a heat map, in which the value largest has nearly the full colour.
func (s *neuronSum) mapCell(cell Rect, one *term, largest float64, cut *section) {
	plane, shown, size := cell.square(cut.center[0], cut.center[1], cut.half), shownOf(one), max(s.now.size, largest/2)
	h := s.heat(cell, plane, &shown, size)
	h.Corner = 6 * s.scale
	if one.neuron == sumTerm {
		shown.C -= s.snap.Level
		s.conic(h, plane, &shown, size)
	}
}

// ridgeCell draws a function of two features as a surface over the plane; the values from low to high span ridgeHeight.
func (s *neuronSum) ridgeCell(cell Rect, one *term, low, high float64) {
	t, height := s.theme, ridgeHeight/(high-low)
	s.proj = s.ridgeProjection(cell, height*(low+high)/2)
	shown, room := shownOf(one), RoomOf(s.snap.Window)
	room.center[2] = 0
	if one.presence > 1e-3 {
		s.ridge(cell, &shown, room, height)
	}
	s.ink(one.presence > 1e-3)
	s.floor()
	s.rim(&shown, room, height, 1.4, s.colorOf(one).mix(t.Ink, 0.3).alpha(max(0.2, 0.9*one.presence)))
	if one.neuron >= 0 && len(s.snap.Parts) == 0 {
		n := &s.snap.Neurons[one.neuron]
		s.arrow(s.at(vec{}), s.at(vec(n.U).Scale(0.9)), 2, 1, t.signed(n.Alpha).mix(t.Ink, 0.45).alpha(one.presence))
	}
}

// floor draws the plane of function value zero.
func (s *neuronSum) floor() {
	for axis := range 2 {
		for _, side := range [3]float64{-1, 0, 1} {
			a, b := vec{-1, -1, 0}, vec{1, 1, 0}
			a[axis], b[axis] = side, side
			s.line(a, b, 1, s.theme.Ink.alpha(0.22))
		}
	}
}

// ridgeProjection returns the projection of a cell in whose middle a height of the world stands.
func (s *neuronSum) ridgeProjection(cell Rect, middle float64) projection {
	camera := s.view.Cameras[TileNeurons]
	camera.Zoom, camera.PanX, camera.PanY = 1, 0, 0 // a cell is too small for zoom and pan
	camera.Pitch = min(camera.Pitch+ridgeTilt, pitchLimit)
	proj := camera.projection(cell, ridgeRadius)
	proj.cy += proj.scale * proj.up[2] * middle
	return proj
}

// ridge adds the surface of a cell.
func (s *neuronSum) ridge(cell Rect, shown *protocol.Quadratic, room Room, height float64) {
	around := captionHeight * s.scale // seen from near, a corner may reach a little beyond its cell
	surface := s.surface(Rect{cell.X - around, cell.Y - around, cell.W + 2*around, cell.H + 2*around}, 2)
	surface.Corner = 0
	surface.Form, _ = graphForm(shown, room, height)
	surface.Box = [3]float32{1, 1, 2}
	surface.Pattern, surface.Step, surface.Opacity, surface.Edge = PatternHeat, contourStep, 0.90, 0.95
	surface.Heat = room.heat(shown, s.now.size)
}

// rim draws the edge of the surface over the four sides of the window.
func (s *neuronSum) rim(f *protocol.Quadratic, room Room, height, width float64, c Color) {
	const parts = 24
	for axis := range 2 {
		for _, side := range [2]float64{-1, 1} {
			s.through(parts+1, width, c, func(i int) pixel {
				w := vec{2*float64(i)/parts - 1, 2*float64(i)/parts - 1}
				w[axis] = side
				w[2] = f.At(room.point(w)) * height
				return s.at(w)
			})
		}
	}
}

// graphForm returns the graph w_3 = height f(w_1, w_2), f in the room, as a quadric in the world.
func graphForm(f *protocol.Quadratic, room Room, height float64) (form [10]float32, ok bool) {
	c := room.expand(f)
	return normalForm([10]float64{c[0], c[1], 0, c[3] / 2, 0, 0, c[6] / 2, c[7] / 2, -1 / (2 * height), c[9]})
}

// frameCell draws the frame of a cell; a surface has one only while its neuron is in focus.
func (s *neuronSum) frameCell(cell Rect, one *term) {
	strength, width := 0.35*max(0.3, one.presence), 1.0
	switch {
	case focused(s.snap, one.neuron):
		strength, width = 1, 3
	case s.snap.Depth() == 2:
		return
	case one.neuron == sumTerm:
		strength, width = 0.5, 1.5
	}
	s.ink(false)
	corners := cell.corners()
	s.outline(corners[:], width, s.colorOf(one).alpha(strength))
}
