package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// rampCells is the number of cells along each side of the surface of a function of two features.
const rampCells = 18

// rampsOf returns the neurons of a term: one, the rest, or all.
func (s *neuronSum) rampsOf(one *term) []protocol.Neuron {
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
func (s *neuronSum) rampExtent() (low, high float64) {
	w, half := &s.snap.Window, positive(s.snap.Window.Half)
	for i := range s.sum {
		neurons := s.rampsOf(&s.sum[i])
		for a := range rampCells + 1 {
			for b := range rampCells + 1 {
				v := rampsAt(s.snap, neurons, protocol.Vec{w.Center[0] + half*(2*float64(a)/rampCells-1), w.Center[1] + half*(2*float64(b)/rampCells-1)})
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if !(high-low > 0 && high-low < math.Inf(1)) {
		return -1, 1
	}
	return low, high
}

// rampSurface draws a function of two features as a surface over the plane, the farthest cells first.
func (s *neuronSum) rampSurface(cell Rect, one *term, low, high float64) {
	neurons := s.rampsOf(one)
	t, height, room := s.theme, ridgeHeight/(high-low), RoomOf(s.snap.Window)
	s.proj = s.ridgeProjection(cell, height*(low+high)/2)
	room.center[2] = 0
	s.ink(false)
	s.floor()
	value := func(i, j int) float64 {
		return rampsAt(s.snap, neurons, room.point(vec{2*float64(i)/rampCells - 1, 2*float64(j)/rampCells - 1, 0}))
	}
	s.values = s.values[:0]
	for i := range rampCells + 1 {
		for j := range rampCells + 1 {
			s.values = append(s.values, value(i, j))
		}
	}
	at := func(i, j int) (p pixel, v float64) {
		v = s.values[i*(rampCells+1)+j]
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
