package scene

import "conelab/core/app/protocol"

const (
	// globeRadius is the radius, in world units, of the ball shown by a tile with the unit sphere.
	globeRadius = 1.3
	// globeStep is the difference between two contours on the certificate's sphere, as a fraction of beta.
	globeStep = 0.25
)

// globeForm is |u|^2 - 1 in the layout of Surface.Form.
var globeForm = [10]float32{1, 1, 1, 0, 0, 0, 0, 0, 0, -1}

// buildGlobe draws the certificate of three features: the sphere of directions u, coloured by g(u)/beta, with the neurons at its peaks.
func (s *Scene) buildGlobe() {
	s.look(globeRadius)
	globe := s.surface(s.r, 1)
	globe.Form, globe.Pattern, globe.Step, globe.Opacity, globe.Edge = globeForm, PatternHeat, globeStep, 0.94, 0.97
	g := onUnitSphere(s.now.certificate)
	globe.Heat = Room{half: 1}.heat(&g, positive(s.snap.Beta))
	s.ink(true)
	s.poles()
	s.ink(false)
	for i := range s.snap.Neurons {
		s.pin(i, 1.02)
	}
}

// hidden reports whether the unit sphere, if it were opaque, would hide its point u.
func (proj *projection) hidden(u vec) bool {
	return u.dot(proj.forward.plus(u.scale(proj.perspective))) > 0.02
}

// onUnitSphere returns the quadratic without trace that agrees with q on the unit sphere. So the graphics card, in single precision, need not
// subtract large numbers.
func onUnitSphere(q protocol.Quadratic) protocol.Quadratic {
	mean := (q.XX + q.YY + q.ZZ) / 3
	q.XX, q.YY, q.ZZ, q.C = q.XX-mean, q.YY-mean, q.ZZ-mean, q.C+mean
	return q
}

// poles draws the ends of the three axes outside the unit sphere, with their names.
func (s *Scene) poles() {
	for axis := range 3 {
		from, to := vec{}, vec{}
		from[axis], to[axis] = 1, 1.16
		s.line(from, to, 1.4, s.theme.Ink.alpha(0.5))
		to[axis] = 1.24
		if s.proj.depth(to) < 0.4 { // skip the ends that the sphere hides
			s.labels.start("x").index(axis).tick(s.at(to), 'c')
		}
	}
}

// pin draws neuron i above the unit sphere, at the height |p| = height. On the far side of an opaque sphere it exists, but is not visible.
func (s *Scene) pin(i int, height float64) {
	u, opaque := vec(s.snap.Neurons[i].U), s.tile == TileCertificate
	at, edge := s.at(u.scale(height)), s.theme.Ink.alpha(0.5*s.emphasis(i))
	if opaque && s.proj.hidden(u) {
		if radius := 6 * s.now.presence[i]; radius >= 1 {
			s.ring(at, radius, 1.2, s.theme.Panel.alpha(0.55*s.emphasis(i)))
			s.addTarget(at, i)
		}
		return
	}
	radius, seen := s.markNeuron(at, i, 6, s.now.presence[i])
	if !seen {
		return
	}
	s.ring(at, radius+2, 1, edge)
	if s.proj.depth(u) < 0.25 { // the label of a neuron behind the sphere would seem to be in front
		class := s.nameNeuron(i)
		if opaque && class != classTick { // unreadable on its own colour
			class = classOver
		}
		s.labels.beyond(at, s.at(vec{}), radius, class)
	}
}
