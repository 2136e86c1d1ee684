package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// emphasis returns the opacity of neuron i: 1, or less while another neuron is in focus.
func (s *painting) emphasis(i int) float64 {
	if f := s.snap.Focus; focused(s.snap, f) && f != i {
		return 0.28
	}
	return 1
}

// heaviest returns the largest |alpha|, or 1 if there are no neurons. In the bowl it is that of both networks that are mixed.
func heaviest(snap *protocol.Snapshot) float64 {
	largest := snap.Argument.Heaviest
	for i := range snap.Neurons {
		largest = max(largest, math.Abs(snap.Neurons[i].Alpha))
	}
	return positive(largest)
}

// totalWeight returns sum |alpha|.
func totalWeight(snap *protocol.Snapshot) (sum float64) {
	for i := range snap.Neurons {
		sum += math.Abs(snap.Neurons[i].Alpha)
	}
	return sum
}

// matrixOf returns Z (sign 1) or Z' (sign -1) of the network.
func matrixOf(snap *protocol.Snapshot, sign float64) (m protocol.Symmetric) {
	for _, n := range snap.Neurons {
		if n.Alpha*sign > 0 {
			m.AddOuter(1, n.Lifted())
		}
	}
	return m
}

// matrix returns Z (sign 1) or Z' (sign -1) at the animation's position.
func (s *painting) matrix(sign float64) protocol.Symmetric {
	if s.now.onPath {
		return *iterateOf(&s.now.iterate, sign)
	}
	return matrixOf(s.snap, sign)
}

// iterateOf returns the solver's Z (sign 1) or Z' (sign -1).
func iterateOf(it *protocol.Iterate, sign float64) *protocol.Symmetric {
	if sign < 0 {
		return &it.Minus
	}
	return &it.Plus
}

// neuronRadius is the radius of a neuron's mark in css pixels.
const neuronRadius = 5.5

// markNeuron marks neuron i, half as large again in focus, and lets a pointer pick it there. It returns the radius of the mark, which grows
// with the share of the neuron that has been found, and whether it is large enough to be seen.
func (s *painting) markNeuron(at canvas.Pixel, i int, found float64) (radius float64, seen bool) {
	radius = neuronRadius * found
	if radius < 1 {
		return 0, false
	}
	if focused(s.snap, i) {
		radius = 1.5 * neuronRadius
	}
	alpha, t := s.snap.Neurons[i].Alpha, s.Theme
	s.Mark(at, alpha, radius, t.Panel.Mix(t.Signed(alpha), s.emphasis(i)), t.Panel)
	s.addTarget(at, i)
	return radius, true
}

// namedNeuron marks neuron i and writes its name beyond the mark, seen from a point. It reports whether the mark is seen.
func (s *painting) namedNeuron(at, from canvas.Pixel, i int, found float64) (seen bool) {
	radius, seen := s.markNeuron(at, i, found)
	if seen {
		s.nameNeuron(i).Beyond(at, from, radius)
	}
	return seen
}

// neuronArrows draws an arrow with a name for each neuron, the farthest first, and lets a pointer pick it; very short ones are left out.
// All begin at origin and have a share of ink in their colour. tip returns where an arrow ends, given the share of the neuron that has been
// found, and its alpha in units of the largest.
func (s *painting) neuronArrows(origin canvas.Pixel, width, ink float64, tip func(u protocol.Vec, found, alpha float64) canvas.Pixel) {
	largest := heaviest(s.snap)
	s.Path = s.Path[:0]
	for i := range s.snap.Neurons {
		s.Path = append(s.Path, tip(s.snap.Neurons[i].U, s.now.presence[i], s.snap.Neurons[i].Alpha/largest))
	}
	for _, i := range s.SortDown(len(s.Path), func(i int) float64 { return s.Path[i].Depth }) {
		at, width := s.Path[i], width
		if math.Hypot(at.X-origin.X, at.Y-origin.Y) < s.Scale {
			continue
		}
		if focused(s.snap, i) {
			width *= 1.6
		}
		s.Arrow(origin, at, width, 1, s.Theme.Signed(s.snap.Neurons[i].Alpha).Mix(s.Theme.Ink, ink).Alpha(s.emphasis(i)))
		s.addTarget(at, i)
		s.Labels.Avoid(3, origin, at)
	}
	for _, tip := range s.targets {
		s.nameNeuron(tip.index).Beyond(tip.Pixel, origin, 0)
	}
}

// nameNeuron begins the label of neuron i.
func (s *painting) nameNeuron(i int) *canvas.Labels {
	return s.Label("u").Index(s.number(i)).As(s.neuronClass(i))
}

// neuronClass returns the class of the label of neuron i, which is quiet while another neuron is in focus.
func (s *painting) neuronClass(i int) string {
	if s.emphasis(i) < 1 {
		return canvas.ClassTick
	}
	return signClass(s.snap.Neurons[i].Alpha)
}

// signClass returns the class of a label for a sign.
func signClass(sign float64) string {
	if sign < 0 {
		return canvas.ClassNegative
	}
	return canvas.ClassPositive
}

// number returns the number of the neuron at an index of the list, counted from 0, by which it is called.
func (s *painting) number(i int) int {
	if i >= 0 && i < len(s.snap.Neurons) && s.snap.Neurons[i].Number > 0 {
		return s.snap.Neurons[i].Number - 1
	}
	return i
}
