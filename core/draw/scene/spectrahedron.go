package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/mesh"
)

// TileSpectrahedron is the tile of the spectrahedron.
const TileSpectrahedron = protocol.PictureSpectrahedron

func init() {
	register(TileSpectrahedron, picture{build: (*Scene).buildSpectrahedron})
}

func (s *Scene) buildSpectrahedron() {
	s.background(s.theme.Panel)
	switch {
	case s.snap.Plane:
		s.noPicture()
	case s.snap.Dimension == 1:
		s.buildSquare()
	default:
		s.buildBody()
	}
}

// buildBody draws the positive spectrahedron of two or three features as far as it has been built up: the shadow of its face Z_pp = 1, which
// is the convex hull of all neurons. Inside it are Z and Z', each divided by its last entry, as
// means of their neurons, and the solver's path.
func (s *Scene) buildBody() {
	b, v, planes := &s.body, s.view, s.planes()
	curved, solid := s.snap.Dimension == 2, solidity(v.Stage)
	s.look(curveRadius)
	b.turned, b.upright = v.Rotation[TileSpectrahedron] != 0, len(planes) > 0
	b.update(mesh.Shadow{Features: s.snap.Dimension, Rows: s.bodyRows()}, toleranceOf(s.snap, v))
	b.face(&s.proj)
	s.drawPlanes(planes, false)
	s.faces(false, solid)
	s.worldAxes(b.axes(), 1.2, 1.3, 0.14)
	s.skeleton()
	if curved {
		s.boundary(0.85-0.63*solid, false)
	}
	for _, sign := range [2]float64{1, -1} { // once enough of the body has been built up to contain Z and Z'
		if v.Stage >= StageHull {
			s.matrixTrail(sign)
		}
		if v.Stage >= StageChords {
			s.mean(sign)
		}
	}
	s.faces(true, solid)
	s.silhouette(solid)
	if curved && solid > 0 {
		s.boundary(0.85*solid, true)
	}
	s.drawPlanes(planes, true)
	s.stageNote()
	for i := range s.snap.Neurons {
		s.namedNeuron(s.at(b.neuron(s.snap.Neurons[i].U)), s.at(vec{}), i, 5.5, s.now.presence[i])
	}
}

// boundary draws the curve of all neurons, or only its visible part.
func (s *Scene) boundary(strength float64, seen bool) {
	points := s.body.points
	s.through(len(points)+1, 2, s.theme.Ink.alpha(strength), func(i int) pixel {
		if i %= len(points); seen && !s.body.seen[i] {
			return hidden
		}
		return s.at(vec(points[i]))
	})
}

// locate returns the position of a matrix, divided by its last entry, in the picture; it reports false if that entry is not positive.
func (b *body) locate(m *protocol.Symmetric) (at vec, ok bool) {
	p, ok := b.shadow.Matrix(m.At)
	return vec(p), ok
}

// neuron returns the position of the neuron with direction u.
func (b *body) neuron(u protocol.Vec) vec { return vec(b.shadow.Neuron(mesh.Vec(u))) }

// trail draws the solver's path up to the animation's position; at returns where an iterate is, if it is in the picture.
func (s *Scene) trail(color Color, at func(it *protocol.Iterate) (pixel, bool)) {
	s.path = s.path[:0]
	for i := range s.snap.Path {
		spot, ok := at(&s.snap.Path[i])
		if s.now.onPath && float64(i) > s.snap.Film.Position || !ok {
			break
		}
		s.path = append(s.path, spot)
	}
	if spot, ok := at(&s.now.iterate); ok && s.now.onPath {
		s.path = append(s.path, spot)
	}
	s.curve(s.path, 1.6, color.alpha(0.75))
	for _, spot := range s.path {
		s.disc(spot, 2.1, color)
	}
}

// matrixTrail draws the solver's path of Z (sign 1) or Z' (sign -1), unless that matrix tends to zero.
func (s *Scene) matrixTrail(sign float64) {
	pick := func(it *protocol.Iterate) *protocol.Symmetric {
		if sign > 0 {
			return &it.Plus
		}
		return &it.Minus
	}
	if last := len(s.snap.Path) - 1; last < 1 || pick(&s.snap.Path[last]).At(3, 3) <= 1e-6*totalWeight(s.snap) {
		return
	}
	s.trail(s.theme.signed(sign), func(it *protocol.Iterate) (pixel, bool) {
		at, ok := s.body.locate(pick(it))
		return s.at(at), ok
	})
}

// spoke draws the line from a mean of neurons to one of them; the wider, the larger the neuron's share of the weight.
func (s *Scene) spoke(center, to pixel, i int, weight float64) {
	alpha := s.snap.Neurons[i].Alpha
	width := 1.2 + 2.2*min(1, math.Abs(alpha)/weight)
	s.segment(center, center.lerp(to, s.now.presence[i]), width, s.theme.signed(alpha).alpha(0.75*s.emphasis(i)))
}

// mean draws Z or Z' with lines to its neurons.
func (s *Scene) mean(sign float64) {
	m := s.matrix(sign)
	weight := m.At(3, 3)
	at, ok := s.body.locate(&m)
	if !ok || weight <= 1e-9*totalWeight(s.snap) {
		return
	}
	center := s.at(at)
	for i := range s.snap.Neurons {
		if n := &s.snap.Neurons[i]; n.Alpha*sign > 0 {
			s.spoke(center, s.at(s.body.neuron(n.U)), i, weight)
		}
	}
	s.mark(center, sign, 5, s.theme.signed(sign).mix(s.theme.Ink, 0.25), s.theme.Panel)
	name := "Z"
	if sign < 0 {
		name = "Z′"
	}
	s.labels.start(name).place(center.moved(0, -15*s.scale), signClass(sign))
}
