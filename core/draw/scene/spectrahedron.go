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
	body   body
	planes []costPlane // as of the newest frame
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

// buildBody draws the positive spectrahedron of two or three features, up to the chosen stage: the shadow of its face Z_pp
// = 1, which is the convex hull of all neurons. Inside it are Z and Z', each divided by its last entry, as means of their
// neurons, and the solver's path. In place of the shadow it draws the slice (see sliced), if it is chosen.
func (s *spectrahedron) buildBody() {
	b, v, slice := &s.body, s.view, s.sliced()
	s.lowerPlanes()
	curved, solid := s.snap.Dimension == 2 && !slice, solidity(v.BuildUp)
	if slice {
		solid = 1
	}
	s.setCamera(curveRadius)
	b.turned, b.upright = v.Rotation[protocol.PictureSpectrahedron] != 0, len(s.planes) > 0
	b.update(mesh.Shadow{Features: s.snap.Dimension, Rows: s.bodyRows()}, toleranceOf(s.snap, v))
	b.face(&s.Projection)
	s.drawPlanes(false)
	s.faces(false, solid)
	s.WorldAxes(b.axes(), 1.2, 1.3)
	s.skeleton()
	if curved {
		s.boundary(0.85-0.63*solid, false)
	}
	for _, sign := range [2]float64{1, -1} { // once enough of the body has been built up to contain Z and Z'
		if v.BuildUp >= BuildHull && !slice {
			s.matrixTrail(sign)
		}
		if v.BuildUp >= BuildChords || slice {
			s.mean(sign)
		}
	}
	s.faces(true, solid)
	s.silhouette(solid)
	if curved && solid > 0 {
		s.boundary(0.85*solid, true)
	}
	s.drawPlanes(true)
	s.missingNote()
	for i, n := range s.snap.Neurons {
		if !slice || inSlice(n.U[0]*n.U[0], n.U[1]*n.U[1]) {
			s.namedNeuron(s.At(b.neuron(n.U)), s.At(vec{}), i, s.now.presence[i])
		}
	}
}

// sliced reports whether the picture is the slice Z_11 = Z_22, Z' = 0 of the paper's Figure 2, right, which two features have.
func (s *spectrahedron) sliced() bool { return s.view.Slice != 0 && s.snap.Dimension == 2 }

// inSlice reports whether a matrix with the entries Z_11 and Z_22, and Z_33 = 1, is visibly in the slice.
func inSlice(first, second float64) bool { return math.Abs(first-second) <= 1e-3 }

