package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// For the picture of the tangents: the share of its height for the lines, the length of a point's line before it is chosen, as a fraction of
// the width, and the number of segments of a loss curve.
const (
	tangentShare  = 0.8
	tangentLength = 0.055
	lossParts     = 72
	// mostFaint bounds the number of curves drawn for points that are not chosen.
	mostFaint = 60
)

// tangents is the picture of the tangents to the losses at one moment of its animation.
type tangents struct {
	*protocol.Argument
	p         pen
	plane     Plane
	low, high float64 // the range of losses on the vertical axis
	drawn     float64 // the share of each line that has been drawn
	level     float64 // the share of v f that has been added
	counted   int     // how many of the tangents have been summed
	chosen    int
}

// tangentsOf returns how a rectangle shows the picture of the tangents.
func tangentsOf(p pen, r Rect, snap *protocol.Snapshot) tangents {
	a := &snap.Argument
	part := func(from, to float64) float64 { return max(0, min((a.Full-from)/(to-from), 1)) }
	t := tangents{
		Argument: a, p: p, drawn: part(0, protocol.TangentsDrawn), level: part(protocol.TangentsDrawn, protocol.TangentsLevel),
		counted: int(math.Round(part(protocol.TangentsLevel, 1) * float64(len(a.Tangents)))), chosen: chosenTangent(snap),
	}
	for i := range a.Tangents {
		one := &a.Tangents[i]
		t.low, t.high = min(t.low, one.Height), max(t.high, one.Loss, one.Height)
	}
	if !(t.high > t.low) || !(t.high-t.low < math.Inf(1)) {
		t.low, t.high = 0, 1
	}
	t.low, t.high = t.low-0.07*(t.high-t.low), t.high+0.25*(t.high-t.low)
	low, high := a.Low, a.High
	if !(high > low) {
		low, high = -1, 1
	}
	left, right, head, foot := 30*p.scale, 14*p.scale, 26*p.scale, 24*p.scale
	width, height := max(1, r.W-left-right), max(1, tangentShare*r.H-head-foot)
	t.plane = Plane{(low + high) / 2, (t.low + t.high) / 2, r.X + left + width/2, r.Y + head + height/2, width / (high - low), height / (t.high - t.low)}
	return t
}

// chosenTangent returns the tangent of the point under the pointer, or else, among those with a curve, the tangent with the largest v f: such
// points usually pull the output away from zero, and the price of neurons holds them back. It is -1 if there is none.
func chosenTangent(snap *protocol.Snapshot) int {
	chosen, most, a := -1, math.Inf(-1), &snap.Argument
	for i := range a.Tangents {
		switch t := &a.Tangents[i]; {
		case t.Row >= 0 && t.Row == snap.Pointed:
			return i
		case t.Curve >= 0 && t.V*t.Fit > most:
			chosen, most = i, t.V*t.Fit
		}
	}
	return chosen
}

// line returns the pixel of tangent i at an output, turned as far as the animation has come.
func (t *tangents) line(i int, output float64) pixel {
	one := &t.Tangents[i]
	return t.plane.at(output, one.Height-(1-t.level)*one.V*output)
}

// dot returns the pixel where tangent i touches its loss curve.
func (t *tangents) dot(i int) pixel {
	one := &t.Tangents[i]
	return t.plane.at(one.Fit, one.Loss+t.level*one.V*one.Fit)
}

// clipped draws the part of a segment within the range of the vertical axis.
func (t *tangents) clipped(a, b pixel, width float64, c Color) {
	top, bottom := t.plane.at(0, t.high).y, t.plane.at(0, t.low).y
	if a.y > b.y {
		a, b = b, a
	}
	if b.y < top || a.y > bottom {
		return
	}
	from, to := a, b
	if a.y < top {
		from = a.lerp(b, (top-a.y)/(b.y-a.y))
	}
	if b.y > bottom {
		to = a.lerp(b, (bottom-a.y)/(b.y-a.y))
	}
	t.p.segment(from, to, width, c)
}

