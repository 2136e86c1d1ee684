package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// certificateReach is the height of the plot in units of beta.
const certificateReach = 1.25

// CertificatePlane returns how the certificate tile r shows (angle in degrees, g) of a proof. Angles in (-180, 180] lie between its
// margins, and g within 1.25 beta.
func CertificatePlane(r canvas.Rect, scale float64, snap *protocol.Snapshot) canvas.Transform {
	return gainChart(r, scale, certificateReach*snap.Beta).Transform
}

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
	image protocol.Field // g of a piecewise-linear network
	lines []protocol.Vec // of a row of it
}

func (s *certificate) build() {
	s.Background(s.Theme.Panel)
	switch {
	case s.snap.Argument.Topic.Argues():
		s.buildArgument()
	case s.snap.Dimension == 3:
		s.buildGlobe()
	default:
		if g := &s.now.certificate; s.drawGains(s.Rect, g) && !s.snap.Plane { // a plane contains neither the points nor the neurons
			s.peaks(&s.plot, g)
		}
	}
}

// gainOf returns g(u), which has a piecewise-linear activation or is the given certificate.
func gainOf(snap *protocol.Snapshot, g *protocol.Quadratic, u protocol.Vec) float64 {
	if isPiecewise(snap) {
		return snap.Piecewise.Gain(u, snap.Dimension)
	}
	return g.At(u)
}

// drawGains draws g in a rectangle, as far as the animation of the argument has come, and reports whether its picture is the curve over the
// circle. Else it is the map of all lines, or g at the two directions of one feature.
func (s *certificate) drawGains(r canvas.Rect, g *protocol.Quadratic) (curve bool) {
	snap, c := s.snap, &s.plot
	if mapsLines(snap) {
		*c = lineChart(r, s.Scale)
		s.buildLines()
		return false
	}
	s.gain = s.gain[:0]
	for k := range circle {
		s.gain = append(s.gain, gainOf(snap, g, circle[k].vec()))
	}
	*c = gainChart(r, s.Scale, max(certificateReach*snap.Beta, s.peak()/0.95))
	if snap.Dimension == 1 && !isPiecewise(snap) {
		s.stems(c, g)
		return false
	}
	s.frameOf(c)
	s.gains(c)
	return true
}

// peak returns the largest |g| on the circle.
func (s *certificate) peak() (peak float64) {
	for _, g := range s.gain {
		peak = max(peak, math.Abs(g))
	}
	return peak
}

// frameOf draws the axes and the two bounds, with labels.
func (s *certificate) frameOf(c *canvas.Chart) {
	for _, a := range [...]float64{-180, -90, 0, 90, 180} {
		s.Label("").Number(a, 4).Add("°")
		s.XTick(c, a, s.GridColor(1))
	}
	s.bounds(c)
}

// bounds draws zero and the two bounds, with labels.
func (s *certificate) bounds(c *canvas.Chart) {
	beta, t := s.snap.Beta, s.Theme
	left := s.YLine(c, 0, 1, t.Ink.Alpha(0.30)).Offset(-5*s.Scale, 0)
	close := beta*c.KY < s.Labels.Height()*s.Scale // too close for a label each
	if close {
		s.Label("±β").Note(left, 'r', canvas.ClassTick)
	} else {
		s.Label("0").Note(left, 'r', canvas.ClassTick)
	}
	if !(beta > 0 && beta < math.Inf(1)) {
		return
	}
	if !close {
		s.Label("β = ").Number(beta, 3).Tick(c.At(180, beta).Offset(-32*s.Scale, -3*s.Scale), 'b')
	}
	for k, sign := range [2]float64{1, -1} {
		at := s.YLine(c, sign*beta, 1.75, t.Bound)
		if !close {
			s.Label([2]string{"+β", "−β"}[k]).Note(canvas.XY(left.X, at.Y), 'r', canvas.ClassTick)
		}
	}
}

