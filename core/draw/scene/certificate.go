package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// certificateReach is the height of the plot in units of beta.
const certificateReach = 1.25

// CertificatePlane returns how the certificate tile r shows (angle in degrees, g). Angles in (-180, 180] lie between its margins. The bounds
// +-beta rise with beta, from half of the height to four fifths. With normal, g is shown within 1.25 beta, so that the bounds stay and the
// curve moves. Where beta is not positive the whole curve is shown.
func CertificatePlane(r Rect, scale float64, snap *protocol.Snapshot, normal bool) Plane {
	reach := certificateReach * snap.Beta
	if !normal {
		reach = snap.Beta / rise(snap.Beta)
	}
	if !(reach > 0 && reach < math.Inf(1)) {
		reach = certificateReach * bound(&snap.Certificate)
	}
	return gainChart(r, scale, reach).Plane
}

// rise returns the fraction of the height at which a bound is drawn; it increases with beta over all magnitudes.
func rise(beta float64) float64 {
	const least, most, slope = 0.5, 1 / certificateReach, 0.35
	part := math.Pow(beta, slope)
	if math.IsInf(part, 1) {
		return most
	}
	return least + (most-least)*part/(1+part)
}

// bound returns a positive number that |q| does not exceed on the unit circle, or 1 if there is none.
func bound(q *protocol.Quadratic) float64 {
	b := 0.0
	for _, c := range [...]float64{q.XX, q.YY, q.ZZ, q.XY, q.XZ, q.YZ, q.X, q.Y, q.Z, q.C} {
		b += math.Abs(c)
	}
	return positive(b)
}

// degrees returns the angle of a direction in (-180, 180].
func degrees(u protocol.Vec) float64 {
	if a := math.Atan2(u[1], u[0]) * 180 / math.Pi; a > -180 {
		return a
	}
	return 180
}

// TileCertificate is the tile of the certificate.
const TileCertificate = protocol.PictureCertificate

func init() {
	register(TileCertificate, picture{build: (*Scene).buildCertificate, toward: towardCertificate})
}

func (s *Scene) buildCertificate() {
	s.background(s.theme.Panel)
	snap, g := s.snap, &s.now.certificate
	c := chart{CertificatePlane(s.r, s.scale, snap, s.view.Normal), gainArea(s.r, s.scale)}
	switch {
	case snap.Argument.Act.Argues():
		s.buildArgument()
	case snap.Dimension == 3:
		s.buildGlobe()
	case snap.Dimension == 1:
		s.stems(&c, g)
	default:
		s.frameOf(&c)
		s.gains(&c, g, math.Pi)
		if !snap.Plane { // the plane contains neither the points nor the neurons
			s.peaks(&c)
		}
	}
}

// frameOf draws the axes and the two bounds, with labels.
func (s *Scene) frameOf(c *chart) {
	for _, a := range [...]float64{-180, -90, 0, 90, 180} {
		foot := s.xLine(c, a, 1, s.theme.Ink.alpha(0.07))
		s.labels.start("").number(a, 4).add("°").tick(foot.moved(0, 3*s.scale), 't')
	}
	s.bounds(c)
}

// bounds draws zero and the two bounds, with labels.
func (s *Scene) bounds(c *chart) {
	beta, t := s.snap.Beta, s.theme
	left := s.yLine(c, 0, 1, t.Ink.alpha(0.30)).moved(-5*s.scale, 0)
	close := beta*c.KY < s.labels.height()*s.scale // too close for a label each
	if close {
		s.labels.start("±β").note(left, 'r', classTick)
	} else {
		s.labels.start("0").note(left, 'r', classTick)
	}
	if !(beta > 0 && beta < math.Inf(1)) {
		return
	}
	if !close {
		s.labels.start("").number(beta, 3).tick(c.at(180, beta).moved(-22*s.scale, -3*s.scale), 'b')
	}
	for k, sign := range [2]float64{1, -1} {
		at := s.yLine(c, sign*beta, 1.75, t.Bound)
		if !close {
			s.labels.start([2]string{"+β", "−β"}[k]).note(xy(left.x, at.y), 'r', classTick)
		}
	}
}

// peaks marks where the curve touches the bounds, which it does at the neurons.
func (s *Scene) peaks(c *chart) {
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		angle := degrees(n.U)
		at := c.at(angle, s.now.certificate.At(n.U))
		if focused(s.snap, i) {
			s.segment(c.at(angle, 0), at, 2, s.theme.signed(n.Alpha))
		}
		s.namedNeuron(at, c.at(angle, 0), i, 5, s.now.presence[i])
	}
}

// stems draws a function of the direction for one feature: at the two directions u = -1 and u = 1, between the bounds.
func (s *Scene) stems(c *chart, g *protocol.Quadratic) {
	s.bounds(c)
	for k, u := range [2]float64{-1, 1} {
		value := g.At(protocol.Vec{u})
		at, foot := c.at(90*u, value), c.at(90*u, 0)
		s.segment(foot, at, 3, s.theme.signed(value).alpha(0.75))
		s.labels.start([2]string{"u = −1", "u = 1"}[k]).note(xy(foot.x, c.bottom()+18*s.scale), 'b', classNote)
		touched := false
		for i := range s.snap.Neurons {
			if s.snap.Neurons[i].U[0]*u > 0 {
				touched = s.namedNeuron(at, foot, i, 6, s.now.presence[i]) || touched
			}
		}
		if !touched {
			s.disc(at, 4, s.theme.Ink.alpha(0.6))
		}
	}
}

// towardCertificate returns the direction that a pointer in the certificate points at.
func towardCertificate(on *Display, _ int, p *PointerEvent) (u protocol.Vec, ok bool) {
	r := on.View.Layout.Tiles[TileCertificate]
	switch on.Snapshot.Dimension {
	case 2:
		angle, _ := CertificatePlane(r, on.View.Layout.Scale, on.Snapshot, on.View.Normal).Point(p.X, p.Y)
		sin, cos := math.Sincos(angle * math.Pi / 180)
		return protocol.Vec{cos, sin}, true
	case 3:
		return onSphere(on.View.Cameras[TileCertificate].projection(r, globeRadius), p.X, p.Y), true
	}
	return u, false
}
