package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// spectrahedron draws the neural spectrahedron.
type spectrahedron struct {
	*painting
	body body
}

func (s *spectrahedron) build() {
	s.Background(s.Theme.Panel)
	switch {
	case s.snap.Plane: // there is no picture
	case s.snap.Dimension == 1:
		s.buildSquare()
	default:
		s.buildBody()
	}
}

// buildBody draws the positive spectrahedron of two or three features: the shadow of its face Z_pp = 1, which is the convex hull of all
// neurons. Inside it are Z and Z', each divided by its last entry, as means of their neurons, and the solver's path. In place of the shadow
// it draws the slice (see sliced), if it is chosen.
func (s *spectrahedron) buildBody() {
	b := &s.body
	s.setCamera(curveRadius)
	if s.sliced() {
		b.update(sliceShadow)
	} else {
		b.update(shadowOf(s.snap.Dimension, s.view.Rotation[protocol.PictureSpectrahedron]))
	}
	b.face(&s.Projection)
	s.faces(false)
	s.WorldAxes(b.axes(), 1.2, 1.3)
	s.boundary(0.22, false)
	for _, sign := range [2]float64{1, -1} {
		if !b.slice {
			s.matrixTrail(sign)
		}
		s.mean(sign)
	}
	s.faces(true)
	s.silhouette()
	s.boundary(0.85, true)
	if b.slice {
		s.noteSlice()
	}
	for i, n := range s.snap.Neurons {
		if !b.slice || inSlice(n.U[0]*n.U[0], n.U[1]*n.U[1]) {
			s.namedNeuron(s.At(b.neuron(n.U)), s.At(vec{}), i, s.now.presence[i])
		}
	}
}

// sliced reports whether the picture is the slice Z_11 = Z_22, Z' = 0 of the paper's Figure 2, right, which two features have.
func (s *spectrahedron) sliced() bool { return s.view.Slice && s.snap.Dimension == 2 }

// inSlice reports whether a matrix with the entries Z_11 and Z_22, and Z_33 = 1, is visibly in the slice.
func inSlice(first, second float64) bool { return math.Abs(first-second) <= 1e-3 }

// boundary draws the curve of all neurons, which two features have, or only its visible part.
func (s *spectrahedron) boundary(strength float64, seen bool) {
	points := s.body.points
	if !s.body.curved {
		return
	}
	s.Through(len(points)+1, 2, s.Theme.Ink.Alpha(strength), func(i int) canvas.Pixel {
		i %= len(points)
		if seen && !s.body.seen[i] {
			return canvas.Hidden
		}
		return s.At(points[i])
	})
}

// locate returns the position of a matrix, divided by its last entry, in the picture; it reports false if that entry is not positive, or if
// the matrix is not in the slice that is shown.
func (b *body) locate(m *protocol.Symmetric) (at vec, ok bool) {
	at, ok = b.shadow.Matrix(m.At)
	return at, ok && (!b.slice || inSlice(m.At(0, 0)/m.At(3, 3), m.At(1, 1)/m.At(3, 3)))
}

// neuron returns the position of the neuron with direction u.
func (b *body) neuron(u protocol.Vec) vec { return b.shadow.Neuron(vec(u)) }

// trail draws the solver's path, if that is the animation, up to its position; at returns where an iterate is, if it is in the picture.
func (s *spectrahedron) trail(color canvas.Color, at func(it *protocol.Iterate) (canvas.Pixel, bool)) {
	if !s.now.onPath {
		return
	}
	s.Path = s.Path[:0]
	for i := range s.snap.Animation.Iterates {
		spot, ok := at(&s.snap.Animation.Iterates[i])
		if float64(i) > s.snap.Animation.Position || !ok {
			break
		}
		s.Path = append(s.Path, spot)
	}
	if spot, ok := at(&s.now.iterate); ok {
		s.Path = append(s.Path, spot)
	}
	s.Curve(s.Path, 1.6, color.Alpha(0.75))
	for _, spot := range s.Path {
		s.Disc(spot, 2.1, color)
	}
}

// matrixTrail draws the solver's path of Z (sign 1) or Z' (sign -1), unless that matrix tends to zero.
func (s *spectrahedron) matrixTrail(sign float64) {
	pick := func(it *protocol.Iterate) *protocol.Symmetric {
		if sign > 0 {
			return &it.Plus
		}
		return &it.Minus
	}
	if last := len(s.snap.Animation.Iterates) - 1; last < 1 || pick(&s.snap.Animation.Iterates[last]).At(3, 3) <= 1e-6*totalWeight(s.snap) {
		return
	}
	s.trail(s.Theme.Signed(sign), func(it *protocol.Iterate) (canvas.Pixel, bool) {
		at, ok := s.body.locate(pick(it))
		return s.At(at), ok
	})
}

