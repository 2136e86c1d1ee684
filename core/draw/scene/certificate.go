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
	return gainPlane(r, scale, reach)
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

func (s *Scene) buildCertificate(r Rect, snap *protocol.Snapshot, v *View) {
	if snap.Argument.Act.Argues() {
		s.buildArgument(r, snap, v)
		return
	}
	if snap.Dimension == 3 {
		s.buildGlobe(r, snap, v)
		return
	}
	p, t := s.background(TileCertificate, r, v), &v.Theme
	plane := CertificatePlane(r, v.Layout.Scale, snap, v.Normal)
	if snap.Dimension == 1 {
		s.stems(p, r, plane, snap, t)
		return
	}
	s.tint(p, plane, t)
	s.frameOf(p, r, plane, snap, t)
	if snap.Plane { // the plane contains neither the points nor the neurons
		s.curve(p, plane, t)
		return
	}
	s.share(p, r, plane, snap, t)
	s.curve(p, plane, t)
	s.peaks(p, r, plane, snap, t)
}

// tint fills the area between the curve and zero in the light colour of g's sign.
func (s *Scene) tint(p pen, plane Plane, t *Theme) {
	for i := 1; i <= samples; i++ {
		a, b := s.circle[i-1], s.circle[i]
		ga, gb := s.now.certificate.At(protocol.Vec{a.cos, a.sin}), s.now.certificate.At(protocol.Vec{b.cos, b.sin})
		if ga*gb < 0 {
			zero := a.degrees + (b.degrees-a.degrees)*ga/(ga-gb)
			s.slice(p, plane, t, a.degrees, ga, zero, 0)
			s.slice(p, plane, t, zero, 0, b.degrees, gb)
			continue
		}
		s.slice(p, plane, t, a.degrees, ga, b.degrees, gb)
	}
}

func (s *Scene) slice(p pen, plane Plane, t *Theme, a, ga, b, gb float64) {
	p.fill(plane.at(a, ga), plane.at(b, gb), plane.at(b, 0), plane.at(a, 0), t.signed(ga+gb).alpha(0.16))
}

// frameOf draws the axes and the two bounds, with labels.
func (s *Scene) frameOf(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	reach := (r.H - 38*p.scale) / 2 / plane.KY // the values at the ends of the vertical axis
	for _, a := range [...]float64{-180, -90, 0, 90, 180} {
		foot := plane.at(a, -reach)
		p.segment(foot, plane.at(a, reach), 1, t.Ink.alpha(0.07))
		s.labels.start("").number(a, 4).add("°").tick(pixel{x: foot.x, y: foot.y + 3*p.scale}, 't')
	}
	s.bounds(p, r, plane, snap, t)
}

// bounds draws zero and the two bounds, with labels.
func (s *Scene) bounds(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	p.segment(plane.at(-180, 0), plane.at(180, 0), 1, t.Ink.alpha(0.30))
	left := pixel{x: r.X + 29*p.scale}
	_, left.y = plane.Pixel(0, 0)
	if snap.Beta*plane.KY < s.labels.height()*p.scale { // the bounds are too close for a label each
		s.labels.start("±β").note(left, 'r', classTick)
		for _, sign := range [2]float64{1, -1} {
			p.segment(plane.at(-180, sign*snap.Beta), plane.at(180, sign*snap.Beta), 1.75, t.Bound)
		}
		return
	}
	s.labels.start("0").note(left, 'r', classTick)
	if !(snap.Beta > 0 && snap.Beta < math.Inf(1)) {
		return
	}
	right := plane.at(180, snap.Beta)
	s.labels.start("").number(snap.Beta, 3).tick(pixel{x: right.x - 22*p.scale, y: right.y - 3*p.scale}, 'b')
	for _, sign := range [2]float64{1, -1} {
		a, b := plane.at(-180, sign*snap.Beta), plane.at(180, sign*snap.Beta)
		p.segment(a, b, 1.75, t.Bound)
		left.y = a.y
		if sign > 0 {
			s.labels.start("+β").note(left, 'r', classTick)
		} else {
			s.labels.start("−β").note(left, 'r', classTick)
		}
	}
}

