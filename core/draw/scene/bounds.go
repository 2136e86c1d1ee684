package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

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
		s.Fill(t.Ink.Alpha(0.05), b, e, canvas.XY(e.X, c.Bottom()), canvas.XY(b.X, c.Bottom()))
	}
	s.YLine(c, a.Bound, 2, t.Bound)
	s.Through(len(a.Section), 2.2, t.Ink, at)
	held := func(x, cost float64) canvas.Pixel { return c.At(x, max(low, min(cost, high))) }
	for x, name := range [...]string{"the best one", "the other"} {
		base := c.At(float64(x), low)
		s.Segment(base, held(float64(x), a.SectionAt(float64(x))), 1, t.Ink.Alpha(0.2))
		s.Label(name).Note(base.Offset(0, 5*s.Scale), 't', canvas.ClassNote)
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
		s.excess()
		s.scaledCurve()
		s.gainSpots()
	}
	s.Labels.Within(s.Rect)
	s.buildCostAndBound(scale)
}

// excess fills the area between a bound and the curve where the curve exceeds it: a new neuron there would pay. It says how far the curve
// goes if that is beyond the picture.
func (s *certificate) excess() {
	for k := 1; k < len(circle); k++ {
		if mean := (s.gain[k-1] + s.gain[k]) / 2; math.Abs(mean) > s.snap.Beta {
			s.strip(k, math.Copysign(s.snap.Beta, mean), s.Theme.Signed(mean).Alpha(0.55))
		}
	}
	if peak := s.peak(); s.kept(peak) < peak {
		at := s.plot.At(0, s.kept(peak)).Offset(0, 4*s.Scale)
		s.Label("|g| up to ").Number(peak/positive(s.snap.Beta), 3).Add(" β").Note(at, 't', canvas.ClassNote)
	}
}

// scaledCurve draws the curve scaled down until it fits between the bounds, if the circle has all directions.
func (s *certificate) scaledCurve() {
	peak := s.peak()
	if s.snap.Dimension != 2 && !isPiecewise(s.snap) || s.snap.Plane || !(peak > s.snap.Beta*(1+1e-6)) {
		return
	}
	shrunk := func(k int) canvas.Pixel { return s.plot.At(circle[k].degrees, s.snap.Beta/peak*s.gain[k]) }
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
	rule := s.Rule(r, low, high, a.Bound, a.Cost, t.Accent.Alpha(0.35))
	best, cost, bound := rule.At(a.Best), rule.At(a.Cost), rule.At(a.Bound)
	s.TickOn(best, 11)
	s.Disc(bound, 7, t.Bound)
	s.Disc(cost, 5.5, t.Ink)
	s.NumberAt(cost, -13, "cost ", a.Cost, 'b')
	s.NumberAt(bound, 13, "lower bound ", a.Bound, 't')
	if gap := min(best.X-bound.X, cost.X-best.X); gap > 24*s.Scale { // else cost or bound is at the best cost
		s.Label("lowest cost").Tick(best.Offset(0, 13*s.Scale), 't')
	}
}