// spoke draws the line from a mean of neurons to one of them; the wider, the larger the neuron's share of the weight.
func (s *spectrahedron) spoke(center, to canvas.Pixel, i int, weight float64) {
	alpha := s.snap.Neurons[i].Alpha
	width := 1.2 + 2.2*min(1, math.Abs(alpha)/weight)
	s.Segment(center, center.Lerp(to, s.now.presence[i]), width, s.Theme.Signed(alpha).Alpha(0.75*s.emphasis(i)))
}

// mean draws Z or Z' with lines to its neurons.
func (s *spectrahedron) mean(sign float64) {
	m := s.matrix(sign)
	weight := m.At(3, 3)
	at, ok := s.body.locate(&m)
	if !ok || weight <= 1e-9*totalWeight(s.snap) {
		return
	}
	center := s.At(at)
	for i, n := range s.snap.Neurons {
		if n.Alpha*sign > 0 && !s.body.slice {
			s.spoke(center, s.At(s.body.neuron(n.U)), i, weight)
		}
	}
	s.Mark(center, sign, 5, s.Theme.Signed(sign).Mix(s.Theme.Ink, 0.25), s.Theme.Panel)
	name := "Z"
	if sign < 0 {
		name = "Z′"
	}
	s.Label(name).Near(center.Offset(0, -15*s.Scale), signClass(sign))
}

// buildSquare draws the neural spectrahedron of one feature: all W = Z - Z' of a given total weight, in the coordinates (W_12,
// W_22) divided by that weight. Its corners are the neurons +-[1;1][1;1]' and +-[-1;1][-1;1]'.
func (s *spectrahedron) buildSquare() {
	plane, t := s.Rect.Square(0, 0, 1.42), s.Theme
	corners := [4]canvas.Pixel{plane.At(-1, -1), plane.At(1, -1), plane.At(1, 1), plane.At(-1, 1)}
	s.Fill(t.Face().Alpha(0.16), corners[:]...)
	s.Sides(corners, 1.8, t.Ink.Alpha(0.6))
	s.Segment(plane.At(-1.15, 0), plane.At(1.15, 0), 1, t.SpaceAxis())
	s.Segment(plane.At(0, -1.15), plane.At(0, 1.15), 1, t.SpaceAxis())
	s.Label("W₁₂").Note(plane.At(1.18, 0), 'l', canvas.ClassTick)
	s.Label("W₂₂").Note(plane.At(0, 1.18), 'b', canvas.ClassTick)
	at := func(plus, minus *protocol.Symmetric) (canvas.Pixel, bool) {
		weight := plus.At(3, 3) + minus.At(3, 3)
		if !(weight > 0) {
			return canvas.Pixel{}, false
		}
		return plane.At((plus.At(0, 3)-minus.At(0, 3))/weight, (plus.At(3, 3)-minus.At(3, 3))/weight), true
	}
	s.trail(t.Accent, func(it *protocol.Iterate) (canvas.Pixel, bool) { return at(&it.Plus, &it.Minus) })
	plus, minus := s.matrix(1), s.matrix(-1)
	center, ok := at(&plus, &minus)
	if !ok {
		return
	}
	for i, n := range s.snap.Neurons { // the corners whose mean Z - Z' is
		sign := math.Copysign(1, n.Alpha)
		corner := plane.At(sign*n.U[0], sign)
		s.spoke(center, corner, i, max(totalWeight(s.snap), 1e-300))
		s.namedNeuron(corner, plane.At(0, 0), i, s.now.presence[i])
	}
	s.Disc(center, 5, t.Ink)
	s.Label("Z − Z′").Near(center.Offset(0, -16*s.Scale), canvas.ClassNote)
}

// noteSlice says that the slice contains none of the matrices, if it does not.
func (s *spectrahedron) noteSlice() {
	plus, minus := s.matrix(1), s.matrix(-1)
	_, first := s.body.locate(&plus)
	if _, second := s.body.locate(&minus); !first && !second {
		s.Label("Z is outside of the slice").Near(canvas.XY(s.Rect.X+s.Rect.W/2, s.Rect.Y+s.Rect.H-12*s.Scale), canvas.ClassTick)
	}
}
