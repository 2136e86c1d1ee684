package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// certificateReach is the height of the plot in units of beta.
const certificateReach = 1.25

// CertificatePlane returns how the certificate tile r shows (angle in degrees, g). Angles in (-180, 180] lie between its margins, and g
// within 1.25 beta, or where beta is not positive the whole curve.
func CertificatePlane(r Rect, scale float64, snap *protocol.Snapshot) Transform {
	return gainChart(r, scale, reachOf(snap, 1)).Transform
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

// certificate draws g, or one of the pictures of the argument.
type certificate struct {
	*canvas
	image protocol.Field // g of a piecewise-linear network
	lines []protocol.Vec // of a row of it
}

func (s *certificate) build() {
	s.background(s.theme.Panel)
	snap, g := s.snap, &s.now.certificate
	c := gainChart(s.r, s.scale, reachOf(snap, 1))
	switch {
	case snap.Argument.Topic.Argues():
		s.buildArgument()
	case isPiecewise(snap) && snap.Dimension == 2:
		s.buildLines(s.r, 180)
	case snap.Dimension == 3:
		s.buildGlobe()
	case snap.Dimension == 1 && !isPiecewise(snap):
		s.stems(&c, g)
	default:
		s.frameOf(&c)
		s.gains(&c, func(u protocol.Vec) float64 { return gainOf(snap, g, u) }, everywhere)
		if !snap.Plane { // the plane contains neither the points nor the neurons
			s.peaks(&c, g)
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

// argued returns g of the network that the argument examines.
func (s *certificate) argued(u protocol.Vec) float64 {
	return gainOf(s.snap, &s.snap.Argument.Circle, u)
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
		s.labels.start("").number(beta, 3).tick(c.at(180, beta).moved(-22*s.scale, -3*s.scale), 'b')
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
		value := gainOf(s.snap, g, u)
		at, color := c.at(degrees(u), value), s.theme.signed(value)
		s.segment(c.at(degrees(u), 0), at, 2, color)
		s.disc(at, 5, color)
	}
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
	r, d, piecewise := on.View.Layout.Tiles[TileCertificate], on.Snapshot.Dimension, isPiecewise(on.Snapshot)
	switch {
	case piecewise && d == 2:
		c := lineChart(certificatePart(r, on.Snapshot.Argument.Topic), on.View.Layout.Scale)
		angle, elevation := c.Point(p.X, p.Y)
		return lineOf(angle, elevation, &on.Snapshot.Window), true
	case piecewise && d == 1, d == 2:
		angle, _ := CertificatePlane(r, on.View.Layout.Scale, on.Snapshot).Point(p.X, p.Y)
		sin, cos := math.Sincos(angle * math.Pi / 180)
		return protocol.Vec{cos, sin}, true
	case d == 3:
		return onSphere(on.View.Cameras[TileCertificate].projection(r, globeRadius), p.X, p.Y), true
	}
	return u, false
}

// gainChart returns how a picture of the gains along the circle shows (angle in degrees, g), for |g| <= reach.
func gainChart(r Rect, scale, reach float64) chart {
	return chartIn(r.inset(34*scale, 12*scale, 26*scale, 26*scale), -180, 180, -reach, reach)
}

// reachOf returns the largest |g| in the picture of the gains: a little more than beta, or than the curve where that exceeds beta.
func reachOf(snap *protocol.Snapshot, beyond float64) float64 {
	reach := certificateReach * snap.Beta
	if !(reach > 0 && reach < math.Inf(1)) {
		reach = max(bound(&snap.Certificate), bound(&snap.Argument.Circle))
	}
	return reach * max(1, beyond)
}

// buildGains draws the curve of all gains as far as the animation has come.
func (s *certificate) buildGains() {
	a := &s.snap.Argument
	c := gainChart(s.r, s.scale, reachOf(s.snap, 1))
	if mapsLines(s.snap) {
		s.buildLines(s.r, a.Angle*180/math.Pi)
		return
	}
	if a.Only {
		s.stems(&c, &a.Circle)
		return
	}
	s.frameOf(&c)
	s.gains(&c, s.argued, func(degrees float64) bool { return degrees <= a.Angle*180/math.Pi+1e-9 })
	if a.Progress >= 1 {
		s.gainSpots(&c, everywhere)
		return
	}
	degrees := a.Angle * 180 / math.Pi
	at, color := c.at(degrees, a.Gain), s.theme.signed(a.Gain)
	s.segment(c.at(degrees, 0), at, 3, color)
	s.disc(at, 5, color)
}

// gainSpots marks the neurons of the argument on the curve of the gains where is(degrees) holds, with names beyond it.
func (s *certificate) gainSpots(c *chart, is func(degrees float64) bool) {
	for _, m := range s.snap.Argument.Marks {
		if degrees := m.Angle * 180 / math.Pi; m.Neuron < len(s.snap.Neurons) && is(degrees) {
			sin, cos := math.Sincos(m.Angle)
			s.namedNeuron(c.at(degrees, s.argued(protocol.Vec{cos, sin})), c.at(degrees, 0), m.Neuron, 5, 1)
		}
	}
}

// gains draws g on the circle where is(degrees) holds, with the area under it in the light colour of its sign.
func (s *certificate) gains(c *chart, g func(u protocol.Vec) float64, is func(degrees float64) bool) {
	value := func(k int) float64 { return g(s.circle[k].vec()) }
	for start := 0; start < len(s.circle); start++ {
		end := start
		for end < len(s.circle) && is(s.circle[end].degrees) {
			end++
		}
		for k := start + 1; k < end; k++ {
			a, b, ga, gb := s.circle[k-1].degrees, s.circle[k].degrees, value(k-1), value(k)
			if ga*gb >= 0 {
				s.quad([4]pixel{c.at(a, ga), c.at(b, gb), c.at(b, 0), c.at(a, 0)}, s.theme.signed(ga+gb).alpha(0.16))
			}
		}
		if end > start {
			s.through(end-start, 2, s.theme.Ink, func(k int) pixel { return c.at(s.circle[start+k].degrees, value(start+k)) })
		}
		start = end
	}
}

// everywhere is the whole circle.
func everywhere(float64) bool { return true }

// traced reports whether the candidate in the animation of the price has been at an angle, in degrees.
func traced(a *protocol.Argument) func(degrees float64) bool {
	start := a.Angle*180/math.Pi - 360*a.Progress
	return func(degrees float64) bool {
		since := math.Mod((degrees-start)/360-a.Traced[0], 1)
		if since < 0 {
			since++
		}
		return since <= a.Traced[1]-a.Traced[0] || since > 1-1e-9
	}
}

// bottom is the position on the section up to which the ball counts as being at the bottom of the bowl.
const bottom = 0.1

// buildBowl draws the cost along the section, the lower bound below it, and the network shown as a ball on the curve.
func (s *certificate) buildBowl() {
	a, t := &s.snap.Argument, s.theme
	if len(a.Section) < 3 {
		return
	}
	c, low, high := bowlChart(s.r, s.scale, a)
	step := (protocol.SectionHigh - protocol.SectionLow) / float64(len(a.Section)-1)
	at := func(k int) pixel {
		at := c.at(protocol.SectionLow+step*float64(k), a.Section[k])
		return xy(at.x, max(at.y, s.r.Y-s.r.H))
	}
	for k := 1; k < len(a.Section); k++ {
		b, e := at(k-1), at(k)
		s.quad([4]pixel{xy(b.x, max(b.y, s.r.Y)), xy(e.x, max(e.y, s.r.Y)), xy(e.x, c.bottom()), xy(b.x, c.bottom())}, t.Ink.alpha(0.05))
	}
	s.yLine(&c, a.Bound, 2, t.Bound)
	s.through(len(a.Section), 2.2, t.Ink, at)
	held := func(x, cost float64) pixel { return c.at(x, max(low, min(cost, high))) }
	for x, name := range [...]string{"the best one", "the other"} {
		foot := c.at(float64(x), low)
		s.segment(foot, held(float64(x), a.SectionAt(float64(x))), 1, t.Ink.alpha(0.2))
		s.labels.start(name).note(foot.moved(0, 5*s.scale), 't', classNote)
	}
	s.labels.start("lower bound ").number(a.Bound, 5).note(c.at(protocol.SectionHigh, a.Bound).moved(0, 10*s.scale), 'r', classNote)
	ball := held(a.At, a.Cost).moved(0, -8*s.scale)
	s.sphere(ball, 8, t.Accent)
	s.addTarget(ball, none)
	s.labels.start("cost ").number(a.Cost, 5)
	beside := ball.moved(0, -20*s.scale)
	if a.At > bottom { // the curve rises to the right: the space left of the ball is free
		beside.x -= 0.6 * s.labels.width() * s.scale
	}
	s.labels.place(beside, classNote)
}

// bowlChart returns how the bowl shows (position, cost), and the range of the costs.
func bowlChart(r Rect, scale float64, a *protocol.Argument) (c chart, low, high float64) {
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
	low, high = a.Bound-0.16*(top-a.Bound), top
	return chartIn(r.inset(20*scale, 30*scale, 20*scale, 30*scale), protocol.SectionLow, protocol.SectionHigh, low, high), low, high
}

// buildBounds draws the curve g of a network that has been perturbed, and below it the network's cost and the bound that the
// curve proves, on one scale.
func (s *certificate) buildBounds() {
	curve, scale := boundsParts(s.r)
	c := gainChart(curve, s.scale, reachOf(s.snap, s.beyond(s.snap)))
	s.labels.within(curve)
	switch {
	case mapsLines(s.snap):
		s.buildLines(curve, 180)
	case s.snap.Argument.Only:
		s.stems(&c, &s.snap.Argument.Circle)
	default:
		s.frameOf(&c)
		s.gains(&c, s.argued, everywhere)
		s.excess(&c)
		s.scaledCurve(&c)
		s.gainSpots(&c, everywhere)
	}
	s.labels.within(s.r)
	s.buildCostAndBound(scale)
}

// boundsParts divides the picture of the bounds into the curve and the scale of costs.
func boundsParts(r Rect) (curve, scale Rect) { return r.cut(0.7) }

// peak returns the largest |g| on the circle.
func (s *certificate) peak(snap *protocol.Snapshot) (peak float64) {
	for k := range s.circle {
		peak = max(peak, math.Abs(gainOf(snap, &snap.Argument.Circle, s.circle[k].vec())))
	}
	return peak
}

// beyond returns the factor by which the curve exceeds the height of the picture, 1 where it does not.
func (s *certificate) beyond(snap *protocol.Snapshot) float64 {
	peak := s.peak(snap)
	if reach := certificateReach * snap.Beta; peak > 0.95*reach && reach > 0 && peak < math.Inf(1) {
		return peak / reach / 0.95
	}
	return 1
}

// excess fills the area between a bound and the curve where the curve exceeds it: a new neuron there would pay.
func (s *certificate) excess(c *chart) {
	for k := 1; k < len(s.circle); k++ {
		a, b := &s.circle[k-1], &s.circle[k]
		ga, gb := s.argued(a.vec()), s.argued(b.vec())
		level := math.Copysign(s.snap.Beta, ga+gb)
		if math.Abs(ga+gb)/2 > s.snap.Beta {
			corners := [4]pixel{c.at(a.degrees, ga), c.at(b.degrees, gb), c.at(b.degrees, level), c.at(a.degrees, level)}
			s.quad(corners, s.theme.signed(level).alpha(0.55))
		}
	}
}

// scaledCurve draws the curve scaled down until it fits between the bounds, if the circle has all directions.
func (s *certificate) scaledCurve(c *chart) {
	peak := s.peak(s.snap)
	if s.snap.Dimension != 2 && !isPiecewise(s.snap) || s.snap.Plane || !(peak > s.snap.Beta*(1+1e-6)) {
		return
	}
	shrunk := func(k int) pixel { return c.at(s.circle[k].degrees, s.snap.Beta/peak*s.argued(s.circle[k].vec())) }
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
