package scene

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// buildPrice draws the direction of a neuron, which a pointer drags, on the curve of what neurons would gain; what it would gain
// and what it costs as two bars; and the cost of the network as a function of the neuron's weight.
func (s *certificate) buildPrice() {
	a := &s.snap.Argument
	curve, rest := s.Rect.SplitTop(0.55)
	if s.Rect.W > 2*s.Rect.H { // as on a phone on its side
		curve, rest = s.Rect.SplitLeft(0.55)
	}
	s.Labels.Within(curve)
	c, degrees := &s.plot, math.Remainder(a.Angle, 2*math.Pi)*180/math.Pi
	if s.drawGains(curve, &a.Circle) {
		s.Labels.Avoid(9, c.At(degrees, 0))
		s.untried()
		s.argumentPeaks()
	} else {
		degrees = math.Copysign(90, math.Cos(a.Angle))
	}
	if !mapsLines(s.snap) {
		s.candidate(c.At(degrees, 0), c.At(degrees, a.Gain), a.Gain)
	}
	s.Labels.Within(s.Rect)
	bars, graph := rest.SplitLeft(0.46)
	if graph.W < narrowestGraph*s.Text {
		s.buildBars(rest)
		return
	}
	s.buildBars(bars)
	s.buildAdded(graph)
}

// untried shades the directions that were not considered yet, and names them where there is room.
func (s *certificate) untried() {
	c, from := &s.plot, -1
	tried := func(k int) bool { // a single sample is not a part of the circle
		return s.shows(angleOf(k)) && (s.shows(angleOf(k-1)) || s.shows(angleOf(k+1)))
	}
	for k := 0; k <= samples+1; k++ {
		if k <= samples && !tried(k) {
			continue
		}
		if k-from > 1 {
			left, right := c.At(angleOf(max(0, from)), 0).X, c.At(angleOf(min(k, samples)), 0).X
			s.Rectangle(canvas.Rect{X: left, Y: c.Rect.Y, W: right - left, H: c.Rect.H}, s.Theme.Ink.Alpha(0.07))
			s.Label("untried")
			if s.Labels.Width()*s.Scale < 0.9*(right-left) {
				s.Labels.As(canvas.ClassTick).Note(canvas.XY((left+right)/2, c.At(0, -s.snap.Beta).Y-6*s.Scale), 'b')
			}
		}
		from = k
	}
}

// narrowestGraph is the width, in css pixels, that the numbers below the graph of the costs need.
const narrowestGraph = 150

// candidate draws the direction under inspection as a handle, and the gain in that direction.
func (s *certificate) candidate(handle, gain canvas.Pixel, g float64) {
	t := s.Theme
	s.Segment(handle, gain, 1.5, t.Ink.Alpha(0.55))
	s.Handle(handle)
	s.Disc(gain, 6, t.Panel)
	s.Disc(gain, 4.5, t.Signed(g))
	s.addTarget(handle, none)
	if s.snap.Argument.NeuronAtAngle() < 0 {
		s.Label(newNeuron)
		s.Labels.Best(handle, gain, 9, nil) // what is beside the curve has its room
	}
}

// buildBars draws the gain and the price of a neuron as bars from a common base.
func (s *certificate) buildBars(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	line := s.Labels.Height() * s.Scale // of the names below, and of the title and the numbers above
	width, base := min(46*s.Scale, 0.22*r.W), r.Y+r.H-15*s.Scale-line
	full, middle := base-r.Y-12*s.Scale-2*line, r.X+r.W/2
	if !(full > 10*s.Scale) {
		return
	}
	gain := min(1.1, math.Abs(a.Gain)/positive(s.snap.Beta))
	for _, bar := range [...]struct {
		x, height, value float64
		color            canvas.Color
		name             string
	}{
		{middle - width*1.15, gain * full, math.Abs(a.Gain), t.Signed(a.Gain).Alpha(0.8), "gain"},
		{middle + width*1.15, full, s.snap.Beta, t.Bound.Alpha(0.55), "price β"},
	} {
		s.Bar(bar.x, base, base-bar.height, width, bar.color)
		s.Label(bar.name).Note(canvas.XY(bar.x, base+4*s.Scale), 't')
		top := base - bar.height
		if price := base - full; bar.height < full && top-price < line+6*s.Scale { // its number would lie on the line of the price
			top = price
		}
		s.Label("").Number(bar.value, 3).Note(canvas.XY(bar.x, top-4*s.Scale), 'b')
	}
	s.Label("per unit of weight").Note(canvas.XY(middle, r.Y+4*s.Scale), 't')
	s.Segment(canvas.XY(middle-2.15*width, base), canvas.XY(middle+2.15*width, base), 1, t.Ink.Alpha(0.4))
	s.Dashed(canvas.XY(middle-1.85*width, base-full), canvas.XY(middle+1.85*width, base-full), 1.5, t.Bound)
}