// curve draws g.
func (s *Scene) curve(p pen, plane Plane, t *Theme) {
	s.path = s.path[:0]
	for _, d := range s.circle {
		s.path = append(s.path, plane.at(d.degrees, s.now.certificate.At(protocol.Vec{d.cos, d.sin})))
	}
	p.curve(s.path, 2, t.Ink)
}

// share draws the term v_i sigma(x_i'u) that the point in focus adds to g, to scale or divided by a power of ten.
func (s *Scene) share(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	i, largest := snap.Pointed, 0.0
	for _, d := range s.circle {
		largest = max(largest, math.Abs(snap.Share.At(protocol.Vec{d.cos, d.sin})))
	}
	if i < 0 || i >= len(snap.Points) || !(largest > 0 && largest < math.Inf(1)) {
		return
	}
	reach := r.H / 2 / plane.KY
	power := max(0, math.Ceil(math.Log10(largest/reach/0.8)))
	scale := math.Pow(10, -power)
	s.path = s.path[:0]
	for _, d := range s.circle {
		s.path = append(s.path, plane.at(d.degrees, scale*snap.Share.At(protocol.Vec{d.cos, d.sin})))
	}
	p.curve(s.path, 1.5, t.signed(snap.Points[i].Label).alpha(0.8))
	s.labels.start("the share of point ").number(float64(i+1), 6)
	if power > 0 {
		s.labels.add(", divided by 10")
		if power > 1 {
			s.labels.power(int(power))
		}
	}
	s.labels.note(pixel{x: r.X + r.W/2, y: r.Y + 4*p.scale}, 't', classNote)
}

// peaks marks where the curve touches the bounds, which it does at the neurons.
func (s *Scene) peaks(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		angle := degrees(n.U)
		at := plane.at(angle, s.now.certificate.At(n.U))
		strength, radius := emphasis(snap, i), 5.0*s.now.presence[i]
		if radius < 1 {
			continue
		}
		if focused(snap, i) {
			radius = 7.5
			p.segment(plane.at(angle, 0), at, 2, t.signed(n.Alpha))
		}
		p.mark(at, n.Alpha, radius, t.Panel.mix(t.signed(n.Alpha), strength), t.Panel)
		s.addTarget(TileCertificate, at, i)
		above := -15 * p.scale
		if n.Alpha < 0 {
			above = -above
		}
		s.labels.start("").neuron(i).place(pixel{x: at.x, y: at.y + above}, r, neuronClass(n.Alpha, strength < 1))
	}
}

// stems draws the certificate of one feature: g at the two directions u = -1 and u = 1, between the bounds.
func (s *Scene) stems(p pen, r Rect, plane Plane, snap *protocol.Snapshot, t *Theme) {
	s.bounds(p, r, plane, snap, t)
	for k, u := range [2]float64{-1, 1} {
		angle := 90 * u
		value := s.now.certificate.At(protocol.Vec{u})
		if snap.Argument.Act.Argues() {
			value = snap.Argument.Circle.At(protocol.Vec{u})
		}
		at, foot := plane.at(angle, value), plane.at(angle, 0)
		p.segment(foot, at, 3, t.signed(value).alpha(0.75))
		s.labels.start([2]string{"u = −1", "u = 1"}[k]).note(pixel{x: foot.x, y: r.Y + r.H - 8*p.scale}, 'b', classNote)
		touched := false
		for i := range snap.Neurons {
			n := &snap.Neurons[i]
			if n.U[0]*u <= 0 || s.now.presence[i] < 0.2 {
				continue
			}
			touched = true
			strength := emphasis(snap, i)
			p.mark(at, n.Alpha, 6*s.now.presence[i], t.Panel.mix(t.signed(n.Alpha), strength), t.Panel)
			s.addTarget(TileCertificate, at, i)
			s.labels.start("").neuron(i).place(pixel{x: at.x + 16*p.scale, y: at.y - 14*p.scale}, r, neuronClass(n.Alpha, strength < 1))
		}
		if !touched {
			p.disc(at, 4, t.Ink.alpha(0.6))
		}
	}
}

// towardCertificate returns the direction that a pointer in the certificate points at.
func towardCertificate(on *Stage, _ int, p *PointerEvent) (u protocol.Vec, ok bool) {
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
