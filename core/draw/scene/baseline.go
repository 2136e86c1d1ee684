package scene

import (
	"math"
	"strconv"

	"conelab/core/app/protocol"
)

// linesShare is the share of the picture of the tangents that is left for the lines while another network is compared.
const linesShare = 0.5

// comparing returns how much of the picture the other network has been given, from 0 to 1, and how many of its neurons are shown; after
// them comes their sum.
func comparing(a *protocol.Argument) (room, shown float64) {
	const turn = 0.12 // the share of the comparison in which its room opens, and closes again
	at := fraction(a.Progress, protocol.TangentsDrawn, protocol.TangentsCompared)
	if len(a.Baseline) == 0 || at == 0 || at == 1 {
		return 0, 0
	}
	return min(fraction(at, 0, turn), fraction(1-at, 0, turn)), fraction(at, turn, 0.75) * float64(len(a.Baseline)+1)
}

// buildBaseline compares what each neuron of another network adds to the sum of v f with what it costs, and then the sums: as the curve
// stays within +-beta, alpha g(u) is never more than beta |alpha|.
func (s *certificate) buildBaseline(r Rect, shown float64) {
	a, t := &s.snap.Argument, s.theme
	var sum protocol.Priced
	for _, one := range a.Baseline {
		sum.Gain, sum.Price = sum.Gain+one.Gain, sum.Price+one.Price
	}
	low := min(0, sum.Gain)
	for _, one := range a.Baseline {
		low = min(low, one.Gain)
	}
	inner := r.inset(24*s.scale, 34*s.scale, 24*s.scale, 34*s.scale)
	if inner.Empty() || !(sum.Price > 0) {
		return
	}
	c := chartIn(inner, 0, float64(len(a.Baseline)+1), low, 1.25*sum.Price) // with room for the numbers
	width := min(22*s.scale, 0.3*inner.W/float64(len(a.Baseline)+1))
	foot := c.at(0, 0).y
	s.segment(xy(inner.X, foot), xy(inner.X+inner.W, foot), 1, t.Ink.alpha(0.4))
	s.labels.start("α g(u) of each neuron of another network, beside its price β|α|").note(xy(r.X+r.W/2, r.Y+6*s.scale), 't', classNote)
	for k := range len(a.Baseline) + 1 {
		grown := fraction(shown, float64(k), float64(k)+0.7)
		if grown == 0 {
			break
		}
		one, name := sum, "all: Σ v f, β Σ|α|"
		if k < len(a.Baseline) {
			one, name = a.Baseline[k], strconv.Itoa(k+1)
		}
		x := c.at(float64(k)+0.5, 0).x
		for side, bar := range [...]struct {
			value float64
			color Color
		}{{one.Gain, t.signed(one.Gain).alpha(0.8)}, {one.Price, t.Bound.alpha(0.55)}} {
			end := c.at(0, grown*bar.value).y
			s.rectangle(Rect{x + (float64(side)-1)*1.08*width + 0.04*width, min(foot, end), width, math.Abs(end - foot)}, bar.color)
		}
		s.labels.start(name).note(xy(x, inner.Y+inner.H+6*s.scale), 't', classNote)
		if grown == 1 {
			top := c.at(0, max(one.Gain, one.Price)).y - 4*s.scale
			s.labels.start("").number(one.Gain, 2).add(" ≤ ").number(one.Price, 2)
			if s.labels.width()*s.scale < inner.W/float64(len(a.Baseline)+1) || k == len(a.Baseline) {
				s.labels.note(xy(min(x, inner.X+inner.W-s.labels.width()/2*s.scale+20*s.scale), top), 'b', classNote)
			}
		}
	}
}

// showsResiduals reports whether the v of each point is drawn among the data.
func (s *dataPicture) showsResiduals() bool {
	return s.snap.Argument.Topic == protocol.Tangents && s.snap.Dimension == 2 && !hasLayers(s.snap) && !showsClasses(s.snap)
}

// dataResiduals draws the v of each point among the data as a bar: up where f is to be larger, down where it is to be smaller.
func (s *dataPicture) dataResiduals(plane Transform) {
	const longest = 34 // css pixels
	a, largest := &s.snap.Argument, 0.0
	if !s.showsResiduals() {
		return
	}
	for i := range a.Tangents {
		largest = max(largest, math.Abs(a.Tangents[i].V))
	}
	for i := range a.Tangents {
		one := &a.Tangents[i]
		if one.Row < 0 || one.Row >= len(s.snap.Points) || !(largest > 0) {
			continue
		}
		p := s.snap.Points[one.Row].X
		foot := plane.at(p[0], p[1])
		tip := foot.moved(0, -longest*s.scale*one.V/largest)
		if math.Abs(tip.y-foot.y) < s.scale { // it would be a dot
			continue
		}
		s.segment(foot, tip, 4.5, s.theme.Paper.alpha(0.8))
		s.segment(foot, tip, 2.5, s.theme.signed(one.V))
	}
}
