package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// certificateReach is the height of the plot in units of beta.
const certificateReach = 1.25

// CertificatePlane returns how the certificate tile r shows (angle in degrees, g) of a proof. Angles in (-180, 180] lie between its
// margins, and g within 1.25 beta.
func CertificatePlane(r Rect, scale float64, snap *protocol.Snapshot) Transform {
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
	*canvas
	plot  chart          // as drawn most recently: of (angle in degrees, g or elevation), or of the bowl
	gain  []float64      // g at the samples of the circle
	image protocol.Field // g of a piecewise-linear network
	lines []protocol.Vec // of a row of it
}

func (s *certificate) build() {
	s.background(s.theme.Panel)
	switch {
	case s.snap.Argument.Topic.Argues():
		s.buildArgument()
	case s.snap.Dimension == 3:
		s.buildGlobe()
	default:
		if g := &s.now.certificate; s.drawGains(s.r, g) && !s.snap.Plane { // a plane contains neither the points nor the neurons
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
func (s *certificate) drawGains(r Rect, g *protocol.Quadratic) (curve bool) {
	snap, c := s.snap, &s.plot
	if mapsLines(snap) {
		*c = lineChart(r, s.scale)
		s.buildLines()
		return false
	}
	s.gain = s.gain[:0]
	for k := range s.circle {
		s.gain = append(s.gain, gainOf(snap, g, s.circle[k].vec()))
	}
	*c = gainChart(r, s.scale, max(certificateReach*snap.Beta, s.peak()/0.95))
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
func (s *certificate) frameOf(c *chart) {
	for _, a := range [...]float64{-180, -90, 0, 90, 180} {
		s.labels.start("").number(a, 4).add("°")
		s.xTick(c, a, s.gridColor(1))
	}
	s.bounds(c)
}

// bounds draws zero and the two bounds, with labels.
func (s *certificate) bounds(c *chart) {
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
		s.labels.start("β = ").number(beta, 3).tick(c.at(180, beta).moved(-32*s.scale, -3*s.scale), 'b')
	}
	for k, sign := range [2]float64{1, -1} {
		at := s.yLine(c, sign*beta, 1.75, t.Bound)
		if !close {
			s.labels.start([2]string{"+β", "−β"}[k]).note(xy(left.x, at.y), 'r', classTick)
		}
	}
}

// peaks marks where the curve touches the bounds, which it does at the neurons, and the direction that is probed.
func (s *certificate) peaks(c *chart, g *protocol.Quadratic) {
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		angle := degrees(n.U)
		at := c.at(angle, gainOf(s.snap, g, n.U))
		if focused(s.snap, i) {
			s.segment(c.at(angle, 0), at, 2, s.theme.signed(n.Alpha))
		}
		s.namedNeuron(at, c.at(angle, 0), i, 5, s.now.presence[i])
	}
	if u, is := s.probed(); is {
		s.stem(degrees(u), gainOf(s.snap, g, u))
	}
}

// stem draws the gain in the direction that is considered.
func (s *certificate) stem(degrees, gain float64) {
	at, color := s.plot.at(degrees, gain), s.theme.signed(gain)
	s.segment(s.plot.at(degrees, 0), at, 3, color)
	s.disc(at, 5, color)
}

// stems draws a function of the direction for one feature: at the two directions u = -1 and u = 1, between the bounds.
func (s *certificate) stems(c *chart, g *protocol.Quadratic) {
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
func towardCertificate(on *HitTest, _ int, p *PointerEvent) (u protocol.Vec, ok bool) {
	if on.Snapshot.Dimension == 3 {
		return onSphere(on.View.Cameras[TileCertificate].projection(on.View.Layout.Tiles[TileCertificate], globeRadius), p.X, p.Y), true
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
	x, y = c.Point(at.x, at.y)
	return x, y, c.KX > 0
}

// gainChart returns how a picture of the gains along the circle shows (angle in degrees, g), for |g| <= reach.
func gainChart(r Rect, scale, reach float64) chart {
	reach = positive(reach)
	return chartIn(r.inset(34*scale, 12*scale, 26*scale, 26*scale), -180, 180, -reach, reach)
}

// buildGains draws the curve of all gains as far as the animation has come.
func (s *certificate) buildGains() {
	switch a := &s.snap.Argument; {
	case !s.drawGains(s.r, &a.Circle): // what has no curve has no moving direction
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
			s.namedNeuron(c.at(angle, g), c.at(angle, 0), m.Neuron, 5, 1)
		}
	}
}

// gains draws g on the circle as far as shows says, with the area under it in the light colour of its sign.
func (s *certificate) gains(c *chart) {
	for start := 0; start < len(s.circle); start++ {
		end := start
		for end < len(s.circle) && s.shows(s.circle[end].degrees) {
			end++
		}
		for k := start + 1; k < end; k++ {
			if ga, gb := s.gain[k-1], s.gain[k]; ga*gb >= 0 {
				a, b := s.circle[k-1].degrees, s.circle[k].degrees
				s.quad([4]pixel{c.at(a, ga), c.at(b, gb), c.at(b, 0), c.at(a, 0)}, s.theme.signed(ga+gb).alpha(0.16))
			}
		}
		if end > start {
			s.through(end-start, 2, s.theme.Ink, func(k int) pixel { return c.at(s.circle[start+k].degrees, s.gain[start+k]) })
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
	a, t := &s.snap.Argument, s.theme
	if len(a.Section) < 3 {
		return
	}
	low, high := bowlRange(a)
	s.plot = chartIn(s.r.inset(20*s.scale, 30*s.scale, 20*s.scale, 30*s.scale), protocol.SectionLow, protocol.SectionHigh, low, high)
	c := &s.plot
	step := (protocol.SectionHigh - protocol.SectionLow) / float64(len(a.Section)-1)
	at := func(k int) pixel {
		at := c.at(protocol.SectionLow+step*float64(k), a.Section[k])
		return xy(at.x, max(at.y, s.r.Y-s.r.H))
	}
	for k := 1; k < len(a.Section); k++ {
		b, e := at(k-1), at(k)
		s.quad([4]pixel{xy(b.x, max(b.y, s.r.Y)), xy(e.x, max(e.y, s.r.Y)), xy(e.x, c.bottom()), xy(b.x, c.bottom())}, t.Ink.alpha(0.05))
	}
	s.yLine(c, a.Bound, 2, t.Bound)
	s.through(len(a.Section), 2.2, t.Ink, at)
	held := func(x, cost float64) pixel { return c.at(x, max(low, min(cost, high))) }
	for x, name := range [...]string{"the best one", "the other"} {
		foot := c.at(float64(x), low)
		s.segment(foot, held(float64(x), a.SectionAt(float64(x))), 1, t.Ink.alpha(0.2))
		s.labels.start(name).note(foot.moved(0, 5*s.scale), 't', classNote)
	}
	s.labels.start("lower bound ").number(a.Bound, 6).note(c.at(protocol.SectionHigh, a.Bound).moved(0, 10*s.scale), 'r', classNote)
	ball := held(a.At, a.Cost).moved(0, -8*s.scale)
	s.sphere(ball, 8, t.Accent)
	s.addTarget(ball, none)
	s.labels.start("cost ").number(a.Cost, 6)
	beside := ball.moved(0, -20*s.scale)
	if a.At > bottom { // the curve rises to the right: the space left of the ball is free
		beside.x -= 0.6 * s.labels.width() * s.scale
	}
	s.labels.near(beside, classNote)
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
	curve, scale := s.r.cut(0.7)
	s.labels.within(curve)
	if s.drawGains(curve, &s.snap.Argument.Circle) {
		s.excess(&s.plot)
		s.scaledCurve(&s.plot)
		s.gainSpots()
	}
	s.labels.within(s.r)
	s.buildCostAndBound(scale)
}

// excess fills the area between a bound and the curve where the curve exceeds it: a new neuron there would pay.
func (s *certificate) excess(c *chart) {
	for k := 1; k < len(s.circle); k++ {
		a, b := &s.circle[k-1], &s.circle[k]
		ga, gb := s.gain[k-1], s.gain[k]
		level := math.Copysign(s.snap.Beta, ga+gb)
		if math.Abs(ga+gb)/2 > s.snap.Beta {
			corners := [4]pixel{c.at(a.degrees, ga), c.at(b.degrees, gb), c.at(b.degrees, level), c.at(a.degrees, level)}
			s.quad(corners, s.theme.signed(level).alpha(0.55))
		}
	}
}

// scaledCurve draws the curve scaled down until it fits between the bounds, if the circle has all directions.
func (s *certificate) scaledCurve(c *chart) {
	peak := s.peak()
	if s.snap.Dimension != 2 && !isPiecewise(s.snap) || s.snap.Plane || !(peak > s.snap.Beta*(1+1e-6)) {
		return
	}
	shrunk := func(k int) pixel { return c.at(s.circle[k].degrees, s.snap.Beta/peak*s.gain[k]) }
	for k := 2; k < len(s.circle); k += 4 { // short segments with gaps
		s.segment(shrunk(k-2), shrunk(k), 1.8, s.theme.Bound)
	}
}

// buildCostAndBound draws the cost and the bound on a line, with the interval between them.
func (s *certificate) buildCostAndBound(r Rect) {
	a, t := &s.snap.Argument, s.theme
	low, high := min(a.Least, a.Bound), max(a.Worst, a.Cost)
	if !(high > low) {
		high = low + max(1e-300, math.Abs(low), 1)
	}
	at := s.rule(r, low, high, a.Bound, a.Cost, t.Accent.alpha(0.35))
	best, cost, bound := at(a.Best), at(a.Cost), at(a.Bound)
	s.tickOn(best, 11)
	s.disc(bound, 7, t.Bound)
	s.disc(cost, 5.5, t.Ink)
	s.numberAt(cost, -13, "cost ", a.Cost, 'b')
	s.numberAt(bound, 13, "lower bound ", a.Bound, 't')
	if gap := min(best.x-bound.x, cost.x-best.x); gap > 24*s.scale { // else cost or bound is at the best cost
		s.labels.start("lowest cost").tick(best.moved(0, 13*s.scale), 't')
	}
}
