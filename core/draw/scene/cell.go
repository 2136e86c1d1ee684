package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// extentParts is the number of parts along each side of a section at whose ends its functions are evaluated for their range.
const extentParts = 10

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

// extent returns the range of values of all cells, and of the partial sums that the animation shows, at places spread over the section.
func (s *neuronSum) extent(cut *section) (low, high float64) {
	const side = extentParts + 1
	for k := range side * side {
		x, sum := cut.center, 0.0
		x[0] += cut.half * (2*float64(k%side)/extentParts - 1)
		if cut.dimension > 1 {
			x[1] += cut.half * (2*float64(k/side)/extentParts - 1)
		}
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

// mapCell draws a function as a heat map, in which the value largest has nearly the full colour, with the direction of its neuron or its kink.
func (s *neuronSum) mapCell(cell canvas.Rect, one *term, largest float64, cut *section) {
	plane, shown, f := cell.Square(cut.center[0], cut.center[1], cut.half), shownOf(one), &s.image
	if one.neuron != sumTerm {
		shown.C += s.snap.Level // colours are relative to the level
	}
	s.evaluate(f, cell, plane, 1, func(_ int, x, y float64) float64 { return shown.value(s.snap, protocol.Vec{x, y}) })
	s.field(f, 0, cell, plane, 6, max(s.now.size, largest/2))
	s.Ink(false)
	switch {
	case one.neuron == sumTerm:
		s.border(f, 0, cell, plane, 2.2)
	case one.neuron >= 0 && s.snap.Depth() == 2 && len(s.snap.Parts) == 0:
		u, color := s.snap.Neurons[one.neuron].U, s.colorOf(one).Mix(s.Theme.Ink, 0.45).Alpha(one.presence)
		if a, b, seen := crossing(cell, plane, u); isPiecewise(s.snap) && seen {
			s.Segment(a, b, 2, color)
		} else if origin := plane.At(0, 0); !isPiecewise(s.snap) && cell.Contains(origin.X, origin.Y) {
			s.Arrow(origin, origin.Offset(0.35*cell.H*u[0], -0.35*cell.H*u[1]), 2, 1, color)
		}
	}
}

// frameCell draws the frame of a cell.
func (s *neuronSum) frameCell(cell canvas.Rect, one *term) {
	strength, width := 0.35*max(0.3, one.presence), 1.0
	switch {
	case focused(s.snap, one.neuron):
		strength, width = 1, 3
	case one.neuron == sumTerm:
		strength, width = 0.5, 1.5
	}
	s.Outline(cell, width, s.colorOf(one).Alpha(strength))
}
