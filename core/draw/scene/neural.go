package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

const (
	// figureRadius is the radius, in world units, of the ball shown by the tile of Figure 2, left.
	figureRadius = 1.5
	// curveRadius is the same for tiles with the trigonometric curve.
	curveRadius = 1.55
)

// figureForm is x z - y^2 in the layout of Surface.Form: the paper's Figure 2, left.
var figureForm = [10]float32{0, -1, 0, 0, 0.5, 0}

// neuralCone draws the neural cone.
type neuralCone struct {
	*painting
	curve []vec // k(t) of two features, in the projection
}

func (s *neuralCone) build() {
	s.Background(s.Theme.Panel)
	switch {
	case s.snap.Plane: // there is no picture
	case s.snap.Dimension == 1:
		s.buildFigure()
	case s.snap.Dimension == 2:
		s.buildRays()
	default:
		s.buildSphere()
	}
}

// buildFigure draws the neural cone of one feature, the paper's Figure 2, left: the points (u^2 alpha, u alpha, alpha), |u| <= 1, with the
// neurons on its edges u = +-1.
func (s *neuralCone) buildFigure() {
	s.setCamera(figureRadius)
	surface := s.Surface(1.7)
	surface.Form, surface.Box = figureForm, [3]float32{0.951, 1e6, 0.95}
	surface.Wedge, surface.Pattern, surface.Rim = true, canvas.PatternLevels, true
	s.Ink(true)
	s.WorldAxes([3]string{"u²α", "uα", "α"}, 1.05, 1.16)
	for _, u := range [2]float64{-1, 1} {
		s.Line(vec{-0.95, -0.95 * u, -0.95}, vec{0.95, 0.95 * u, 0.95}, 2, s.Theme.Ink.Alpha(0.5))
	}
	s.neuronArrows(s.At(vec{}), 2.6, 0, func(u protocol.Vec, found, alpha float64) canvas.Pixel {
		return s.At(vec{u[0] * u[0], u[0], 1}.Scale(0.88 * found * alpha))
	})
}

// buildRays draws the neural cone of two features: all alpha k(t) with k(t) = (cos t, sin t, cos 2t, sin 2t), in a projection of
// its four dimensions. It draws the curves k and -k, rays through the origin, and the neurons alpha k, scaled so that the largest
// |alpha| is 1. A half of the cone, alpha > 0 or alpha < 0, is fainter without neurons.
func (s *neuralCone) buildRays() {
	rotation := s.view.Rotation[protocol.PictureNeural]
	s.setCamera(curveRadius)
	cone, names := shadowOf(2, rotation), [3]string{"α cos t", "α sin t", "α cos 2t"}
	if rotation != 0 {
		names[1] = "α sin t and α sin 2t"
	}
	s.WorldAxes(names, 1.2, 1.3)
	s.curve = cone.CurveTo(s.curve, samples)
	for _, sign := range [2]float64{1, -1} {
		color := s.Theme.Signed(sign)
		if !slices.ContainsFunc(s.snap.Neurons, func(n protocol.Neuron) bool { return n.Alpha*sign > 0 }) {
			color = color.Alpha(0.3)
		}
		for i := 0; i < samples; i += samples / 36 {
			s.Line(vec{}, s.curve[i].Scale(sign), 1, color.Alpha(0.34))
		}
		s.Through(samples+1, 2.2, color.Alpha(0.8), func(i int) canvas.Pixel { return s.At(s.curve[i%samples].Scale(sign)) })
	}
	s.neuronArrows(s.At(vec{}), 2.6, 0, func(u protocol.Vec, found, alpha float64) canvas.Pixel {
		return s.At(cone.Neuron(vec(u)).Scale(found * alpha))
	})
}