// boundary draws the curve of all neurons, or only its visible part.
func (s *spectrahedron) boundary(strength float64, seen bool) {
	points := s.body.points
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
// W_22) divided by that weight. Its corners are the neurons +-[1;1][1;1]' and +-[-1;1][-1;1]'. It is built up in the same stages
// as the body of more features.
func (s *spectrahedron) buildSquare() {
	plane := s.Rect.Square(0, 0, 1.42)
	s.squareAxes(plane)
	s.costLine(plane)
	at := func(plus, minus *protocol.Symmetric) (canvas.Pixel, bool) {
		weight := plus.At(3, 3) + minus.At(3, 3)
		if !(weight > 0) {
			return canvas.Pixel{}, false
		}
		return plane.At((plus.At(0, 3)-minus.At(0, 3))/weight, (plus.At(3, 3)-minus.At(3, 3))/weight), true
	}
	if s.view.BuildUp >= BuildHull {
		s.trail(s.Theme.Accent, func(it *protocol.Iterate) (canvas.Pixel, bool) { return at(&it.Plus, &it.Minus) })
	}
	plus, minus := s.matrix(1), s.matrix(-1)
	if center, ok := at(&plus, &minus); ok {
		s.squareNeurons(plane, center)
	}
}

// squareAxes draws the square, up to the chosen stage, with its two axes.
func (s *spectrahedron) squareAxes(plane canvas.Transform) {
	t, built := s.Theme, s.view.BuildUp
	corners, solid := [4]canvas.Pixel{plane.At(-1, -1), plane.At(1, -1), plane.At(1, 1), plane.At(-1, 1)}, solidity(built)
	s.Quad(corners, t.Face().Alpha(0.16*solid))
	for i, a := range corners {
		grown := canvas.Fraction(built, BuildCurve, BuildChords)
		for k, b := range corners[:i] {
			if side := (i-k)%2 == 1; side && grown > 0 {
				s.Segment(a, a.Lerp(b, grown), 1.8, t.Ink.Alpha(0.6))
			} else if chordStrength(built) > 0 {
				s.Segment(a, a.Lerp(b, grown), 1.4, t.Accent.Alpha(0.6*chordStrength(built)))
			}
		}
		s.Disc(a, 3.2, t.Ink.Alpha(0.8*(1-solid)))
	}
	s.Segment(plane.At(-1.15, 0), plane.At(1.15, 0), 1, t.SpaceAxis())
	s.Segment(plane.At(0, -1.15), plane.At(0, 1.15), 1, t.SpaceAxis())
	s.Label("W₁₂").Note(plane.At(1.18, 0), 'l', canvas.ClassTick)
	s.Label("W₂₂").Note(plane.At(0, 1.18), 'b', canvas.ClassTick)
}

// squareNeurons draws Z - Z' and the neurons, corners of the square, whose mean it is.
func (s *spectrahedron) squareNeurons(plane canvas.Transform, center canvas.Pixel) {
	together := s.view.BuildUp >= BuildChords
	for i, n := range s.snap.Neurons {
		sign := math.Copysign(1, n.Alpha)
		corner := plane.At(sign*n.U[0], sign)
		if together {
			s.spoke(center, corner, i, max(totalWeight(s.snap), 1e-300))
		}
		s.namedNeuron(corner, plane.At(0, 0), i, s.now.presence[i])
	}
	if together {
		s.Disc(center, 5, s.Theme.Ink)
		s.Label("Z − Z′").Near(center.Offset(0, -16*s.Scale), canvas.ClassNote)
	}
}

// costLine draws, on the last stage, the line on which the certificate, as a function of W, equals beta. It descends until it rests on the
// square.
func (s *spectrahedron) costLine(plane canvas.Transform) {
	g, t := &s.now.certificate, s.Theme
	a, b := g.X, g.XX+g.C // coefficients of W_12 and W_22: the neuron alpha [u;1][u;1]' has the value alpha g(u)
	n := math.Hypot(a, b)
	if s.view.BuildUp <= BuildHull || !(n > 1e-6*s.snap.Beta) {
		return
	}
	level := s.snap.Beta/n + 0.8*(1-canvas.Smoothstep(canvas.Fraction(s.view.BuildUp, BuildHull, BuildCost)))
	if level > 1.9 {
		return
	}
	a, b = a/n, b/n
	at := func(along, beyond float64) canvas.Pixel {
		return plane.At(a*(level+beyond)-b*along, b*(level+beyond)+a*along)
	}
	const end = 1.25
	s.Quad([4]canvas.Pixel{at(-end, 0), at(end, 0), at(end, 0.12), at(-end, 0.12)}, t.Accent.Alpha(0.16))
	s.Segment(at(-end, 0), at(end, 0), 2, t.Accent)
	if s.view.BuildUp >= BuildCost {
		s.Label("g = β").Near(lowest([]canvas.Pixel{at(-end, 0), at(end, 0)}).Offset(0, 12*s.Scale), canvas.ClassNote)
	}
}

// The stages in which the spectrahedron is built up, as values of View.BuildUp; values in between are transitions.
const (
	// BuildCurve shows single neurons.
	BuildCurve = 0.0
	// BuildChords adds the mixtures of two neurons.
	BuildChords = 1.0
	// BuildHull shows the body, the mixtures of all neurons.
	BuildHull = 2.0
	// BuildCost turns the picture until g points upwards, and lowers the planes g = beta and g = -beta until they rest on the body.
	BuildCost = 3.0
)

// chordSamples is the number of directions whose chords are drawn.
const chordSamples = 24

// chordStrength returns the opacity of the chords, and solidity the opacity of the body.
func chordStrength(built float64) float64 {
	return canvas.Fraction(built, BuildCurve, BuildCurve+0.2) * (1 - canvas.Smoothstep(canvas.Fraction(built, BuildChords, BuildHull)))
}

func solidity(built float64) float64 {
	return canvas.Smoothstep(canvas.Fraction(built, BuildChords, BuildHull))
}

// skeleton draws the neurons while the body is not yet there, and towards BuildChords more and more chords between them.
func (s *spectrahedron) skeleton() {
	built := s.view.BuildUp
	if built >= BuildHull || s.body.slice {
		return
	}
	if strength := chordStrength(built); strength > 0 {
		most := int(math.Round(chordSamples / 2 * canvas.Fraction(built, BuildCurve, BuildChords)))
		for i := range chordSamples {
			for k := 1; k <= most; k++ {
				s.Line(s.body.chord(i), s.body.chord((i+k)%chordSamples), 1, s.Theme.Accent.Alpha(0.22*strength))
			}
		}
	}
	if s.snap.Dimension == 3 {
		s.circles(0.30 * (1 - solidity(built)))
	}
}

// chord returns end i of the chordSamples ends of chords, spread over the curve or over the sphere of directions.
func (b *body) chord(i int) vec {
	if b.shadow.Features == 2 {
		return b.points[i*len(b.points)/chordSamples]
	}
	return b.neuron(protocol.Vec(mesh.Spread(i, chordSamples)))
}

// circles draws meridians and parallels of the sphere of directions at their positions on the body.
func (s *spectrahedron) circles(strength float64) {
	const every, turns = 4, 6
	for k := range 2*turns - 1 {
		s.Through(samples/every+1, 1.2, s.Theme.Ink.Alpha(strength), func(i int) canvas.Pixel {
			d := circle[every*i]
			if k < turns { // a meridian
				sin, cos := math.Sincos(math.Pi * float64(k) / turns)
				return s.At(s.body.neuron(protocol.Vec{d.cos * cos, d.cos * sin, d.sin}))
			}
			sin, cos := math.Sincos(math.Pi * (float64(k-turns+1)/turns - 0.5))
			return s.At(s.body.neuron(protocol.Vec{d.cos * cos, d.sin * cos, sin}))
		})
	}
}

// missingNote says what the picture lacks that its stage has: matrices that are not in the slice, and a plane where g is the same
// everywhere.
func (s *spectrahedron) missingNote() {
	note := ""
	switch {
	case s.sliced():
		plus, minus := s.matrix(1), s.matrix(-1)
		_, first := s.body.locate(&plus)
		if _, second := s.body.locate(&minus); !first && !second {
			note = "Z is outside of the slice"
		}
	case s.view.BuildUp >= BuildCost && !s.body.upright:
		note = "g is the same everywhere: no plane"
	}
	if note != "" {
		s.Label(note).Near(canvas.XY(s.Rect.X+s.Rect.W/2, s.Rect.Y+s.Rect.H-12*s.Scale), canvas.ClassTick)
	}
}