// loss draws the loss curve of a point, plus the share of v f that has been added.
func (t *tangents) loss(i int, width float64, c Color) {
	one, last := &t.Tangents[i], pixel{}
	for k := range lossParts + 1 {
		output := t.Low + (t.High-t.Low)*float64(k)/lossParts
		value, ok := t.LossAt(one.Curve, output)
		if !ok {
			return
		}
		at := t.plane.at(output, value+t.level*one.V*output)
		if k > 0 {
			t.clipped(last, at, width, c)
		}
		last = at
	}
}

// buildTangents draws the losses of the points as curves over the output, with the tangent below each of them. Adding v f turns the tangents
// until they are level. Below is the sum of their heights.
func (s *Scene) buildTangents(p pen, r Rect, snap *protocol.Snapshot, v *View) {
	theme := &v.Theme
	t := tangentsOf(p, r, snap)
	s.tangentAxes(&t, r, theme)
	stride := max(1, (len(t.Tangents)+mostFaint-1)/mostFaint)
	faint := max(0.1, min(0.4, 4/float64(len(t.Tangents)+1)))
	for i := 0; i < len(t.Tangents); i += stride {
		t.loss(i, 1.2, theme.Ink.alpha(faint))
	}
	half := tangentLength * (t.High - t.Low) * t.drawn
	for i := range t.Tangents {
		fit, width, color := t.Tangents[i].Fit, 1.5, theme.Bound.alpha(0.55)
		if i < t.counted {
			width, color = 2.6, theme.Bound
		}
		t.clipped(t.line(i, fit-half), t.line(i, fit+half), width, color)
	}
	radius := 0.75 * pointRadius(len(t.Tangents))
	for i := range t.Tangents {
		if i != t.chosen {
			s.tangentDot(&t, i, snap, theme, radius)
		}
	}
	if t.chosen >= 0 {
		s.chosen(&t, r, snap, theme, radius)
	}
	s.buildSum(p, Rect{r.X, r.Y + tangentShare*r.H, r.W, (1 - tangentShare) * r.H}, snap, theme)
}

// tangentDot draws the point of tangency.
func (s *Scene) tangentDot(t *tangents, i int, snap *protocol.Snapshot, theme *Theme, radius float64) {
	at := t.dot(i)
	if row := t.Tangents[i].Row; row >= 0 && row < len(snap.Points) {
		dot(t.p, at, &snap.Points[row], theme, radius, 1e-300)
		return
	}
	t.p.disc(at, radius, theme.Ink)
}

// tangentAxes draws the axes of the outputs and of the losses, and says what has been added to the losses.
func (s *Scene) tangentAxes(t *tangents, r Rect, theme *Theme) {
	p := t.p
	foot, top := t.plane.at(0, t.low), t.plane.at(0, t.high)
	p.segment(t.plane.at(t.Low, 0), t.plane.at(t.High, 0), 1, theme.Ink.alpha(0.3))
	p.segment(foot, top, 1.2, theme.Ink.alpha(0.45))
	step := roundStep((t.High - t.Low) / 2.5)
	for k := math.Ceil(t.Low / step); k*step <= t.High && step > 0; k++ {
		at := t.plane.at(k*step, t.low)
		if k != 0 {
			p.segment(at, t.plane.at(k*step, t.high), 1, theme.Ink.alpha(0.07))
		}
		s.labels.start("").number(k*step, 2).tick(pixel{x: at.x, y: at.y + 3*p.scale}, 't')
	}
	s.labels.start("f").note(pixel{x: r.X + r.W - 8*p.scale, y: foot.y + 3*p.scale}, 't', classNote)
	s.labels.start("loss")
	switch {
	case t.level >= 1:
		s.labels.add(" + v f")
	case t.level > 0:
		s.labels.add(" + ").number(math.Round(100*t.level)/100, 2).add(" v f")
	}
	s.labels.note(pixel{x: r.X + 10*p.scale, y: r.Y + 4*p.scale + s.labels.height()/2*p.scale}, 'l', classNote)
	zero := t.plane.at(t.Low, 0)
	s.labels.start("0").tick(pixel{x: zero.x - 4*p.scale, y: zero.y}, 'r')
	most := t.plane.at(t.Low, roundStep(t.high))
	s.labels.start("").number(roundStep(t.high), 2).tick(pixel{x: most.x - 4*p.scale, y: most.y}, 'r')
}

