package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// function is a function of the features that is drawn: a quadratic or, of a network with a piecewise-linear activation, the sum of some
// neurons.
type function struct {
	protocol.Quadratic
	neurons []protocol.Neuron
}

// network returns the network, at the animation's position.
func (s *painting) network() function { return function{s.now.function, s.snap.Neurons} }

// termOf returns the function that neuron k computes: alpha sigma(x'u), or its part of the function.
func termOf(snap *protocol.Snapshot, k int) function {
	n := &snap.Neurons[k]
	f := function{neurons: snap.Neurons[k : k+1]}
	if len(snap.Parts) > 0 {
		f.Quadratic = snap.Parts[k]
		return f
	}
	var m protocol.Symmetric
	m.AddOuter(math.Copysign(1, n.Alpha), n.Lifted())
	f.Quadratic = m.Function(snap.Activation)
	return f
}

// showsTerm reports whether the data are shown with a part of the network: a neuron in focus, or a matrix entry.
func showsTerm(snap *protocol.Snapshot) bool {
	return focused(snap, snap.Focus) || snap.Entry.Matrix >= 0
}

// shown returns the function that is shown: the network, or the one of the race's selected run; while a neuron is in focus, that neuron's
// term, which is constant along lines x'u = const; while a matrix entry is in focus, the term of f with that entry.
func (s *dataPicture) shown() function {
	switch e, k := s.snap.Entry, s.snap.Focus; {
	case e.Matrix >= 0:
		sign := float64(1 - 2*e.Matrix)
		m := matrixOf(s.snap, sign)
		term := m.Entry(e.Row, e.Column)
		for i := range term {
			term[i] *= sign
		}
		return function{term.Function(s.snap.Activation), s.snap.Neurons}
	case focused(s.snap, k):
		return termOf(s.snap, k)
	case showsRun(s.snap):
		return function{s.snap.Race.Function, s.snap.Race.Neurons}
	}
	return s.network()
}

// value returns the value of the function: with a piecewise-linear activation sum alpha sigma((x, 1)'u) over its neurons.
func (f *function) value(snap *protocol.Snapshot, x protocol.Vec) (sum float64) {
	if !isPiecewise(snap) {
		return f.At(x)
	}
	for i := range f.neurons {
		sum += f.neurons[i].Alpha * snap.Piecewise.Sigma(protocol.Inner(f.neurons[i].U, x, snap.Dimension))
	}
	return sum
}

// functionGraph draws a function of the first feature; with a piecewise-linear activation it is straight between knots.
func (s *painting) functionGraph(c *canvas.Chart, f *function, width float64, color canvas.Color) {
	if !isPiecewise(s.snap) {
		s.Graph(c, curveParts, width, color, func(x float64) float64 { return f.At(protocol.Vec{x}) })
		return
	}
	left, _ := c.Point(c.Rect.X, 0)
	right, _ := c.Point(c.Right(), 0)
	s.bends = append(s.bends[:0], left, right)
	for i := range f.neurons {
		if x := knot(f.neurons[i].U); x > left && x < right {
			s.bends = append(s.bends, x)
		}
	}
	slices.Sort(s.bends)
	s.Clipped(c, len(s.bends), width, color, func(k int) canvas.Pixel {
		return c.At(s.bends[k], f.value(s.snap, protocol.Vec{s.bends[k]}))
	})
}
