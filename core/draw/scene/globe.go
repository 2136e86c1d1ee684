package scene

import (
	"conelab/core/app/protocol"
)

const (
	// globeRadius is the radius, in world units, of the ball shown by a tile with the unit sphere.
	globeRadius = 1.3
	// globeStep is the difference between two contours on the certificate's sphere, as a fraction of beta.
	globeStep = 0.25
)

// globeForm is |u|^2 - 1 in the layout of Surface.Form.
var globeForm = [10]float32{1, 1, 1, 0, 0, 0, 0, 0, 0, -1}

// buildGlobe draws the certificate of three features: the sphere of directions u, coloured by g(u)/beta, with the neurons at its peaks.
func (s *Scene) buildGlobe(r Rect, snap *protocol.Snapshot, v *View) {
	s.background(TileCertificate, r, v)
	proj := v.Cameras[TileCertificate].projection(r, globeRadius)
	globe := s.surface(TileCertificate, r, &proj, v, 1)
	globe.Form, globe.Pattern, globe.Step, globe.Opacity, globe.Edge = globeForm, PatternHeat, globeStep, 0.94, 0.97
	g := onUnitSphere(s.now.certificate)
	globe.Heat = heatForm(&g, protocol.Vec{}, 1, positive(snap.Beta))
	s.poles(s.ink(TileCertificate, v, true), r, &proj, &v.Theme)
	p := s.ink(TileCertificate, v, false)
	for i := range snap.Neurons {
		s.pin(p, TileCertificate, r, &proj, snap, v, i, 1.02)
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
func (s *Scene) poles(p pen, r Rect, proj *projection, t *Theme) {
	for axis := range 3 {
		from, to := vec{}, vec{}
		from[axis], to[axis] = 1, 1.16
		p.segment(proj.project(from), proj.project(to), 1.4, t.Ink.alpha(0.5))
		to[axis] = 1.24
		if proj.depth(to) < 0.4 { // skip the ends that the sphere hides
			s.labels.start("x").index(axis).tick(proj.project(to), 'c')
		}
	}
}

// pin draws neuron i above the unit sphere, at the height |p| = height.
func (s *Scene) pin(p pen, tile int, r Rect, proj *projection, snap *protocol.Snapshot, v *View, i int, height float64) {
	n, t := &snap.Neurons[i], &v.Theme
	radius := 6 * s.now.presence[i]
	if radius < 1 {
		return
	}
	if focused(snap, i) {
		radius = 9
	}
	at := proj.project(vec(n.U).scale(height))
	strength := emphasis(snap, i)
	if tile == TileCertificate && proj.hidden(vec(n.U)) { // on the far side of an opaque sphere: it exists, but is not visible here
		p.ring(at, radius, 1.2, t.Panel.alpha(0.55*strength))
		s.addTarget(tile, at, i)
		return
	}
	p.mark(at, n.Alpha, radius, t.Panel.mix(t.signed(n.Alpha), strength), t.Panel)
	p.ring(at, radius+2, 1, t.Ink.alpha(0.5*strength))
	s.addTarget(tile, at, i)
	if proj.depth(vec(n.U)) < 0.25 { // the label of a neuron behind the sphere would seem to be in front
		class := neuronClass(n.Alpha, strength < 1)
		if tile == TileCertificate && class != classTick { // unreadable on its own colour
			class = classOver
		}
		s.labels.start("").neuron(i).around(at, proj.project(vec{}), radius, r, class)
	}
}
