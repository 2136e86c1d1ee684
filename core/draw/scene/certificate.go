package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// certificateHeight returns the height of the plot in units of beta: 1.25, or in a low picture so much that a neuron's name fits above
// beta.
func certificateHeight(r canvas.Rect, text float64) float64 {
	const name, margins, most = 48, 38, 0.4 // css pixels, and a share
	return max(1.25, 1/(1-min(name*text/(r.H-margins*text), most)))
}

// gainChart returns how a picture of the gains along the circle shows (angle in degrees, g), for |g| <= highest.
func gainChart(r canvas.Rect, text, highest float64) canvas.Chart {
	highest = positive(highest)
	return canvas.ChartIn(r.Inset(34*text, 12*text, 26*text, 26*text), -180, 180, -highest, highest)
}

// CertificatePlane returns how the certificate tile r shows (angle in degrees, g) of a proof; text is Canvas.Text. Angles in (-180, 180] lie
// between its margins.
func CertificatePlane(r canvas.Rect, text float64, snap *protocol.Snapshot) canvas.Transform {
	return gainChart(r, text, certificateHeight(r, text)*snap.Beta).Transform
}

// directionAt returns the direction of two features at an angle in degrees.
func directionAt(degrees float64) protocol.Vec {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return protocol.Vec{cos, sin}
}

// angleOf returns the angle in degrees, from -180 to 180, of sample k of the circle, from 0 to samples.
func angleOf(k int) float64 { return 360*float64(k)/samples - 180 }

// degrees returns the angle of a direction in (-180, 180].
func degrees(u protocol.Vec) float64 {
	if a := math.Atan2(u[1], u[0]) * 180 / math.Pi; a > -180 {
		return a
	}
	return 180
}

// certificate draws g, or one of the pictures of the argument.
type certificate struct {
	*painting
	plot  canvas.Chart   // as drawn most recently: of (angle in degrees, g or elevation), or of the bowl
	gain  []float64      // g at the samples of the circle
	lines protocol.Field // g at all lines
}

func (s *certificate) build() {
	s.Background(s.Theme.Panel)
	switch a := &s.snap.Argument; a.Topic {
	case protocol.Price:
		s.buildPrice()
	case protocol.Curve:
		switch curve := s.drawGains(s.Rect, &a.Circle); {
		case curve && a.Progress < 1:
			s.stem(a.Angle*180/math.Pi, a.Gain)
		case curve:
			s.argumentPeaks()
		}
	case protocol.Bowl:
		s.buildBowl()
	case protocol.Tangents:
		s.buildTangents()
	case protocol.Bounds:
		s.buildBounds()
	default:
		if s.snap.Dimension == 3 {
			s.buildGlobe()
		} else if g := &s.now.certificate; s.drawGains(s.Rect, g) && !s.snap.Plane { // a plane contains neither the points nor the neurons
			s.peaks(g)
		}
	}
}

// gainOf returns g(u): that of a piecewise-linear activation, or else the given certificate.
func gainOf(snap *protocol.Snapshot, g *protocol.Quadratic, u protocol.Vec) float64 {
	if snap.Piecewise.Set {
		return snap.Piecewise.Gain(u, snap.Dimension)
	}
	return g.At(u)
}

// highestGain is the height of a picture of gains that pass β, in units of β: what is higher leaves the picture, so that ±β are seen.
const highestGain = 6.0

// drawGains draws g in a rectangle, up to the animation's position: as the map of all lines, at the two directions of one feature, or as a
// curve over the circle, for which it returns true.
func (s *certificate) drawGains(r canvas.Rect, g *protocol.Quadratic) (curve bool) {
	snap, c := s.snap, &s.plot
	if mapsLines(snap) {
		*c = lineChart(r, s.Text)
		s.buildLines()
		return false
	}
	stems, every := snap.Dimension == 1 && !snap.Piecewise.Set, 1
	if stems { // only u = -1 and u = 1 are directions
		every = samples / 2
	}
	s.gain = s.gain[:0]
	for k := 0; k <= samples; k += every {
		s.gain = append(s.gain, gainOf(snap, g, directionAt(angleOf(k))))
	}
	*c = gainChart(r, s.Text, max(certificateHeight(r, s.Text)*snap.Beta, min(s.peak()/0.95, highestGain*snap.Beta)))
	if *g == (protocol.Quadratic{}) && len(snap.Piecewise.Dual) == 0 { // nothing is known of g yet, or it is 0, as the axis
		s.bounds()
		return false
	}
	if stems {
		s.bounds()
		s.stems(g)
		return false
	}
	s.angles("direction ")
	s.bounds()
	s.gains()
	return true
}

