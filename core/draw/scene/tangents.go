package scene

import (
	"math"
	"strconv"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// For the picture of the tangents: the share of its height for the lines, and while another network is compared; the length of a point's
// line before it is chosen, as a fraction of the width, and the number of segments of a loss curve.
const (
	tangentShare  = 0.8
	linesShare    = 0.5
	tangentLength = 0.055
	lossParts     = 72
	// maxFaint bounds the number of curves drawn for points that are not chosen.
	maxFaint = 60
)

// tangents is the picture of the tangents to the losses at one moment of its animation.
type tangents struct {
	canvas.Chart
	*protocol.Argument
	low, high float64 // the range of losses on the vertical axis
	drawn     float64 // the share of each line that has been drawn
	level     float64 // the share of v f that has been added
	counted   int     // how many of the tangents have been summed
	chosen    int
	rest      canvas.Rect // below the lines
	shown     float64     // how many neurons of another network are shown; after them comes their sum
}

// tangentsOf returns how a rectangle shows the picture of the tangents; text is Canvas.Text.
func tangentsOf(r canvas.Rect, text float64, snap *protocol.Snapshot) tangents {
	a := &snap.Argument
	t := tangents{
		Argument: a, drawn: canvas.Fraction(a.Progress, 0, protocol.TangentsDrawn),
		level:   canvas.Fraction(a.Progress, protocol.TangentsCompared, protocol.TangentsLevel),
		counted: int(math.Round(canvas.Fraction(a.Progress, protocol.TangentsLevel, protocol.TangentsSummed) * float64(len(a.Tangents)))),
		chosen:  chosenTangent(snap),
	}
	for _, one := range a.Tangents {
		t.low, t.high = min(t.low, one.Height), max(t.high, one.Loss, one.Height)
	}
	if !(t.high > t.low) || !(t.high-t.low < math.Inf(1)) {
		t.low, t.high = 0, 1
	}
	t.low, t.high = t.low-0.14*(t.high-t.low), t.high+0.25*(t.high-t.low) // below the points is room for the numbers of the axis
	low, high := a.Low, a.High
	if !(high > low) {
		low, high = -1, 1
	}
	share := tangentShare
	if a.Compares() { // the room for it comes and goes with its sentence
		at := canvas.Fraction(a.Progress, protocol.TangentsDrawn, protocol.TangentsCompared)
		share, t.shown = linesShare, canvas.Fraction(at, 0.1, 0.75)*float64(len(a.Baseline)+1)
	}
	lines, rest := r.SplitTop(canvas.AboveRule(r, text, share))
	t.rest, t.Chart = rest, canvas.ChartIn(lines.Inset(30*text, 26*text, 14*text, 6*text), low, high, t.low, t.high)
	return t
}

// chosenTangent returns the tangent of the point under the pointer, or else, among those with a curve, the tangent with the
// largest v f: such points usually pull the output away from zero, and the price of neurons holds them back. It is -1 if there is
// none.
func chosenTangent(snap *protocol.Snapshot) int {
	chosen, most, a := -1, math.Inf(-1), &snap.Argument
	for i, t := range a.Tangents {
		switch {
		case t.Row >= 0 && t.Row == snap.Pointed:
			return i
		case t.Curve >= 0 && t.V*t.Fit > most:
			chosen, most = i, t.V*t.Fit
		}
	}
	return chosen
}

// line returns the pixel of tangent i at an output, turned up to the animation's position.
func (t *tangents) line(i int, output float64) canvas.Pixel {
	one := &t.Tangents[i]
	return t.Chart.At(output, one.Height-(1-t.level)*one.V*output)
}

// touch returns the pixel where tangent i touches its loss curve, at the edge for an output beyond it.
func (t *tangents) touch(i int) canvas.Pixel {
	one := &t.Tangents[i]
	return t.Chart.At(max(t.Low, min(one.Fit, t.High)), one.Loss+t.level*one.V*one.Fit)
}

// loss draws the loss curve of a point, plus the share of v f that has been added.
func (s *certificate) loss(t *tangents, i int, width float64, c canvas.Color) {
	one := &t.Tangents[i]
	if _, ok := t.LossAt(one.Curve, one.Fit); !ok {
		return
	}
	s.Graph(&t.Chart, lossParts, width, c, func(output float64) float64 {
		value, _ := t.LossAt(one.Curve, output)
		return value + t.level*one.V*output
	})
}

// tangent draws the tangent of a point between two outputs.
func (s *certificate) tangent(t *tangents, i int, low, high, width float64, c canvas.Color) {
	s.Clipped(&t.Chart, 2, width, c, func(k int) canvas.Pixel { return t.line(i, [2]float64{low, high}[k]) })
}

// buildTangents draws the losses of the points as curves over the output, with the tangent below each of them. Adding v f turns
// the tangents until they are level. Below is the sum of their heights.
func (s *certificate) buildTangents() {
	t, bound := tangentsOf(s.Rect, s.Text, s.snap), s.Theme.Bound
	s.tangentAxes(&t)
	stride := max(1, (len(t.Tangents)+maxFaint-1)/maxFaint)
	faint := max(0.1, min(0.4, 4/float64(len(t.Tangents)+1)))
	for i := 0; i < len(t.Tangents); i += stride {
		s.loss(&t, i, 1.2, s.Theme.Ink.Alpha(faint))
	}
	half := tangentLength * (t.High - t.Low) * t.drawn
	for i, one := range t.Tangents {
		width, color := 1.5, bound.Alpha(0.55)
		if i < t.counted {
			width, color = 2.6, bound
		}
		if one.Fit >= t.Low && one.Fit <= t.High {
			s.tangent(&t, i, one.Fit-half, one.Fit+half, width, color)
		}
	}
	radius := 0.75 * s.pointRadius(len(t.Tangents))
	for i := range t.Tangents {
		if i != t.chosen {
			s.tangentPoint(&t, i, radius)
		}
	}
	if t.chosen >= 0 {
		s.chosen(&t, radius)
	}
	if t.Compares() {
		s.buildBaseline(t.rest, t.shown)
	} else {
		s.buildSum(t.rest)
	}
}

// tangentPoint draws the point of tangency.
func (s *certificate) tangentPoint(t *tangents, i int, radius float64) {
	if row := t.Tangents[i].Row; row >= 0 && row < len(s.snap.Points) {
		s.point(t.touch(i), &s.snap.Points[row], radius, 1e-300)
		s.addTarget(t.touch(i), row)
		return
	}
	s.Disc(t.touch(i), radius, s.Theme.Ink)
}

// tangentAxes draws the axes of the outputs and of the losses, with a note on what has been added to the losses.
func (s *certificate) tangentAxes(t *tangents) {
	c := &t.Chart
	s.Grid(c)
	s.Label("f").Note(canvas.XY(s.Rect.X+s.Rect.W-8*s.Scale, c.Bottom()-5*s.Scale), 'b')
	s.Label("loss")
	switch {
	case t.level >= 1:
		s.Labels.Add(" + v f")
	case t.level > 0:
		s.Labels.Add(" + ").Number(math.Round(100*t.level)/100, 2).Add(" v f")
	}
	s.Labels.Note(canvas.XY(s.Rect.X+10*s.Scale, s.Rect.Y+(4+s.Labels.Height()/2)*s.Scale), 'l')
}

// chosen draws the tangent of one point: its curve, its full line, and the height at which the line meets f = 0.
func (s *certificate) chosen(t *tangents, radius float64) {
	one, theme := &t.Tangents[t.chosen], s.Theme
	s.loss(t, t.chosen, 2.4, theme.Ink)
	low, high := one.Fit+t.drawn*(t.Low-one.Fit), one.Fit+t.drawn*(t.High-one.Fit)
	s.tangent(t, t.chosen, low, high, 2.4, theme.Bound)
	s.tangentPoint(t, t.chosen, 1.5*radius)
	s.Ring(t.touch(t.chosen), 2.6*radius, 2, theme.Ink.Alpha(0.75))
	s.Label("v = ").Number(one.V, 3)
	if t.drawn >= 1 {
		meets := t.line(t.chosen, 0)
		s.Disc(meets, 5.5, theme.Panel)
		s.Disc(meets, 4.5, theme.Bound)
		s.Labels.Add(", height ").Number(one.Height, 3)
	}
	s.Labels.Within(s.Rect.Inset(10*s.Scale, 4*s.Scale, 10*s.Scale, 4*s.Scale))
	s.Labels.Near(canvas.XY(s.Rect.X+s.Rect.W, s.Rect.Y))
	s.Labels.Within(s.Rect)
}

// buildSum draws the sum of the heights added so far, which grows to the lower bound; then what another network costs beyond it: what its
// price exceeds its gain by, and what its losses exceed their lines by.
func (s *certificate) buildSum(r canvas.Rect) {
	a, t := &s.snap.Argument, s.Theme
	more := canvas.Smoothstep(canvas.Fraction(a.Progress, protocol.TangentsRival, 0.92))
	cost := a.Whole + more*max(0, a.Rival-a.Whole)
	low, high := a.Lowest, max(a.Highest, cost)
	if !(high > low) {
		return
	}
	rule := s.Rule(r, low, high, 0, a.Sum, t.Bound)
	zero, sum, whole := rule.On(0), rule.On(a.Sum), rule.On(a.Whole)
	if more > 0 && a.Rival > 0 {
		all := a.Compared()
		paid, end := rule.On(a.Whole+more*(all.Price-all.Gain)), rule.On(cost)
		s.Segment(whole, paid, 6, t.Bound.Alpha(0.55))
		s.Segment(paid, end, 6, t.Ink.Alpha(0.4))
		s.TickOn(end, 10)
		s.NumberAt(end, -12, "cost of another network ", a.Rival, 'b')
		s.NumberAt(whole, 12, "lower bound ", a.Whole, 't')
		s.TickOn(whole, 10)
		return
	}
	s.TickOn(zero, 10)
	s.TickOn(whole, 10)
	s.Label("0").Tick(zero.Offset(0, 12*s.Scale), 't')
	name := "lower bound "
	if math.Abs(a.Whole-a.Bound) > 1e-6*(1+math.Abs(a.Bound)) { // where this output is one of several
		name = "its part of the lower bound "
	}
	s.NumberAt(whole, 12, name, a.Whole, 't')
	if a.Progress > protocol.TangentsLevel {
		s.NumberAt(sum, -10, "sum of heights ", a.Sum, 'b')
	}
}

// buildBaseline compares what each neuron of another network adds to the sum of v f with what it costs, and then the sums: as the curve
// stays within +-beta, alpha g(u) is never more than beta |alpha|.
func (s *certificate) buildBaseline(r canvas.Rect, shown float64) {
	a, t := &s.snap.Argument, s.Theme
	sum := a.Compared()
	low := min(0, sum.Gain)
	for _, one := range a.Baseline {
		low = min(low, one.Gain)
	}
	inner := r.Inset(24*s.Text, 34*s.Text, 24*s.Text, 34*s.Text)
	if inner.Empty() || !(sum.Price > 0) {
		return
	}
	c := canvas.ChartIn(inner, 0, float64(len(a.Baseline)+1), low, 1.25*sum.Price) // with room for the numbers
	width := min(22*s.Scale, 0.3*inner.W/float64(len(a.Baseline)+1))
	base := c.At(0, 0).Y
	s.Segment(canvas.XY(inner.X, base), canvas.XY(inner.X+inner.W, base), 1, t.Ink.Alpha(0.4))
	s.Label("Another network: what each neuron gains, α g(u), beside its price β|α|").
		Note(canvas.XY(r.X+r.W/2, r.Y+6*s.Scale), 't')
	for k := range len(a.Baseline) + 1 {
		grown := canvas.Fraction(shown, float64(k), float64(k)+0.7)
		if grown == 0 {
			break
		}
		one, name := sum, "all of it: Σ v f, β Σ|α|"
		if k < len(a.Baseline) {
			one, name = a.Baseline[k], strconv.Itoa(k+1)
		}
		x := c.At(float64(k)+0.5, 0).X
		for side, bar := range [...]struct {
			value float64
			color canvas.Color
		}{{one.Gain, t.Signed(one.Gain).Alpha(0.8)}, {one.Price, t.Bound.Alpha(0.55)}} {
			s.Bar(x+(float64(side)-0.5)*1.08*width, base, c.At(0, grown*bar.value).Y, width, bar.color)
		}
		s.Label(name).Note(canvas.XY(x, inner.Y+inner.H+6*s.Scale), 't')
		if grown == 1 {
			top := c.At(0, max(one.Gain, one.Price)).Y - 4*s.Scale
			s.Label("").Number(one.Gain, 2).Add(" ≤ ").Number(one.Price, 2)
			if s.Labels.Width()*s.Scale < inner.W/float64(len(a.Baseline)+1) || k == len(a.Baseline) {
				s.Labels.Note(canvas.XY(min(x, inner.X+inner.W-s.Labels.Width()/2*s.Scale+20*s.Scale), top), 'b')
			}
		}
	}
}

// dataResiduals draws the v of each point among the data as a bar: up where f should be larger, down where it should be smaller.
func (s *dataPicture) dataResiduals(plane canvas.Transform) {
	const longest = 34 // css pixels
	a, largest := &s.snap.Argument, 0.0
	if a.Topic != protocol.Tangents || s.snap.Dimension != 2 || hasLayers(s.snap) || showsClasses(s.snap) {
		return
	}
	for i := range a.Tangents {
		largest = max(largest, math.Abs(a.Tangents[i].V))
	}
	for _, one := range a.Tangents {
		if one.Row < 0 || one.Row >= len(s.snap.Points) || !(largest > 0) {
			continue
		}
		p := s.snap.Points[one.Row].X
		base := plane.At(p[0], p[1])
		tip := base.Offset(0, -longest*s.Scale*one.V/largest)
		if math.Abs(tip.Y-base.Y) < s.Scale { // it would be a dot
			continue
		}
		s.Segment(base, tip, 4.5, s.Theme.Paper.Alpha(0.8))
		s.Segment(base, tip, 2.5, s.Theme.Ink)
	}
}
