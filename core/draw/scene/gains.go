package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// gainPlane returns how a picture of the gains along the circle shows (angle in degrees, g), for |g| <= reach.
func gainPlane(r Rect, scale, reach float64) Plane {
	left, right, top, bottom := 34*scale, 26*scale, 12*scale, 26*scale
	width, height := max(1, r.W-left-right), max(1, r.H-top-bottom)
	return Plane{0, 0, r.X + left + width/2, r.Y + top + height/2, width / 360, height / 2 / reach}
}

// reachOf returns the largest |g| in the picture of the gains: a little more than beta, or than the curve where that exceeds beta.
func reachOf(snap *protocol.Snapshot, beyond float64) float64 {
	reach := certificateReach * snap.Beta
	if !(reach > 0 && reach < math.Inf(1)) {
		reach = bound(&snap.Argument.Circle)
	}
	return reach * max(1, beyond)
}

// buildGains draws the curve of all gains as far as the animation has come.
func (s *Scene) buildGains(p pen, r Rect, snap *protocol.Snapshot, v *View) {
	a, t := &snap.Argument, &v.Theme
	plane := gainPlane(r, p.scale, reachOf(snap, 1))
	if a.Only {
		s.stems(p, r, plane, snap, t)
		return
	}
	s.frameOf(p, r, plane, snap, t)
	s.gains(p, plane, &a.Circle, a.Angle, t)
	if a.Full >= 1 {
		s.spots(p, r, snap, t, func(spot *protocol.Spot, g float64) (at, from pixel) {
			return plane.at(spot.Angle*180/math.Pi, g*snap.Beta), plane.at(spot.Angle*180/math.Pi, 0)
		})
		return
	}
	degrees := a.Angle * 180 / math.Pi
	p.segment(plane.at(degrees, 0), plane.at(degrees, a.Gain), 3, t.signed(a.Gain))
	p.disc(plane.at(degrees, a.Gain), 5, t.signed(a.Gain))
	s.compass(p, plane.at(160, 0.5*snap.Beta), min(28*p.scale, r.H/9), a.Angle, t)
}

// gains draws g on the circle up to an angle, with the area under it.
func (s *Scene) gains(p pen, plane Plane, g *protocol.Quadratic, upTo float64, t *Theme) {
	s.path = s.path[:0]
	limit := upTo * 180 / math.Pi
	for k := range s.circle {
		d := &s.circle[k]
		if d.degrees > limit+1e-9 {
			break
		}
		value := g.At(protocol.Vec{d.cos, d.sin})
		if k > 0 {
			before := &s.circle[k-1]
			last := g.At(protocol.Vec{before.cos, before.sin})
			if last*value < 0 {
				zero := before.degrees + (d.degrees-before.degrees)*last/(last-value)
				s.slice(p, plane, t, before.degrees, last, zero, 0)
				s.slice(p, plane, t, zero, 0, d.degrees, value)
			} else {
				s.slice(p, plane, t, before.degrees, last, d.degrees, value)
			}
		}
		s.path = append(s.path, plane.at(d.degrees, value))
	}
	p.curve(s.path, 2, t.Ink)
}

// compass draws a small circle with the direction under inspection.
func (s *Scene) compass(p pen, center pixel, radius, angle float64, t *Theme) {
	p.disc(center, (radius+6*p.scale)/p.unit(), t.Panel.alpha(0.9))
	p.ring(center, radius/p.scale, 1, t.Ink.alpha(0.35))
	sin, cos := math.Sincos(angle)
	tip := pixel{x: center.x + radius*cos, y: center.y - radius*sin}
	p.segment(center, tip, 2, t.Ink)
	p.head(center, tip, 8, 4.5, t.Ink)
}

// bottom is the position on the section up to which the ball counts as being at the bottom of the bowl.
const bottom = 0.1