// peak returns the largest |g| on the circle.
func (s *certificate) peak() (peak float64) {
	for _, g := range s.gain {
		peak = max(peak, math.Abs(g))
	}
	return peak
}

// angles draws the ticks of the horizontal axis, with its name at 0.
func (s *certificate) angles(name string) {
	for _, angle := range [...]float64{-180, -90, 0, 90, 180} {
		label := s.Label("")
		if angle == 0 {
			label.Add(name)
		}
		s.XTick(&s.plot, angle, label.Number(angle, 4).Add("°"))
	}
}

// bounds draws zero and the two bounds, with labels.
func (s *certificate) bounds() {
	c, beta, t := &s.plot, s.snap.Beta, s.Theme
	left := s.YLine(c, 0, 1, t.Axis()).Offset(-5*s.Scale, 0)
	s.Label("gain g").Tick(canvas.XY(c.Rect.X+5*s.Scale, c.Rect.Y+10*s.Text), 'l')
	crowded := beta*c.KY < s.Labels.Height()*s.Scale // too close for a label each
	if crowded {
		s.Label("±β").As(canvas.ClassTick).Note(left, 'r')
	} else {
		s.Label("0").As(canvas.ClassTick).Note(left, 'r')
	}
	if !(beta > 0 && beta < math.Inf(1)) {
		return
	}
	if !crowded {
		s.Label("β = ").Number(beta, 3).Tick(c.At(180, beta).Offset(-32*s.Text, -3*s.Scale), 'b')
	}
	for k, sign := range [2]float64{1, -1} {
		at := s.YLine(c, sign*beta, 1.75, t.Bound)
		if !crowded {
			s.Label([2]string{"+β", "−β"}[k]).As(canvas.ClassTick).Note(canvas.XY(left.X, at.Y), 'r')
		}
	}
}

// peaks marks where the curve touches the bounds, which it does at the neurons, and the direction that is probed.
func (s *certificate) peaks(g *protocol.Quadratic) {
	for i, n := range s.snap.Neurons {
		at, base := s.stemAt(degrees(n.U), gainOf(s.snap, g, n.U))
		if focused(s.snap, i) {
			s.Segment(base, at, 2, s.Theme.Signed(n.Alpha))
		}
		s.namedNeuron(at, base, i, s.now.presence[i])
	}
	if u, ok := s.probed(); ok {
		s.stem(degrees(u), gainOf(s.snap, g, u))
	}
}

// argumentPeaks marks the neurons of the argument on the curve, as far as the animation shows it.
func (s *certificate) argumentPeaks() {
	for _, m := range s.snap.Argument.Marks {
		if angle := m.Angle * 180 / math.Pi; m.Neuron < len(s.snap.Neurons) && s.shows(angle) {
			at, base := s.stemAt(angle, gainOf(s.snap, &s.snap.Argument.Circle, directionAt(angle)))
			s.namedNeuron(at, base, m.Neuron, 1)
		}
	}
}

// stemAt returns the ends of the line from the axis to a gain, or to the edge of the picture that the gain is beyond.
func (s *certificate) stemAt(degrees, gain float64) (at, base canvas.Pixel) {
	return s.plot.At(degrees, s.clampGain(gain)), s.plot.At(degrees, 0)
}

// stem draws the gain in the direction that is considered.
func (s *certificate) stem(degrees, gain float64) {
	at, base := s.stemAt(degrees, gain)
	s.Segment(base, at, 3, s.Theme.Signed(gain))
	s.Disc(at, 5, s.Theme.Signed(gain))
}

