package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
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
		c.space, c.center, c.right, c.up = true, protocol.Vec{}, s.Projection.Right, s.Projection.Up
	}
	return c
}

// restrict returns a function of the features as a function on the section.
func (c *section) restrict(f *function) function {
	if c.space {
		return function{onPlane(&f.Quadratic, c.window, c.right, c.up), f.neurons}
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
			v := s.sum[i].value(s.snap, x)
			low, high = min(low, v), max(high, v)
			if s.sum[i].neuron != sumTerm && len(s.snap.Animation.Sequences) > 0 {
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
	f.neurons = one.neurons
	f.Add(one.presence, &one.Quadratic)
	return f
}

// colorOf returns the colour of the frame and lines of a term.
func (s *neuronSum) colorOf(one *term) canvas.Color {
	if one.neuron >= 0 {
		return s.Theme.Signed(s.snap.Neurons[one.neuron].Alpha)
	}
	return s.Theme.Ink
}

// graphCell draws a function of one feature; the cell's vertical axis runs from low to high.
func (s *neuronSum) graphCell(cell canvas.Rect, one *term, low, high float64) {
	t, w := s.Theme, &s.snap.Window
	c := canvas.Chart{Transform: cell.Plane(w.Center[0], (low+high)/2, positive(w.Half), 0.54*(high-low)), Rect: cell}
	s.Ink(false)
	s.Panel(cell, 6, t.Paper)
	s.YLine(&c, 0, 1, t.Axis())
	if axis := c.At(0, 0); axis.X > cell.X && axis.X < c.Right() {
		s.XLine(&c, 0, 1, t.GridLine())
	}
	if one.neuron == sumTerm {
		for i := range s.snap.Points {
			q := &s.snap.Points[i]
			if at := c.At(q.X[0], q.Label); cell.Contains(at.X, at.Y) {
				s.Disc(at, 2.2, t.Signed(q.Label).Alpha(0.55))
			}
		}
	}
	f := shownOf(one)
	s.functionGraph(&c, &f, 2.6, s.colorOf(one).Alpha(max(0.15, one.presence)))
}

// mapCell draws a function as a heat map, in which the value largest has nearly the full colour.
func (s *neuronSum) mapCell(cell canvas.Rect, one *term, largest float64, cut *section) {
	plane, shown, f := cell.Square(cut.center[0], cut.center[1], cut.half), shownOf(one), &s.image
	if one.neuron != sumTerm {
		shown.C += s.snap.Level // colours are relative to the level
	}
	s.gridOver(f, cell, plane, 1)
	addQuadratic(f, 0, &shown.Quadratic)
	s.field(f, 0, cell, plane, 6, max(s.now.size, largest/2))
	if one.neuron == sumTerm {
		s.Ink(false)
		s.border(f, 0, cell, plane, 2.2)
	}
}

// surfaceCell draws a function of two features as a surface over the plane, the farthest parts first; the values from low to high span
// surfaceHeight.
func (s *neuronSum) surfaceCell(cell canvas.Rect, one *term, low, high float64, cut *section) {
	height, corner := surfaceHeight/(high-low), func(i, j int) int { return i*(surfaceParts+1) + j }
	s.Projection = s.surfaceProjection(cell, height*(low+high)/2)
	s.Ink(false)
	s.floor()
	s.corners, s.colors = s.corners[:0], s.colors[:0]
	for i := range surfaceParts + 1 {
		for j := range surfaceParts + 1 {
			v := one.presence * one.value(s.snap, cut.corner(i, j))
			s.corners = append(s.corners, s.At(vec{2*float64(i)/surfaceParts - 1, 2*float64(j)/surfaceParts - 1, v * height}))
			s.colors = append(s.colors, warm(s.Theme, v/s.now.size, 0.5))
		}
	}
	// Along each axis the parts are drawn towards the eye.
	far := func(axis, k int) int {
		if s.Projection.Forward[axis] > 0 {
			return surfaceParts - 1 - k
		}
		return k
	}
	for a := range surfaceParts {
		for b := range surfaceParts {
			i, j := far(0, a), far(1, b)
			var at [4]canvas.Pixel
			var colors [4]canvas.Color
			for k, c := range [4]int{corner(i, j), corner(i+1, j), corner(i+1, j+1), corner(i, j+1)} {
				at[k], colors[k] = s.corners[c], s.colors[c]
				colors[k].A = 0.92 - 0.07*float32((i+j)%2) // a faint pattern shows the slope
			}
			s.Patch(at[:], colors[:])
		}
	}
	color := s.colorOf(one).Mix(s.Theme.Ink, 0.3).Alpha(max(0.2, 0.9*one.presence))
	for side := range 4 {
		s.Through(surfaceParts+1, 1.4, color, func(k int) canvas.Pixel {
			return s.corners[[4]int{corner(k, 0), corner(k, surfaceParts), corner(0, k), corner(surfaceParts, k)}[side]]
		})
	}
	s.directionIn(one, cut, color)
}

// directionIn draws the direction of a neuron on the plane below its surface, or its kink.
func (s *neuronSum) directionIn(one *term, cut *section, color canvas.Color) {
	if one.neuron < 0 || len(s.snap.Parts) > 0 {
		return
	}
	n := &s.snap.Neurons[one.neuron]
	if !isPiecewise(s.snap) {
		s.Arrow(s.At(vec{}), s.At(vec(n.U).Scale(0.9)), 2, 1, s.Theme.Signed(n.Alpha).Mix(s.Theme.Ink, 0.45).Alpha(one.presence))
		return
	}
	plane := canvas.Transform{X: cut.center[0], Y: cut.center[1], KX: 1 / cut.half, KY: -1 / cut.half}
	if a, b, seen := crossing(canvas.Rect{X: -1, Y: -1, W: 2, H: 2}, plane, n.U); seen {
		s.Line(vec{a.X, a.Y, 0}, vec{b.X, b.Y, 0}, 2, color)
	}
}

// floor draws the plane of function value zero.
func (s *neuronSum) floor() {
	for axis := range 2 {
		for _, side := range [3]float64{-1, 0, 1} {
			a, b := vec{-1, -1, 0}, vec{1, 1, 0}
			a[axis], b[axis] = side, side
			s.Line(a, b, 1, s.Theme.Ink.Alpha(0.22))
		}
	}
}

// surfaceProjection returns the projection that shows a height of the world in the middle of a cell.
func (s *neuronSum) surfaceProjection(cell canvas.Rect, middle float64) canvas.Projection {
	camera := s.view.Cameras[protocol.PictureNeurons]
	camera.Zoom, camera.PanX, camera.PanY = 1, 0, 0 // a cell is too small for zoom and pan
	camera.Pitch = min(camera.Pitch+surfaceTilt, canvas.PitchLimit)
	proj := camera.Projection(cell, surfaceRadius)
	proj.CY += proj.Scale * proj.Up[2] * middle
	return proj
}

// frameCell draws the frame of a cell; a surface has one only while its neuron is in focus.
func (s *neuronSum) frameCell(cell canvas.Rect, one *term) {
	strength, width := 0.35*max(0.3, one.presence), 1.0
	switch {
	case focused(s.snap, one.neuron):
		strength, width = 1, 3
	case s.snap.Depth() == 2:
		return
	case one.neuron == sumTerm:
		strength, width = 0.5, 1.5
	}
	s.Ink(false)
	s.Outline(cell, width, s.colorOf(one).Alpha(strength))
}