// buildSphere draws the directions of three features: the unit sphere, which is the section t = 1 of the cone, and the neurons on it.
func (s *neuralCone) buildSphere() {
	s.setCamera(globeRadius)
	globe := s.Surface(1)
	globe.Form, globe.Pattern, globe.Opacity, globe.Edge = globeForm, canvas.PatternGlobe, 0.14, 0.55
	s.Ink(true)
	s.poles()
	largest := heaviest(s.snap)
	for i, n := range s.snap.Neurons {
		if found := s.now.presence[i]; found > 0.05 {
			width := 1.5 + 2.5*math.Sqrt(math.Abs(n.Alpha)/largest)
			s.Line(vec{}, vec(n.U).Scale(found), width, s.Theme.Signed(n.Alpha).Alpha(0.8*s.emphasis(i)))
		}
		s.pin(i, 1)
	}
}

const (
	// globeRadius is the radius, in world units, of the ball shown by a tile with the unit sphere.
	globeRadius = 1.3
	// globeStep is the difference between two contours on the certificate's sphere, as a fraction of beta.
	globeStep = 0.25
)

// globeForm is |u|^2 - 1 in the layout of Surface.Form.
var globeForm = [10]float32{1, 1, 1, 0, 0, 0, 0, 0, 0, -1}

// buildGlobe draws the certificate of three features: the sphere of directions u, coloured by g(u)/beta, with the neurons at its peaks.
func (s *certificate) buildGlobe() {
	s.setCamera(globeRadius)
	globe := s.Surface(1)
	globe.Form, globe.Pattern, globe.Step, globe.Opacity, globe.Edge = globeForm, canvas.PatternHeat, globeStep, 0.94, 0.97
	// The quadratic without trace that agrees with g on the unit sphere, so that the graphics card, in single precision, need not subtract
	// large numbers.
	g := s.now.certificate
	mean := (g.XX + g.YY + g.ZZ) / 3
	g.XX, g.YY, g.ZZ, g.C = g.XX-mean, g.YY-mean, g.ZZ-mean, g.C+mean
	globe.Heat = room{half: 1}.heat(&g, positive(s.snap.Beta))
	s.Ink(true)
	s.poles()
	s.Ink(false)
	for i := range s.snap.Neurons {
		s.pin(i, 1.02)
	}
}

// poles draws the ends of the three axes outside the unit sphere, with their names.
func (s *painting) poles() {
	for axis := range 3 {
		from, to := vec{}, vec{}
		from[axis], to[axis] = 1, 1.16
		s.Line(from, to, 1.4, s.Theme.Ink.Alpha(0.5))
		to[axis] = 1.24
		if s.Projection.Depth(to) < 0.4 { // skip the ends that the sphere hides
			s.Label("x").Index(axis).Tick(s.At(to), 'c')
		}
	}
}

// pin draws neuron i above the unit sphere, at the height |p| = height. On the far side of an opaque sphere it exists, but is not visible.
func (s *painting) pin(i int, height float64) {
	u, opaque := vec(s.snap.Neurons[i].U), s.tile == protocol.PictureCertificate
	at, edge := s.At(u.Scale(height)), s.Theme.Ink.Alpha(0.5*s.emphasis(i))
	isBehind := u.Dot(s.Projection.Forward.Plus(u.Scale(canvas.Perspective))) > 0.02 // the sphere hides it
	if opaque && isBehind {
		if radius := neuronRadius * s.now.presence[i]; radius >= 1 {
			s.Ring(at, radius, 1.2, s.Theme.Panel.Alpha(0.55*s.emphasis(i)))
			s.addTarget(at, i)
		}
		return
	}
	radius, seen := s.markNeuron(at, i, s.now.presence[i])
	if !seen {
		return
	}
	s.Ring(at, radius+2, 1, edge)
	if s.Projection.Depth(u) < 0.25 { // the label of a neuron behind the sphere would seem to be in front
		s.nameNeuron(i)
		if opaque && s.emphasis(i) == 1 { // unreadable on its own colour
			s.Labels.As(canvas.ClassOver)
		}
		s.Labels.Beyond(at, s.At(vec{}), radius)
	}
}