// stems draws a function of the direction for one feature: at the two directions u = -1 and u = 1.
func (s *certificate) stems(g *protocol.Quadratic) {
	for _, u := range [2]float64{-1, 1} {
		value := g.At(protocol.Vec{u})
		at, base := s.stemAt(90*u, value)
		s.Segment(base, at, 3, s.Theme.Signed(value).Alpha(0.75))
		s.Label("u = ").Number(u, 1).Note(canvas.XY(base.X, s.plot.Bottom()+18*s.Text), 'b')
		touched := false
		for i, n := range s.snap.Neurons {
			if n.U[0]*u > 0 {
				touched = s.namedNeuron(at, base, i, s.now.presence[i]) || touched
			}
		}
		if !touched {
			s.Disc(at, 4, s.Theme.Ink.Alpha(0.6))
		}
	}
}

// towardCertificate returns the direction that a pointer in the certificate points at.
func towardCertificate(hit *HitTest, p *PointerEvent) (u protocol.Vec, ok bool) {
	if hit.Snapshot.Dimension == 3 {
		camera, r := &hit.View.Cameras[protocol.PictureCertificate], hit.View.Layout.Tiles[protocol.PictureCertificate]
		return onSphere(camera.Projection(r, globeRadius), p.X, p.Y), true
	}
	angle, up, drawn := hit.inCertificate(p)
	if mapsLines(hit.Snapshot) {
		return lineOf(angle, up, &hit.Snapshot.Window), drawn
	}
	return directionAt(angle), drawn && (hit.Snapshot.Dimension == 2 || hit.Snapshot.Piecewise.Set)
}

// gains draws g on the circle where shows reports true, with the area under it in the light colour of its sign.
func (s *certificate) gains() {
	for k := 1; k <= samples; k++ {
		if s.shows(angleOf(k-1)) && s.shows(angleOf(k)) && s.gain[k-1]*s.gain[k] >= 0 {
			s.strip(k, 0, s.Theme.Signed(s.gain[k-1]+s.gain[k]).Alpha(0.16))
		}
	}
	last := canvas.Hidden
	s.Through(samples+1, 2, s.Theme.Ink, func(k int) canvas.Pixel {
		at := s.onCurve(k)
		if last != canvas.Hidden && at != canvas.Hidden {
			s.Labels.Avoid(2, last, at)
		}
		last = at
		return at
	})
}

// onCurve returns where the curve of the gains has sample k of the circle, if the animation shows it.
func (s *certificate) onCurve(k int) canvas.Pixel {
	if !s.shows(angleOf(k)) || s.clampGain(s.gain[k]) != s.gain[k] {
		return canvas.Hidden
	}
	return s.plot.At(angleOf(k), s.gain[k])
}

// clampGain returns a gain, or the end of the picture that it is beyond.
func (s *certificate) clampGain(gain float64) float64 {
	return max(s.plot.Y0, min(gain, s.plot.Y1))
}

// strip fills the area between a level and the curve from sample k-1 of the circle to sample k.
func (s *certificate) strip(k int, level float64, color canvas.Color) {
	c, a, b := &s.plot, angleOf(k-1), angleOf(k)
	s.Fill(color, c.At(a, s.clampGain(s.gain[k-1])), c.At(b, s.clampGain(s.gain[k])), c.At(b, level), c.At(a, level))
}

// shows reports whether the animation shows the gain at an angle, in degrees: the curve grows from the left, and the animation of the price
// shows where its candidate has been.
func (s *certificate) shows(degrees float64) bool {
	switch a := &s.snap.Argument; {
	case a.Topic == protocol.Curve:
		return degrees <= a.Angle*180/math.Pi+1e-9
	case a.Topic == protocol.Price && !mapsLines(s.snap):
		const slack = 1e-9 // of the circle
		start := a.Angle*180/math.Pi - 360*a.Progress
		return fraction((degrees-start)/360-a.Traced[0]+slack) <= a.Traced[1]-a.Traced[0]+2*slack
	}
	return true
}

// fraction returns x minus the largest whole number up to x.
func fraction(x float64) float64 { return x - math.Floor(x) }