// buildAdded draws the cost of the network with one more neuron as a function of that neuron's weight, over the line of the present cost,
// below which it never goes: at the optimum it is least at zero.
func (s *certificate) buildAdded(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	inner := r.Inset(52*s.Text, 30*s.Text, 24*s.Text, 30*s.Text)
	if inner.Empty() || len(a.Added) < 3 || !(inner.H > 12*s.Scale) {
		return
	}
	// The scale is the same for all directions, so that nothing but the curve moves; what rises more steeply leaves the picture.
	const rise, below = 4, 0.16 // in prices of the weights at the edges, and in heights of the picture
	top := a.Best + rise*s.snap.Beta*a.Reach
	if !(top > a.Best) {
		return
	}
	c := canvas.ChartIn(inner, 0, float64(len(a.Added)-1), a.Best-below*(top-a.Best), top)
	s.XLine(&c, c.X, 1, t.GridLine())
	s.YTick(&c, top, s.Label("").Number(top, 6))
	s.YTick(&c, a.Best, s.Label("").Number(a.Best, 6))
	s.YLine(&c, a.Best, 1.75, t.Accent)
	base := c.At(c.X, a.Best)
	const fine = 8 // points between two costs, so that the curve ends close to the edge
	s.Through(fine*(len(a.Added)-1)+1, 2, t.Ink, func(i int) canvas.Pixel {
		k := min(i/fine, len(a.Added)-2)
		cost := a.Added[k] + (float64(i)/fine-float64(k))*(a.Added[k+1]-a.Added[k])
		if cost > top*(1+1e-12) {
			return canvas.Hidden
		}
		return c.At(float64(i)/fine, cost)
	})
	s.Disc(base, 5, t.Panel)
	s.Disc(base, 4, t.Accent)
	s.Label("cost now").Tick(base.Offset(0, 6*s.Scale), 't')
	title, weight := "cost, if added", "weight "
	if a.NeuronAtAngle() >= 0 {
		title, weight = "cost, if changed", "change "
	}
	s.Label(title).Note(canvas.XY(base.X, r.Y+4*s.Scale), 't')
	for k, share := range [3]float64{-1, 0, 1} {
		at := canvas.XY(inner.X+inner.W*float64(k)/2, c.Bottom()+5*s.Scale)
		s.Label("")
		if share == 0 {
			s.Labels.Add(weight)
		}
		s.Labels.Number(share*a.Reach, 2).As(canvas.ClassTick).Note(at, 't')
	}
}

// drawCandidate draws the direction under inspection among the data, with the lines on which a neuron of that direction is constant.
func (s *dataPicture) drawCandidate(plane canvas.Transform) {
	center, tip, ok := candidateArrow(s.Rect, plane, s.snap)
	if !ok {
		return
	}
	dx, dy := tip.X-center.X, tip.Y-center.Y
	for _, step := range [...]float64{-1, -0.5, 0.5, 1} {
		base := center.Offset(step*dx, step*dy)
		s.Dashed(base.Offset(-dy, dx), base.Offset(dy, -dx), 1.2, s.Theme.Ink.Alpha(0.35))
	}
	s.Segment(center, tip, 3.5, s.Theme.Ink)
	s.Head(center, tip, 13, 7, s.Theme.Ink)
	if s.snap.Argument.NeuronAtAngle() >= 0 { // it is a neuron already, which has its own name
		return
	}
	s.Label(newNeuron).Beyond(tip, center, 0)
}

// newNeuron is the name of the direction under inspection, at each of its two handles.
const newNeuron = "a new neuron?"