// buildBowl draws the cost along the section, the lower bound below it, and the network shown as a ball on the curve.
func (s *Scene) buildBowl(p pen, r Rect, snap *protocol.Snapshot, v *View) {
	a, t := &snap.Argument, &v.Theme
	if len(a.Section) < 3 {
		return
	}
	plane, low, high := bowlPlane(r, p.scale, a)
	project := func(x, cost float64) pixel { return plane.at(x, max(low, min(cost, high))) }
	floor := plane.at(0, low).y
	step := (protocol.SectionHigh - protocol.SectionLow) / float64(len(a.Section)-1)
	s.path = s.path[:0]
	for k, cost := range a.Section {
		at := plane.at(protocol.SectionLow+step*float64(k), cost)
		at.y = max(at.y, r.Y-r.H)
		if s.path = append(s.path, at); k > 0 {
			b := s.path[k-1]
			top := r.Y
			p.fill(pixel{x: b.x, y: max(b.y, top)}, pixel{x: at.x, y: max(at.y, top)}, pixel{x: at.x, y: floor}, pixel{x: b.x, y: floor}, t.Ink.alpha(0.05))
		}
	}
	left, right := plane.at(protocol.SectionLow, a.Bound), plane.at(protocol.SectionHigh, a.Bound)
	p.segment(left, right, 2, t.Bound)
	p.curve(s.path, 2.2, t.Ink)
	for x, name := range [...]string{"the best one", "the other"} {
		foot := plane.at(float64(x), low)
		p.segment(foot, project(float64(x), a.SectionAt(float64(x))), 1, t.Ink.alpha(0.2))
		s.labels.start(name).note(pixel{x: foot.x, y: foot.y + 5*p.scale}, 't', classNote)
	}
	s.labels.start("lower bound ").number(a.Bound, 5).note(pixel{x: right.x, y: right.y + 10*p.scale}, 'r', classNote)
	ball := project(a.At, a.Cost)
	ball.y -= 8 * p.scale
	p.sphere(ball, 8, t.Accent)
	s.addTarget(TileCertificate, ball, none)
	s.labels.start("cost ").number(a.Cost, 5)
	beside := pixel{x: ball.x, y: ball.y - 20*p.scale}
	if a.At > bottom { // the curve rises to the right: the space left of the ball is free
		beside.x -= 0.6 * s.labels.width() * p.scale
	}
	s.labels.place(beside, r, classNote)
}

// bowlPlane returns how the bowl shows (position, cost), and the range of the costs.
func bowlPlane(r Rect, scale float64, a *protocol.Argument) (plane Plane, low, high float64) {
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
	margin, head, foot := 20*scale, 30*scale, 30*scale
	width, height := max(1, r.W-2*margin), max(1, r.H-head-foot)
	middle := (protocol.SectionLow + protocol.SectionHigh) / 2
	return Plane{
		middle, (low + high) / 2, r.X + margin + width/2, r.Y + head + height/2, width / (protocol.SectionHigh - protocol.SectionLow), height / (high - low),
	}, low, high
}

// buildBounds draws the curve g of a network that has been perturbed, and below it the network's cost and the bound that the curve proves, on
// one scale.
func (s *Scene) buildBounds(p pen, r Rect, snap *protocol.Snapshot, v *View) {
	a, t := &snap.Argument, &v.Theme
	curve, scale := boundsParts(r)
	beyond := s.beyond(snap)
	plane := gainPlane(curve, p.scale, reachOf(snap, beyond))
	if a.Only {
		s.stems(p, curve, plane, snap, t)
	} else {
		s.frameOf(p, curve, plane, snap, t)
		s.gains(p, plane, &a.Circle, math.Pi, t)
		s.breaks(p, plane, snap, t)
		s.fitting(p, plane, snap, t)
		s.spots(p, curve, snap, t, func(spot *protocol.Spot, g float64) (at, from pixel) {
			return plane.at(spot.Angle*180/math.Pi, g*snap.Beta), plane.at(spot.Angle*180/math.Pi, 0)
		})
	}
	s.buildMeeting(p, scale, snap, t)
}

// boundsParts divides the picture of the bounds into the curve and the scale of costs.
func boundsParts(r Rect) (curve, scale Rect) {
	return Rect{r.X, r.Y, r.W, 0.7 * r.H}, Rect{r.X, r.Y + 0.7*r.H, r.W, 0.3 * r.H}
}