// peaks marks where the curve touches the bounds, which it does at the neurons, and the direction that is probed.
func (s *certificate) peaks(c *canvas.Chart, g *protocol.Quadratic) {
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		angle := degrees(n.U)
		at := c.At(angle, gainOf(s.snap, g, n.U))
		if focused(s.snap, i) {
			s.Segment(c.At(angle, 0), at, 2, s.Theme.Signed(n.Alpha))
		}
		s.namedNeuron(at, c.At(angle, 0), i, 5, s.now.presence[i])
	}
	if u, is := s.probed(); is {
		s.stem(degrees(u), gainOf(s.snap, g, u))
	}
}

// stem draws the gain in the direction that is considered.
func (s *certificate) stem(degrees, gain float64) {
	at, color := s.plot.At(degrees, gain), s.Theme.Signed(gain)
	s.Segment(s.plot.At(degrees, 0), at, 3, color)
	s.Disc(at, 5, color)
}

// stems draws a function of the direction for one feature: at the two directions u = -1 and u = 1, between the bounds.
func (s *certificate) stems(c *canvas.Chart, g *protocol.Quadratic) {
	s.bounds(c)
	for k, u := range [2]float64{-1, 1} {
		value := g.At(protocol.Vec{u})
		at, foot := c.At(90*u, value), c.At(90*u, 0)
		s.Segment(foot, at, 3, s.Theme.Signed(value).Alpha(0.75))
		s.Label([2]string{"u = −1", "u = 1"}[k]).Note(canvas.XY(foot.X, c.Bottom()+18*s.Scale), 'b', canvas.ClassNote)
		touched := false
		for i := range s.snap.Neurons {
			if s.snap.Neurons[i].U[0]*u > 0 {
				touched = s.namedNeuron(at, foot, i, 6, s.now.presence[i]) || touched
			}
		}
		if !touched {
			s.Disc(at, 4, s.Theme.Ink.Alpha(0.6))
		}
	}
}

// towardCertificate returns the direction that a pointer in the certificate points at.
func towardCertificate(on *HitTest, _ int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension == 3 {
		camera, r := &on.View.Cameras[protocol.PictureCertificate], on.View.Layout.Tiles[protocol.PictureCertificate]
		return onSphere(camera.Projection(r, globeRadius), p.X, p.Y), true
	}
	angle, up, drawn := on.inCertificate(p)
	if mapsLines(on.Snapshot) {
		return lineOf(angle, up, &on.Snapshot.Window), drawn
	}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	return protocol.Vec{cos, sin}, drawn && (on.Snapshot.Dimension == 2 || isPiecewise(on.Snapshot))
}

// inCertificate returns the place of a pointer in the certificate as drawn most recently, if it has been.
func (on *HitTest) inCertificate(p *PointerEvent) (x, y float64, drawn bool) {
	c, at := &on.Scene.certificate.plot, on.drawn(p)
	x, y = c.Point(at.X, at.Y)
	return x, y, c.KX > 0
}

// gainChart returns how a picture of the gains along the circle shows (angle in degrees, g), for |g| <= reach.
func gainChart(r canvas.Rect, scale, reach float64) canvas.Chart {
	reach = positive(reach)
	return canvas.ChartIn(r.Inset(34*scale, 12*scale, 26*scale, 26*scale), -180, 180, -reach, reach)
}

// buildGains draws the curve of all gains as far as the animation has come.
func (s *certificate) buildGains() {
	switch a := &s.snap.Argument; {
	case !s.drawGains(s.Rect, &a.Circle): // what has no curve has no moving direction
	case a.Progress >= 1:
		s.gainSpots()
	default:
		s.stem(a.Angle*180/math.Pi, a.Gain)
	}
}

// gainSpots marks the neurons of the argument on the curve of the gains, with names beyond it.
func (s *certificate) gainSpots() {
	a, c := &s.snap.Argument, &s.plot
	for _, m := range a.Marks {
		if angle := m.Angle * 180 / math.Pi; m.Neuron < len(s.snap.Neurons) && s.shows(angle) {
			sin, cos := math.Sincos(m.Angle)
			g := gainOf(s.snap, &a.Circle, protocol.Vec{cos, sin})
			s.namedNeuron(c.At(angle, g), c.At(angle, 0), m.Neuron, 5, 1)
		}
	}
}