// candidateArrow returns the arrow of the direction under inspection among the data, if the picture of the argument has one.
func candidateArrow(r canvas.Rect, plane canvas.Transform, snap *protocol.Snapshot) (center, tip canvas.Pixel, ok bool) {
	a := &snap.Argument
	if a.Topic != protocol.Price && (a.Topic != protocol.Curve || a.Progress >= 1) ||
		snap.Dimension != 2 || snap.Plane || hasLayers(snap) || showsClasses(snap) || snap.Piecewise.Set {
		return center, tip, false
	}
	sin, cos := math.Sincos(a.Angle)
	length := 0.34 * min(r.W, r.H)
	center = plane.At(0, 0)
	return center, center.Offset(length*cos, -length*sin), true
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
	s.plot = canvas.ChartIn(s.Rect.Inset(20*s.Scale, 30*s.Text, 20*s.Scale, 30*s.Text), protocol.SectionLow, protocol.SectionHigh, low, high)
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
		s.Label(name).Note(base.Offset(0, 5*s.Scale), 't')
	}
	s.Label("lower bound ").Number(a.Bound, 6).Note(c.At(protocol.SectionHigh, a.Bound).Offset(0, 10*s.Text), 'r')
	ball := held(a.At, a.Cost).Offset(0, -8*s.Scale)
	s.Sphere(ball, 8, t.Accent)
	s.addTarget(ball, none)
	s.Label("cost ").Number(a.Cost, 6)
	beside := ball.Offset(0, -20*s.Text)
	if a.At > bottom { // the curve rises to the right: the space left of the ball is free
		beside.X -= 0.6 * s.Labels.Width() * s.Scale
	}
	s.Labels.Near(beside)
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
	curve, scale := s.Rect.SplitTop(canvas.AboveRule(s.Rect, s.Text, 0.7))
	s.Labels.Within(curve)
	if s.drawGains(curve, &s.snap.Argument.Circle) {
		s.excess()
		s.scaledCurve()
		s.argumentPeaks()
	}
	s.Labels.Within(s.Rect)
	s.buildCostAndBound(scale)
}

// excess fills the area between a bound and the curve where the curve exceeds it: a new neuron there would pay. It says how far the curve
// goes if that is beyond the picture, and there is room to say it.
func (s *certificate) excess() {
	for k := 1; k <= samples; k++ {
		if mean := (s.gain[k-1] + s.gain[k]) / 2; math.Abs(mean) > s.snap.Beta {
			s.strip(k, math.Copysign(s.snap.Beta, mean), s.Theme.Signed(mean).Alpha(0.55))
		}
	}
	if peak := s.peak(); s.clampGain(peak) < peak {
		top := slices.IndexFunc(s.gain, func(g float64) bool { return math.Abs(g) == peak })
		s.Label("|g| up to ").Number(peak/positive(s.snap.Beta), 3).Add(" β")
		for away := 0; away <= samples; away += 6 { // as near to the peak as the curve leaves room, to its right and left in turn
			k := (top + (away+6)/12*12/2*(1-away/6%2*2) + samples) % samples
			if at, base := s.stemAt(angleOf(k), s.gain[top]); s.Labels.Best(at, base, 0, s.Labels.Clear) {
				break
			}
		}
	}
}

// scaledCurve draws the curve scaled down until it fits between the bounds, if the circle has all directions.
func (s *certificate) scaledCurve() {
	peak := s.peak()
	if s.snap.Dimension != 2 && !s.snap.Piecewise.Set || s.snap.Plane || !(peak > s.snap.Beta*(1+1e-6)) {
		return
	}
	shrunk := func(k int) canvas.Pixel { return s.plot.At(angleOf(k), s.snap.Beta/peak*s.gain[k]) }
	for k := 2; k <= samples; k += 4 { // short segments with gaps
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
	best, cost, bound := rule.On(a.Best), rule.On(a.Cost), rule.On(a.Bound)
	s.TickOn(best, 11)
	s.Disc(bound, 7, t.Bound)
	s.Disc(cost, 5.5, t.Ink)
	s.NumberAt(cost, -13, "cost ", a.Cost, 'b')
	s.NumberAt(bound, 13, "lower bound ", a.Bound, 't')
	if gap := min(best.X-bound.X, cost.X-best.X); gap > 24*s.Scale { // else cost or bound is at the best cost
		s.Label("lowest cost").Tick(best.Offset(0, 13*s.Scale), 't')
	}
}