// beyond returns the factor by which the curve exceeds the height of the picture, 1 where it does not.
func (s *Scene) beyond(snap *protocol.Snapshot) float64 {
	peak := 0.0
	for k := range s.circle {
		peak = max(peak, math.Abs(snap.Argument.Circle.At(protocol.Vec{s.circle[k].cos, s.circle[k].sin})))
	}
	if reach := certificateReach * snap.Beta; peak > 0.95*reach && reach > 0 && peak < math.Inf(1) {
		return peak / reach / 0.95
	}
	return 1
}

// breaks fills the area between a bound and the curve where the curve exceeds it: a new neuron there would pay.
func (s *Scene) breaks(p pen, plane Plane, snap *protocol.Snapshot, t *Theme) {
	beta, g := snap.Beta, &snap.Argument.Circle
	for k := 1; k < len(s.circle); k++ {
		a, b := &s.circle[k-1], &s.circle[k]
		ga, gb := g.At(protocol.Vec{a.cos, a.sin}), g.At(protocol.Vec{b.cos, b.sin})
		level := math.Copysign(beta, ga+gb)
		if math.Abs(ga+gb)/2 > beta {
			p.fill(plane.at(a.degrees, ga), plane.at(b.degrees, gb), plane.at(b.degrees, level), plane.at(a.degrees, level), t.signed(ga+gb).alpha(0.55))
		}
	}
}

// fitting draws the curve scaled down until it fits between the bounds, if the circle has all directions.
func (s *Scene) fitting(p pen, plane Plane, snap *protocol.Snapshot, t *Theme) {
	g, peak := &snap.Argument.Circle, 0.0
	for k := range s.circle {
		peak = max(peak, math.Abs(g.At(protocol.Vec{s.circle[k].cos, s.circle[k].sin})))
	}
	if snap.Dimension != 2 || snap.Plane || !(peak > snap.Beta*(1+1e-6)) {
		return
	}
	for k := 2; k < len(s.circle); k += 4 { // short segments with gaps
		a, b := &s.circle[k-2], &s.circle[k]
		shrink := snap.Beta / peak
		p.segment(plane.at(a.degrees, shrink*g.At(protocol.Vec{a.cos, a.sin})), plane.at(b.degrees, shrink*g.At(protocol.Vec{b.cos, b.sin})), 1.8, t.Bound)
	}
}

// buildMeeting draws the cost and the bound on a line, with the interval between them.
func (s *Scene) buildMeeting(p pen, r Rect, snap *protocol.Snapshot, t *Theme) {
	a := &snap.Argument
	margin := 34 * p.scale
	width, y := r.W-2*margin, r.Y+0.5*r.H
	low, high := min(a.Least, a.Bound), max(a.Worst, a.Cost)
	if !(high > low) || !(width > 1) {
		high = low + max(1e-300, math.Abs(low), 1)
	}
	at := func(cost float64) pixel {
		return pixel{x: r.X + margin + width*max(0, min((cost-low)/(high-low), 1)), y: y}
	}
	p.segment(at(low), at(high), 1, t.Ink.alpha(0.25))
	p.segment(at(a.Bound), at(a.Cost), 6, t.Accent.alpha(0.35))
	best := at(a.Best)
	p.segment(pixel{x: best.x, y: y - 11*p.scale}, pixel{x: best.x, y: y + 11*p.scale}, 1.5, t.Ink.alpha(0.5))
	p.disc(at(a.Bound), 7, t.Bound)
	p.disc(at(a.Cost), 5.5, t.Ink)
	s.centred(r, at(a.Cost), -13*p.scale, "cost ", a.Cost, 'b')
	s.centred(r, at(a.Bound), 13*p.scale, "lower bound ", a.Bound, 't')
	if gap := min(best.x-at(a.Bound).x, at(a.Cost).x-best.x); gap > 24*p.scale { // else cost or bound is at the best cost
		s.labels.start("lowest cost").tick(pixel{x: best.x, y: y + 13*p.scale}, 't')
	}
}
