package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// rampCells is the number of cells along each side of the surface of a function of two features.
const rampCells = 18

// buildKinkedNeurons draws the sum: each neuron's ramp, + between them, and = before f. All cells share one scale.
func (s *Scene) buildKinkedNeurons() {
	s.background(s.theme.Panel)
	cut := s.cut()
	grid := s.terms(&cut)
	if grid.height < 24*s.scale {
		return
	}
	s.reach = max(grid.width, grid.height) / 2
	low, high := s.rampExtent()
	for i := range s.sum {
		one, cell := &s.sum[i], grid.cell(i)
		s.ink(false)
		if i > 0 {
			s.operator(xy(cell.X-grid.operator/2, cell.Y+cell.H/2), one.neuron == sumTerm)
		}
		s.caption(cell, &grid, one)
		if neurons := s.rampsOf(one); s.snap.Dimension == 1 {
			s.rampGraph(cell, one, neurons, low, high)
		} else {
			s.rampSurface(cell, one, neurons, low, high)
		}
		s.frameCell(cell, one)
		if one.neuron >= 0 {
			s.addTarget(cell.center(), one.neuron)
		}
	}
}

// rampsOf returns the neurons of a term: one, the rest, or all.
func (s *Scene) rampsOf(one *term) []protocol.Neuron {
	switch one.neuron {
	case sumTerm:
		return s.snap.Neurons
	case restTerm:
		s.rest = s.rest[:0]
		for _, k := range s.order[len(s.sum)-2:] {
			s.rest = append(s.rest, s.snap.Neurons[k])
		}
		return s.rest
	}
	return s.snap.Neurons[one.neuron:][:1]
}

// rampExtent returns the range of values of all cells.
func (s *Scene) rampExtent() (low, high float64) {
	w, half := &s.snap.Window, positive(s.snap.Window.Half)
	for i := range s.sum {
		neurons := s.rampsOf(&s.sum[i])
		for a := range rampCells + 1 {
			for b := range rampCells + 1 {
				v := s.sumAt(neurons, protocol.Vec{w.Center[0] + half*(2*float64(a)/rampCells-1), w.Center[1] + half*(2*float64(b)/rampCells-1)})
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if !(high-low > 0 && high-low < math.Inf(1)) {
		return -1, 1
	}
	return low, high
}

// rampGraph draws a function of one feature; the cell's vertical axis runs from low to high.
func (s *Scene) rampGraph(cell Rect, one *term, neurons []protocol.Neuron, low, high float64) {
	t, w := s.theme, &s.snap.Window
	c := chart{cell.plane(w.Center[0], (low+high)/2, positive(w.Half), 0.54*(high-low)), cell}
	s.panel(cell, 6, t.Paper)
	s.yLine(&c, 0, 1, t.Ink.alpha(0.30))
	if one.neuron == sumTerm {
		for i := range s.snap.Points {
			q := &s.snap.Points[i]
			if at := c.at(q.X[0], q.Label); cell.contains(at.x, at.y) {
				s.disc(at, 2.2, t.signed(q.Label).alpha(0.55))
			}
		}
	}
	s.polyline(&c, neurons, 2.6, s.colorOf(one))
}

// rampSurface draws a function of two features as a surface over the plane, the farthest cells first.
func (s *Scene) rampSurface(cell Rect, one *term, neurons []protocol.Neuron, low, high float64) {
	t, height, room := s.theme, ridgeHeight/(high-low), RoomOf(s.snap.Window)
	s.proj = s.ridgeProjection(cell, height*(low+high)/2)
	room.center[2] = 0
	for axis := range 2 { // the plane of function value zero
		for _, side := range [3]float64{-1, 0, 1} {
			a, b := vec{-1, -1, 0}, vec{1, 1, 0}
			a[axis], b[axis] = side, side
			s.line(a, b, 1, t.Ink.alpha(0.22))
		}
	}
	value := func(i, j int) float64 {
		return s.sumAt(neurons, room.point(vec{2*float64(i)/rampCells - 1, 2*float64(j)/rampCells - 1, 0}))
	}
	s.heights = s.heights[:0]
	for i := range rampCells + 1 {
		for j := range rampCells + 1 {
			s.heights = append(s.heights, value(i, j))
		}
	}
	at := func(i, j int) (p pixel, v float64) {
		v = s.heights[i*(rampCells+1)+j]
		return s.at(vec{2*float64(i)/rampCells - 1, 2*float64(j)/rampCells - 1, v * height}), v
	}
	// Along each axis the cells are drawn towards the eye.
	far := func(axis, k int) int {
		if s.proj.forward[axis] > 0 {
			return rampCells - 1 - k
		}
		return k
	}
	for a := range rampCells {
		for b := range rampCells {
			i, j := far(0, a), far(1, b)
			p, u := at(i, j)
			q, v := at(i+1, j)
			r, w := at(i+1, j+1)
			o, x := at(i, j+1)
			color := warm(t, (u+v+w+x)/4/s.now.size, 0.62)
			if (i+j)%2 == 1 { // a faint pattern shows the slope
				color = color.mix(t.Ink, 0.035)
			}
			s.quad([4]pixel{p, q, r, o}, color)
		}
	}
	color := s.colorOf(one).mix(t.Ink, 0.3).alpha(0.9)
	for axis := range 2 {
		for _, side := range [2]int{0, rampCells} {
			s.through(rampCells+1, 1.4, color, func(k int) pixel {
				p, _ := at([2]int{side, k}[axis], [2]int{k, side}[axis])
				return p
			})
		}
	}
	if one.neuron < 0 {
		return
	}
	u := s.snap.Neurons[one.neuron].U
	if a, b, seen := crossing(Rect{-1, -1, 2, 2}, Transform{PX: 0, PY: 0, X: room.center[0], Y: room.center[1], KX: 1 / room.half, KY: -1 / room.half}, u); seen {
		s.line(vec{a.x, a.y, 0}, vec{b.x, b.y, 0}, 2, color)
	}
}