// gains draws g on the circle as far as shows says, with the area under it in the light colour of its sign.
func (s *certificate) gains(c *canvas.Chart) {
	for start := 0; start < len(circle); start++ {
		end := start
		for end < len(circle) && s.shows(circle[end].degrees) {
			end++
		}
		for k := start + 1; k < end; k++ {
			if ga, gb := s.gain[k-1], s.gain[k]; ga*gb >= 0 {
				a, b := circle[k-1].degrees, circle[k].degrees
				s.Quad([4]canvas.Pixel{c.At(a, ga), c.At(b, gb), c.At(b, 0), c.At(a, 0)}, s.Theme.Signed(ga+gb).Alpha(0.16))
			}
		}
		if end > start {
			s.Through(end-start, 2, s.Theme.Ink, func(k int) canvas.Pixel { return c.At(circle[start+k].degrees, s.gain[start+k]) })
		}
		start = end
	}
}

// shows reports whether the animation has come to an angle, in degrees: that of the curve from the left, that of the price wherever its
// candidate has been.
func (s *certificate) shows(degrees float64) bool {
	switch a := &s.snap.Argument; {
	case a.Topic == protocol.Curve:
		return degrees <= a.Angle*180/math.Pi+1e-9
	case a.Topic == protocol.Price && !mapsLines(s.snap):
		start := a.Angle*180/math.Pi - 360*a.Progress
		since := math.Mod((degrees-start)/360-a.Traced[0], 1)
		if since < 0 {
			since++
		}
		return since <= a.Traced[1]-a.Traced[0] || since > 1-1e-9
	}
	return true
}

// bottom is the position on the section up to which the ball counts as being at the bottom of the bowl.
const bottom = 0.1

// buildBowl draws the cost along the section, the lower bound below it, and the network shown as a ball on the curve.
func (s *certificate) buildBowl() {
	a, t := &s.snap.Argument, s.Theme
	if len(a.Section) < 3 {
		return
	}
	low, high := bowlRange(a)
	s.plot = canvas.ChartIn(s.Rect.Inset(20*s.Scale, 30*s.Scale, 20*s.Scale, 30*s.Scale), protocol.SectionLow, protocol.SectionHigh, low, high)
	c := &s.plot
	step := (protocol.SectionHigh - protocol.SectionLow) / float64(len(a.Section)-1)
	at := func(k int) canvas.Pixel {
		at := c.At(protocol.SectionLow+step*float64(k), a.Section[k])
		return canvas.XY(at.X, max(at.Y, s.Rect.Y-s.Rect.H))
	}
	for k := 1; k < len(a.Section); k++ {
		b, e := at(k-1), at(k)
		b.Y, e.Y = max(b.Y, s.Rect.Y), max(e.Y, s.Rect.Y)
		s.Quad([4]canvas.Pixel{b, e, canvas.XY(e.X, c.Bottom()), canvas.XY(b.X, c.Bottom())}, t.Ink.Alpha(0.05))
	}
	s.YLine(c, a.Bound, 2, t.Bound)
	s.Through(len(a.Section), 2.2, t.Ink, at)
	held := func(x, cost float64) canvas.Pixel { return c.At(x, max(low, min(cost, high))) }
	for x, name := range [...]string{"the best one", "the other"} {
		foot := c.At(float64(x), low)
		s.Segment(foot, held(float64(x), a.SectionAt(float64(x))), 1, t.Ink.Alpha(0.2))
		s.Label(name).Note(foot.Offset(0, 5*s.Scale), 't', canvas.ClassNote)
	}
	s.Label("lower bound ").Number(a.Bound, 6).Note(c.At(protocol.SectionHigh, a.Bound).Offset(0, 10*s.Scale), 'r', canvas.ClassNote)
	ball := held(a.At, a.Cost).Offset(0, -8*s.Scale)
	s.Sphere(ball, 8, t.Accent)
	s.addTarget(ball, none)
	s.Label("cost ").Number(a.Cost, 6)
	beside := ball.Offset(0, -20*s.Scale)
	if a.At > bottom { // the curve rises to the right: the space left of the ball is free
		beside.X -= 0.6 * s.Labels.Width() * s.Scale
	}
	s.Labels.Near(beside, canvas.ClassNote)
}

