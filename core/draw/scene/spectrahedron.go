package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
	"conelab/core/draw/mesh"
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
	its := s.snap.Animation.Iterates
	if last := len(its) - 1; last < 1 || iterateOf(&its[last], sign).At(3, 3) <= 1e-6*totalWeight(s.snap) {
		return
	}
	s.trail(s.Theme.Signed(sign), func(it *protocol.Iterate) (canvas.Pixel, bool) {
		at, ok := s.body.locate(iterateOf(it, sign))
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
	s.Label(name).As(signClass(sign)).Near(center.Offset(0, -15*s.Text))
}

// buildSquare draws the neural spectrahedron of one feature: all W = Z - Z' of a given total weight, in the coordinates (W_12,
// W_22) divided by that weight. Its corners are the neurons +-[1;1][1;1]' and +-[-1;1][-1;1]'.
func (s *spectrahedron) buildSquare() {
	plane, t := s.Rect.Square(0, 0, 1.42), s.Theme
	corner := plane.At(-1, 1)
	square := canvas.Rect{X: corner.X, Y: corner.Y, W: 2 * plane.KX, H: 2 * plane.KY}
	s.Rectangle(square, t.Face().Alpha(0.16))
	s.Outline(square, 1.8, t.Ink.Alpha(0.6))
	s.Segment(plane.At(-1.15, 0), plane.At(1.15, 0), 1, t.SpaceAxis())
	s.Segment(plane.At(0, -1.15), plane.At(0, 1.15), 1, t.SpaceAxis())
	s.Label("W₁₂").As(canvas.ClassTick).Note(plane.At(1.18, 0), 'l')
	s.Label("W₂₂").As(canvas.ClassTick).Note(plane.At(0, 1.18), 'b')
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
	s.Label("Z − Z′").Near(center.Offset(0, -16*s.Text))
}

// noteSlice says that the slice contains none of the matrices, if it does not.
func (s *spectrahedron) noteSlice() {
	plus, minus := s.matrix(1), s.matrix(-1)
	_, first := s.body.locate(&plus)
	if _, second := s.body.locate(&minus); !first && !second {
		s.Label("Z is outside of the slice").As(canvas.ClassTick).Near(canvas.XY(s.Rect.X+s.Rect.W/2, s.Rect.Y+s.Rect.H-12*s.Scale))
	}
}

const (
	// boundaryPoints is the number of points of the mesh for three features.
	boundaryPoints = 700
	// elliptopeSteps is the number of steps of half a turn in the mesh of the slice.
	elliptopeSteps = 24
	// elliptopeScale is half the side, in world units, of the cube whose corners include the vertices of the slice.
	elliptopeScale = 0.82
)

// sliceShadow sends a matrix in the slice of the paper's Figure 2, right, to its place in the elliptope.
var sliceShadow = mesh.Shadow{Features: 2,
	Rows: [3][8]float64{{3: elliptopeScale}, {0: math.Sqrt2 * elliptopeScale}, {1: math.Sqrt2 * elliptopeScale}}}

// body is the convex body shown in the spectrahedron's tile. It is made again when its projection changes.
type body struct {
	shadow mesh.Shadow
	slice  bool // the shadow is sliceShadow, and the hull is the elliptope
	curved bool // the points are the curve of all neurons

	points []mesh.Vec
	hull   mesh.Hull
	at     []canvas.Pixel // where each point is drawn
	front  []bool         // for each triangle, whether it faces the eye
	seen   []bool         // for each point, whether it is on the visible part of the boundary
}

// update makes the body.
func (b *body) update(shadow mesh.Shadow) {
	if b.shadow == shadow {
		return
	}
	b.shadow, b.slice, b.curved = shadow, shadow == sliceShadow, false
	switch {
	case b.slice:
		b.points = mesh.ElliptopeTo(b.points, elliptopeSteps, elliptopeScale)
	case shadow.Features == 2:
		b.points, b.curved = b.shadow.CurveTo(b.points, samples), true
	default:
		b.points = b.shadow.BoundaryTo(b.points, boundaryPoints)
	}
	b.hull.Build(b.points)
}

// axes names the entries of Z, divided by its last entry, that the picture's axes show.
func (b *body) axes() [3]string {
	rotated := b.shadow != shadowOf(b.shadow.Features, 0)
	switch {
	case b.slice:
		return [3]string{"Z₁₂", "Z₁₃", "Z₂₃"}
	case b.shadow.Features == 2 && rotated:
		return [3]string{"Z₁₃", "Z₂₃ and 2Z₁₂", "Z₁₁ − Z₂₂"}
	case b.shadow.Features == 2:
		return [3]string{"Z₁₃", "Z₂₃", "Z₁₁ − Z₂₂"}
	case rotated:
		return [3]string{"Z₁₄ and 2Z₂₃", "Z₂₄ and 2Z₁₃", "Z₃₄ and 2Z₁₂"}
	}
	return [3]string{"Z₁₄", "Z₂₄", "Z₃₄"}
}

// face finds where the points are drawn, and which triangles and points face the eye.
func (b *body) face(proj *canvas.Projection) {
	b.at, b.front, b.seen = b.at[:0], b.front[:0], append(b.seen[:0], make([]bool, len(b.points))...)
	for _, p := range b.points {
		b.at = append(b.at, proj.Project(p))
	}
	for i, t := range b.hull.Triangles {
		front := b.hull.Normals[i].Dot(proj.Forward.Plus(b.points[t[0]].Scale(canvas.Perspective))) < 0
		b.front = append(b.front, front)
		for _, corner := range t {
			b.seen[corner] = b.seen[corner] || front
		}
	}
}

// faces draws the triangles that face the eye (front) or the others, lit from the upper left.
func (s *spectrahedron) faces(front bool) {
	proj, face := &s.Projection, s.Theme.Face()
	light := proj.Up.Scale(0.9).Plus(proj.Right.Scale(-0.5)).Plus(proj.Forward.Scale(-0.6))
	light = light.Scale(1 / light.Norm())
	dark, bright := face.Mix(canvas.Color{R: 0, G: 0, B: 0, A: 1}, 0.14), face.Mix(canvas.Color{R: 1, G: 1, B: 1, A: 1}, 0.35)
	for i, t := range s.body.hull.Triangles {
		if s.body.front[i] == front {
			normal, at := s.body.hull.Normals[i], s.body.at
			away := 1 - math.Abs(normal.Dot(proj.Forward))
			color := dark.Mix(bright, math.Abs(normal.Dot(light))).Alpha(0.15 + 0.24*away*away)
			s.Fill(color, at[t[0]], at[t[1]], at[t[2]])
		}
	}
}

// silhouette draws the outline, which also smooths the edges of the faces.
func (s *spectrahedron) silhouette() {
	front, at := s.body.front, s.body.at
	for _, e := range s.body.hull.Edges {
		if front[e.Left] != front[e.Right] {
			s.Piece(at[e.From], at[e.To], 1.3, s.Theme.Ink.Alpha(0.5))
		}
	}
}

// shadowOf shows the first three coordinates of two features, or the features themselves of three, and rotates the next ones in.
func shadowOf(d int, angle float64) mesh.Shadow {
	sin, cos := math.Sincos(angle)
	if d == 2 {
		return mesh.Shadow{Features: 2, Rows: [3][8]float64{{0: 1}, {1: cos, 3: sin}, {2: 1}}}
	}
	return mesh.Shadow{Features: 3, Rows: [3][8]float64{{0: cos, 3: sin}, {1: cos, 4: sin}, {2: cos, 5: sin}}}
}
