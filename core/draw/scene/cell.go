package scene

import (
	"math"

	"conelab/core/app/protocol"
)

const (
	// surfaceHeight is the height, in world units, between the least and the largest value, over a plane that is 2 wide.
	surfaceHeight = 1.35
	// surfaceRadius is the radius, in world units, of the ball shown by a cell with a surface.
	surfaceRadius = 1.34
	// surfaceTilt is added to the camera's elevation: a surface over a plane is best seen from higher above than a cone.
	surfaceTilt = 0.22
	// surfaceParts is the number of parts along each side of a surface.
	surfaceParts = 10
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
		s.setCamera(1)
		c.space, c.center, c.right, c.up = true, protocol.Vec{}, s.proj.right, s.proj.up
	}
	return c
}

// of returns a function of the features as a function on the section.
func (c *section) of(f *function) function {
	if c.space {
		return function{onPlane(&f.Quadratic, c.window, c.right, c.up), f.ramps}
	}
	return *f
}

// corner returns corner (i, j) of surfaceParts parts along each side of the section.
func (c *section) corner(i, j int) (x protocol.Vec) {
	x[0] = c.center[0] + c.half*(2*float64(i)/surfaceParts-1)
	if c.dimension > 1 {
		x[1] = c.center[1] + c.half*(2*float64(j)/surfaceParts-1)
	}
	return x
}

// extent returns the range of values of all cells, and of the partial sums that the animation shows, at places spread over the section.
func (s *neuronSum) extent(cut *section) (low, high float64) {
	rows := 1
	if cut.dimension > 1 {
		rows += surfaceParts
	}
	for k := range rows * (surfaceParts + 1) {
		x, sum := cut.corner(k%(surfaceParts+1), k/(surfaceParts+1)), 0.0
		for i := range s.sum {
			v := s.valueAt(&s.sum[i].function, x)
			if low, high = min(low, v), max(high, v); s.sum[i].neuron != sumTerm && len(s.snap.Animation.Sequences) > 0 {
				sum += v
				low, high = min(low, sum), max(high, sum)
			}
		}
	}
	if !(high-low > 0 && high-low < math.Inf(1)) {
		return -1, 1
	}
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
func shownOf(one *term) (f function) {
	f.ramps = one.ramps
	f.Add(one.presence, &one.Quadratic)
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
	s.functionGraph(&c, &f, 2.6, s.colorOf(one).alpha(max(0.15, one.presence)))
}

// mapCell draws a function as a heat map, in which the value largest has nearly the full colour.
func (s *neuronSum) mapCell(cell Rect, one *term, largest float64, cut *section) {
	plane, shown, f := cell.square(cut.center[0], cut.center[1], cut.half), shownOf(one), &s.image
	if one.neuron != sumTerm {
		shown.C += s.snap.Level // colours are relative to the level
	}
	s.gridOver(f, cell, plane, 1)
	addQuadratic(f, 0, &shown.Quadratic)
	s.field(f, 0, cell, plane, 6, max(s.now.size, largest/2))
	if one.neuron == sumTerm {
		s.ink(false)
		s.border(f, 0, cell, plane, 2.2)
	}
}

// surfaceCell draws a function of two features as a surface over the plane, the farthest parts first; the values from low to high span
// surfaceHeight.
func (s *neuronSum) surfaceCell(cell Rect, one *term, low, high float64, cut *section) {
	height, corner := surfaceHeight/(high-low), func(i, j int) int { return i*(surfaceParts+1) + j }
	s.proj = s.surfaceProjection(cell, height*(low+high)/2)
	s.ink(false)
	s.floor()
	s.corners, s.colors = s.corners[:0], s.colors[:0]
	for i := range surfaceParts + 1 {
		for j := range surfaceParts + 1 {
			v := one.presence * s.valueAt(&one.function, cut.corner(i, j))
			s.corners = append(s.corners, s.at(vec{2*float64(i)/surfaceParts - 1, 2*float64(j)/surfaceParts - 1, v * height}))
			s.colors = append(s.colors, warm(s.theme, v/s.now.size, 0.5))
		}
	}
	// Along each axis the parts are drawn towards the eye.
	far := func(axis, k int) int {
		if s.proj.forward[axis] > 0 {
			return surfaceParts - 1 - k
		}
		return k
	}
	for a := range surfaceParts {
		for b := range surfaceParts {
			i, j := far(0, a), far(1, b)
			var at [4]pixel
			var colors [4]Color
			for k, c := range [4]int{corner(i, j), corner(i+1, j), corner(i+1, j+1), corner(i, j+1)} {
				at[k], colors[k] = s.corners[c], s.colors[c]
				colors[k].A = 0.92 - 0.07*float32((i+j)%2) // a faint pattern shows the slope
			}
			s.patch(at[:], colors[:])
		}
	}
	color := s.colorOf(one).mix(s.theme.Ink, 0.3).alpha(max(0.2, 0.9*one.presence))
	for side := range 4 {
		s.through(surfaceParts+1, 1.4, color, func(k int) pixel {
			return s.corners[[4]int{corner(k, 0), corner(k, surfaceParts), corner(0, k), corner(surfaceParts, k)}[side]]
		})
	}
	s.directionIn(one, cut, color)
}

// directionIn draws the direction of a neuron on the plane below its surface, or its kink.
func (s *neuronSum) directionIn(one *term, cut *section, color Color) {
	if one.neuron < 0 || len(s.snap.Parts) > 0 {
		return
	}
	n := &s.snap.Neurons[one.neuron]
	if !isPiecewise(s.snap) {
		s.arrow(s.at(vec{}), s.at(vec(n.U).Scale(0.9)), 2, 1, s.theme.signed(n.Alpha).mix(s.theme.Ink, 0.45).alpha(one.presence))
		return
	}
	plane := Transform{X: cut.center[0], Y: cut.center[1], KX: 1 / cut.half, KY: -1 / cut.half}
	if a, b, seen := crossing(Rect{-1, -1, 2, 2}, plane, n.U); seen {
		s.line(vec{a.x, a.y, 0}, vec{b.x, b.y, 0}, 2, color)
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

// surfaceProjection returns the projection of a cell in whose middle a height of the world stands.
func (s *neuronSum) surfaceProjection(cell Rect, middle float64) projection {
	camera := s.view.Cameras[TileNeurons]
	camera.Zoom, camera.PanX, camera.PanY = 1, 0, 0 // a cell is too small for zoom and pan
	camera.Pitch = min(camera.Pitch+surfaceTilt, pitchLimit)
	proj := camera.projection(cell, surfaceRadius)
	proj.cy += proj.scale * proj.up[2] * middle
	return proj
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
	s.outline(cell, width, s.colorOf(one).alpha(strength))
}