// bowlRange returns the range of the costs that the bowl shows.
func bowlRange(a *protocol.Argument) (low, high float64) {
	top := a.Best
	for _, c := range a.Section {
		top = max(top, c)
	}
	// The ends of a curve that is steep beyond the two networks may leave the picture.
	if ends := a.Best + 1.6*(a.SectionAt(1)-a.Best); ends > a.Best {
		top = min(top, ends)
	}
	if !(top > a.Bound) {
		top = a.Bound + max(1e-12, math.Abs(a.Bound))
	}
	return a.Bound - 0.16*(top-a.Bound), top
}

// buildBounds draws the curve g of a network that has been perturbed, and below it the network's cost and the bound that the
// curve proves, on one scale.
func (s *certificate) buildBounds() {
	curve, scale := s.Rect.Cut(canvas.AboveRule(s.Rect, s.Scale, 0.7))
	s.Labels.Within(curve)
	if s.drawGains(curve, &s.snap.Argument.Circle) {
		s.excess(&s.plot)
		s.scaledCurve(&s.plot)
		s.gainSpots()
	}
	s.Labels.Within(s.Rect)
	s.buildCostAndBound(scale)
}

// excess fills the area between a bound and the curve where the curve exceeds it: a new neuron there would pay.
func (s *certificate) excess(c *canvas.Chart) {
	for k := 1; k < len(circle); k++ {
		a, b := &circle[k-1], &circle[k]
		ga, gb := s.gain[k-1], s.gain[k]
		level := math.Copysign(s.snap.Beta, ga+gb)
		if math.Abs(ga+gb)/2 > s.snap.Beta {
			corners := [4]canvas.Pixel{c.At(a.degrees, ga), c.At(b.degrees, gb), c.At(b.degrees, level), c.At(a.degrees, level)}
			s.Quad(corners, s.Theme.Signed(level).Alpha(0.55))
		}
	}
}

// scaledCurve draws the curve scaled down until it fits between the bounds, if the circle has all directions.
func (s *certificate) scaledCurve(c *canvas.Chart) {
	peak := s.peak()
	if s.snap.Dimension != 2 && !isPiecewise(s.snap) || s.snap.Plane || !(peak > s.snap.Beta*(1+1e-6)) {
		return
	}
	shrunk := func(k int) canvas.Pixel { return c.At(circle[k].degrees, s.snap.Beta/peak*s.gain[k]) }
	for k := 2; k < len(circle); k += 4 { // short segments with gaps
		s.Segment(shrunk(k-2), shrunk(k), 1.8, s.Theme.Bound)
	}
}

// buildCostAndBound draws the cost and the bound on a line, with the interval between them.
func (s *certificate) buildCostAndBound(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	low, high := min(a.Least, a.Bound), max(a.Worst, a.Cost)
	if !(high > low) {
		high = low + max(1e-300, math.Abs(low), 1)
	}
	at := s.Rule(r, low, high, a.Bound, a.Cost, t.Accent.Alpha(0.35))
	best, cost, bound := at(a.Best), at(a.Cost), at(a.Bound)
	s.TickOn(best, 11)
	s.Disc(bound, 7, t.Bound)
	s.Disc(cost, 5.5, t.Ink)
	s.NumberAt(cost, -13, "cost ", a.Cost, 'b')
	s.NumberAt(bound, 13, "lower bound ", a.Bound, 't')
	if gap := min(best.X-bound.X, cost.X-best.X); gap > 24*s.Scale { // else cost or bound is at the best cost
		s.Label("lowest cost").Tick(best.Offset(0, 13*s.Scale), 't')
	}
}
