package scene

import (
	"conelab/core/wire"
)

const (
	// globeSight is the radius of the world that a tile with the unit sphere shows.
	globeSight = 1.3
	// globeStep is the difference between two contours on the certificate's sphere, in units of beta.
	globeStep = 0.25
)

// globeForm is |u|^2 - 1 in the layout of Surface.Form.
var globeForm = [10]float32{1, 1, 1, 0, 0, 0, 0, 0, 0, -1}

// buildGlobe draws the certificate of three features: the sphere of directions u, coloured by g(u)/beta, with the neurons on its peaks.
func (s *Scene) buildGlobe(r Rect, snap *wire.Snapshot, v *View) {
	s.board(TileCertificate, r, v)
	l := v.Cameras[TileCertificate].lens(r, globeSight)
	globe := s.surface(TileCertificate, r, &l, v, 1)
	globe.Form, globe.Pattern, globe.Step, globe.Opacity, globe.Edge = globeForm, PatternHeat, globeStep, 0.94, 0.97
	g := onUnitSphere(s.now.certificate)
	globe.Heat = heatForm(&g, wire.Vec{}, 1, positive(snap.Beta))
	s.poles(s.ink(TileCertificate, v, true), r, &l, &v.Theme)
	p := s.ink(TileCertificate, v, false)
	for i := range snap.Neurons {
		s.pin(p, TileCertificate, r, &l, snap, v, i, 1.02)
	}
}

// hidden reports whether the unit sphere, were it opaque, would hide its point u.
func (l *lens) hidden(u vec) bool { return u.dot(l.forward.plus(u.scale(l.tilt))) > 0.02 }

// onUnitSphere returns the quadratic that agrees with q on the unit sphere and has no trace: the graphics card's single precision must not
// subtract large numbers.
func onUnitSphere(q wire.Quadratic) wire.Quadratic {
	mean := (q.XX + q.YY + q.ZZ) / 3
	q.XX, q.YY, q.ZZ, q.C = q.XX-mean, q.YY-mean, q.ZZ-mean, q.C+mean
	return q
}

// poles draws the ends of the three axes outside the unit sphere, and names them.
func (s *Scene) poles(p pen, r Rect, l *lens, t *Theme) {
	for axis := range 3 {
		from, to := vec{}, vec{}
		from[axis], to[axis] = 1, 1.16
		p.segment(l.spot(from), l.spot(to), 1.4, t.Ink.alpha(0.5))
		to[axis] = 1.24
		if l.depth(to) < 0.4 { // not those that the sphere hides
			s.labels.say("x").index(axis).tick(l.spot(to), 'c')
		}
	}
}

// pin draws neuron i on the unit sphere, at the height |p| = height.
func (s *Scene) pin(p pen, tile int, r Rect, l *lens, snap *wire.Snapshot, v *View, i int, height float64) {
	n, t := &snap.Neurons[i], &v.Theme
	radius := 6 * s.now.presence[i]
	if radius < 1 {
		return
	}
	if focused(snap, i) {
		radius = 9
	}
	at := l.spot(vec(n.U).scale(height))
	strength := attention(snap, i)
	if tile == TileCertificate && l.hidden(vec(n.U)) { // on the far side of an opaque sphere: there is one, but not here
		p.ring(at, radius, 1.2, t.Panel.alpha(0.55*strength))
		s.aim(tile, at, i)
		return
	}
	p.mark(at, n.Alpha, radius, t.Panel.mix(t.signed(n.Alpha), strength), t.Panel)
	p.ring(at, radius+2, 1, t.Ink.alpha(0.5*strength))
	s.aim(tile, at, i)
	if l.depth(vec(n.U)) < 0.25 { // the name of one behind the sphere would seem to be in front
		s.labels.say("u").index(i).beyond(at, l.spot(vec{}), r, neuronClass(n.Alpha, strength < 1))
	}
}