// chosen draws the tangent of one point: its curve, its full line, and the height at which the line meets f = 0.
func (s *Scene) chosen(t *tangents, r Rect, snap *protocol.Snapshot, theme *Theme, radius float64) {
	p, one := t.p, &t.Tangents[t.chosen]
	t.loss(t.chosen, 2.4, theme.Ink)
	low, high := one.Fit+t.drawn*(t.Low-one.Fit), one.Fit+t.drawn*(t.High-one.Fit)
	t.clipped(t.line(t.chosen, low), t.line(t.chosen, high), 2.4, theme.Bound)
	s.tangentDot(t, t.chosen, snap, theme, 1.5*radius)
	p.ring(t.dot(t.chosen), 2.6*radius, 2, theme.Ink.alpha(0.75))
	s.labels.start("v = ").number(one.V, 3)
	if t.drawn >= 1 {
		meets := t.line(t.chosen, 0)
		p.disc(meets, 5.5, theme.Panel)
		p.disc(meets, 4.5, theme.Bound)
		s.labels.add(", height ").number(one.Height, 3)
	}
	s.labels.place(pixel{x: r.X + r.W, y: r.Y + 4*p.scale}, Rect{r.X + 10*p.scale, r.Y + 4*p.scale, r.W - 20*p.scale, r.H - 8*p.scale}, classNote)
}

// buildSum draws the sum of the heights added so far, which grows to the lower bound.
func (s *Scene) buildSum(p pen, r Rect, snap *protocol.Snapshot, theme *Theme) {
	a := &snap.Argument
	margin := 34 * p.scale
	width, y := r.W-2*margin, r.Y+0.5*r.H
	low, high := min(0, a.Deepest), max(a.Whole, 0)
	if !(width > 1) || !(high > low) {
		return
	}
	at := func(sum float64) pixel {
		return pixel{x: r.X + margin + width*max(0, min((sum-low)/(high-low), 1)), y: y}
	}
	p.segment(at(low), at(high), 1, theme.Ink.alpha(0.25))
	p.segment(at(0), at(a.Sum), 6, theme.Bound)
	for _, tick := range [2]float64{0, a.Whole} {
		mark := at(tick)
		p.segment(pixel{x: mark.x, y: y - 10*p.scale}, pixel{x: mark.x, y: y + 10*p.scale}, 1.5, theme.Ink.alpha(0.5))
	}
	s.labels.start("0").tick(pixel{x: at(0).x, y: y + 12*p.scale}, 't')
	name := "lower bound "
	if math.Abs(a.Whole-a.Bound) > 1e-6*(1+math.Abs(a.Bound)) { // where this output is one of several
		name = "its part of the lower bound "
	}
	s.centred(r, at(a.Whole), 12*p.scale, name, a.Whole, 't')
	if a.Full > protocol.TangentsLevel {
		s.centred(r, at(a.Sum), -10*p.scale, "sum of heights ", a.Sum, 'b')
	}
}

// centred writes a number below or above a pixel, inside r.
func (s *Scene) centred(r Rect, at pixel, dy float64, text string, value float64, anchor byte) {
	s.labels.start(text).number(value, 6)
	half := s.labels.width() / 2 * s.labels.scale
	at.x, at.y = max(r.X+half, min(at.x, r.X+r.W-half)), at.y+dy
	s.labels.note(at, anchor, classNote)
}

// tangentUnder returns the row of the point whose dot in the picture of the tangents is under the pointer, or none.
func (on *Stage) tangentUnder(p *PointerEvent) int {
	t := tangentsOf(pen{scale: on.View.Layout.Scale}, on.View.Layout.Tiles[TileCertificate], on.Snapshot)
	nearest, radius := none, on.radius(p)
	for i := range t.Tangents {
		at := t.dot(i)
		if d := math.Hypot(at.x-p.X, at.y-p.Y); d <= radius {
			nearest, radius = t.Tangents[i].Row, d
		}
	}
	return nearest
}
